package dreaming

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"yumori/internal/facts"
	"yumori/internal/memory/stores"
)

// TestLateWords has somebody write what is to be kept into the log of a day that
// was dreamt of: the next night keeps it, too, and what was dropped from the
// bank since stays away while its log is left alone.
func TestLateWords(t *testing.T) {
	w := newWorld(t, "en")
	const early, late = "memory/2026-11-18.md", "memory/2026-11-20.md"
	w.write(early, "# 2026-11-18\n\n## Retain\n\n- W @Nadia: Nadia lives in Lagos.\n") // before there was any dream
	w.write(late, "# 2026-11-20\n\n## Retain\n\n- W @Peter: Peter is in Marrakech.\n")
	w.says("My sister Mika plays the cello in Osaka.", "How lovely.")
	w.at(20, 23)
	r := w.dreams(New(w.deps), Request{})
	kept := func(words string) []facts.Fact {
		t.Helper()
		m, err := stores.Open(w.dir, stores.Options{Now: w.clock})
		if err != nil {
			t.Fatal(err)
		}
		held, err := m.Bank.Facts(facts.Query{Words: words})
		if err != nil {
			t.Fatal(err)
		}
		return held
	}
	if len(kept("Marrakech")) != 1 {
		t.Fatal("the day's own log is not kept")
	}
	// Files are told apart by the running clock: what is older than the dream,
	// what is newer.
	dated := func(name string, at time.Time) {
		t.Helper()
		if err := os.Chtimes(filepath.Join(w.home, "personas", "luna", name), at, at); err != nil {
			t.Fatal(err)
		}
	}
	dated(late, r.Started.Add(-time.Hour))
	dated(early, r.Started.Add(-time.Hour))
	w.write("bank/world.md", strings.Replace(w.files()["bank/world.md"], "Peter is in Marrakech", "Peter is home", 1))
	w.write("memory/2026-11-19.md", "# 2026-11-19\n\n## Retain\n\n- O(c=0.9) @Peter: Peter prefers short replies.\n")
	dated("memory/2026-11-19.md", r.Started.Add(time.Hour))
	w.at(21, 20)
	w.says("The weather is fine.", "It is.")
	w.at(21, 23)
	w.dreams(New(w.deps), Request{})
	if list := kept("short replies"); len(list) != 1 || list[0].Confidence != 0.9 || list[0].Source.File == "" {
		t.Errorf("written late: %+v", list)
	}
	if len(kept("Lagos")) != 0 {
		t.Error("a log that nobody wrote in is read")
	}
	if len(kept("Marrakech")) != 0 {
		t.Error("what was set right by hand came back")
	}
}
