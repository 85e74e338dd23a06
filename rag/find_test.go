package rag

import (
	"errors"
	"testing"
)

func TestFind(t *testing.T) {
	f := newFixture(t)
	f.write("a.txt", "one tea by the sea\ntwo nothing\n")
	f.sync()
	d, ok, err := f.x.Find("one")
	if err != nil || !ok || d.Text != "tea by the sea" || d.Source != "a.txt" || !f.x.Has("one") {
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
