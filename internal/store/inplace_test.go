package store

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// TestSomethingElseInPlace puts a folder, a file or another content in the place of
// what the store keeps for itself: it is told of or made anew, and never read.
func TestSomethingElseInPlace(t *testing.T) {
	t.Parallel()
	t.Run("manifest", func(t *testing.T) {
		t.Parallel()
		for name, spoil := range map[string]func(file string) error{
			"a folder":    func(file string) error { return errors.Join(os.Remove(file), os.Mkdir(file, 0o700)) },
			"no files":    func(file string) error { return os.WriteFile(file, []byte(`{"schema":1,"epoch":"e"}`), 0o600) },
			"half of one": func(file string) error { return os.WriteFile(file, []byte(`{"schema":1,"ep`), 0o600) },
		} {
			d := newPersona(t, "changes.json", "history")
			write(t, d, "a.txt", "a")
			before, _ := changed(t, d, Cursor{})
			must(t, spoil(filepath.Join(d.path, filepath.FromSlash(manifestFile))))
			d.seen.mu.Lock()
			d.seen.man = nil // as after a restart
			d.seen.mu.Unlock()
			if after, _ := changed(t, d, Cursor{}); after != before {
				t.Errorf("%s: %s, before %s", name, after, before)
			}
		}
	})
	t.Run("journal", func(t *testing.T) {
		t.Parallel()
		d := newPersona(t)
		j := openJournal(t, d)
		if _, err := j.Append([]byte("[0]")); err != nil {
			t.Fatal(err)
		}
		must(t, j.Rewrite(0, byUser)) // drops nothing
		file := filepath.Join(d.path, "log.jsonl")
		must(t, os.Rename(file, file+".away"))
		must(t, os.Mkdir(file, 0o700))
		for _, err := range j.Backward(4) {
			wantErr(t, err, ErrUnreadable)
		}
		for _, err := range j.Forward(0) {
			wantErr(t, err, ErrUnreadable)
		}
		_, err := j.Append([]byte("[1]"))
		wantErr(t, err, ErrUnreadable)
		must(t, os.Remove(file))
		must(t, os.Rename(file+".away", file))
		if _, err := j.Append([]byte("[1]")); err != nil || logOf(t, j) != "[0] [1]" {
			t.Errorf("%v, %s", err, logOf(t, j))
		}
	})
	t.Run("personas", func(t *testing.T) {
		t.Parallel()
		dir := filepath.Join(fastDir(t), "home")
		h, err := Open(dir, Options{})
		must(t, err)
		defer h.Close()
		must(t, os.RemoveAll(filepath.Join(dir, personasDir)))
		must(t, os.WriteFile(filepath.Join(dir, personasDir), nil, 0o600))
		if list := h.Check(t.Context()); len(list) == 0 {
			t.Error("the check finds nothing")
		}
		if _, err := h.Parts(t.Context()); err == nil {
			t.Error("a copy has no error")
		}
		if _, err := h.Personas(); err == nil {
			t.Error("there are personas")
		}
	})
	t.Run("folder", func(t *testing.T) {
		t.Parallel()
		file := filepath.Join(fastDir(t), "file")
		must(t, os.WriteFile(file, nil, 0o600))
		if _, err := OpenFolder(file); err == nil {
			t.Error("a file was opened as a folder")
		}
		if _, err := Open(filepath.Join(file, "home"), Options{}); err == nil {
			t.Error("a file was opened as a home")
		}
	})
	t.Run("keys", func(t *testing.T) {
		t.Parallel()
		dir := filepath.Join(fastDir(t), "home")
		h, err := Open(dir, Options{})
		must(t, err)
		defer h.Close()
		_, err = h.SetKey("no key", "x")
		wantErr(t, err, ErrBadName)
		must(t, os.WriteFile(filepath.Join(dir, keysFile), []byte(`{"schema":1}`), 0o600))
		if keys, err := h.readKeys(); err != nil || keys == nil {
			t.Errorf("%v %v", keys, err)
		}
		must(t, os.Remove(filepath.Join(dir, keysFile)))
		must(t, os.Mkdir(filepath.Join(dir, keysFile), 0o700))
		if _, err := h.readKeys(); err == nil {
			t.Error("a folder was read")
		}
	})
}

// TestSaidOfNames tells copies of other programs and lines of a history that is none.
func TestSaidOfNames(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"a.TMP", "a.txt.swp", "a.part", "a.txt~", "~$a.doc", "a (Conflicted copy).txt", "a.sync-conflict-1.txt"} {
		if !conflictCopy(name) {
			t.Errorf("%s is no copy", name)
		}
	}
	if _, _, ok := parseFileLine("x 1"); ok {
		t.Error("half a line was read")
	}
	if got := (&InUseError{}).Error(); got != ErrInUse.Error() {
		t.Error(got)
	}
	if isDamage(context.Canceled) {
		t.Error("what was cancelled is damage")
	}
}
