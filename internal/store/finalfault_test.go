package store

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/go-git/go-git/v5/plumbing"
)

// noDeadline is a context that does not end.
var noDeadline = context.Background()

// ended is a context that has ended.
func ended(t *testing.T) context.Context {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	return ctx
}

// TestWhatIsToBeGone rewrites the files of a folder and forgets its history, with
// each call failing in turn: a file is old or new, and done again nothing is left.
func TestWhatIsToBeGone(t *testing.T) {
	t.Parallel()
	from, _ := makeHome(t, func(d *Dir) {
		write(t, d, "a.txt", "the secret")
		write(t, d, "a.txt", "a secret still")
		write(t, d, "memory/b.md", "only a secret")
		write(t, d, "c.txt", "nothing")
		write(t, d, "aside.txt", "a secret set aside")
		if _, err := d.Quarantine("aside.txt", "test"); err != nil {
			t.Fatal(err)
		}
		must(t, errors.Join(d.Sync(t.Context()), packAll(d), packAll(d)))
	})
	if before := strings.Join(standing(t, from, "secret"), " "); !strings.Contains(before, "object") {
		t.Fatalf("before it stands in %q", before)
	}
	edit := func(name string, data []byte) []byte {
		if strings.HasSuffix(name, ".md") {
			return nil
		}
		return []byte(strings.ReplaceAll(string(data), "secret", "[…]"))
	}
	do := func(d *Dir) error {
		_, err := d.Rewrite(noDeadline, func(name string) bool { return name != "c.txt" }, edit)
		if err != nil {
			return err
		}
		return d.ForgetHistory()
	}
	for at := 1; ; at++ {
		dir := filepath.Join(fastDir(t), "home")
		copyTree(t, from, dir)
		h, err := Open(dir, Options{})
		if err != nil {
			t.Fatal(err)
		}
		d, err := h.Persona("luna")
		if err != nil {
			t.Fatal(err)
		}
		f := &faults{at: at, err: syscall.EIO}
		f.inject(&d.disk.ops)
		err = do(d)
		d.disk.ops = systemOps()
		if err == nil && f.where != "" || err != nil && !errors.Is(err, syscall.EIO) {
			t.Fatalf("%s %d: %v", f.where, at, err)
		}
		if got := fileOf(d); got != "a secret still" && got != "a […] still" {
			t.Fatalf("%s %d: a.txt has %q", f.where, at, got)
		}
		if err := do(d); err != nil {
			t.Fatalf("%s %d: not after it either: %v", f.where, at, err)
		}
		wantFile(t, d, "c.txt", "nothing")
		if err := errors.Join(d.Sync(t.Context()), h.Close()); err != nil {
			t.Fatal(err)
		}
		wantNowhere(t, dir, "secret")
		if f.where == "" {
			if at < 6 {
				t.Errorf("only %d calls could fail", at)
			}
			return
		}
	}
}

// wantNowhere looks for a word in the bytes of all files.
func wantNowhere(t *testing.T, dir, word string) {
	t.Helper()
	for _, at := range standing(t, dir, word) {
		t.Errorf("%s still has it", at)
	}
}

// standing returns where a word stands in a home: in which files, and in which objects
// of the history of luna, loose ones and packed.
func standing(t *testing.T, dir, word string) (found []string) {
	t.Helper()
	must(t, filepath.WalkDir(dir, func(file string, e os.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() {
			return err
		}
		data, err := os.ReadFile(file)
		if strings.Contains(string(data), word) {
			found = append(found, file)
		}
		return err
	}))
	persona := filepath.Join(dir, personasDir, "luna")
	root, err := os.OpenRoot(persona)
	must(t, err)
	defer root.Close()
	r := openRepo(&disk{root: root, ops: systemOps(), temps: newTemps()}, persona)
	all, err := r.store.IterEncodedObjects(plumbing.AnyObject)
	must(t, err)
	must(t, all.ForEach(func(o plumbing.EncodedObject) error {
		from, err := o.Reader()
		if err != nil {
			return err
		}
		data, err := io.ReadAll(from)
		if strings.Contains(string(data), word) {
			found = append(found, "object "+o.Hash().String())
		}
		return errors.Join(err, from.Close())
	}))
	return found
}

