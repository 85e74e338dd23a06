package store

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// An outsideAct is something done outside any home, in a folder that has the file
// a.zip with "old".
type outsideAct struct {
	name string
	do   func(dir string, o ops) error
	file string // what it is about
	had  string // what that file has before; "-" is nothing
	want string // and if it worked
}

// makes has a folder make a file.
func makes(name string) func(dir string, o ops) error {
	return func(dir string, o ops) error {
		f, err := openFolder(filepath.Join(dir, filepath.Dir(name)), o)
		if err != nil {
			return err
		}
		err = f.Make(filepath.Base(name), func(w io.Writer) error {
			_, err := io.WriteString(w, "new")
			return err
		}, func(r io.ReaderAt, size int64) error {
			got, err := io.ReadAll(io.NewSectionReader(r, 0, size))
			if err == nil && string(got) != "new" {
				err = fmt.Errorf("it has %q", got)
			}
			return err
		})
		return errors.Join(err, f.Close())
	}
}

func gives(name string) func(dir string, o ops) error {
	return func(dir string, o ops) error { return writeGiven(filepath.Join(dir, name), []byte("new"), o) }
}

var outsideActs = []outsideAct{
	{"a copy", makes("b.zip"), "b.zip", "-", "new"},
	{"a copy in new folders", makes("x/y/b.zip"), "x/y/b.zip", "-", "new"},
	{"a copy over one", makes("a.zip"), "a.zip", "old", "new"},
	{"a given file", gives("b.zip"), "b.zip", "-", "new"},
	{"a given file over one", gives("a.zip"), "a.zip", "old", "new"},
	{"a copy that is removed", func(dir string, o ops) error {
		f, err := openFolder(dir, o)
		if err != nil {
			return err
		}
		return errors.Join(f.Remove("a.zip"), f.Close())
	}, "a.zip", "old", "-"},
}

// TestEveryCallOutsideFails lets each call of each act fail in turn, once and for ever,
// in each way. The file has its old content or its new one, an error comes out with
// the right name, and once the disk works again so does the act, which leaves nothing.
func TestEveryCallOutsideFails(t *testing.T) {
	t.Parallel()
	for _, a := range outsideActs {
		fired, synced := 0, false
		for _, forever := range []bool{false, true} {
			for _, err := range []error{syscall.ENOSPC, syscall.EROFS, syscall.EIO} {
				for at := 1; ; at++ {
					f := &faults{at: at, forever: forever, err: err}
					outsideFailsAt(t, a, f)
					if f.where == "" {
						break
					}
					synced = synced || f.where == "syncDir"
					fired++
				}
			}
		}
		if fired < 12 || !synced {
			t.Errorf("%s: %d calls could fail, the folder is synchronised: %v", a.name, fired, synced)
		}
		t.Logf("trust: %d tries: old or new content after each, and an error that was told", fired)
	}
}

func outsideFailsAt(t *testing.T, a outsideAct, f *faults) {
	t.Helper()
	dir := fastDir(t)
	must(t, os.WriteFile(filepath.Join(dir, "a.zip"), []byte("old"), 0o600))
	o := systemOps()
	f.inject(&o)
	err := wrap("do", a.name, a.do(dir, o))
	want := map[error]error{syscall.ENOSPC: ErrFull, syscall.EROFS: ErrReadOnly, syscall.EIO: syscall.EIO}[f.err]
	at := fmt.Sprintf("%s, %s %d for ever %v, %v", a.name, f.where, f.at, f.forever, f.err)
	has := func() string {
		data, err := os.ReadFile(filepath.Join(dir, a.file))
		if errors.Is(err, fs.ErrNotExist) {
			return "-"
		}
		return string(data)
	}
	switch got := has(); {
	case err == nil && got != a.want:
		t.Fatalf("%s: failed silently: the file has %q", at, got)
	case err != nil && (f.where == "" || !errors.Is(err, want)):
		t.Fatalf("%s: %v", at, err)
	case got != a.want && got != a.had:
		t.Fatalf("%s: the file has %q", at, got)
	}
	if !f.forever {
		nothingLeft(t, at, dir)
	}
	if has() != a.want {
		if err := a.do(dir, systemOps()); err != nil || has() != a.want {
			t.Fatalf("%s: not after it either: %v, %q", at, err, has())
		}
	}
	if a.file != "a.zip" {
		if data, err := os.ReadFile(filepath.Join(dir, "a.zip")); err != nil || string(data) != "old" {
			t.Fatalf("%s: the file beside it has %q, %v", at, data, err)
		}
	}
}

// nothingLeft fails for a file that is not finished.
func nothingLeft(t *testing.T, at, dir string) {
	t.Helper()
	must(t, filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err == nil && strings.HasPrefix(e.Name(), tempPrefix) {
			t.Errorf("%s: left %s", at, path)
		}
		return err
	}))
}
