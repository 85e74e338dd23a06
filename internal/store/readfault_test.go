package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// got returns an error when something else was read than there is.
func got[T comparable](is, want T, err error) error {
	if err == nil && is != want {
		err = fmt.Errorf("silently wrong: %v, not %v", is, want)
	}
	return err
}

// readings only read, and find out themselves when what they read is not so.
var readings = []act{
	{"read", func(d *Dir, _ *Journal) error { b, err := d.Read("a.txt"); return got(string(b), "old", err) }, "old", "[0] [1]"},
	{"text", func(d *Dir, _ *Journal) error { t, err := d.ReadText("a.txt"); return got(t.S, "old", err) }, "old", "[0] [1]"},
	{"version", func(d *Dir, _ *Journal) error {
		v, err := d.Version("a.txt")
		return got(v, VersionOf([]byte("old")), err)
	}, "old", "[0] [1]"},
	{"open", func(d *Dir, _ *Journal) error {
		f, err := d.Open("a.txt")
		if err != nil {
			return err
		}
		defer f.Close()
		b, err := io.ReadAll(f)
		return got(string(b), "old", err)
	}, "old", "[0] [1]"},
	{"list", func(d *Dir, _ *Journal) error { l, err := d.List(""); return got(len(l), 3, err) }, "old", "[0] [1]"},
	{"forward", func(_ *Dir, j *Journal) error { return read(j.Forward(0), "[0] [1]") }, "old", "[0] [1]"},
	{"backward", func(_ *Dir, j *Journal) error { return read(j.Backward(j.Size()), "[1] [0]") }, "old", "[0] [1]"},
	{"sheet", func(d *Dir, _ *Journal) error {
		s := d.Sheet("a.txt")
		text, _, err := s.Look()
		for _, f := range s.Flaws() {
			err = errors.Join(err, fmt.Errorf("%s: %w", f.What, syscall.EIO))
		}
		return got(string(text), "old", err)
	}, "old", "[0] [1]"},
	{"past", func(d *Dir, _ *Journal) error {
		l, err := d.History("a.txt")
		return got(len(l), 1, err)
	}, "old", "[0] [1]"},
	{"restore", func(d *Dir, _ *Journal) error { return d.Restore("a.txt", VersionOf([]byte("old"))) }, "old", "[0] [1]"},
	{"imported", func(d *Dir, _ *Journal) error { m, err := d.Imported(); return got(len(m), 0, err) }, "old", "[0] [1]"},
	{"emptied", func(d *Dir, _ *Journal) error {
		l, err := d.EmptiedFiles(context.Background())
		return got(len(l), 0, err)
	}, "old", "[0] [1]"},
	{"cursor of before", func(d *Dir, _ *Journal) error { _, err := d.LoadCursor(historyCursor); return err }, "old", "[0] [1]"},
	{"sync", func(d *Dir, _ *Journal) error { return d.Sync(context.Background()) }, "old", "[0] [1]"},
	{"shadow", func(d *Dir, _ *Journal) error {
		s := d.Shadow().Dir()
		set, err := s.Quarantine("a.txt", "test")
		if err == nil && set.Path == "" {
			err = errors.New("it is nowhere")
		}
		return errors.Join(err, s.Write("x/b.txt", []byte("b"), byUser), s.Remove("log.jsonl", byUser))
	}, "old", "[0] [1]"},
}

// read returns an error when the lines are not those.
func read(lines func(func(Line, error) bool), want string) error {
	var list []string
	for l, err := range lines {
		if err != nil {
			return err
		}
		list = append(list, string(l.Data))
	}
	return got(strings.Join(list, " "), want, nil)
}

// TestEveryReadFails lets each call that reads fail in turn, once: what comes out
// is right or an error that says so, the old content is there or the new one, nothing
// of the history is set aside for it, and once the disk works again so does everything.
func TestEveryReadFails(t *testing.T) {
	t.Parallel()
	from := template(t)
	for _, a := range slices.Concat(acts, readings) {
		everyReadFails(t, from, a)
	}
}

