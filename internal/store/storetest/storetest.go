// Package storetest makes homes for the tests of packages that keep files in a
// persona's folder: a clock that a test sets, the files as a user sees them,
// and the check of what a package promises when the test is over.
package storetest

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"yumori/internal/store"
)

// slug is the persona that New makes.
const slug = "mio"

// A Home is a home for one test. It is closed when the test is over.
type Home struct {
	*store.Home
	Root string
	Time time.Time // what Now tells
}

// NewHome opens an empty home at a time.
func NewHome(t testing.TB, at time.Time) *Home {
	t.Helper()
	h := &Home{Root: t.TempDir(), Time: at}
	h.open(t)
	t.Cleanup(func() {
		if err := h.Close(); err != nil {
			t.Error(err)
		}
	})
	return h
}

func (h *Home) open(t testing.TB) {
	t.Helper()
	home, err := store.Open(h.Root, store.Options{Now: h.Now})
	if err != nil {
		t.Fatal(err)
	}
	h.Home = home
}

// Now is the clock of the home, for everything that is opened in it.
func (h *Home) Now() time.Time { return h.Time }

// A Folder is the folder of a persona in a home of its own.
type Folder struct {
	*Home
	Dir  *store.Dir
	Path string
}

// New makes the folder of a persona in a new home.
func New(t testing.TB, at time.Time) *Folder {
	t.Helper()
	return NewHome(t, at).Folder(t, slug)
}

// Folder opens the folder of a persona, which is made when it is not there.
func (h *Home) Folder(t testing.TB, slug string) *Folder {
	t.Helper()
	f := &Folder{Home: h, Path: filepath.Join(h.Root, "personas", slug)}
	f.open(t)
	return f
}

func (f *Folder) open(t testing.TB) {
	t.Helper()
	slug := filepath.Base(f.Path)
	dir, err := f.Persona(slug)
	if errors.Is(err, fs.ErrNotExist) { // or there, without a profile
		dir, err = f.CreatePersona(slug)
	}
	if err != nil {
		t.Fatal(err)
	}
	f.Dir = dir
}

// Restart closes the home, lets edit do what it wants, and opens the home and
// the folder again. What was opened in the folder before is of no more use. A
// nil edit does nothing.
func (f *Folder) Restart(t testing.TB, edit func()) {
	t.Helper()
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if edit != nil {
		edit()
	}
	f.Home.open(t)
	f.open(t)
}

// FilePath is where a file of the folder is.
func (f *Folder) FilePath(name string) string {
	return filepath.Join(f.Path, filepath.FromSlash(name))
}

// PutFile writes a file as a user would, past the store.
func (f *Folder) PutFile(t testing.TB, name, text string) {
	t.Helper()
	path := f.FilePath(name)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// FileText reads a file past the store; "" when it is not there.
func (f *Folder) FileText(t testing.TB, name string) string {
	t.Helper()
	data, err := os.ReadFile(f.FilePath(name))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	return string(data)
}

// A Checker looks at the files it keeps and says what is not as it should be.
type Checker interface {
	Check(context.Context) []store.Problem
}

// CheckAfter has c look at its files when the test is over, as a part of the
// test.
func CheckAfter(t testing.TB, c Checker) {
	t.Helper()
	t.Cleanup(func() {
		for _, p := range c.Check(context.Background()) {
			t.Errorf("after the test: %s: %s", p.Name, p.What)
		}
	})
}
