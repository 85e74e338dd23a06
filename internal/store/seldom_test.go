package store

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/go-git/go-git/v5/plumbing"
)

// TestWhatIsClosedTellsSo asks a folder that was closed.
func TestWhatIsClosedTellsSo(t *testing.T) {
	t.Parallel()
	h, err := Open(t.TempDir(), Options{})
	must(t, err)
	d, err := h.CreatePersona("luna")
	must(t, err)
	write(t, d, profileFile, "{}")
	if _, err := d.Derived(indexDir + "/x"); err != nil {
		t.Error(err)
	}
	d.path += "-moved"
	_, moved := d.Derived(indexDir + "/x")
	wantErr(t, moved, ErrMoved)
	must(t, h.Close())
	_, derived := d.Derived(indexDir + "/x")
	_, scratch := h.Scratch()
	for what, err := range map[string]error{"derived": derived, "scratch": scratch} {
		if !errors.Is(err, fs.ErrClosed) {
			t.Errorf("%s: %v", what, err)
		}
	}
	if len(d.Check(t.Context())) == 0 || len(h.Check(t.Context())) == 0 {
		t.Error("nothing is wrong with what cannot be looked at")
	}
	d.hist.tick() // of a timer that was just under way
	if d.hist.timer != nil {
		t.Error("it goes on")
	}
}

// TestThePersonasAreAFile: it is told, and nothing can be made.
func TestThePersonasAreAFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	h, err := Open(dir, Options{})
	must(t, err)
	defer h.Close()
	put(t, filepath.Join(dir, personasDir), "")
	if found := h.Check(t.Context()); len(found) == 0 {
		t.Error("nothing is found")
	}
	_, err = h.Receive(t.Context(), []string{"luna"}, sent(nil))
	wantErr(t, err, ErrUnreadable)
}

// TestAPersonaThatDoesNotOpen is found by the check of its home.
func TestAPersonaThatDoesNotOpen(t *testing.T) {
	t.Parallel()
	dir, _ := makeHome(t, func(*Dir) {})
	h := openHome(t, dir)
	n := 0
	h.dir.disk.ops.lstat = func(r *os.Root, name string) (fs.FileInfo, error) {
		if name == personasDir+"/luna" {
			n++
			return nil, syscall.EIO
		}
		return r.Lstat(name)
	}
	found := h.Check(t.Context())
	h.dir.disk.ops = systemOps()
	if n == 0 || len(found) != 1 || found[0].Name != personasDir+"/luna" {
		t.Errorf("%d looks, %v", n, found)
	}
}

// TestCheckFindsWhatWasChangedUnseen: a file with the time and the size it had, a history
// that was put back, and a look at the changes that has ended.
func TestCheckFindsWhatWasChangedUnseen(t *testing.T) {
	t.Parallel()
	d := newPersona(t, "has another version", "not in the history")
	rest(d)
	write(t, d, "a.txt", "old")
	must(t, d.Sync(t.Context()))
	before, err := os.ReadFile(filepath.Join(d.path, repoDir, repoRef))
	must(t, err)
	age(t, d, "a.txt")
	_, at, err := d.Changes(t.Context(), Cursor{})
	must(t, err)
	_, _, err = d.Changes(ended(t), at)
	wantErr(t, err, context.Canceled)
	fi, err := os.Stat(filepath.Join(d.path, "a.txt"))
	must(t, err)
	put(t, filepath.Join(d.path, "a.txt"), "bad")
	must(t, os.Chtimes(filepath.Join(d.path, "a.txt"), fi.ModTime(), fi.ModTime()))
	write(t, d, "b.txt", "new")
	must(t, d.Sync(t.Context()))
	put(t, filepath.Join(d.path, repoDir, repoRef), string(before))
	d.hist.repo = nil
	put(t, filepath.Join(d.path, pendingDir, strings.Repeat("9", 20)+newExt), "{") // of an earlier version
	var all []string
	for _, p := range d.Check(t.Context()) {
		all = append(all, p.Name+" "+p.What)
	}
	got := strings.Join(all, "\n")
	if !strings.Contains(got, `another version of "a.txt"`) || !strings.Contains(got, "b.txt its newest version is not in the history") || len(all) != 2 {
		t.Errorf("found:\n%s", got)
	}
}

