package store

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestSyncEndsBetweenCommits has whoever waits for the history give up while the first of
// two commits is written: that one is whole, the other waits, and the error tells so.
func TestSyncEndsBetweenCommits(t *testing.T) {
	t.Parallel()
	d := newPersona(t)
	rest(d)
	must(t, d.Sync(t.Context()))
	must(t, d.Write("a.txt", []byte("a"), Cause{Kind: CauseTurn, Ref: "1"}))
	must(t, d.Write("b.txt", []byte("b"), Cause{Kind: CauseTurn, Ref: "2"}))
	ctx, giveUp := context.WithCancel(t.Context())
	defer giveUp()
	// The look for edits from outside, which comes first, writes no objects.
	d.disk.ops.open = func(r *os.Root, name string, flag int, perm fs.FileMode) (*os.File, error) {
		if changes(flag) && strings.HasPrefix(filepath.ToSlash(name), objectsDir) {
			giveUp()
		}
		return systemOps().open(r, name, flag, perm)
	}
	err := d.Sync(ctx)
	d.disk.ops = systemOps()
	wantErr(t, err, context.Canceled)
	d.hist.mu.Lock()
	waiting := d.hist.waiting
	d.hist.mu.Unlock()
	if len(waiting) != 1 || waiting[0].Name != "b.txt" {
		t.Errorf("what waits: %+v", waiting)
	}
	must(t, d.Sync(t.Context()))
	for name, want := range map[string]string{"a.txt": "a by turn", "b.txt": "b by turn"} {
		if got := versions(t, d, name); len(got) != 1 || got[0] != want {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// TestRewriteBesideAClose rewrites the file of a journal that is closed already while its
// folder is not yet, as a close leaves it for a moment: the file is new, and the journal
// is not opened again, which nobody would close.
func TestRewriteBesideAClose(t *testing.T) {
	t.Parallel()
	d := newPersona(t)
	j := openJournal(t, d)
	must(t, j.AppendAll([]byte("[0]\n")))
	must(t, j.close())
	defer delete(d.journals, j.name) // the folder would close it once more
	n, err := d.Rewrite(noDeadline, func(name string) bool { return name == j.name }, func(string, []byte) []byte { return []byte("[1]\n") })
	if n != 1 || err != nil {
		t.Errorf("%d files, %v", n, err)
	}
	wantFile(t, d, j.name, "[1]\n")
	if j.f != nil {
		t.Error("the journal is open again")
	}
	_, err = j.Append([]byte("[2]"))
	wantErr(t, err, fs.ErrClosed)
}

// TestWhatWasLeftAmongPacks: files that were not finished go when a persona is opened. A
// folder among the packs is none of ours, and nothing in it is touched.
func TestWhatWasLeftAmongPacks(t *testing.T) {
	t.Parallel()
	dir, persona := makeHome(t, func(d *Dir) { write(t, d, "a.txt", "old") })
	packs := filepath.Join(persona, filepath.FromSlash(packDir))
	left := []string{tempPrefix + "AAAAAAAA-1", objectPrefix + "1"}
	for _, name := range left {
		lay(t, filepath.Join(packs, name), "half")
		lay(t, filepath.Join(packs, "folder", name), "somebody else's")
	}
	d := reopen(t, dir, tempPrefix, "folder")
	for _, name := range left {
		if _, err := os.Lstat(filepath.Join(packs, name)); err == nil {
			t.Errorf("%s is still there", name)
		}
		if _, err := os.Lstat(filepath.Join(packs, "folder", name)); err != nil {
			t.Errorf("in the folder: %v", err)
		}
	}
	wantFile(t, d, "a.txt", "old")
}
