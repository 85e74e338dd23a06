package rag

import (
	"errors"
	"fmt"
	"sync"
	"testing"
)

func TestFind(t *testing.T) {
	f := newFixture(t)
	f.write("a.txt", "one tea by the sea\ntwo nothing\n")
	f.sync()
	d, ok, err := f.x.Find("one")
	if err != nil || !ok || d.Text != "tea by the sea" || d.Source.File != "a.txt" || !f.x.Has("one") {
		t.Errorf("%+v, %v, %v", d, ok, err)
	}
	f.write("a.txt", "two nothing\n")
	f.sync()
	if d, ok, err := f.x.Find("one"); ok || err != nil || f.x.Has("one") {
		t.Errorf("removed, it is found: %+v, %v", d, err)
	}
	if _, ok, err := f.x.Find(""); ok || err != nil {
		t.Errorf("no id is found: %v", err)
	}
	if err := f.x.Close(); err != nil {
		t.Fatal(err)
	}
	if _, _, err := f.x.Find("two"); !errors.Is(err, ErrClosed) {
		t.Errorf("closed, it says %v", err)
	}
	f.x = nil
}

// TestSearchBesideCommit searches while documents are replaced: what is gone
// at that moment is no damage.
func TestSearchBesideCommit(t *testing.T) {
	f := newFixture(t)
	f.write("a.txt", "one tea by the sea\n")
	f.sync()
	done := make(chan struct{})
	var searching sync.WaitGroup
	searching.Go(func() {
		for {
			select {
			case <-done:
				return
			default:
			}
			if found, err := f.x.Search(t.Context(), Query{Text: "tea"}); err != nil || len(found.Notes) > 0 {
				t.Errorf("%v, %v", found.Notes, err)
				return
			}
			if _, _, err := f.x.Find("one"); err != nil {
				t.Error(err)
				return
			}
		}
	})
	for i := range 60 {
		f.write("a.txt", fmt.Sprintf("one tea by the sea, %d\n", i))
		if r := f.sync(); r.Rebuilt {
			t.Fatal("made anew")
		}
	}
	close(done)
	searching.Wait()
}