// TestCheckOfAFolderThatIsAFileNow: what was in it is gone, and that is no finding.
func TestCheckOfAFolderThatIsAFileNow(t *testing.T) {
	t.Parallel()
	d := newPersona(t)
	rest(d)
	write(t, d, "memory/b.md", "old")
	must(t, d.Sync(t.Context()))
	must(t, os.RemoveAll(filepath.Join(d.path, "memory")))
	put(t, filepath.Join(d.path, "memory"), "a file")
	if found := d.Check(t.Context()); len(found) != 0 {
		t.Errorf("%v", found)
	}
}

// TestADiskThatSaysItTookAll and has half of it.
func TestADiskThatSaysItTookAll(t *testing.T) {
	t.Parallel()
	d := newPersona(t)
	write(t, d, "a.txt", "old")
	d.disk.ops.write = func(f *os.File, p []byte) (int, error) {
		_, err := f.Write(p[:len(p)/2])
		return len(p), err
	}
	_, err := d.Import("a.txt", strings.NewReader("new and long"), 100)
	d.disk.ops = systemOps()
	wantErr(t, err, io.ErrShortWrite)
	wantFile(t, d, "a.txt", "old")
}

// TestWhatIsNotKept is written and removed without the history; where that fails nothing
// was announced.
func TestWhatIsNotKept(t *testing.T) {
	t.Parallel()
	d := newPersona(t)
	write(t, d, "attachments/a.txt", "old")
	d.disk.ops.rename = func(*os.Root, string, string) error { return syscall.EIO }
	wantErr(t, d.Write("attachments/a.txt", []byte("new"), byUser), syscall.EIO)
	d.disk.ops = systemOps()
	wantFile(t, d, "attachments/a.txt", "old")
	must(t, d.Remove("attachments/a.txt", byUser))
	if list, err := d.History("attachments/a.txt"); err != nil || len(list) != 0 {
		t.Errorf("%v, %v", list, err)
	}
}

// TestATimeThatCannotBeWritten: a clock that goes wrong that much stops the write, and
// not the program.
func TestATimeThatCannotBeWritten(t *testing.T) {
	t.Parallel()
	d := newPersona(t)
	write(t, d, "a.txt", "old")
	d.now = func() time.Time { return time.Date(10_000, 1, 1, 0, 0, 0, 0, time.UTC) }
	if err := d.Write("a.txt", []byte("new"), byUser); err == nil {
		t.Error("nothing is wrong")
	}
	d.now = time.Now
	wantFile(t, d, "a.txt", "old")
}

// TestTheHistoryWaits for a disk that refuses it, and a panic of go-git is an error.
func TestTheHistoryWaits(t *testing.T) {
	t.Parallel()
	d := newPersona(t)
	rest(d)
	write(t, d, "a.txt", "old")
	f := &faults{at: 1, forever: true, err: syscall.EIO}
	f.inject(&d.disk.ops)
	d.hist.tick()
	d.disk.ops = systemOps()
	d.hist.mu.Lock()
	waits, again := len(d.hist.waiting), d.hist.timer != nil
	d.hist.mu.Unlock()
	if waits != 2 || !again {
		t.Errorf("%d versions wait, it is tried again: %v", waits, again)
	}
	if err := d.hist.try(func(*repo) error { panic("at the disk") }); err == nil || !strings.Contains(err.Error(), "at the disk") {
		t.Errorf("a panic: %v", err)
	}
}