// TestEveryReadOfPacksFails is TestEveryReadFails for a commit to a history that is in a
// pack: go-git would not read the list of packs again.
func TestEveryReadOfPacksFails(t *testing.T) {
	t.Parallel()
	from := template(t)
	h, err := Open(from, Options{})
	must(t, err)
	d, err := h.Persona("luna")
	must(t, err)
	must(t, errors.Join(d.Sync(t.Context()), packAll(d), packAll(d), h.Close()))
	everyReadFails(t, from, acts[slices.IndexFunc(acts, func(a act) bool { return a.name == "history" })])
}

func everyReadFails(t *testing.T, from string, a act) {
	t.Run(a.name, func(t *testing.T) {
		fired := 0
		for at := 1; failAt(t, from, a, &faults{at: at, reads: true, err: syscall.EIO}); at++ {
			fired++
		}
		if fired == 0 {
			t.Error("no call could fail")
		}
		t.Logf("trust: %d tries: old or new content after each, and an error that was told", fired)
	})
}

// TestCheckTellsOfEveryRead has a check not end well when a call that reads failed.
func TestCheckTellsOfEveryRead(t *testing.T) {
	t.Parallel()
	dir, _ := makeHome(t, func(d *Dir) {
		write(t, d, "a.txt", "old")
		must(t, openJournal(t, d).AppendAll([]byte("[0]\n")))
	})
	h := openHome(t, dir)
	d, err := h.Persona("luna")
	must(t, err)
	rest(d)
	age(t, d, "a.txt")
	_, _, err = d.Changes(t.Context(), Cursor{})
	must(t, err)
	write(t, d, "memory/c.md", "committed")
	must(t, d.Sync(t.Context()))
	write(t, d, "b.txt", "waits")
	for _, forever := range []bool{false, true} {
		for at := 1; ; at++ {
			f := &faults{at: at, reads: true, forever: forever, err: syscall.EIO}
			f.inject(&d.disk.ops)
			found := d.Check(t.Context())
			d.disk.ops = systemOps()
			if (len(found) == 0) != (f.where == "") {
				t.Errorf("%s %d: %v", f.where, at, found)
			}
			if f.where == "" {
				break
			}
		}
	}
}

// age lets a file be an hour old, so that it counts as settled.
func age(t *testing.T, d *Dir, name string) {
	t.Helper()
	old := time.Now().Add(-time.Hour)
	must(t, os.Chtimes(filepath.Join(d.path, name), old, old))
}

// TestAppendAfterATailThatFailed has another program add to a journal that is open, and
// the look at that fail: the next line that is appended is one of its own.
func TestAppendAfterATailThatFailed(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		tail, want string
		reads      bool
	}{{"[2", "[0] [1] [3]", true}, {"[2", "[0] [1] [3]", false}, {"[2]", "[0] [1] [2] [3]", true}, {"[2]", "[0] [1] [2] [3]", false}} {
		for at := 1; ; at++ {
			d := newPersona(t)
			rest(d) // no commit of its own in between
			j := openJournal(t, d)
			must(t, j.AppendAll([]byte("[0]\n[1]\n")))
			edit(t, d, "log.jsonl", "[0]\n[1]\n"+c.tail)
			f := &faults{at: at, reads: c.reads, err: syscall.EIO}
			f.inject(&d.disk.ops)
			_, err := j.Append([]byte("[3]"))
			d.disk.ops = systemOps()
			if err != nil {
				wantErr(t, err, syscall.EIO)
				_, err = j.Append([]byte("[3]"))
			}
			if got := logOf(t, j); err != nil || got != c.want {
				t.Errorf("%s %d: %q, not %q, %v", f.where, at, got, c.want, err)
			}
			if f.where == "" {
				break
			}
		}
	}
}
