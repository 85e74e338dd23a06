package transcript

import (
	"fmt"
	"testing"
	"time"

	"yumori/internal/store/storetest"
)

func tokyo() *time.Location { return time.FixedZone("", 9*3600) }

// A bench is a log in a home of its own, for one test.
type bench struct {
	*Log
	*storetest.Folder
	t testing.TB
}

// newBench opens an empty log. When the test is over the log has to be free of
// problems.
func newBench(t testing.TB) *bench {
	t.Helper()
	b := newDamaged(t)
	storetest.CheckAfter(t, b)
	return b
}

// newDamaged is newBench without the check.
func newDamaged(t testing.TB) *bench {
	t.Helper()
	b := &bench{Folder: storetest.New(t, time.Date(2026, 11, 21, 10, 0, 0, 0, tokyo())), t: t}
	b.open()
	return b
}

func (b *bench) open() {
	b.t.Helper()
	var err error
	if b.Log, err = Open(b.Dir, Options{Now: b.Now}); err != nil {
		b.t.Fatal(err)
	}
}

// reopen closes everything, lets edit do what it wants to the folder, and
// opens again.
func (b *bench) reopen(edit func()) {
	b.t.Helper()
	b.Restart(b.t, edit)
	b.open()
}

// say appends a message a second later.
func (b *bench) say(parent ID, text string) Message {
	b.t.Helper()
	b.Time = b.Time.Add(time.Second)
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

// line writes a message line as another program would.
func line(id, parent, at, text string) string {
	return fmt.Sprintf(`{"kind":"message","id":"%s","parent":"%s","role":"user","time":"%s","text":"%s"}`+"\n", id, parent, at, text)
}
