package episodic

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"yumori/internal/store"
)

// TestResonateAfterAnEdit has a reply report on an episode that somebody has
// edited since: what the reply moved is written, and the edit is seen.
func TestResonateAfterAnEdit(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	e := b.add("2026-11-19", 0.5)
	text, err := b.Dir.Read(journalFile)
	if err != nil {
		t.Fatal(err)
	}
	edited := strings.Replace(string(text), e.Summary, "Edited.", 1)
	if err := b.Dir.Write(journalFile, []byte(edited), store.Cause{Kind: store.CauseUser}); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Resonate([]Report{{ID: e.ID, Resonance: 1}}, cause()); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if got, err := b.Find(e.ID); err != nil || got.Summary != "Edited." || got.Arousal != 0.6 {
			t.Errorf("it is %q, arousal %v, %v", got.Summary, got.Arousal, err)
		}
		b.again()
	}
}

// TestSpillOverABadArchive has folders in the place of the
// archives that earlier times move to: they are set aside.
func TestSpillOverABadArchive(t *testing.T) {
	t.Parallel()
	b := newDamaged(t)
	months, years := fmt.Sprintf(journalMonth, "2024-04"), fmt.Sprintf(insightsYear, "2024")
	for _, file := range []string{months, years} { // what is no file cannot be read as one
		if err := os.MkdirAll(b.FilePath(file), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	b.again()
	for k := range 8 {
		e := Episode{Date: Date(fmt.Sprintf("2024-04-%02d", k+1)), Summary: strings.Repeat("語", spillAt/3/7), Arousal: 0.5}
		if _, err := b.Add(e, cause()); err != nil {
			t.Fatal(k, err)
		}
	}
	b.add("2026-11-19", 0.5)
	for k := range 9 {
		i := Insight{CreatedAt: time.Date(2024+k/8*2, 3, 1, 4, 0, k, 0, tokyo()), Insight: "Night.", Dream: strings.Repeat("夢", insightsSpill/7/3)}
		if _, err := b.n.Add(i, cause()); err != nil {
			t.Fatal(k, err)
		}
	}
	for file, count := range map[string]int{months: 8, years: 8} {
		if got := strings.Count(b.FileText(t, file), `"id"`); got != count {
			t.Errorf("%s has %d elements, not %d", file, got, count)
		}
	}
}
