package goals

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"yumori/internal/memory"
)

func TestAdd(t *testing.T) {
	b := newBench(t)
	g := b.add(t, Plan{Goal: " write\na poem ", Priority: 1, Sources: []string{"m1", "m1", " "}})
	if g.Goal != "write a poem" || g.Term != Short || g.Kind != memory.Lived || g.Status != StatusActive || !g.CreatedAt.Equal(noon()) || fmt.Sprint(g.Sources) != "[m1]" || !strings.HasPrefix(string(g.ID), "sh_") {
		t.Errorf("%+v", g)
	}
	same := b.add(t, Plan{Goal: "Ｗrite A poem", Priority: 3, Sources: []string{"m2"}})
	if same.ID != g.ID || same.Priority != 1 || fmt.Sprint(same.Sources) != "[m1 m2]" {
		t.Errorf("the same again: %+v", same)
	}
	long := b.add(t, Plan{Goal: "write a poem", Term: Long, Kind: memory.Dreamed})
	if long.ID == g.ID || long.Priority != defaultPriority || !strings.HasPrefix(string(long.ID), "lo_") {
		t.Errorf("for the long term: %+v", long)
	}
	higher := b.add(t, Plan{Goal: "write a poem", Term: Long, Priority: 2, Sources: []string{"m1"}})
	if higher.Priority != 2 || len(higher.Sources) != 0 {
		t.Errorf("what rests on nothing came to rest on a message: %+v", higher)
	}
	for name, bad := range map[string]Plan{
		"no text":      {Goal: " \t"},
		"long":         {Goal: strings.Repeat("長", maxText+1)},
		"priority 6":   {Goal: "x", Priority: 6},
		"priority -1":  {Goal: "x", Priority: -1},
		"unknown term": {Goal: "x", Term: "medium"},
		"unknown kind": {Goal: "x", Kind: "guessed"},
	} {
		if _, err := b.Add(bad, cause()); !errors.Is(err, ErrBadGoal) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if got := b.add(t, Plan{Goal: strings.Repeat("長", maxText)}); len([]rune(got.Goal)) != maxText {
		t.Errorf("%d characters", len([]rune(got.Goal)))
	}
}

func TestLife(t *testing.T) {
	b := newBench(t)
	g := b.add(t, Plan{Goal: "write a poem", Priority: 1})
	do := func(got Goal, err error) Goal {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	b.Time = noon().Add(time.Hour)
	g = do(b.Progress(g.ID, Note{Text: "the first line", Sources: []string{"m2"}}, cause()))
	if len(g.Notes) != 1 || !g.Notes[0].Time.Equal(b.Time) || g.Notes[0].Text != "the first line" {
		t.Errorf("%+v", g.Notes)
	}
	g = do(b.Edit(g.ID, Revision{Goal: "write two poems", Priority: 2, Term: Long}, cause()))
	if g.Goal != "write two poems" || g.Priority != 2 || g.Term != Long || len(g.Notes) != 1 || !strings.HasPrefix(string(g.ID), "sh_") {
		t.Errorf("edited: %+v", g)
	}
	done := do(b.Complete(g.ID, End{Reason: "both are written", Sources: []string{"m3"}}, cause()))
	if done.Status != StatusCompleted || !done.CompletedAt.Equal(b.Time) || done.Reason != "both are written" || fmt.Sprint(done.ClosedBy) != "[m3]" || done.Term != Long {
		t.Errorf("completed: %+v", done)
	}
	if again := do(b.Complete(g.ID, End{Reason: "other"}, cause())); again.Reason != done.Reason {
		t.Errorf("completed twice: %+v", again)
	}
	for name, err := range map[string]error{
		"abandon a completed one": second(b.Abandon(g.ID, End{}, cause())),
		"progress of it":          second(b.Progress(g.ID, Note{Text: "x"}, cause())),
		"another term":            second(b.Edit(g.ID, Revision{Term: Short}, cause())),
	} {
		if !errors.Is(err, ErrClosed) {
			t.Errorf("%s: %v", name, err)
		}
	}
	g = do(b.Reopen(g.ID, cause()))
	if g.Status != StatusActive || g.Term != Long || !g.CompletedAt.IsZero() || g.Reason != "" {
		t.Errorf("opened again: %+v", g)
	}
	if _, err := b.Reopen(g.ID, cause()); !errors.Is(err, ErrNotClosed) {
		t.Errorf("opened twice: %v", err)
	}
	g = do(b.Abandon(g.ID, End{Reason: "no time"}, cause()))
	if g.Status != StatusAbandoned || g.AbandonedAt.IsZero() || !g.CompletedAt.IsZero() || !g.Closed().Equal(b.Time) {
		t.Errorf("abandoned: %+v", g)
	}
	if got := do(b.Find(g.ID)); fmt.Sprint(got) != fmt.Sprint(g) {
		t.Errorf("found %+v, want %+v", got, g)
	}
	for name, err := range map[string]error{
		"find":     second(b.Find("sh_none")),
		"complete": second(b.Complete("", End{}, cause())),
		"reopen":   second(b.Reopen("sh_none", cause())),
	} {
		if !errors.Is(err, ErrNoGoal) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, err := range map[string]error{
		"long reason": second(b.Complete(g.ID, End{Reason: strings.Repeat("x", maxNote+1)}, cause())),
		"long note":   second(b.Progress(g.ID, Note{Text: strings.Repeat("x", maxNote+1)}, cause())),
		"empty note":  second(b.Progress(g.ID, Note{}, cause())),
	} {
		if !errors.Is(err, ErrBadGoal) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func second[T any](_ T, err error) error { return err }

// TestPrompt shows the 3 most important short-term goals and 2 long-term ones.
func TestPrompt(t *testing.T) {
	b := newBench(t)
	for i, c := range []struct {
		goal     string
		term     Term
		priority int
	}{
		{"s3 old", Short, 3}, {"s1", Short, 1}, {"s3 new", Short, 3}, {"s2", Short, 2}, {"s5", Short, 5},
		{"l4", Long, 4}, {"l1", Long, 1}, {"l2", Long, 2},
	} {
		b.add(t, Plan{Goal: c.goal, Term: c.term, Priority: c.priority, At: noon().Add(time.Duration(i) * time.Hour)})
	}
	names := func(list []Goal) string {
		var s []string
		for _, g := range list {
			s = append(s, g.Goal)
		}
		return strings.Join(s, ", ")
	}
	if got := names(b.Prompt()); got != "s1, s2, s3 old, l1, l2" {
		t.Errorf("prompt %q", got)
	}
	if got := names(b.Active(Short, 1)); got != "s1" {
		t.Errorf("presses %q", got)
	}
	if got := names(b.Active(Short, -1)); got != "s1, s2, s3 old, s3 new, s5" {
		t.Errorf("all %q", got)
	}
	if got := b.Active(Long, 0); len(got) != 0 {
		t.Errorf("none %v", got)
	}
	first := b.Goals()[0]
	first.Sources = append(first.Sources, "spoilt")
	if len(b.Derived("spoilt")) != 0 {
		t.Error("a reader's list is ours")
	}
}

func TestHousekeepStale(t *testing.T) {
	day := 24 * time.Hour
	for _, c := range []struct {
		name string
		term Term
		age  time.Duration
		gone bool
	}{
		{"new", Short, 0, false},
		{"30 days", Short, 30 * day, false},
		{"a second more", Short, 30*day + time.Second, true},
		{"a year", Short, 365 * day, true},
		{"long-term", Long, 365 * day, false},
		{"made ahead of the clock", Short, -365 * day, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t)
			g := b.add(t, Plan{Goal: "x", Term: c.term, At: noon().Add(-c.age)})
			done, err := b.Housekeep(noon(), 1, cause())
			if err != nil {
				t.Fatal(err)
			}
			if len(done.Stale) == 1 != c.gone || len(done.Over) != 0 {
				t.Errorf("%+v", done)
			}
			got, err := b.Find(g.ID)
			if err != nil || (got.Status == StatusAbandoned) != c.gone || (got.Reason != "") != c.gone {
				t.Errorf("%+v, %v", got, err)
			}
			if again, err := b.Housekeep(noon(), 1, cause()); err != nil || len(again.Stale) != 0 {
				t.Errorf("a second time: %+v, %v", again, err)
			}
		})
	}
}

// TestHousekeepLimit keeps 10, of 13 of which one is stale.
func TestHousekeepLimit(t *testing.T) {
	for level, over := range map[int]string{1: "", 2: "[p5 old p5 new]", 3: "[p5 old p5 new]"} {
		t.Run(fmt.Sprint("level ", level), func(t *testing.T) {
			b := newBench(t)
			b.add(t, Plan{Goal: "stale", Priority: 1, At: noon().AddDate(0, 0, -31)})
			b.add(t, Plan{Goal: "p5 new", Priority: 5, At: noon()})
			b.add(t, Plan{Goal: "p5 old", Priority: 5, At: noon().AddDate(0, 0, -2)})
			b.add(t, Plan{Goal: "p4", Priority: 4, At: noon().AddDate(0, 0, -20)})
			for i := range 9 {
				b.add(t, Plan{Goal: fmt.Sprint("goal ", i), Priority: 1 + i%3})
			}
			b.add(t, Plan{Goal: "long", Term: Long, Priority: 5})
			done, err := b.Housekeep(noon(), level, cause())
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, g := range done.Over {
				got = append(got, g.Goal)
			}
			if len(done.Stale) != 1 || done.Stale[0].Goal != "stale" || len(got) > 0 && fmt.Sprint(got) != over || len(got) == 0 && over != "" {
				t.Errorf("%+v, over %v, want %s", done, got, over)
			}
			s := b.Statistics()
			if want := 12 - len(got); s.Short != want || s.Long != 1 || s.Abandoned != 1+len(got) || s.Completed != 0 {
				t.Errorf("%+v", s)
			}
		})
	}
}

func TestReasonsInLanguages(t *testing.T) {
	for _, r := range []reason{reasonStale, reasonOver} {
		en, ja := (&Store{lang: "en"}).reason(r), (&Store{lang: "ja"}).reason(r)
		if en == "" || ja == "" || en == ja || len(en) != len([]rune(en)) {
			t.Errorf("%q, %q", en, ja)
		}
	}
}

func TestStatistics(t *testing.T) {
	b := newBench(t)
	if got := b.Statistics(); got != (Statistics{}) {
		t.Errorf("of nothing: %+v", got)
	}
	for i := range 8 {
		g := b.add(t, Plan{Goal: fmt.Sprint(i), At: noon().AddDate(0, 0, -i)})
		switch {
		case i < 3:
			_, err := b.Complete(g.ID, End{}, cause())
			if err != nil {
				t.Fatal(err)
			}
		case i < 4:
			if _, err := b.Abandon(g.ID, End{}, cause()); err != nil {
				t.Fatal(err)
			}
		}
	}
	got := b.Statistics()
	if got.Short != 4 || got.Completed != 3 || got.Abandoned != 1 || !got.Oldest.Equal(noon().AddDate(0, 0, -7)) {
		t.Errorf("%+v", got)
	}
}

func TestMeta(t *testing.T) {
	b := newBench(t)
	if got := b.Meta(); got != (Meta{}) {
		t.Errorf("before any: %+v", got)
	}
	at := time.Date(2026, 1, 2, 23, 30, 0, 0, time.FixedZone("", 9*3600))
	for _, c := range []struct {
		level int
		want  Meta
	}{
		{3, Meta{3, "2026-01-02", "2026-01-02", "2026-01-02"}},
		{1, Meta{1, "2026-01-03", "2026-01-02", "2026-01-02"}},
		{2, Meta{2, "2026-01-04", "2026-01-04", "2026-01-02"}},
	} {
		if err := b.Reflected(c.level, at, cause()); err != nil {
			t.Fatal(err)
		}
		if got := b.Meta(); got != c.want {
			t.Errorf("%+v, want %+v", got, c.want)
		}
		at = at.AddDate(0, 0, 1)
	}
	if b.Reflected(4, at, cause()) == nil || b.Reflected(0, at, cause()) == nil {
		t.Error("a level that is none")
	}
}

func TestNotesAreBounded(t *testing.T) {
	b := newBench(t)
	g := b.add(t, Plan{Goal: "x"})
	notes := make([]string, maxNotes)
	for i := range notes {
		notes[i] = fmt.Sprintf("%q", fmt.Sprint("note ", i))
	}
	b.PutFile(t, goalsFile, strings.Replace(b.FileText(t, goalsFile), `"progress_notes": []`, `"progress_notes": [`+strings.Join(notes, ",")+`]`, 1))
	g, err := b.Progress(g.ID, Note{Text: "last"}, cause())
	if err != nil || len(g.Notes) != maxNotes || g.Notes[0].Text != "note 1" || g.Notes[maxNotes-1].Text != "last" {
		t.Errorf("%d notes, %v", len(g.Notes), err)
	}
}

// TestConcurrent is for the race detector.
func TestConcurrent(t *testing.T) {
	b := newBench(t)
	done := make(chan error)
	for w := range 4 {
		go func() {
			var err error
			for i := range 5 {
				g, e1 := b.Add(Plan{Goal: fmt.Sprint(w, i)}, cause())
				_, e2 := b.Progress(g.ID, Note{Text: "x"}, cause())
				_ = b.Prompt()
				_, e3 := b.Complete(g.ID, End{}, cause())
				err = errors.Join(err, e1, e2, e3)
			}
			done <- err
		}()
	}
	for range 4 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	if got := b.Statistics().Completed; got != 20 {
		t.Errorf("%d completed", got)
	}
}
