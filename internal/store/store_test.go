package store

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
)

var byUser = Cause{Kind: CauseUser}

// openHome opens a home, and at the end of the test closes it, opens it again
// and checks it. Problems the test expects are given as parts of their texts.
func openHome(t testing.TB, dir string, expected ...string) *Home {
	t.Helper()
	h, err := Open(dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := h.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
		again, err := Open(dir, Options{})
		if err != nil {
			t.Errorf("open again: %v", err)
			return
		}
		defer again.Close()
		checkClean(t, again, expected...)
	})
	return h
}

// checkClean fails the test for each problem that is not expected.
func checkClean(t testing.TB, h *Home, expected ...string) {
	t.Helper()
problems:
	for _, p := range h.Check(context.Background()) {
		for _, e := range expected {
			if strings.Contains(p.Name+": "+p.What, e) {
				continue problems
			}
		}
		t.Errorf("check: %s: %s", p.Name, p.What)
	}
}

// fastDir returns a folder in memory where the system has one: for tests of what
// the disk says rather than of what it keeps.
func fastDir(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp("/dev/shm", "yumori-test-")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}

// newPersona makes a home with one finished persona in it.
func newPersona(t testing.TB, expected ...string) *Dir {
	t.Helper()
	h := openHome(t, filepath.Join(t.TempDir(), "家 with spaces"), expected...)
	d, err := h.CreatePersona("luna")
	if err != nil {
		t.Fatal(err)
	}
	write(t, d, profileFile, `{"schema":1}`)
	return d
}

func write(t testing.TB, d *Dir, name, text string) {
	t.Helper()
	if err := d.Write(name, []byte(text), byUser); err != nil {
		t.Fatal(err)
	}
}

// edit writes a file as another program would, at a time that differs from all
// before.
func edit(t testing.TB, d *Dir, name, text string) {
	t.Helper()
	file := filepath.Join(d.path, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func wantFile(t testing.TB, d *Dir, name, want string) {
	t.Helper()
	got, err := d.Read(name)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Fatalf("%s is %.100q, want %.100q", name, got, want)
	}
}

func wantErr(t testing.TB, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Fatalf("error is %v, want %v", err, want)
	}
}

func TestWriteAndRead(t *testing.T) {
	t.Parallel()
	d := newPersona(t)
	for _, c := range []struct{ name, text string }{
		{"core_memory.txt", "I am Luna.\n"},
		{"core_memory.txt", ""},
		{"memory/2026-11-21.md", "## [10:00:00] note\n"},
		{"entity_memory/アレックス 🦊.md", strings.Repeat("長い", 200_000)},
		{"a/b/c/d/e.txt", "deep"},
	} {
		write(t, d, c.name, c.text)
		wantFile(t, d, c.name, c.text)
		v, err := d.Version(c.name)
		if err != nil || v != VersionOf([]byte(c.text)) {
			t.Errorf("version of %s: %v, %v", c.name, v, err)
		}
	}
	fi, err := os.Stat(filepath.Join(d.path, "a/b/c"))
	if err != nil || fi.Mode().Perm() != 0o700 {
		t.Errorf("folder: %v, %v", fi.Mode(), err)
	}
	fi, err = os.Stat(filepath.Join(d.path, "a/b/c/d/e.txt"))
	if err != nil || fi.Mode().Perm() != 0o600 {
		t.Errorf("file: %v, %v", fi.Mode(), err)
	}
	_, err = d.Read("nothing.txt")
	wantErr(t, err, fs.ErrNotExist)
	v, err := d.Version("nothing.txt")
	if v != "" || err != nil {
		t.Errorf("version of nothing: %q, %v", v, err)
	}
}

func TestReplace(t *testing.T) {
	t.Parallel()
	d := newPersona(t)
	if err := d.Replace("goals.json", "", []byte("1"), byUser); err != nil {
		t.Fatal(err)
	}
	wantErr(t, d.Replace("goals.json", "", []byte("2"), byUser), ErrConflict)
	v := VersionOf([]byte("1"))
	edit(t, d, "goals.json", "by hand")
	wantErr(t, d.Replace("goals.json", v, []byte("2"), byUser), ErrConflict)
	wantFile(t, d, "goals.json", "by hand")
	if err := d.Replace("goals.json", VersionOf([]byte("by hand")), []byte("2"), byUser); err != nil {
		t.Fatal(err)
	}
	if err := d.Remove("goals.json", byUser); err != nil {
		t.Fatal(err)
	}
	wantErr(t, d.Replace("goals.json", VersionOf([]byte("2")), []byte("3"), byUser), ErrConflict)
	wantErr(t, d.Remove("goals.json", byUser), fs.ErrNotExist)
}

