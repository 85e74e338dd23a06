package store

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestStamp(t *testing.T) {
	t.Parallel()
	d := newPersona(t)
	write(t, d, "a.txt", "one")
	file := filepath.Join(d.path, "a.txt")
	date := func(ago time.Duration) {
		t.Helper()
		at := time.Now().Add(-ago)
		if err := os.Chtimes(file, at, at); err != nil {
			t.Fatal(err)
		}
	}
	none := Stamp{}
	for name, s := range map[string]Stamp{
		"just written": d.Stamp("a.txt"), "not there": d.Stamp("b.txt"), "bad name": d.Stamp("../a.txt"), "folder": d.Stamp("memory"),
	} {
		if s != none || s.Same(s) {
			t.Errorf("%s: %+v", name, s)
		}
	}
	date(time.Hour)
	was := d.Stamp("a.txt")
	if was == none || !was.Same(d.Stamp("a.txt")) {
		t.Errorf("unchanged: %+v", was)
	}
	date(2 * time.Hour)
	if was.Same(d.Stamp("a.txt")) {
		t.Error("another time is the same")
	}
	date(time.Hour)
	edit(t, d, "a.txt", "longer")
	if was.Same(d.Stamp("a.txt")) {
		t.Error("another size is the same")
	}
	date(-time.Hour)
	if got := d.Stamp("a.txt"); got != none {
		t.Errorf("of the future: %+v", got)
	}
	date(time.Hour)
	if got := d.Shadow().Dir().Stamp("a.txt"); got != none {
		t.Errorf("in a shadow: %+v", got)
	}
}
