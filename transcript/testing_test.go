package transcript

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"yumori/store"
)

// A clock is the time of a test.
type clock struct{ t time.Time }

func (c *clock) now() time.Time { return c.t }

func tokyo() *time.Location { return time.FixedZone("", 9*3600) }

// A bench is a log in a home of its own, for one test.
type bench struct {
	*Log
	t     testing.TB
	clock *clock
	root  string
	home  *store.Home
}

// newBench opens an empty log. When the test is over the log has to be free of
// problems.
func newBench(t testing.TB) *bench {
	t.Helper()
	b := newDamaged(t)
	t.Cleanup(func() {
		for _, p := range b.Check(context.Background()) {
			t.Errorf("after the test: %s: %s", p.Name, p.What)
		}
	})
	return b
}

// newDamaged is newBench without the check.
func newDamaged(t testing.TB) *bench {
	t.Helper()
	b := &bench{t: t, root: t.TempDir(), clock: &clock{time.Date(2026, 11, 21, 10, 0, 0, 0, tokyo())}}
	b.open()
	t.Cleanup(func() {
		if err := b.home.Close(); err != nil {
			t.Error(err)
		}
	})
	return b
}

func (b *bench) open() {
	b.t.Helper()
	home, err := store.Open(b.root, store.Options{Now: b.clock.now})
	if err != nil {
		b.t.Fatal(err)
	}
	dir, err := home.CreatePersona("p")
	if err != nil {
		if dir, err = home.Persona("p"); err != nil {
			b.t.Fatal(err)
		}
	}
	if b.Log, err = Open(dir, Options{Now: b.clock.now}); err != nil {
		b.t.Fatal(err)
	}
	b.home = home
}

// reopen closes everything, lets edit do what it wants to the folder, and
// opens again.
func (b *bench) reopen(edit func(folder string)) {
	b.t.Helper()
	if err := b.home.Close(); err != nil {
		b.t.Fatal(err)
	}
	if edit != nil {
		edit(b.folder())
	}
	b.open()
}

func (b *bench) folder() string { return filepath.Join(b.root, "personas", "p") }

// say appends a message a second later.
func (b *bench) say(parent ID, text string) Message {
	b.t.Helper()
	b.clock.t = b.clock.t.Add(time.Second)
	m, err := b.Append(Message{Parent: parent, Role: RoleUser, Text: text})
	if err != nil {
		b.t.Fatal(err)
	}
	return m
}

// path reads the whole branch shown in pages of n, oldest first.
func (b *bench) path(n int) []Entry {
	b.t.Helper()
	var all []Entry
	for c := (Cursor{}); ; {
		p, err := b.Page(c, n)
		if err != nil {
			b.t.Fatal(err)
		}
		if len(p.Messages) > n || p.More && len(p.Messages) < n {
			b.t.Fatalf("page of %d messages, more: %v, asked for %d", len(p.Messages), p.More, n)
		}
		all = append(p.Messages[:len(p.Messages):len(p.Messages)], all...)
		if !p.More {
			return all
		}
		c = p.Next
	}
}

func read(t testing.TB, folder, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(folder, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func write(t testing.TB, folder, name, data string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(filepath.Join(folder, name)), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, name), []byte(data), 0o600); err != nil {
		t.Fatal(err)
	}
}

// line writes a message line as another hand would.
func line(id, parent, at, text string) string {
	return fmt.Sprintf(`{"kind":"message","id":"%s","parent":"%s","role":"user","time":"%s","text":"%s"}`+"\n", id, parent, at, text)
}
