package store

import (
	"os"
	"testing"
)

func TestDerived(t *testing.T) {
	t.Parallel()
	d := newPersona(t)
	write(t, d, ".index/rag/words/one.bin", "x")
	write(t, d, "memory/a.md", "x")
	p, err := d.Derived(".index/rag/words")
	if err != nil {
		t.Fatal(err)
	}
	if fi, err := os.Stat(p); err != nil || !fi.IsDir() {
		t.Error(fi, err)
	}
	for range 2 {
		if err := d.Discard(".index/rag/words"); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := os.Stat(p); err == nil {
		t.Error("it is still there")
	}
	for _, name := range []string{"memory/a.md", "memory", ".history/repo.git", ".index", ".index/../memory", "../x", ""} {
		wantErr(t, d.Discard(name), ErrBadName)
		_, err := d.Derived(name)
		wantErr(t, err, ErrBadName)
	}
	wantFile(t, d, "memory/a.md", "x")
}
