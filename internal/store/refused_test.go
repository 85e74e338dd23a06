package store

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/go-git/go-git/v5/plumbing"
)

// refused has the calls that open what a name ends with fail, for reading too.
func refused(d *disk, end string, err error) {
	d.ops.open = func(r *os.Root, name string, flag int, perm fs.FileMode) (*os.File, error) {
		if strings.HasSuffix(name, end) {
			return nil, err
		}
		return r.OpenFile(name, flag, perm)
	}
}

// TestChangesOfAFolderThatCannotBeRead does not take its files for removed, unless the
// folder went meanwhile.
func TestChangesOfAFolderThatCannotBeRead(t *testing.T) {
	t.Parallel()
	d := newPersona(t)
	rest(d)
	write(t, d, "memory/b.md", "old")
	_, at, err := d.Changes(t.Context(), Cursor{})
	must(t, err)
	refused(d.disk, "memory", syscall.EIO)
	_, _, err = d.Changes(t.Context(), at)
	wantErr(t, err, syscall.EIO)
	d.disk.ops = systemOps()
	if list, _, err := d.Changes(t.Context(), at); err != nil || len(list) != 0 {
		t.Errorf("%v, %v", list, err)
	}
	refused(d.disk, "memory", fs.ErrNotExist)
	list, _, err := d.Changes(t.Context(), at)
	d.disk.ops = systemOps()
	if err != nil || len(list) != 1 || !list[0].Removed {
		t.Errorf("%v, %v", list, err)
	}
}

// TestAHistorySetAsideInPart: where nobody could note that a new one begins, that is told.
func TestAHistorySetAsideInPart(t *testing.T) {
	t.Parallel()
	d := newPersona(t)
	rest(d)
	write(t, d, "a.txt", "old")
	must(t, d.Sync(t.Context()))
	put(t, filepath.Join(d.path, repoDir, repoRef), "garbage")
	write(t, d, "a.txt", "new")
	d.disk.ops.rename = func(r *os.Root, from, to string) error {
		if strings.HasPrefix(to, cursorDir) {
			return syscall.EIO
		}
		return r.Rename(from, to)
	}
	wantErr(t, d.Sync(t.Context()), syscall.EIO)
	d.disk.ops = systemOps()
	must(t, d.Sync(t.Context()))
	wantVersions(t, d, "a.txt", "new by user")
}

// TestNoFolderForWhatWaits: nothing is written that could not be announced.
func TestNoFolderForWhatWaits(t *testing.T) {
	t.Parallel()
	d := newPersona(t)
	rest(d)
	write(t, d, "a.txt", "old")
	must(t, d.Sync(t.Context()))
	must(t, os.RemoveAll(filepath.Join(d.path, historyDir)))
	d.disk.ops.mkdir = func(*os.Root, string, fs.FileMode) error { return syscall.EIO }
	wantErr(t, d.Write("a.txt", []byte("new"), byUser), syscall.EIO)
	d.disk.ops = systemOps()
	wantFile(t, d, "a.txt", "old")
}

// TestAStartOnADiskThatFails puts in order what a crash left, with each call that
// changes something failing: the next start does what is left of it.
func TestAStartOnADiskThatFails(t *testing.T) {
	t.Parallel()
	for _, end := range []string{"", `{"id":"0`, "garbage\n"} { // behind the version that waits
		for at := 1; ; at++ {
			d := newPersona(t, "is damaged")
			rest(d)
			must(t, d.Sync(t.Context()))
			if _, err := d.hist.announce(d.hist.head("a.txt", []byte("new"), byUser), []byte("new")); err != nil {
				t.Fatal(err)
			}
			edit(t, d, "a.txt", "new")
			file, err := os.OpenFile(d.hist.ledgers.cur.f.Name(), os.O_WRONLY|os.O_APPEND, 0)
			must(t, err)
			_, err = file.WriteString(end)
			must(t, errors.Join(err, file.Close()))
			start := func() {
				d.hist.ledgers.cur, d.hist.waiting = nil, nil
				d.hist.recover()
			}
			f := &faults{at: at, err: syscall.EIO}
			f.inject(&d.disk.ops)
			start()
			d.disk.ops = systemOps()
			start()
			if p, ok := d.hist.newest("a.txt"); !ok && end != "garbage\n" || ok && p.Kind != CauseUser {
				t.Errorf("%q, %s %d: %v, %v", end, f.where, at, p, ok)
			}
			if f.where == "" {
				break
			}
		}
	}
}

