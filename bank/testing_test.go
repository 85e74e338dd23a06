package bank

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"yumori/store"
)

// at is the time tests take for now: a Saturday morning in Tokyo.
func at() time.Time {
	return time.Date(2026, 11, 21, 10, 30, 15, 0, time.FixedZone("", 9*3600))
}

func turn() store.Cause { return store.Cause{Kind: store.CauseTurn} }

// A bench is a bank in a home of its own, for one test.
type bench struct {
	*Bank
	dir  *store.Dir
	path string // of the persona's folder
}

// newBench makes a bank and checks its invariants when the test is over.
func newBench(t testing.TB) *bench {
	t.Helper()
	b := newDamaged(t)
	t.Cleanup(func() {
		for _, p := range b.Check(t.Context()) {
			t.Errorf("after the test: %s: %s", p.Name, p.What)
		}
	})
	return b
}

// newDamaged is newBench without the check.
func newDamaged(t testing.TB) *bench {
	t.Helper()
	path := t.TempDir()
	home, err := store.Open(path, store.Options{Now: at})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := home.Close(); err != nil {
			t.Error(err)
		}
	})
	dir, err := home.CreatePersona("mio")
	if err != nil {
		t.Fatal(err)
	}
	b := &bench{dir: dir, path: filepath.Join(path, "personas", "mio")}
	b.reopen(t)
	return b
}

func (b *bench) reopen(t testing.TB) {
	t.Helper()
	bank, err := Open(b.dir, Options{Now: at})
	if err != nil {
		t.Fatal(err)
	}
	b.Bank = bank
}

// put writes a file as a hand would, past the store.
func (b *bench) put(t testing.TB, name, text string) {
	t.Helper()
	path := filepath.Join(b.path, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// get reads a file; "" when it is not there.
func (b *bench) get(t testing.TB, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(b.path, name))
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return string(data)
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
