package goals

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"yumori/store"
)

// noon is the time tests take for now.
func noon() time.Time {
	return time.Date(2026, 11, 21, 12, 0, 0, 0, time.FixedZone("", 9*3600))
}

// A bench is a book in a home of its own, for one test.
type bench struct {
	*Book
	dir  *store.Dir
	path string
	now  time.Time
}

// newBench makes a book and checks its invariants when the test is over.
func newBench(t testing.TB) *bench {
	t.Helper()
	b := newDamaged(t)
	t.Cleanup(func() {
		for _, p := range b.Check(t.Context()) {
			t.Errorf("after the test: %s: %s", p.Name, p.What)
		}
		if a, b := fmt.Sprint(b.Goals()), fmt.Sprint(b.open(t).Goals()); a != b {
			t.Errorf("after the test: opened anew it is\n%v\nnot\n%v", b, a)
		}
	})
	return b
}

// newDamaged is newBench without the check.
func newDamaged(t testing.TB) *bench {
	t.Helper()
	path := t.TempDir()
	b := &bench{now: noon()}
	home, err := store.Open(path, store.Options{Now: func() time.Time { return b.now }})
	if err != nil {
		t.Fatal(err)
	}
	b.dir, err = home.CreatePersona("mio")
	if err != nil {
		t.Fatal(err)
	}
	b.path = filepath.Join(path, "personas", "mio")
	b.Book = b.open(t)
	t.Cleanup(func() {
		if err := home.Close(); err != nil {
			t.Error(err)
		}
	})
	return b
}

// open opens the files anew.
func (b *bench) open(t testing.TB) *Book {
	t.Helper()
	m, err := Open(b.dir, Options{Now: func() time.Time { return b.now }})
	if err != nil {
		t.Fatal(err)
	}
	return m
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

func (b *bench) add(t testing.TB, pl Plan) Goal {
	t.Helper()
	g, err := b.Add(pl, cause())
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func cause() store.Cause { return store.Cause{Kind: store.CauseUser} }