// TestACommitThatNamesWhatItHasNot is damage, which the check tells, and not an empty file.
func TestACommitThatNamesWhatItHasNot(t *testing.T) {
	t.Parallel()
	d := newPersona(t, "in the history is damaged")
	rest(d)
	write(t, d, "a.txt", "old")
	must(t, d.Sync(t.Context()))
	r := openRepo(d.disk, d.path)
	head, err := r.head()
	must(t, err)
	tree, err := r.tree()
	must(t, err)
	nothing, other := []byte("nothing"), []byte("other")
	must(t, r.advance(head, tree, []addition{
		{pending: pending{pendingHead: d.hist.head("b.txt", nothing, byUser)}},
		{pending: pending{pendingHead: d.hist.head("a.txt", other, byUser)}},
	}))
	_, err = d.Past("b.txt", VersionOf(nothing))
	wantErr(t, err, ErrUnreadable)
	_, err = d.Past("a.txt", VersionOf(other))
	wantErr(t, err, ErrUnreadable)
	_, err = r.content(plumbing.NewHash(strings.Repeat("1", 40)), "a.txt")
	wantErr(t, err, plumbing.ErrObjectNotFound)
	wantDamaged(t, d)
}

// wantDamaged has the check find the versions that are not there.
func wantDamaged(t *testing.T, d *Dir) {
	t.Helper()
	for _, name := range []string{"a.txt", "b.txt"} {
		found := false
		for _, p := range d.Check(t.Context()) {
			found = found || p.Name == name && strings.Contains(p.What, "in the history is damaged")
		}
		if !found {
			t.Errorf("%s: nothing is found", name)
		}
	}
}

// TestPacksThatCannotBe: no object that is whole, no folder for packs, an index that is
// none, and a call that has ended.
func TestPacksThatCannotBe(t *testing.T) {
	t.Parallel()
	d := newPersona(t)
	rest(d)
	write(t, d, "a.txt", "old")
	must(t, d.Sync(t.Context()))
	r := openRepo(d.disk, d.path)
	damaged, err := r.loose()
	must(t, err)
	for i := range damaged {
		damaged[i].hash = plumbing.ZeroHash // none of it is there
	}
	must(t, r.packOldest(damaged))
	must(t, os.RemoveAll(filepath.Join(d.path, packDir)))
	if list, err := r.packs(); list != nil || err != nil {
		t.Errorf("%v, %v", list, err)
	}
	must(t, packAll(d))
	wantErr(t, packNow(ended(t), d, packing{least: 1}), context.Canceled)
	index, err := filepath.Glob(filepath.Join(d.path, packDir, "*"+indexExt))
	if err != nil || len(index) != 1 {
		t.Fatal(index, err)
	}
	whole, err := os.ReadFile(index[0])
	must(t, err)
	put(t, index[0], "garbage")
	if err := packAll(d); err == nil || !strings.Contains(err.Error(), indexExt) {
		t.Errorf("an index of garbage: %v", err)
	}
	d.disk.ops.rename = func(*os.Root, string, string) error { return syscall.EIO }
	n, err := r.reindex()
	d.disk.ops = systemOps()
	if n != 0 || !errors.Is(err, syscall.EIO) {
		t.Errorf("%d mended, %v", n, err)
	}
	put(t, index[0], string(whole))
}

// TestEmptyForEver: what never held anything was not emptied.
func TestEmptyForEver(t *testing.T) {
	t.Parallel()
	d := newPersona(t)
	rest(d)
	edit(t, d, "a.txt", "")
	must(t, d.Sync(t.Context()))
	if list, err := d.EmptiedFiles(t.Context()); err != nil || len(list) != 0 {
		t.Errorf("%v, %v", list, err)
	}
}

// TestAJournalReadInPart: whoever has enough stops.
func TestAJournalReadInPart(t *testing.T) {
	t.Parallel()
	j := openJournal(t, newPersona(t))
	must(t, j.AppendAll([]byte("[0]\n[1]\n")))
	n := 0
	for range j.Forward(0) {
		n++
		break
	}
	for range j.Backward(j.Size()) {
		n++
		break
	}
	if n != 2 {
		t.Errorf("%d lines", n)
	}
}

