package episodic

import (
	"errors"
	"io/fs"
	"strings"
	"testing"
)

// TestCheck breaks each invariant by hand.
func TestCheck(t *testing.T) {
	t.Parallel()
	x := func(reply, at, more string) string {
		return `{"time": "` + at + `", "user": "u", "reply": "` + reply + `", ` + more + `"after": {"emotion": "joy", "intensity": 0.8, "relatedness": 0.16}}`
	}
	const at = "2026-11-21T10:00:00+09:00"
	for _, c := range []struct{ name, file, text, want string }{
		{"good", sessionFile, "[" + x("r", at, `"arousal": 0.768, `) + "]", ""},
		{"arousal edited", sessionFile, "[" + x("r", at, `"arousal": 0.1, `) + "]", "arousal is 0.1, its states give 0.768"},
		{"arousal out of bounds", sessionFile, "[\n" + x("r", at, `"arousal": 3, `) + "\n]", "line 2: arousal 3"},
		{"no arousal", sessionFile, "[" + x("r", at, "") + "]", "no arousal"},
		{"no time", sessionFile, "[" + x("r", "noon", `"arousal": 0.768, `) + "]", "no time"},
		{"no reply", sessionFile, "[" + x("", at, `"arousal": 0.768, `) + "]", "no reply"},
		{"reply twice", sessionFile, "[" + x("r", at, `"arousal": 0.768, `) + "," + x("r", at, `"arousal": 0.768, `) + "]", "is also in"},
		{"wrong month", "memory/session_arousal_archived_2026-10.json", "[" + x("r", at, `"arousal": 0.768, `) + "]", "another month"},
		{"type and origin twice", journalFile, `[{"id": "a", "date": "2026-11-20", "summary": "x", "type": "discovery", "source_question": "q"}, {"id": "b", "date": "2026-11-20", "summary": "x", "type": "discovery", "origin": "q"}]`, "type and origin of a"},
		{"source there and withdrawn", journalFile, `[{"id": "a", "date": "2026-11-20", "summary": "x", "sources": ["m"], "withdrawn": ["m"]}]`, "there and withdrawn"},
		{"insight without time", insightsFile, `[{"insight": "x"}]`, "created_at"},
		{"insight without anything", insightsFile, `[{"created_at": "2026-11-20"}]`, "neither insight"},
		{"insight of a strange kind", insightsFile, `[{"created_at": "2026-11-20", "insight": "x", "kind": "guess"}]`, `kind "guess"`},
	} {
		b := newDamaged(t)
		b.PutFile(t, c.file, c.text)
		var all []string
		for _, p := range b.Check(t.Context()) {
			all = append(all, p.Name+": "+p.What)
		}
		if got := strings.Join(all, "\n"); c.want == "" && got != "" || !strings.Contains(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// TestClosed has the home closed under the stores.
func TestClosed(t *testing.T) {
	t.Parallel()
	b := newDamaged(t)
	e := b.add("2026-11-20", 0.5, "m1")
	b.Restart(t, func() {
		if _, err := Open(b.Dir, Options{}); !errors.Is(err, fs.ErrClosed) {
			t.Errorf("opened: %v", err)
		}
		if _, err := b.Add(Episode{Date: "2026-11-20", Summary: "x"}, cause()); err == nil {
			t.Error("added")
		}
		if err := b.x.Record(Exchange{Reply: "r", Time: morning()}, cause()); err == nil {
			t.Error("recorded")
		}
		if _, err := b.n.Add(Insight{Insight: "x"}, cause()); err == nil {
			t.Error("dreamed")
		}
	})
	b.again()
	if got, err := b.Find(e.ID); err != nil || got.Summary != e.Summary || len(b.Episodes()) != 1 {
		t.Errorf("after the failures: %+v, %v", got, err)
	}
}

// TestOtherFolder has a file where the folder should be: nothing can be
// written, and that is said.
func TestOtherFolder(t *testing.T) {
	t.Parallel()
	b := newDamaged(t)
	b.PutFile(t, journalDir, "a file")
	b.again()
	if len(b.Episodes()) > 0 || len(b.Problems()) == 0 {
		t.Errorf("episodes %v, problems %v", b.Episodes(), b.Problems())
	}
	if _, err := b.Add(Episode{Date: "2026-11-20", Summary: "x"}, cause()); err == nil {
		t.Error("added")
	}
	if b.FileText(t, journalDir) != "a file" {
		t.Error("written over")
	}
}

func TestDate(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		d           Date
		first, last Date
		valid       bool
	}{
		{"2026-11-21", "2026-11-21", "2026-11-21", true},
		{"2025-11-04~2025-11-10", "2025-11-04", "2025-11-10", true},
		{"2025-11-04 〜 2025-11-10", "2025-11-04", "2025-11-10", true},
		{"2025-11-10~2025-11-04", "2025-11-10", "2025-11-04", false},
		{"2026-02-29", "2026-02-29", "2026-02-29", false},
		{"2024-02-29", "2024-02-29", "2024-02-29", true},
		{"0000-01-01", "0000-01-01", "0000-01-01", false},
		{"", "", "", false}, {"~", "", "", false}, {"yesterday", "yesterday", "yesterday", false},
	} {
		if c.d.First() != c.first || c.d.Last() != c.last || c.d.Valid() != c.valid {
			t.Errorf("%q: %q to %q, valid %v", c.d, c.d.First(), c.d.Last(), c.d.Valid())
		}
	}
	if got := Date("2026-03-01").Back(1); got != "2026-02-28" {
		t.Errorf("the day before 1 March is %s", got)
	}
	if got := Span("2026-01-01", "2026-01-01"); got != "2026-01-01" {
		t.Errorf("a span of a day is %s", got)
	}
}
