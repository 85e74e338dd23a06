package store

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// sent gives files to Receive.
func sent(files map[string]string) func(slug string, put Put) error {
	return func(_ string, put Put) error {
		for name, text := range files {
			if err := put(name, strings.NewReader(text)); err != nil {
				return err
			}
		}
		return nil
	}
}

func reopened(t *testing.T, dir string) *Home {
	t.Helper()
	h, err := Open(dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = h.Close() })
	return h
}

// TestReceive brings a persona in, over one that is there, which is set aside.
func TestReceive(t *testing.T) {
	dir := t.TempDir()
	h := reopened(t, dir)
	files := map[string]string{"persona.json": "{}", "memory/2025-11-27.md": "new", ".history/repo.git/HEAD": "ref"}
	for i, want := range []string{"", asideDir + "/luna-"} {
		aside, err := h.Receive(t.Context(), []string{"luna"}, sent(files))
		if err != nil || !strings.HasPrefix(aside["luna"], want) || (aside["luna"] == "") != (want == "") {
			t.Fatalf("%d: %q, %v", i, aside, err)
		}
	}
	for name, text := range files {
		if data, err := os.ReadFile(filepath.Join(dir, personasDir, "luna", name)); err != nil || string(data) != text {
			t.Errorf("%s: %q, %v", name, data, err)
		}
	}
	for _, mark := range []string{creatingFile, receivedFile} {
		if _, err := os.Lstat(filepath.Join(dir, personasDir, "luna", mark)); err == nil {
			t.Errorf("%s stayed", mark)
		}
	}
	if slugs, err := h.Personas(); err != nil || len(slugs) != 1 {
		t.Errorf("%q, %v", slugs, err)
	}
}