// TestAJournalThatIsNotSynchronised: what failed to be taken back is taken back by the
// next append, and an append from a reader fails as one.
func TestAJournalThatIsNotSynchronised(t *testing.T) {
	t.Parallel()
	d := newPersona(t)
	j := openJournal(t, d)
	must(t, j.AppendAll([]byte("[0]\n")))
	fail := func(*os.File) error { return syscall.EIO }
	d.disk.ops.sync, d.disk.ops.syncData = fail, fail
	_, err := j.Append([]byte("[1]"))
	wantErr(t, err, syscall.EIO)
	d.disk.ops = systemOps()
	d.disk.ops.lstat = func(*os.Root, string) (fs.FileInfo, error) { return nil, syscall.EIO }
	wantErr(t, j.AppendFrom(strings.NewReader("[1]\n")), syscall.EIO)
	d.disk.ops = systemOps()
	must(t, j.AppendFrom(strings.NewReader("[2]\n")))
	if got := logOf(t, j); got != "[0] [2]" {
		t.Errorf("the journal has %q", got)
	}
}

// TestAShadowOfWhatCannotBeRead takes nothing for empty, and its times differ.
func TestAShadowOfWhatCannotBeRead(t *testing.T) {
	t.Parallel()
	d := newPersona(t)
	write(t, d, "a.txt", "old")
	s := d.Shadow()
	d.disk.ops.read = func(*os.File, []byte) (int, error) { return 0, syscall.EIO }
	wantErr(t, s.Dir().Write("a.txt", []byte("new"), byUser), syscall.EIO)
	d.disk.ops = systemOps()
	v, err := s.Dir().Version("a.txt")
	if v != VersionOf([]byte("old")) || err != nil {
		t.Errorf("%s, %v", v, err)
	}
	later := time.Now().Add(time.Hour) // of a clock that was set back since
	s.dir.over.last = later
	must(t, s.Dir().Write("a.txt", []byte("1"), byUser))
	first := s.Dir().Stamp("a.txt")
	must(t, s.Dir().Write("a.txt", []byte("2"), byUser))
	if first.Same(s.Dir().Stamp("a.txt")) || !s.dir.over.last.After(later) {
		t.Error("two writes look the same")
	}
	v, err = s.Dir().Version("a.txt")
	if v != VersionOf([]byte("2")) || err != nil {
		t.Errorf("%s, %v", v, err)
	}
	must(t, s.Dir().Remove("a.txt", byUser))
	_, err = s.Dir().Open("a.txt")
	wantErr(t, err, fs.ErrNotExist)
}

// TestWhatTheUserNamedIsGone: a place that is not there, and a folder.
func TestWhatTheUserNamedIsGone(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	wantErr(t, WriteGiven(filepath.Join(dir, "none", "x"), nil), fs.ErrNotExist)
	g, err := OpenGiven(dir)
	must(t, err)
	defer g.Close()
	wantErr(t, syncDir(g.disk.root, "none"), fs.ErrNotExist)
}

// TestFolderMakeBesideARemoval: while another program removes what was left, which it does
// alone, a file is made and nothing else is removed.
func TestFolderMakeBesideARemoval(t *testing.T) {
	t.Parallel()
	f, err := OpenFolder(t.TempDir())
	must(t, err)
	defer f.Close()
	left := filepath.Join(f.Path(), tempPrefix+"AAAAAAAA-1")
	lay(t, filepath.Join(f.Path(), "folder", "x"), "")
	put(t, left, "somebody writes it")
	makeFile := func() error {
		return f.Make("x", func(w io.Writer) error { _, err := io.WriteString(w, "x"); return err }, func(io.ReaderAt, int64) error { return nil })
	}
	other, err := lockFolder(f.Path())
	must(t, err)
	if other == nil {
		t.Skip("folders cannot be locked here")
	}
	must(t, makeFile())
	if _, err := os.Lstat(left); err != nil {
		t.Error(err)
	}
	unlockFolder(other)
	must(t, makeFile())
	if _, err := os.Lstat(left); err == nil {
		t.Error("what was left is there still")
	}
}
