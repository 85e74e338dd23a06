package facts

import (
	"slices"
	"strings"
	"testing"
	"time"

	"yumori/internal/store"
	"yumori/internal/store/storetest"
)

// at is the time tests take for now: a Saturday morning in Tokyo.
func at() time.Time {
	return time.Date(2026, 11, 21, 10, 30, 15, 0, time.FixedZone("", 9*3600))
}

func turn() store.Cause { return store.Cause{Kind: store.CauseTurn} }

// A bench is a bank in a home of its own, for one test.
type bench struct {
	*Bank
	*storetest.Folder
}

// newBench makes a bank and checks its invariants when the test is over.
func newBench(t testing.TB) *bench {
	t.Helper()
	b := newDamaged(t)
	storetest.CheckAfter(t, b)
	return b
}

// newDamaged is newBench without the check.
func newDamaged(t testing.TB) *bench {
	t.Helper()
	b := &bench{Folder: storetest.New(t, at())}
	b.reopen(t)
	return b
}

func (b *bench) reopen(t testing.TB) {
	t.Helper()
	bank, err := Open(b.Dir, Options{Now: b.Now})
	if err != nil {
		t.Fatal(err)
	}
	b.Bank = bank
}

func (b *bench) retain(t testing.TB, facts ...Fact) []Fact {
	t.Helper()
	list, err := b.Retain(facts, turn())
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// texts are what the facts of a query say.
func (b *bench) texts(t testing.TB, q Query) []string {
	t.Helper()
	list, err := b.Facts(q)
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for _, f := range list {
		texts = append(texts, f.Text)
	}
	return texts
}

func (b *bench) want(t testing.TB, q Query, texts ...string) {
	t.Helper()
	if got := b.texts(t, q); !slices.Equal(got, texts) {
		t.Errorf("facts are %q, want %q", got, texts)
	}
}

func lines(s ...string) string { return strings.Join(s, "\n") + "\n" }