func TestReadText(t *testing.T) {
	t.Parallel()
	d := newPersona(t)
	for _, c := range []struct {
		name, bytes, want string
		err               error
	}{
		{"plain", "a\nb\n", "a\nb\n", nil},
		{"empty", "", "", nil},
		{"byte order mark", "\xef\xbb\xbfa", "a", nil},
		{"crlf", "a\r\nb\r\n", "a\nb\n", nil},
		{"lone cr stays", "a\rb", "a\rb", nil},
		{"japanese", "夢守", "夢守", nil},
		{"nul", "a\x00b", "", ErrUnreadable},
		{"nothing but nul", strings.Repeat("\x00", 4096), "", ErrUnreadable},
		{"invalid", "a\xffb", "", ErrUnreadable},
		{"utf-16", "\xff\xfea\x00", "", ErrUnreadable},
		{"half a rune", "夢"[:2], "", ErrUnreadable},
		{"surrogate", "\xed\xa0\x80", "", ErrUnreadable},
	} {
		t.Run(c.name, func(t *testing.T) {
			edit(t, d, "SOUL.md", c.bytes)
			got, err := d.ReadText("SOUL.md")
			if c.err != nil {
				wantErr(t, err, c.err)
				return
			}
			if err != nil || got.S != c.want || got.Version != VersionOf([]byte(c.bytes)) {
				t.Errorf("got %q, %v", got.S, err)
			}
		})
	}
}

func TestTooBigIsNeitherReadNorWrittenOver(t *testing.T) {
	t.Parallel()
	d := newPersona(t)
	big := bytes.Repeat([]byte("x"), MaxFile+1)
	edit(t, d, "core_memory.txt", string(big))
	_, err := d.Read("core_memory.txt")
	wantErr(t, err, ErrUnreadable)
	wantErr(t, d.Write("core_memory.txt", []byte("small"), byUser), ErrUnreadable)
	v, err := d.Version("core_memory.txt")
	if err != nil || v != VersionOf(big) {
		t.Error("the big file is not what it was")
	}
	if _, err := d.Quarantine("core_memory.txt", "too big"); err != nil {
		t.Fatal(err)
	}
	write(t, d, "core_memory.txt", "small")
}

func TestImportAndOpen(t *testing.T) {
	t.Parallel()
	d := newPersona(t)
	data := bytes.Repeat([]byte("0123456789"), 1000)
	v, err := d.Import("attachments/a.bin", bytes.NewReader(data), 10_000)
	if err != nil || v != VersionOf(data) {
		t.Fatal(v, err)
	}
	_, err = d.Import("attachments/b.bin", bytes.NewReader(data), 9_999)
	wantErr(t, err, ErrUnreadable)
	list, err := d.List("attachments")
	if err != nil || len(list) != 1 || list[0].Size != 10_000 {
		t.Fatal(list, err)
	}
	f, err := d.Open("attachments/a.bin")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.Seek(5, 0); err != nil {
		t.Fatal(err)
	}
	b := make([]byte, 3)
	if _, err := f.Read(b); err != nil || string(b) != "567" {
		t.Fatal(b, err)
	}
}

func TestListLeavesOutWhatIsNotOurs(t *testing.T) {
	t.Parallel()
	d := newPersona(t, "name cannot be used", "left alone")
	write(t, d, "memory/one.md", "1")
	write(t, d, "memory/two.md", "2")
	for _, name := range []string{".hidden", "one (conflicted copy).md", "notes.md~", ".yumori-tmp-OLD-1", "a:b"} {
		edit(t, d, "memory/"+name, "x")
	}
	if err := os.Symlink("one.md", filepath.Join(d.path, "memory/link.md")); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(d.path, "memory/sub"), 0o700); err != nil {
		t.Fatal(err)
	}
	list, err := d.List("memory")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range list {
		names = append(names, e.Name)
	}
	if got := strings.Join(names, " "); got != "one.md sub two.md" {
		t.Errorf("listed %s", got)
	}
	if list, err := d.List("nowhere"); err != nil || list != nil {
		t.Errorf("a folder that is not there: %v, %v", list, err)
	}
}

func TestTempsOfAKillAreSwept(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	h := openHome(t, dir)
	d, err := h.CreatePersona("luna")
	if err != nil {
		t.Fatal(err)
	}
	write(t, d, profileFile, "{}")
	left := []string{".yumori-tmp-OLD-1", "memory/.yumori-tmp-OLD-2", ".index/.yumori-tmp-OLD-3", "a/b/.yumori-tmp-OLD-4"}
	for _, name := range left {
		edit(t, d, name, "half")
	}
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
	again := openHome(t, dir)
	if d, err = again.Persona("luna"); err != nil {
		t.Fatal(err)
	}
	for _, name := range left {
		if _, err := os.Lstat(filepath.Join(d.path, name)); err == nil {
			t.Errorf("%s is still there", name)
		}
	}
}

// Check looks at everything the store promises about the home and each persona.
// Names of a persona's problems begin with "personas/<slug>". See Dir.Check.
func (h *Home) Check(ctx context.Context) []Problem {
	found := h.dir.Check(ctx)
	slugs, err := h.Personas()
	if err != nil {
		found = append(found, Problem{Name: personasDir, What: err.Error()})
	}
	for _, slug := range slugs {
		folder := path.Join(personasDir, slug)
		d, err := h.Persona(slug)
		if err != nil {
			found = append(found, Problem{Name: folder, What: err.Error()})
			continue
		}
		for _, p := range d.Check(ctx) {
			p.Name = path.Join(folder, p.Name)
			found = append(found, p)
		}
	}
	return found
}
