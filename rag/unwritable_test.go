package rag

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"yumori/internal/store"
	"yumori/rag/segment"
)

// TestSyncWithoutItsFolder takes the home away while the index is in use: what
// the store writes goes on, for it holds the folder open, and what bleve writes
// by its path does not.
func TestSyncWithoutItsFolder(t *testing.T) {
	for _, damaged := range []bool{false, true} {
		t.Run(fmt.Sprintf("damaged=%t", damaged), func(t *testing.T) {
			f := newFixture(t)
			f.write("a.md", many(0, 50))
			f.sync()
			home := filepath.Dir(filepath.Dir(f.root))
			away := home + "-away"
			if err := os.Rename(home, away); err != nil {
				t.Fatal(err)
			}
			if damaged {
				f.x.corpus.report(segment.ErrDamaged)
			}
			for n := range 8 {
				f.write(fmt.Sprintf("b%d.log", n), many(1000*(n+1), 1000*(n+1)+20))
				if _, err := f.x.Sync(context.Background(), f.src); err == nil {
					t.Errorf("pass %d wrote to a folder that is not there", n)
				}
			}
			if _, err := os.Stat(home); !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("something was begun where the home was: %v", err)
			}
			if found, err := f.x.Search(t.Context(), Query{Text: "number7"}); err != nil || !damaged && len(found.Notes) == 0 {
				t.Errorf("%+v, %v: an index that is not open says nothing", found, err)
			}
			if err := os.Rename(away, home); err != nil {
				t.Fatal(err)
			}
			f.sync()
			f.finds("number8003", "d8003")
			f.finds("number7", "d7")
		})
	}
}

// TestOpenWithoutItsFolder: an index that is not where it was is neither made
// anew nor damaged.
func TestOpenWithoutItsFolder(t *testing.T) {
	f := newFixture(t)
	f.write("a.md", many(0, 5))
	f.sync()
	if err := f.x.Close(); err != nil {
		t.Fatal(err)
	}
	home := filepath.Dir(filepath.Dir(f.root))
	if err := os.Rename(home, home+"-away"); err != nil {
		t.Fatal(err)
	}
	at := Place{Dir: f.dir, Root: f.root, Name: "memory"}
	if x, err := Open(t.Context(), at, Options{}); !errors.Is(err, store.ErrMoved) {
		t.Errorf("%v, %v; want ErrMoved", x, err)
	}
	if err := os.Rename(home+"-away", home); err != nil {
		t.Fatal(err)
	}
	f.x = nil
	f.open()
	if f.x.Remade() != nil || f.x.Status().Documents != 5 {
		t.Errorf("%d documents, made anew: %v", f.x.Status().Documents, f.x.Remade())
	}
}

// fill writes to a folder until the disk is full.
func fill(t *testing.T, folder string) (file string) {
	t.Helper()
	file = filepath.Join(folder, "ballast")
	w, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	for size := 1 << 16; size > 0; size /= 2 {
		for err == nil {
			_, err = w.WriteString(strings.Repeat("x", size))
		}
		err = nil
	}
	_ = w.Close()
	return file
}