// TestAVersionThatChangedWhileItWaited is not taken for what was announced.
func TestAVersionThatChangedWhileItWaited(t *testing.T) {
	t.Parallel()
	d := newPersona(t)
	rest(d)
	write(t, d, "a.txt", "old")
	p, _ := d.hist.newest("a.txt")
	if data, err := d.hist.read(p); err != nil || string(data) != "old" {
		t.Fatalf("%q, %v", data, err)
	}
	other := p
	other.Version = VersionOf([]byte("new"))
	_, err := d.hist.read(other)
	wantErr(t, err, ErrUnreadable)
	p.length--
	_, err = d.hist.read(p)
	wantErr(t, err, ErrUnreadable)
}

// TestTheLastFileIsRemoved from the history of settings, with each call failing in turn.
func TestTheLastFileIsRemoved(t *testing.T) {
	t.Parallel()
	for at := 1; ; at++ {
		h, err := Open(fastDir(t), Options{})
		must(t, err)
		d := h.Dir()
		rest(d)
		write(t, d, "settings.json", "{}")
		must(t, errors.Join(d.Sync(t.Context()), d.Remove("settings.json", byUser)))
		f := &faults{at: at, err: syscall.EIO}
		f.inject(&d.disk.ops)
		err = d.Sync(t.Context())
		d.disk.ops = systemOps()
		if (err == nil) != (f.where == "") && f.where != "truncate" {
			t.Errorf("%s %d: %v", f.where, at, err)
		}
		must(t, d.Sync(t.Context()))
		wantVersions(t, d, "settings.json", "removed by user", "{} by user")
		must(t, h.Close())
		if f.where == "" {
			return
		}
	}
}

// TestDamagedObjectsThatStay: one that cannot be written again, and a folder of the
// history that cannot be read, are errors.
func TestDamagedObjectsThatStay(t *testing.T) {
	t.Parallel()
	d := newPersona(t, "history")
	rest(d)
	write(t, d, "memory/b.md", "old")
	must(t, d.Sync(t.Context()))
	r := openRepo(d.disk, d.path)
	tree, err := r.tree()
	must(t, err)
	top, err := r.treeOf(tree)
	must(t, err)
	for _, e := range top.Entries {
		if e.Name == "memory" {
			hash := e.Hash.String()
			put(t, filepath.Join(d.path, objectsDir, hash[:2], hash[2:]), "garbage")
		}
	}
	r = openRepo(d.disk, d.path) // one that has not read it
	if _, err := r.put(tree, map[string]plumbing.Hash{"memory/c.md": plumbing.ComputeHash(plumbing.BlobObject, nil)}); err == nil {
		t.Error("a folder of garbage was read")
	}
	blob := plumbing.ComputeHash(plumbing.BlobObject, []byte("old")).String()
	put(t, filepath.Join(d.path, objectsDir, blob[:2], blob[2:]), "garbage")
	d.disk.ops.remove = func(*os.Root, string) error { return syscall.EIO }
	_, err = openRepo(d.disk, d.path).save(plumbing.BlobObject, []byte("old"))
	d.disk.ops = systemOps()
	wantErr(t, err, syscall.EIO)
}

// TestAPackThatCannotBeRead keeps its index.
func TestAPackThatCannotBeRead(t *testing.T) {
	t.Parallel()
	d := newPersona(t)
	rest(d)
	write(t, d, "a.txt", "old")
	must(t, errors.Join(d.Sync(t.Context()), packAll(d)))
	refused(d.disk, packExt, syscall.EIO)
	n, err := openRepo(d.disk, d.path).reindex()
	d.disk.ops = systemOps()
	if n != 0 || !errors.Is(err, syscall.EIO) {
		t.Errorf("%d mended, %v", n, err)
	}
}

