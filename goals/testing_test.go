package goals

import (
	"fmt"
	"testing"
	"time"

	"yumori/internal/store"
	"yumori/internal/store/storetest"
)

// noon is the time tests take for now.
func noon() time.Time {
	return time.Date(2026, 11, 21, 12, 0, 0, 0, time.FixedZone("", 9*3600))
}

// A bench is a book in a home of its own, for one test.
type bench struct {
	*Store
	*storetest.Folder
}

// newBench makes a book and checks its invariants when the test is over.
func newBench(t testing.TB) *bench {
	t.Helper()
	b := newDamaged(t)
	t.Cleanup(func() {
		if a, b := fmt.Sprint(b.Goals()), fmt.Sprint(b.open(t).Goals()); a != b {
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
	b.Store = b.open(t)
	return b
}

// open opens the files anew.
func (b *bench) open(t testing.TB) *Store {
	t.Helper()
	m, err := Open(b.Dir, Options{Now: b.Now})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func (b *bench) add(t testing.TB, pl Plan) Goal {
	t.Helper()
	g, err := b.Add(pl, cause())
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func cause() store.Cause { return store.Cause{Kind: store.CauseUser} }

// Meta is when the persona last reflected on its goals. Dates are of the zone
// it happened in, "2026-01-02"; "" is never, or not a date.
type Meta struct {
	Level  int // of the last reflection, 1 to 3; 0 if there was none
	Last   string
	Level2 string // last of level 2 or higher
	Level3 string
}

// Meta returns when the persona last reflected.
func (b *Store) Meta() Meta {
	b.mu.Lock()
	defer b.mu.Unlock()
	n := b.page().root.Member("meta")
	day := func(name string) string {
		s, _ := n.Member(name).Text()
		if _, err := time.Parse(time.DateOnly, s); err != nil {
			return ""
		}
		return s
	}
	level, _ := n.Member("last_reflection_level").Number()
	if level != 1 && level != 2 && level != 3 {
		level = 0
	}
	return Meta{Level: int(level), Last: day("last_reflection_date"), Level2: day("last_level2_date"), Level3: day("last_level3_date")}
}
