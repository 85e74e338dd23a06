package motivation

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestWithdraw(t *testing.T) {
	b := newBench(t)
	b.feel(t, Emotion{Anxious, 0.5}, noon(), "m1")
	b.feel(t, Emotion{Joy, 0.8}, noon().Add(time.Minute), "m2")
	alone := b.ask(t, Query{Topic: "alone", Sources: []string{"m2"}})
	both := b.ask(t, Query{Topic: "both", Sources: []string{"m1", "m2"}})
	answered := b.ask(t, Query{Topic: "answered", Sources: []string{"m1"}})
	if _, err := b.Asked(answered.ID, b.Time, cause()); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Resolve(answered.ID, Answer{Text: "yes", Evidence: []string{"I said yes"}, Sources: []string{"m2"}}, cause()); err != nil {
		t.Fatal(err)
	}
	whole := b.Questions()
	items, err := b.Withdraw([]string{"m2", "unknown"}, cause())
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, it := range items {
		got = append(got, it.Store+" "+it.Title)
	}
	slices.Sort(got)
	if want := "answer answered, emotion joy 0.8, question alone"; strings.Join(got, ", ") != want {
		t.Errorf("withdrawn %q, want %q", got, want)
	}
	if e := b.Snapshot(GoalPressure{}).Emotion; e != (Emotion{Anxious, 0.5}) {
		t.Errorf("present emotion %v", e)
	}
	for _, q := range b.Questions() {
		switch q.ID {
		case alone.ID:
			t.Error("a withdrawn question is seen")
		case both.ID:
			if fmt.Sprint(q.Sources) != "[m1]" {
				t.Errorf("%+v", q)
			}
		case answered.ID:
			if q.State != StateAsked || q.Answer != "" || q.Evidence != nil || !q.Resolved.IsZero() {
				t.Errorf("without its answer: %+v", q)
			}
		}
	}
	if _, err := b.Edit(alone.ID, Revision{Topic: "x"}, cause()); err == nil {
		t.Error("a withdrawn question was edited")
	}
	if items, err := b.Derived("m2"); err != nil || len(items) != 0 {
		t.Errorf("still derived: %v, %v", items, err)
	}
	state := b.FileText(t, stateFile)
	if items, err := b.Withdraw([]string{"m2"}, cause()); err != nil || len(items) != 0 || b.FileText(t, stateFile) != state {
		t.Errorf("withdrawn twice: %v, %v", items, err)
	}
	if err := b.Reinstate([]string{"m2"}, cause()); err != nil {
		t.Fatal(err)
	}
	if got := b.Questions(); fmt.Sprint(got) != fmt.Sprint(whole) {
		t.Errorf("brought back\n%+v, was\n%+v", got, whole)
	}
	if e := b.Snapshot(GoalPressure{}).Emotion; e != (Emotion{Joy, 0.8}) {
		t.Errorf("present emotion %v", e)
	}
}

// TestAnsweredAnew answers a question whose answer was taken back: the old one
// does not come again.
func TestAnsweredAnew(t *testing.T) {
	b := newBench(t)
	q := b.ask(t, Query{Topic: "cat"})
	for _, a := range []Answer{{Text: "black", Sources: []string{"m1"}}, {Text: "white", Sources: []string{"m2"}}} {
		if _, err := b.Resolve(q.ID, a, cause()); err != nil {
			t.Fatal(err)
		}
		if a.Text == "black" {
			if _, err := b.Withdraw([]string{"m1"}, cause()); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := b.Reinstate([]string{"m1"}, cause()); err != nil {
		t.Fatal(err)
	}
	if got := b.Questions()[0]; got.Answer != "white" || got.State != StateResolved || fmt.Sprint(got.Answers) != "[m2]" {
		t.Errorf("%+v", got)
	}
}

// TestWithdrawModel compares with a model: what has sources is seen while one
// of them is not withdrawn.
func TestWithdrawModel(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	r := rand.New(rand.NewPCG(seed, 1))
	b := newBench(t)
	type thing struct {
		sources []string
		at      time.Time
	}
	points, questions := map[string]thing{}, map[string]thing{}
	out := map[string]bool{}
	id := func() string { return fmt.Sprint("m", r.IntN(12)) }
	for step := range 120 {
		switch k := r.IntN(6); {
		case k == 0:
			at := noon().Add(time.Duration(step) * 8 * time.Hour) // three months
			s := fmt.Sprint("m", step+100)
			b.feel(t, Emotion{Joy, 0.5}, at, s)
			points[at.String()] = thing{[]string{s}, at}
		case k == 1 && len(questions) < 8:
			s := []string{id(), id()}
			s = s[:r.IntN(3)]
			s = slices.DeleteFunc(s, func(x string) bool { return out[x] }) // nothing new is derived from what was taken back
			q := b.ask(t, Query{Topic: fmt.Sprint("q", step), Sources: s})
			questions[q.ID] = thing{sources: q.Sources}
		case k <= 3:
			s := []string{id(), fmt.Sprint("m", 100+r.IntN(step+1))}
			if _, err := b.Withdraw(s, cause()); err != nil {
				t.Fatal(err)
			}
			out[s[0]], out[s[1]] = true, true
		default:
			s := append(slices.Collect(maps.Keys(out)), id())[:1]
			if err := b.Reinstate(s, cause()); err != nil {
				t.Fatal(err)
			}
			delete(out, s[0])
		}
		seen := func(th thing) bool {
			return len(th.sources) == 0 || slices.ContainsFunc(th.sources, func(s string) bool { return !out[s] })
		}
		want, wantQ := 0, 0
		var last time.Time
		for _, th := range points {
			if seen(th) {
				want++
				if th.at.After(last) {
					last = th.at
				}
			}
		}
		for _, th := range questions {
			if seen(th) {
				wantQ++
			}
		}
		got, err := b.Emotions(time.Time{}, time.Time{})
		if err != nil || len(got) != want || len(b.Questions()) != wantQ {
			t.Fatalf("seed %d, step %d: %d emotions, want %d; %d questions, want %d; %v", seed, step, len(got), want, len(b.Questions()), wantQ, err)
		}
		if felt := b.Snapshot(GoalPressure{}).Felt; !felt.Equal(last) {
			t.Fatalf("seed %d, step %d: last felt %v, want %v", seed, step, felt, last)
		}
	}
}