// TestEveryReadOfARewriteFails: no file is lost, and done again nothing is left.
func TestEveryReadOfARewriteFails(t *testing.T) {
	t.Parallel()
	for at := 1; ; at++ {
		d := newPersona(t)
		rest(d)
		write(t, d, "memory/b.md", "a secret")
		do := func() error {
			_, err := d.Rewrite(noDeadline, func(name string) bool { return name != profileFile }, func(_ string, data []byte) []byte {
				return []byte(strings.ReplaceAll(string(data), "secret", "[…]"))
			})
			return err
		}
		f := &faults{at: at, reads: true, err: syscall.EIO}
		f.inject(&d.disk.ops)
		err := do()
		d.disk.ops = systemOps()
		if err != nil && !errors.Is(err, syscall.EIO) {
			t.Errorf("%s %d: %v", f.where, at, err)
		}
		must(t, do())
		wantFile(t, d, "memory/b.md", "a […]")
		if f.where == "" {
			return
		}
	}
}

// TestShadowsOfWhatFails: what cannot be compared or put aside is not written.
func TestShadowsOfWhatFails(t *testing.T) {
	t.Parallel()
	d := newPersona(t)
	write(t, d, "a.txt", "old")
	s := d.Shadow()
	f, err := s.Dir().Open("a.txt") // nothing was written to it
	must(t, err)
	must(t, f.Close())
	inner := s.Dir().Shadow()
	must(t, inner.Dir().Write("a.txt", []byte("new"), byUser))
	for at := 1; ; at++ {
		fail := &faults{at: at, reads: true, err: syscall.EIO}
		fail.inject(&d.disk.ops)
		err := s.Dir().Commit([]Draft{{Name: "a.txt", Version: VersionOf([]byte("old")), After: []byte("new")}}, byUser)
		d.disk.ops = systemOps()
		if err != nil && !errors.Is(err, syscall.EIO) && !errors.Is(err, ErrConflict) {
			t.Errorf("%s %d: %v", fail.where, at, err)
		}
		if fail.where == "" {
			must(t, err)
			break
		}
		s.Discard()
	}
	must(t, s.commit(byUser))
	wantFile(t, d, "a.txt", "new")
	put := s.Dir()
	if _, err := put.Quarantine("a.txt", "test"); err != nil {
		t.Fatal(err)
	}
	d.disk.ops.rename = func(*os.Root, string, string) error { return syscall.EIO }
	wantErr(t, s.commit(byUser), syscall.EIO)
	d.disk.ops = systemOps()
	wantFile(t, d, "a.txt", "new")
	must(t, s.commit(byUser))
	must(t, os.Mkdir(filepath.Join(d.path, "b.txt"), 0o700))
	must(t, d.Commit([]Draft{{Name: "b.txt", Aside: "a folder", After: []byte("new")}}, byUser))
	wantFile(t, d, "b.txt", "new")
}

// TestASheetThatCannotBeCopied is not written over.
func TestASheetThatCannotBeCopied(t *testing.T) {
	t.Parallel()
	d := newPersona(t)
	write(t, d, "a.txt", "old")
	s := d.Sheet("a.txt")
	_, _, err := s.Read()
	must(t, err)
	refused(d.disk, "a.txt", syscall.EIO)
	err = s.Write([]byte("new"), []Flaw{{File: "a.txt", What: "lost"}}, byUser)
	d.disk.ops = systemOps()
	wantErr(t, err, syscall.EIO)
	wantFile(t, d, "a.txt", "old")
}

// TestPlacesThatTakeNoFile: a name that is too long, and a copy that cannot be looked at.
func TestPlacesThatTakeNoFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	wantErr(t, WriteGiven(filepath.Join(dir, strings.Repeat("x", 300)), []byte("x")), syscall.ENAMETOOLONG)
	if list, err := os.ReadDir(dir); err != nil || len(list) != 0 {
		t.Errorf("left: %v, %v", list, err)
	}
	f, err := OpenFolder(dir)
	must(t, err)
	defer f.Close()
	lay(t, filepath.Join(dir, "copy"), "old")
	for at := 1; ; at++ {
		fail := &faults{at: at, reads: true, err: syscall.EIO}
		fail.inject(&f.disk.ops)
		size := int64(-1)
		err := f.Read("copy", func(_ io.ReaderAt, n int64) error { size = n; return nil })
		f.disk.ops = systemOps()
		if fail.where == "" {
			if err != nil || size != 3 {
				t.Errorf("%d bytes, %v", size, err)
			}
			return
		}
		if size >= 0 || !errors.Is(err, syscall.EIO) {
			t.Errorf("%s %d: %d bytes, %v", fail.where, at, size, err)
		}
	}
}
