package motivation

import (
	"math"
	"testing"
	"time"

	"yumori/internal/store"
	"yumori/internal/store/storetest"
)

// noon is the time tests take for now.
func noon() time.Time {
	return time.Date(2026, 11, 21, 12, 0, 0, 0, time.FixedZone("", 9*3600))
}

// A bench is a mind in a home of its own, for one test.
type bench struct {
	*Mind
	*storetest.Folder
}

// newBench makes a mind and checks its invariants when the test is over.
func newBench(t testing.TB) *bench {
	t.Helper()
	b := newDamaged(t)
	t.Cleanup(func() {
		again := b.open(t)
		if a, b := b.Snapshot(GoalPressure{}), again.Snapshot(GoalPressure{}); a.At(noon()) != b.At(noon()) || len(a.Questions) != len(b.Questions) {
			t.Errorf("after the test: opened anew it is\n%v\nnot\n%v", b, a)
		}
	})
	storetest.CheckAfter(t, b)
	return b
}

// newDamaged is newBench without the check.
func newDamaged(t testing.TB) *bench {
	t.Helper()
	b := &bench{Folder: storetest.New(t, noon())}
	b.Mind = b.open(t)
	return b
}

// open opens the files anew.
func (b *bench) open(t testing.TB) *Mind {
	t.Helper()
	m, err := Open(b.Dir, Options{Now: b.Now})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func (b *bench) ask(t testing.TB, q Query) Question {
	t.Helper()
	got, err := b.Ask(q, cause())
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func (b *bench) feel(t testing.TB, e Emotion, at time.Time, id string) {
	t.Helper()
	if _, err := b.Felt(e, at, id); err != nil {
		t.Fatal(err)
	}
}

func cause() store.Cause { return store.Cause{Kind: store.CauseUser} }

func near(a, b float64) bool { return math.Abs(a-b) < 0.5e-6 }

// Drives returns the drives at a time. It is Snapshot and At.
func (m *Mind) Drives(now time.Time, goal GoalPressure) Drives {
	return m.Snapshot(goal).At(now)
}

// Strongest returns the question that is on the persona's mind: the open one
// of the highest priority, the latest among equals. ok is false if there is
// none.
func (m *Mind) Strongest() (q Question, ok bool) { return m.Snapshot(m.goalNow()).Strongest() }

func (m *Mind) goalNow() GoalPressure {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.goal
}
