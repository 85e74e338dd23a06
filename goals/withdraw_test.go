package goals

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestWithdraw(t *testing.T) {
	b := newBench(t)
	alone := b.add(t, Plan{Goal: "alone", Sources: []string{"m2"}})
	both := b.add(t, Plan{Goal: "both", Sources: []string{"m1", "m2"}})
	for _, n := range []Note{{Text: "kept", Sources: []string{"m1"}}, {Text: "gone", Sources: []string{"m2"}}, {Text: "by hand"}} {
		if _, err := b.Progress(both.ID, n, cause()); err != nil {
			t.Fatal(err)
		}
	}
	ended := b.add(t, Plan{Goal: "ended", Term: Long, Sources: []string{"m1"}})
	if _, err := b.Complete(ended.ID, End{Reason: "done", Sources: []string{"m2"}}, cause()); err != nil {
		t.Fatal(err)
	}
	whole := b.Goals()
	items, err := b.Withdraw([]string{"m2", "unknown"}, cause())
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, it := range items {
		got = append(got, it.Store+": "+it.Title)
	}
	slices.Sort(got)
	if want := "goal end: ended, goal note: gone, goal: alone"; strings.Join(got, ", ") != want {
		t.Errorf("withdrawn %q, want %q", got, want)
	}
	if _, err := b.Find(alone.ID); err == nil {
		t.Error("a withdrawn goal is found")
	}
	if g, _ := b.Find(both.ID); len(g.Notes) != 2 || fmt.Sprint(g.Sources) != "[m1]" {
		t.Errorf("%+v", g)
	}
	if g, _ := b.Find(ended.ID); g.Status != StatusActive || g.Reason != "" || !g.CompletedAt.IsZero() || g.Term != Long {
		t.Errorf("without its end: %+v", g)
	}
	if got := b.Derived("m2"); len(got) != 0 {
		t.Errorf("still derived: %v", got)
	}
	text := b.FileText(t, goalsFile)
	if items, err := b.Withdraw([]string{"m2"}, cause()); err != nil || len(items) != 0 || b.FileText(t, goalsFile) != text {
		t.Errorf("withdrawn twice: %v, %v", items, err)
	}
	if err := b.Reinstate([]string{"m2"}, cause()); err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(b.Goals()); got != fmt.Sprint(whole) {
		t.Errorf("brought back\n%v, was\n%v", got, whole)
	}
	if got := b.Derived("m2"); len(got) != 4 {
		t.Errorf("derived: %v", got)
	}
}

// TestEndedAnew ends a goal whose end was taken back: the old end does not
// come again.
func TestEndedAnew(t *testing.T) {
	b := newBench(t)
	g := b.add(t, Plan{Goal: "x"})
	if _, err := b.Complete(g.ID, End{Reason: "done", Sources: []string{"m1"}}, cause()); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Withdraw([]string{"m1"}, cause()); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Abandon(g.ID, End{Reason: "no time", Sources: []string{"m2"}}, cause()); err != nil {
		t.Fatal(err)
	}
	if err := b.Reinstate([]string{"m1"}, cause()); err != nil {
		t.Fatal(err)
	}
	got, err := b.Find(g.ID)
	if err != nil || got.Status != StatusAbandoned || got.Reason != "no time" || !got.CompletedAt.IsZero() || fmt.Sprint(got.ClosedBy) != "[m2]" {
		t.Errorf("%+v, %v", got, err)
	}
}

// TestWithdrawModel compares with a model: what has sources counts while one
// of them is not withdrawn.
func TestWithdrawModel(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	r := rand.New(rand.NewPCG(seed, 1))
	b := newBench(t)
	type thing struct{ sources, note, end []string }
	goals := map[ID]*thing{}
	out := map[string]bool{}
	some := func() []string {
		var s []string
		for range r.IntN(3) {
			id := fmt.Sprint("m", r.IntN(8))
			if !out[id] && !slices.Contains(s, id) { // nothing new is derived from what was taken back
				s = append(s, id)
			}
		}
		return s
	}
	counts := func(s []string) bool {
		return len(s) == 0 || slices.ContainsFunc(s, func(id string) bool { return !out[id] })
	}
	for step := range 150 {
		id := fmt.Sprint("m", r.IntN(8))
		switch k := r.IntN(5); {
		case k <= 1 && len(goals) < 12:
			th := &thing{sources: some(), note: some()}
			g := b.add(t, Plan{Goal: fmt.Sprint("goal ", step), Sources: th.sources})
			if _, err := b.Progress(g.ID, Note{Text: "note", Sources: th.note}, cause()); err != nil {
				t.Fatal(err)
			}
			if r.IntN(2) == 0 {
				th.end = append(some(), fmt.Sprint("end", step))
				if _, err := b.Complete(g.ID, End{Reason: "done", Sources: th.end}, cause()); err != nil {
					t.Fatal(err)
				}
			}
			goals[g.ID] = th
		case k <= 3:
			ids := []string{id, fmt.Sprint("end", r.IntN(step+1))}
			if _, err := b.Withdraw(ids, cause()); err != nil {
				t.Fatal(err)
			}
			out[ids[0]], out[ids[1]] = true, true
		default:
			for o := range out {
				id = o
				break
			}
			if err := b.Reinstate([]string{id}, cause()); err != nil {
				t.Fatal(err)
			}
			delete(out, id)
		}
		seen := 0
		for id, th := range goals {
			g, err := b.Find(id)
			if (err == nil) != counts(th.sources) {
				t.Fatalf("seed %d, step %d: goal of %v while %v are out: %v", seed, step, th.sources, out, err)
			}
			if err != nil {
				continue
			}
			seen++
			if notes := len(g.Notes) == 1; notes != counts(th.note) {
				t.Fatalf("seed %d, step %d: note of %v while %v are out: %+v", seed, step, th.note, out, g)
			}
			if done := g.Status == StatusCompleted; done != (th.end != nil && counts(th.end)) || done != (g.Reason == "done") {
				t.Fatalf("seed %d, step %d: end of %v while %v are out: %+v", seed, step, th.end, out, g)
			}
		}
		if n := len(b.Goals()); n != seen {
			t.Fatalf("seed %d, step %d: %d goals, want %d", seed, step, n, seen)
		}
	}
}