// TestRewriteStopsWhenAsked changes nothing for a context that has ended.
func TestRewriteStopsWhenAsked(t *testing.T) {
	t.Parallel()
	dir, _ := makeHome(t, func(d *Dir) { write(t, d, "a.txt", "old") })
	d, err := openHome(t, dir).Persona("luna")
	if err != nil {
		t.Fatal(err)
	}
	n, err := d.Rewrite(ended(t), func(string) bool { return true }, func(string, []byte) []byte { return []byte("new") })
	if n != 0 || !errors.Is(err, context.Canceled) {
		t.Errorf("%d files, %v", n, err)
	}
	wantFile(t, d, "a.txt", "old")
}

// TestJournalTailFails has a journal whose end a crash left unfinished, and a
// disk on which each call that mends it fails: nothing of a whole line is lost.
func TestJournalTailFails(t *testing.T) {
	t.Parallel()
	for _, tail := range []string{"[2", "[2]"} { // cut, and whole but for its end
		for at := 1; ; at++ {
			dir, persona := makeHome(t, func(d *Dir) {
				if err := openJournal(t, d).AppendAll([]byte("[0]\n[1]\n")); err != nil {
					t.Fatal(err)
				}
			})
			f, err := os.OpenFile(filepath.Join(persona, "log.jsonl"), os.O_APPEND|os.O_WRONLY, 0)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := f.WriteString(tail); err != nil {
				t.Fatal(err)
			}
			f.Close()
			h, err := Open(dir, Options{})
			if err != nil {
				t.Fatal(err)
			}
			d, err := h.Persona("luna")
			if err != nil {
				t.Fatal(err)
			}
			broken := &faults{at: at, err: syscall.EIO}
			broken.inject(&d.disk.ops)
			_, err = d.Journal("log.jsonl", validJSON)
			d.disk.ops = systemOps()
			if err != nil && !errors.Is(err, syscall.EIO) {
				t.Fatal(err)
			}
			j := openJournal(t, d)
			if got := logOf(t, j); got != "[0] [1]" && got != "[0] [1] [2]" {
				t.Errorf("%s %d: the journal has %q", broken.where, at, got)
			}
			if err := j.AppendAll([]byte("[3]\n[4]\n")); err != nil || !strings.HasSuffix(logOf(t, j), "[3] [4]") {
				t.Errorf("%s %d: %v, the journal has %q", broken.where, at, err, logOf(t, j))
			}
			if err := j.AppendAll([]byte("[5]")); err == nil {
				t.Error("no line, and appended")
			}
			if err := h.Close(); err != nil {
				t.Fatal(err)
			}
			if broken.where == "" {
				break
			}
		}
	}
}

// TestRewriteOfAnOpenJournal has a journal go on after its file was rewritten, longer and
// shorter, and a file with nothing in it stay.
func TestRewriteOfAnOpenJournal(t *testing.T) {
	t.Parallel()
	for _, to := range []string{"[ 0 ]\n[ 1 ]\n", "[0]\n", ""} {
		d := newPersona(t)
		j := openJournal(t, d)
		must(t, j.AppendAll([]byte("[0]\n[1]\n")))
		must(t, os.WriteFile(filepath.Join(d.path, "empty.txt"), nil, 0o600))
		_, err := d.Rewrite(noDeadline, func(string) bool { return true }, func(name string, data []byte) []byte {
			if strings.HasSuffix(name, journalExt) {
				return []byte(to)
			}
			return data
		})
		must(t, err)
		if j.Size() != int64(len(to)) {
			t.Errorf("%q: the journal ends at %d", to, j.Size())
		}
		at, err := j.Append([]byte("[2]"))
		if err != nil || at != int64(len(to)) {
			t.Errorf("%q: appended at %d, %v", to, at, err)
		}
		if got, want := logOf(t, j), strings.TrimSpace(strings.ReplaceAll(to, "\n", " ")+"[2]"); got != want {
			t.Errorf("%q: it has %q, want %q", to, got, want)
		}
		if _, err := os.Stat(filepath.Join(d.path, "empty.txt")); err != nil {
			t.Errorf("a file with nothing in it: %v", err)
		}
		must(t, j.Look())
	}
}
