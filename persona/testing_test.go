package persona

import (
	"flag"
	"os"
	"path/filepath"
	"testing"
	"time"

	"yumori/store"
)

var update = flag.Bool("update", false, "write the golden files")

// at is the time tests take for now: a Saturday morning in Tokyo.
func at() time.Time {
	return time.Date(2026, 11, 21, 10, 30, 15, 0, time.FixedZone("", 9*3600))
}

// A bench is a persona in a home of its own, for one test.
type bench struct {
	*Persona
	dir  *store.Dir
	path string // of the persona's folder
}

// newBench makes a persona with the files and checks its invariants when the
// test is over, unless the test means to leave damage.
func newBench(t testing.TB, files Sample) *bench {
	t.Helper()
	b := newDamaged(t, files)
	t.Cleanup(func() {
		for _, p := range b.Check(t.Context()) {
			t.Errorf("after the test: %s: %s", p.Name, p.What)
		}
	})
	return b
}

// newDamaged is newBench without the check.
func newDamaged(t testing.TB, files Sample) *bench {
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
	if _, ok := files["SOUL.md"]; !ok {
		files = merged(files, Sample{"SOUL.md": "# Mio\n\nQuiet and curious.\n"})
	}
	slug, err := Create(home, Profile{Name: "Mio", Language: "en"}, files)
	if err != nil {
		t.Fatal(err)
	}
	dir, err := home.Persona(slug)
	if err != nil {
		t.Fatal(err)
	}
	p, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	return &bench{p, dir, filepath.Join(path, "personas", slug)}
}

func merged(a, b Sample) Sample {
	all := Sample{}
	for _, s := range []Sample{a, b} {
		for name, text := range s {
			all[name] = text
		}
	}
	return all
}

// put writes a file as a hand would, past the store.
func (b *bench) put(t testing.TB, name string, data []byte) {
	t.Helper()
	path := filepath.Join(b.path, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o600); err != nil {
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

func user() store.Cause { return store.Cause{Kind: store.CauseUser} }
