package entity

import (
	"testing"
	"time"

	"yumori/internal/store"
	"yumori/internal/store/storetest"
)

// at is the time tests take for now: a Saturday morning in Tokyo.
func at() time.Time {
	return time.Date(2026, 11, 21, 10, 30, 15, 0, time.FixedZone("", 9*3600))
}

func tool() store.Cause { return store.Cause{Kind: store.CauseTool} }

// A bench is a store in a home of its own, for one test.
type bench struct {
	*Store
	*storetest.Folder
}

// newBench makes a store and checks its invariants when the test is over.
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
	s, err := Open(b.Dir, Options{Now: b.Now})
	if err != nil {
		t.Fatal(err)
	}
	b.Store = s
}

// put writes a page as a user would, past the store.
func (b *bench) put(t testing.TB, file, text string) {
	t.Helper()
	b.PutFile(t, pageDir+"/"+file, text)
}

// get reads a page; "" when it is not there.
func (b *bench) get(t testing.TB, file string) string {
	t.Helper()
	return b.FileText(t, pageDir+"/"+file)
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
