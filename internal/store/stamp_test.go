package store

import (
	"fmt"
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
	if got := d.Stamp("a.txt"); got == none || !got.Same(d.Stamp("a.txt")) {
		t.Errorf("of the future: %+v", got)
	}
	date(-racy / 2)
	if got := d.Stamp("a.txt"); got != none {
		t.Errorf("of in a moment: %+v", got)
	}
	date(time.Hour)
}

// TestListedStamp has a listing tell the same of every file as Stamp does, on
// disk and in a shadow.
func TestListedStamp(t *testing.T) {
	t.Parallel()
	d := newPersona(t)
	at := time.Now().Add(-time.Hour)
	for _, name := range []string{"memory/old.txt", "memory/written.txt", "memory/new.txt"} {
		write(t, d, name, name)
	}
	for _, name := range []string{"old.txt", "written.txt"} {
		must(t, os.Chtimes(filepath.Join(d.path, "memory", name), at, at))
	}
	s := d.Shadow()
	write(t, s.Dir(), "memory/written.txt", "in the shadow")
	write(t, s.Dir(), "memory/made.txt", "in the shadow")
	for where, c := range map[string]struct {
		d    *Dir
		none string // the files without a stamp
	}{
		"disk":   {d, "[new.txt]"},
		"shadow": {s.Dir(), "[new.txt]"},
	} {
		list, err := c.d.List("memory")
		must(t, err)
		var none []string
		for _, e := range list {
			if is := c.d.Stamp("memory/" + e.Name); e.Stamp != is {
				t.Errorf("%s: %s is listed with %+v and has %+v", where, e.Name, e.Stamp, is)
			}
			if e.Stamp == (Stamp{}) {
				none = append(none, e.Name)
			}
		}
		if got := fmt.Sprint(none); got != c.none {
			t.Errorf("%s: without a stamp: %s", where, got)
		}
	}
}

// TestStampInAShadow has one file on disk, in a shadow of it, and in a shadow of that.
func TestStampInAShadow(t *testing.T) {
	d := newPersona(t)
	write(t, d, "a.txt", "one")
	at := time.Now().Add(-time.Hour)
	must(t, os.Chtimes(filepath.Join(d.path, "a.txt"), at, at))
	s := d.Shadow()
	two := s.Dir().Shadow()
	disk := d.Stamp("a.txt")
	if !disk.Same(s.Dir().Stamp("a.txt")) || !disk.Same(two.Dir().Stamp("a.txt")) {
		t.Error("not written to, it is another")
	}
	seen := []Stamp{disk}
	fresh := func(d *Dir, where string) {
		t.Helper()
		is := d.Stamp("a.txt")
		if !is.Same(is) || !is.Same(d.Stamp("a.txt")) {
			t.Errorf("%s: %+v is not itself", where, is)
		}
		for _, was := range seen {
			if is.Same(was) {
				t.Errorf("%s: %+v is that of before", where, is)
			}
		}
		seen = append(seen, is)
	}
	for range 50 { // more often than the clock goes on
		write(t, s.Dir(), "a.txt", "one and a half")
		fresh(s.Dir(), "shadow")
		if !s.Dir().Stamp("a.txt").Same(two.Dir().Stamp("a.txt")) {
			t.Error("not written to, the shadow's is another")
		}
		write(t, two.Dir(), "a.txt", "two")
		fresh(two.Dir(), "shadow of the shadow")
		must(t, two.commit(Cause{}))
		fresh(s.Dir(), "committed")
	}
	must(t, s.Dir().Remove("a.txt", Cause{}))
	if got := s.Dir().Stamp("a.txt"); got != (Stamp{}) {
		t.Errorf("removed: %+v", got)
	}
	s.Discard()
	if !disk.Same(s.Dir().Stamp("a.txt")) {
		t.Error("discarded, it is not that of the disk")
	}
}
