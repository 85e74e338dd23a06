package store

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// TestGivenFolder lists and opens what the user named, and nothing that is
// hidden, leads away or has a second name.
func TestGivenFolder(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, name := range []string{"b/c.txt", "a.txt", ".hidden", ".git/config"} {
		file := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o700), os.WriteFile(file, []byte(name), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	want := []string{".git", ".hidden"}
	if runtime.GOOS != "windows" {
		outside := filepath.Join(t.TempDir(), "outside")
		if err := errors.Join(os.WriteFile(outside, []byte("x"), 0o600), os.Symlink(outside, filepath.Join(dir, "link")), os.Link(outside, filepath.Join(dir, "second"))); err != nil {
			t.Fatal(err)
		}
		want = append(want, "link", "second")
	}
	g, err := OpenGiven(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	var others, found []string
	list, err := g.Walk(100, func(name string) { others = append(others, name) })
	for _, p := range list {
		found = append(found, p.Name)
	}
	if err != nil || strings.Join(found, " ") != "a.txt b/c.txt" || !slices.Equal(others, want) {
		t.Errorf("%q, left out %q, %v", found, others, err)
	}
	if _, one := g.File(); one || !g.IsFolder() {
		t.Error("a folder is taken for a file")
	}
	f, err := g.Open("b/c.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if data, err := io.ReadAll(f); err != nil || string(data) != "b/c.txt" {
		t.Errorf("%q %v", data, err)
	}
	for _, name := range append(want[2:], "b", "../x", "nothing") {
		if f, err := g.Open(name); err == nil {
			f.Close()
			t.Errorf("%s was opened", name)
		}
	}
	if _, err := g.Walk(2, func(string) {}); !errors.Is(err, ErrUnreadable) {
		t.Errorf("more than the most: %v", err)
	}
}

// TestGivenFile opens a file alone, and neither what is not there nor a device.
func TestGivenFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	name := filepath.Join(dir, "a.txt")
	if err := os.WriteFile(name, []byte("one"), 0o600); err != nil {
		t.Fatal(err)
	}
	g, err := OpenGiven(name)
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	if p, ok := g.File(); !ok || p.Name != "a.txt" || p.Size != 3 || g.IsFolder() {
		t.Errorf("%+v %v", p, ok)
	}
	if err := os.Remove(name); err != nil {
		t.Fatal(err)
	}
	if _, ok := g.File(); ok {
		t.Error("it is gone, and there")
	}
	if _, err := OpenGiven(name); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
	if _, err := ReadGiven(name, 10); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
	if runtime.GOOS != "windows" {
		if _, err := OpenGiven(os.DevNull); !errors.Is(err, ErrUnreadable) {
			t.Errorf("a device: %v", err)
		}
	}
	if err := WriteGiven(dir+"/a.txt/b", nil); err == nil {
		t.Error("written below nothing")
	}
}

// TestWriteGivenABareName: a name without a folder is one in the folder that the
// program stands in. It is not parallel: there is one such folder for all.
func TestWriteGivenABareName(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	for _, text := range []string{"first", "second"} { // made, and replaced
		must(t, WriteGiven("a.png", []byte(text)))
		if got, err := os.ReadFile(filepath.Join(dir, "a.png")); err != nil || string(got) != text {
			t.Errorf("it has %q, %v", got, err)
		}
	}
	if list, err := os.ReadDir(dir); err != nil || len(list) != 1 {
		t.Errorf("beside it: %v, %v", list, err)
	}
}

// TestListOfAFolderThatCannotBeRead: a part of a list would look like copies that are
// gone, so there is none, and the error names the folder.
func TestListOfAFolderThatCannotBeRead(t *testing.T) {
	t.Parallel()
	f, err := OpenFolder(t.TempDir())
	must(t, err)
	defer f.Close()
	for _, name := range []string{"a.zip", "b.zip"} {
		lay(t, filepath.Join(f.Path(), name), "x")
	}
	failed := map[string]bool{}
	for at := 1; ; at++ {
		fail := &faults{at: at, reads: true, err: syscall.EIO}
		fail.inject(&f.disk.ops)
		list, err := f.List()
		f.disk.ops = systemOps()
		if fail.where == "" {
			if err != nil || len(list) != 2 {
				t.Errorf("on a disk that works: %v, %v", list, err)
			}
			break
		}
		failed[fail.where] = true
		if list != nil || !errors.Is(err, syscall.EIO) || !strings.Contains(err.Error(), f.Path()) {
			t.Errorf("%s: %v, %v", fail.where, list, err)
		}
	}
	if !failed["readDir"] {
		t.Errorf("only these could fail: %v", failed)
	}
}
