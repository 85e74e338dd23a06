package entity

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"yumori/store"
)

// at is the time tests take for now: a Saturday morning in Tokyo.
func at() time.Time {
	return time.Date(2026, 11, 21, 10, 30, 15, 0, time.FixedZone("", 9*3600))
}

func tool() store.Cause { return store.Cause{Kind: store.CauseTool} }

// A bench is a shelf in a home of its own, for one test.
type bench struct {
	*Shelf
	dir  *store.Dir
	path string // of the persona's folder
}

// newBench makes a shelf and checks its invariants when the test is over.
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
	s, err := Open(b.dir, Options{Now: at})
	if err != nil {
		t.Fatal(err)
	}
	b.Shelf = s
}

// put writes a page as a hand would, past the store.
func (b *bench) put(t testing.TB, file, text string) {
	t.Helper()
	path := filepath.Join(b.path, pageDir, file)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// get reads a page; "" when it is not there.
func (b *bench) get(t testing.TB, file string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(b.path, pageDir, file))
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return string(data)
}

func (b *bench) write(t testing.TB, name Name, text string, sources ...string) Written {
	t.Helper()
	w, err := b.Write(name, Note{Text: text, Sources: sources}, tool())
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// text is what a reader sees of a page.
func (b *bench) text(t testing.TB, name Name) string {
	t.Helper()
	p, err := b.Read(name)
	if err != nil {
		t.Fatal(err)
	}
	return p.Text
}

func (b *bench) names(t testing.TB) []Name {
	t.Helper()
	names, _, err := b.Names(0)
	if err != nil {
		t.Fatal(err)
	}
	return names
}
