package store

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-git/go-billy/v5"
)

// TestNoMethodTakesABadName: each way to a file refuses what leads out of its
// folder, and none makes anything.
func TestNoMethodTakesABadName(t *testing.T) {
	t.Parallel()
	dir, persona := makeHome(t, func(d *Dir) { write(t, d, "a.txt", "old") })
	h := openHome(t, dir)
	d, err := h.Persona("luna")
	if err != nil {
		t.Fatal(err)
	}
	f, err := OpenFolder(filepath.Join(t.TempDir(), "copies"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	nobody := strings.NewReader("x")
	for what, do := range map[string]func(name string) error{
		"read":       func(n string) error { _, err := d.Read(n); return err },
		"text":       func(n string) error { _, err := d.ReadText(n); return err },
		"version":    func(n string) error { _, err := d.Version(n); return err },
		"write":      func(n string) error { return d.Write(n, nil, byUser) },
		"replace":    func(n string) error { return d.Replace(n, "", nil, byUser) },
		"remove":     func(n string) error { return d.Remove(n, byUser) },
		"list":       func(n string) error { _, err := d.List(n); return err },
		"import":     func(n string) error { _, err := d.Import(n, nobody, 10); return err },
		"import all": func(n string) error { return d.ImportAll(func(put Put) error { return put(n, nobody) }) },
		"open":       func(n string) error { _, err := d.Open(n); return err },
		"mentions":   func(n string) error { _, err := d.Mentions(n, "x"); return err },
		"journal":    func(n string) error { _, err := d.Journal(n, validJSON); return err },
		"history":    func(n string) error { _, err := d.History(n); return err },
		"past":       func(n string) error { _, err := d.Past(n, ""); return err },
		"restore":    func(n string) error { return d.Restore(n, "") },
		"quarantine": func(n string) error { _, err := d.Quarantine(n, "x"); return err },
		"commit":     func(n string) error { return d.Commit([]Draft{{Name: n, After: []byte("x")}}, byUser) },
		"derived":    func(n string) error { _, err := d.Derived(n); return err },
		"discard":    d.Discard,
		"abandon":    h.AbandonPersona,
		"set aside":  func(n string) error { _, err := h.SetAside(n); return err },
		"receive":    func(n string) error { _, err := h.Receive(noDeadline, []string{n}, sent(nil)); return err },
		"receive in": func(n string) error {
			_, err := h.Receive(noDeadline, []string{"new"}, sent(map[string]string{n: "x"}))
			return err
		},
		"make": func(n string) error {
			return f.Make(n, func(io.Writer) error { return nil }, func(io.ReaderAt, int64) error { return nil })
		},
		"remove a copy": f.Remove,
		"check":         CheckName,
	} {
		for _, name := range []string{"../x", "/etc/passwd", "a\x00b"} {
			if err := do(name); !errors.Is(err, ErrBadName) {
				t.Errorf("%s %q: %v", what, name, err)
			}
		}
	}
	if _, err := os.Lstat(filepath.Join(persona, "..", "x")); err == nil {
		t.Error("something was made outside")
	}
}

// TestAFrozenFolderChangesNothing: every act is refused for the reason that was
// given, and what is there can be read.
func TestAFrozenFolderChangesNothing(t *testing.T) {
	t.Parallel()
	from := template(t)
	newer := errors.New("written by a newer program")
	for _, a := range acts {
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
		rest(d)
		j := openJournal(t, d)
		d.Freeze(newer)
		if err := a.do(d, j); err == nil && a.name != "changes" && a.name != "cursor" || err != nil && (!errors.Is(err, ErrReadOnly) || !errors.Is(err, newer)) {
			t.Errorf("%s: %v", a.name, err)
		}
		if fileOf(d) != "old" || logOf(t, j) != "[0] [1]" {
			t.Errorf("%s: file %q, journal %q", a.name, fileOf(d), logOf(t, j))
		}
		d.disk.ops = systemOps()
		h.Close()
	}
}

// TestAClosedHomeOpensNothing: what is asked of it after Close fails.
func TestAClosedHomeOpensNothing(t *testing.T) {
	t.Parallel()
	h, err := Open(template(t), Options{})
	if err != nil {
		t.Fatal(err)
	}
	d, err := h.Persona("luna")
	if err != nil {
		t.Fatal(err)
	}
	j := openJournal(t, d)
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
	if err := d.close(); err != nil {
		t.Errorf("closed twice: %v", err)
	}
	_, persona := h.Persona("ivo") // luna's folder is known, and closed
	_, journal := d.Journal("other.jsonl", validJSON)
	_, aside := d.Quarantine("a.txt", "x")
	_, appended := j.Append([]byte("[2]"))
	for what, err := range map[string]error{"persona": persona, "journal": journal, "quarantine": aside, "append": appended, "rewrite": j.Rewrite(0, byUser)} {
		if err == nil {
			t.Errorf("%s: nothing is wrong", what)
		}
	}
}

// TestFoldersThatCannotBe: a file, and below a file.
func TestFoldersThatCannotBe(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{file, filepath.Join(file, "below")} {
		if _, err := OpenFolder(dir); err == nil {
			t.Errorf("%s was opened as a folder", dir)
		}
	}
}

// TestWhatGitMayDo: the file system that the history is given has no links, and
// what it makes stands in the folder of the history.
func TestWhatGitMayDo(t *testing.T) {
	t.Parallel()
	dir, _ := makeHome(t, func(*Dir) {})
	d, err := openHome(t, dir).Persona("luna")
	if err != nil {
		t.Fatal(err)
	}
	var g billy.Filesystem = newGitFS(d.disk, historyDir, d.path)
	if g.Symlink("a", "b") == nil {
		t.Error("a link was made")
	}
	if _, err := g.Readlink("a"); err == nil {
		t.Error("a link was read")
	}
	if g, err = g.Chroot("sub"); err != nil || g.Root() != filepath.Join(d.path, historyDir, "sub") {
		t.Fatal(g.Root(), err)
	}
	f, err := g.Create("a")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Write([]byte("x")); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(f.Lock(), f.Unlock(), f.Close()); err != nil {
		t.Fatal(err)
	}
	if _, err := g.OpenFile("a/b", os.O_CREATE|os.O_WRONLY, 0); err == nil {
		t.Error("made below a file")
	}
	r, err := g.OpenFile("a", os.O_RDONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.Write([]byte("y")); !errors.Is(err, fs.ErrPermission) {
		t.Errorf("written into what is open for reading: %v", err)
	}
	r.Close()
	if err := g.Remove("a"); err != nil {
		t.Fatal(err)
	}
}
