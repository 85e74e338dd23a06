package motivation

import (
	"slices"
	"strings"
	"testing"
	"time"

	"yumori/internal/memory"
	"yumori/internal/store"
)

func inTurn(message string) store.Cause {
	return store.Cause{Kind: store.CauseTool, Ref: message, Note: "resolve_question"}
}

// TestAskedFallsWithItsTurn takes back the turn in which a question was asked.
func TestAskedFallsWithItsTurn(t *testing.T) {
	b := newBench(t)
	q := b.ask(t, Query{Topic: "snow", Priority: 0.8})
	asked := func(message string) Question {
		t.Helper()
		q, err := b.Asked(q.ID, b.Time, inTurn(message))
		if err != nil {
			t.Fatal(err)
		}
		return q
	}
	state := func(when string, want QuestionState, sources ...string) {
		t.Helper()
		got := b.Questions()[0]
		again := b.open(t).Questions()[0]
		for _, x := range []Question{got, again} {
			if x.State != want || x.Asked.IsZero() == (want == StateAsked) || !slices.Equal(x.AskedIn, sources) {
				t.Errorf("%s: %s, asked %v in %v; want %s in %v", when, x.State, x.Asked, x.AskedIn, want, sources)
			}
		}
	}
	withdraw := func(want string, messages ...string) {
		t.Helper()
		items, err := b.Withdraw(messages, cause())
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, it := range items {
			got += it.Store
		}
		if got != want {
			t.Errorf("without %v falls %q, want %q", messages, got, want)
		}
	}
	reinstate := func(messages ...string) {
		t.Helper()
		if err := b.Reinstate(messages, cause()); err != nil {
			t.Fatal(err)
		}
	}
	asked("m1")
	pull := b.Snapshot(GoalPressure{}).At(b.Time).Curiosity.Raw
	state("asked", StateAsked, "m1")
	if got, err := b.Sources(); err != nil || !slices.Equal(got, []string{"m1"}) {
		t.Errorf("sources %v, %v", got, err)
	}
	if got, err := b.Derived("m1"); err != nil || len(got) != 1 || got[0] != (memory.Derived{Store: StoreAsked, ID: q.ID, Title: "snow"}) {
		t.Errorf("derived %v, %v", got, err)
	}
	withdraw(StoreAsked, "m1")
	state("taken back", StateOpen)
	if got := b.Snapshot(GoalPressure{}).At(b.Time).Curiosity.Raw; got <= pull {
		t.Errorf("curiosity %v, asked it was %v", got, pull)
	}
	withdraw("", "m1")
	reinstate("m1")
	state("given back", StateAsked, "m1")

	asked("m2")
	withdraw("", "m1")
	state("asked twice, once taken back", StateAsked, "m2")
	withdraw(StoreAsked, "m2")
	state("both taken back", StateOpen)
	asked("m3")
	state("asked anew", StateAsked, "m3")
	reinstate("m1", "m2")
	state("all given back", StateAsked, "m3", "m1", "m2")

	// An answer outlives the asking, and without both it is open.
	if _, err := b.Resolve(q.ID, Answer{Text: "white", Sources: []string{"m4"}}, cause()); err != nil {
		t.Fatal(err)
	}
	withdraw(StoreAsked, "m1", "m2", "m3")
	if got := b.Questions()[0]; got.State != StateResolved || got.Answer != "white" || !got.Asked.IsZero() {
		t.Errorf("answered and not asked: %+v", got)
	}
	withdraw(StoreAnswer, "m4")
	state("neither", StateOpen)
	reinstate("m1", "m2", "m3")
	state("asked, not answered", StateAsked, "m3", "m1", "m2")
	reinstate("m4")
	if got := b.Questions()[0]; got.State != StateResolved || got.Answer != "white" || got.Asked.IsZero() {
		t.Errorf("all again: %+v", got)
	}
}

// TestHearIsWrittenOnce counts what a turn writes of the state.
func TestHearIsWrittenOnce(t *testing.T) {
	b := newBench(t)
	b.feel(t, Emotion{Joy, 0.3}, noon(), "m0")
	written := func() int {
		t.Helper()
		list, err := b.Dir.History(stateFile)
		if err != nil {
			t.Fatal(err)
		}
		return len(list)
	}
	spoke := func(m *Mind) time.Time { return m.Snapshot(GoalPressure{}).Spoke }
	was, at := written(), noon().Add(time.Hour)
	if err := b.Hear(at, "m1"); err != nil {
		t.Fatal(err)
	}
	if !spoke(b.Mind).Equal(at) || written() != was {
		t.Errorf("heard: %v, %d more written", spoke(b.Mind), written()-was)
	}
	if got := spoke(b.open(t)); got.Equal(at) {
		t.Error("it was written")
	}
	b.feel(t, Emotion{Joy, 0.5}, at, "m1")
	if got := spoke(b.open(t)); !got.Equal(at) || written() != was+1 {
		t.Errorf("after a feeling: %v, %d written", got, written()-was)
	}
	for range 2 { // the second has nothing to do
		if err := b.Settle(); err != nil || written() != was+1 {
			t.Errorf("settled: %v, %d written", err, written()-was)
		}
	}
	at = at.Add(time.Hour)
	if err := b.Hear(at, "m2"); err != nil {
		t.Fatal(err)
	}
	b.PutFile(t, stateFile, strings.Replace(b.FileText(t, stateFile), `"persona_intensity": 0.5`, `"persona_intensity": 0.6`, 1)) // a user, meanwhile
	if !spoke(b.Mind).Equal(at) {
		t.Error("lost by an edit of the file")
	}
	if err := b.Settle(); err != nil {
		t.Fatal(err)
	}
	if got := b.open(t).Snapshot(GoalPressure{}); !got.Spoke.Equal(at) || got.Emotion.Intensity != 0.6 {
		t.Errorf("%+v", got)
	}
}
