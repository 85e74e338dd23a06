package motivation

import (
	"errors"
	"testing"
	"time"
)

// TestDue puts a question otherwise when the day of what it is about is over.
func TestDue(t *testing.T) {
	b := newBench(t)
	const before, after = "How will the interview go?", "How did the interview go?"
	day := b.Time.AddDate(0, 0, 2)
	q := b.ask(t, Query{Topic: before, Priority: 0.8, Due: day.Format(time.DateOnly), Afterwards: after})
	put := func(when, want string) {
		t.Helper()
		again := b.open(t)
		for _, got := range []Question{b.Questions()[0], b.Snapshot(GoalPressure{}).Questions[0], again.Questions()[0]} {
			if got.Topic != want {
				t.Errorf("%s: %q, want %q", when, got.Topic, want)
			}
		}
	}
	put("before", before)
	b.Time = day
	put("on its day", before)
	b.Time = day.AddDate(0, 0, 1)
	put("the day after", after)
	if same := b.ask(t, Query{Topic: after, Priority: 0.9}); same.ID != q.ID || same.Topic != after {
		t.Errorf("asked in the later words: %q %q, want %q", same.ID, same.Topic, q.ID)
	}
	later := b.Time.AddDate(0, 0, 7)
	b.ask(t, Query{Topic: before, Priority: 0.5, Due: later.Format(time.DateOnly), Afterwards: after})
	put("moved to another day", before)
	if _, err := b.Edit(q.ID, Revision{Topic: "What of the interview?"}, cause()); err != nil {
		t.Fatal(err)
	}
	b.Time = later.AddDate(0, 0, 1)
	put("in a person's words", "What of the interview?")
	if _, err := b.Ask(Query{Topic: "a", Due: "30 February"}, cause()); !errors.Is(err, ErrBadQuestion) {
		t.Errorf("a day that is none: %v", err)
	}
}
