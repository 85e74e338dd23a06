package store

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestPersonas(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	h := openHome(t, dir)
	if list, err := h.Personas(); err != nil || list != nil {
		t.Fatalf("an empty home has %v, %v", list, err)
	}
	for _, slug := range []string{"mika", "luna"} {
		d, err := h.CreatePersona(slug)
		if err != nil {
			t.Fatal(err)
		}
		_, err = h.Persona("nobody")
		wantErr(t, err, fs.ErrNotExist)
		write(t, d, profileFile, "{}")
		_, err = h.CreatePersona(slug)
		wantErr(t, err, fs.ErrExist)
		same, err := h.Persona(slug)
		if err != nil || same != d {
			t.Fatalf("another Dir for %s: %v", slug, err)
		}
	}
	if list, _ := h.Personas(); !slices.Equal(list, []string{"luna", "mika"}) {
		t.Fatalf("personas are %v", list)
	}
	d, _ := h.Persona("luna")
	to, err := h.SetAside("luna")
	if err != nil || !strings.HasPrefix(to, "set-aside/luna-") {
		t.Fatal(to, err)
	}
	if _, err := os.Stat(filepath.Join(dir, to, profileFile)); err != nil {
		t.Fatal(err)
	}
	wantErr(t, d.Write("x.txt", nil, byUser), fs.ErrClosed)
	_, err = h.SetAside("luna")
	wantErr(t, err, fs.ErrNotExist)
	if list, _ := h.Personas(); !slices.Equal(list, []string{"mika"}) {
		t.Fatalf("personas are %v", list)
	}
}

func TestHalfCreatedPersonaIsFinished(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	h := openHome(t, dir)
	d, err := h.CreatePersona("luna")
	if err != nil {
		t.Fatal(err)
	}
	write(t, d, "SOUL.md", "half a soul")
	_ = h.Close() // the crash
	h = openHome(t, dir)
	if list, _ := h.Personas(); list != nil {
		t.Fatalf("half a persona is listed: %v", list)
	}
	_, err = h.Persona("luna")
	wantErr(t, err, fs.ErrNotExist)
	d, err = h.CreatePersona("luna")
	if err != nil {
		t.Fatal(err)
	}
	write(t, d, "SOUL.md", "a soul")
	write(t, d, profileFile, "{}")
	if list, _ := h.Personas(); !slices.Equal(list, []string{"luna"}) {
		t.Fatalf("personas are %v", list)
	}
	past, err := d.History("SOUL.md")
	if err != nil || len(past) != 2 {
		t.Fatalf("history is %v, %v", past, err)
	}
}

func TestBadSlugs(t *testing.T) {
	t.Parallel()
	h := openHome(t, t.TempDir())
	for _, slug := range []string{"", ".", "..", "../x", "a/b", ".hidden", "CON", "con.txt", "a.", "a ", strings.Repeat("x", 300), "a\x00b", ".index/x", "\xff"} {
		_, err := h.CreatePersona(slug)
		wantErr(t, err, ErrBadName)
		_, err = h.Persona(slug)
		wantErr(t, err, ErrBadName)
		_, err = h.SetAside(slug)
		wantErr(t, err, ErrBadName)
	}
}

func TestPersonaThatIsNoFolder(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	h := openHome(t, dir)
	outside := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, personasDir), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, filepath.Join(dir, personasDir, "link")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, personasDir, "file"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, slug := range []string{"link", "file"} {
		_, err := h.Persona(slug)
		wantErr(t, err, ErrUnreadable)
	}
}

func TestDefaultHome(t *testing.T) {
	t.Setenv(homeEnv, "/x/y")
	if dir, err := DefaultHome(); err != nil || dir != "/x/y" {
		t.Error(dir, err)
	}
	t.Setenv(homeEnv, "")
	if dir, err := DefaultHome(); err != nil || filepath.Base(dir) != "yumori" || !filepath.IsAbs(dir) {
		t.Error(dir, err)
	}
}

func TestTooOpenIsReported(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	h := openHome(t, dir, "others than its owner")
	if fi, err := os.Stat(dir); err != nil || tooOpen(fi) {
		t.Fatalf("an empty folder was not tightened: %v, %v", fi.Mode(), err)
	}
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	problems := h.Check(t.Context())
	if len(problems) != 1 || !problems[0].Fixable {
		t.Errorf("problems are %v", problems)
	}
}

func TestHomeThatIsAFile(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(file, Options{}); err == nil {
		t.Error("a file was opened as a home")
	}
	if _, err := Open(filepath.Join(file, "below"), Options{}); err == nil {
		t.Error("a home was made below a file")
	}
}

func TestCloseTwice(t *testing.T) {
	t.Parallel()
	h := openHome(t, t.TempDir())
	if err := errors.Join(h.Close(), h.Close()); err != nil {
		t.Error(err)
	}
	_, err := h.CreatePersona("luna")
	wantErr(t, err, fs.ErrClosed)
}

// TestAbandonedPersonaIsGone: what was begun and is not wanted leaves nothing,
// and a finished persona cannot be abandoned.
func TestAbandonedPersonaIsGone(t *testing.T) {
	h := openHome(t, t.TempDir())
	d, err := h.CreatePersona("luna")
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Write("card/a.txt", []byte("x"), Cause{}); err != nil {
		t.Fatal(err)
	}
	if err := h.AbandonPersona("luna"); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Lstat(filepath.Join(h.Path(), personasDir, "luna")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the folder is there: %v", err)
	}
	if d, err = h.CreatePersona("luna"); err != nil {
		t.Fatal(err)
	}
	if err := d.Write(profileFile, []byte("{}"), Cause{}); err != nil {
		t.Fatal(err)
	}
	if err := h.AbandonPersona("luna"); err != nil {
		t.Fatal(err)
	}
	if got, err := h.Personas(); err != nil || len(got) != 1 {
		t.Errorf("a finished one was abandoned: %v, %v", got, err)
	}
}