// TestReceiveRefuses leaves everything as it was when something is wrong.
func TestReceiveRefuses(t *testing.T) {
	dir := t.TempDir()
	h := reopened(t, dir)
	if _, err := h.Receive(t.Context(), []string{"luna"}, sent(map[string]string{"persona.json": "old"})); err != nil {
		t.Fatal(err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for name, try := range map[string]func() error{
		"leaves its folder": func() error { return receive(h, "../x") }, "absolute": func() error { return receive(h, "/x") },
		"through the history": func() error { return receive(h, ".history/../../x") }, "hidden": func() error { return receive(h, ".creating") },
		"the history as a file": func() error { return receive(h, ".history") }, "index": func() error { return receive(h, ".lock") },
		"backslash": func() error { return receive(h, ".history\\..\\x") }, "twice": func() error {
			_, err := h.Receive(t.Context(), []string{"luna"}, func(_ string, put Put) error {
				return errors.Join(put("a", strings.NewReader("1")), put("a", strings.NewReader("2")))
			})
			return err
		},
		"broken off": func() error {
			_, err := h.Receive(ended, []string{"luna"}, sent(map[string]string{"a": "1"}))
			return err
		},
	} {
		if err := try(); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	entries, err := os.ReadDir(filepath.Join(dir, personasDir))
	if err != nil || len(entries) != 1 {
		t.Errorf("%v, %v", entries, err)
	}
	if data, _ := os.ReadFile(filepath.Join(dir, personasDir, "luna", "persona.json")); string(data) != "old" {
		t.Errorf("%q", data)
	}
}

// TestReceiveAllOrNone: where the files of one persona cannot be taken, none of the
// others is replaced either.
func TestReceiveAllOrNone(t *testing.T) {
	dir := t.TempDir()
	h := reopened(t, dir)
	slugs := []string{"luna", "toko"}
	if _, err := h.Receive(t.Context(), slugs, sent(map[string]string{"persona.json": "old"})); err != nil {
		t.Fatal(err)
	}
	bad := errors.New("no")
	ended, end := context.WithCancel(t.Context())
	for name, try := range map[string]func() (map[string]string, error){
		"the second is bad": func() (map[string]string, error) {
			return h.Receive(t.Context(), slugs, func(slug string, put Put) error {
				if slug == "toko" {
					return bad
				}
				return put("persona.json", strings.NewReader("new"))
			})
		},
		"cancelled in a file": func() (map[string]string, error) {
			return h.Receive(ended, slugs, func(_ string, put Put) error {
				return put("persona.json", io.MultiReader(strings.NewReader("new"), ender(end), strings.NewReader("x")))
			})
		},
	} {
		if aside, err := try(); len(aside) > 0 || !errors.Is(err, bad) && !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v, %v", name, aside, err)
		}
	}
	for _, slug := range slugs {
		if data, _ := os.ReadFile(filepath.Join(dir, personasDir, slug, "persona.json")); string(data) != "old" {
			t.Errorf("%s is %q", slug, data)
		}
	}
	if entries, err := os.ReadDir(filepath.Join(dir, personasDir)); err != nil || len(entries) != 2 {
		t.Errorf("left %v, %v", entries, err)
	}
}

// An ender is a reader that ends a context and has nothing.
type ender context.CancelFunc

func (e ender) Read([]byte) (int, error) { e(); return 0, io.EOF }

func receive(h *Home, name string) error {
	_, err := h.Receive(context.Background(), []string{"luna"}, sent(map[string]string{"persona.json": "new", name: "x"}))
	return err
}

// TestReceiveKilled opens homes as a crash left them at each step.
func TestReceiveKilled(t *testing.T) {
	for _, c := range []struct {
		name  string
		there bool   // another luna is in its place
		mark  string // in the folder without a name
		want  string // persona.json of luna
	}{
		{"while the files came", true, creatingFile, "old"},
		{"while the files came, of a new one", false, creatingFile, ""},
		{"before the old one went", true, receivedFile, "old"},
		{"after the old one went", false, receivedFile, "new"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			if err := reopened(t, dir).Close(); err != nil {
				t.Fatal(err)
			}
			temp := filepath.Join(dir, personasDir, tempPrefix+"AAAAAAAA-1")
			write := func(folder, name, text string) {
				if err := os.MkdirAll(folder, 0o700); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			write(temp, "persona.json", "new")
			write(temp, c.mark, "luna")
			if c.there {
				write(filepath.Join(dir, personasDir, "luna"), "persona.json", "old")
			}
			reopened(t, dir)
			data, _ := os.ReadFile(filepath.Join(dir, personasDir, "luna", "persona.json"))
			if string(data) != c.want {
				t.Errorf("%q, want %q", data, c.want)
			}
			if _, err := os.Lstat(temp); err == nil {
				t.Error("the folder without a name stayed")
			}
		})
	}
}

// TestFolderMake leaves nothing of a file that could not be made.
func TestFolderMake(t *testing.T) {
	f, err := OpenFolder(filepath.Join(t.TempDir(), "a", "b"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	bad := errors.New("no")
	text := func(w io.Writer) error { _, err := io.WriteString(w, "whole"); return err }
	fine := func(io.ReaderAt, int64) error { return nil }
	if err := f.Make("x.zip", text, func(io.ReaderAt, int64) error { return bad }); !errors.Is(err, bad) {
		t.Error(err)
	}
	if err := f.Make("x.zip", func(io.Writer) error { return bad }, fine); !errors.Is(err, bad) {
		t.Error(err)
	}
	if list, err := f.List(); err != nil || len(list) != 0 {
		t.Errorf("%v, %v", list, err)
	}
	if err := f.Make("x.zip", text, fine); err != nil {
		t.Error(err)
	}
	if list, err := f.List(); err != nil || len(list) != 1 || list[0].Size != 5 {
		t.Errorf("%v, %v", list, err)
	}
}

// TestFolderMakeRemovesWhatAKillLeft removes an unfinished file when nobody
// writes, and leaves alone one that somebody writes to.
func TestFolderMakeRemovesWhatAKillLeft(t *testing.T) {
	dir := t.TempDir()
	left := filepath.Join(dir, tempPrefix+"AAAAAAAA-1")
	if err := os.WriteFile(left, []byte("half"), fileMode); err != nil {
		t.Fatal(err)
	}
	var two [2]*Folder
	for i := range two {
		f, err := OpenFolder(dir)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		two[i] = f
	}
	fine := func(io.ReaderAt, int64) error { return nil }
	during := func(w io.Writer) error {
		if _, err := os.Lstat(left); err == nil {
			t.Error("what a crash left is still there")
		}
		return two[1].Make("y.zip", func(w io.Writer) error { _, err := io.WriteString(w, "within"); return err }, fine)
	}
	if err := two[0].Make("x.zip", during, fine); err != nil {
		t.Fatalf("somebody else's file was removed: %v", err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	if got := strings.Join(names, " "); got != "x.zip y.zip" {
		t.Errorf("there are %s", got)
	}
}

// TestReceiveAfterAFolderWasDeleted has the persona that was open mean what came in.
func TestReceiveAfterAFolderWasDeleted(t *testing.T) {
	dir := t.TempDir()
	h := reopened(t, dir)
	files := map[string]string{"persona.json": "{}", "log.jsonl": "one\n"}
	for range 2 {
		if _, err := h.Receive(t.Context(), []string{"luna"}, sent(files)); err != nil {
			t.Fatal(err)
		}
		d, err := h.Persona("luna")
		if err != nil {
			t.Fatal(err)
		}
		if data, err := d.Read("log.jsonl"); err != nil || string(data) != "one\n" {
			t.Errorf("%q, %v", data, err)
		}
		if err := os.RemoveAll(filepath.Join(dir, personasDir, "luna")); err != nil {
			t.Fatal(err)
		}
	}
}
