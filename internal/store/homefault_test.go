package store

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// A homeAct is something done to a home with the finished persona luna, whose
// SOUL.md has "old".
type homeAct struct {
	name string
	do   func(h *Home) error
	want map[string]string // what SOUL.md has of each persona in the list if it worked
	back map[string]string // and if it did not; nil is as it was
}

var homeActs = []homeAct{
	{"create", func(h *Home) error {
		d, err := h.CreatePersona("ivo")
		if err != nil {
			return err
		}
		if err := d.Write("SOUL.md", []byte("new"), byUser); err != nil {
			return err
		}
		return d.Write(profileFile, []byte("{}"), byUser)
	}, map[string]string{"luna": "old", "ivo": "new"}, nil},
	{"receive", func(h *Home) error {
		_, err := h.Receive(noDeadline, []string{"ivo"}, sent(map[string]string{profileFile: "{}", "SOUL.md": "new", "memory/a.md": "x"}))
		return err
	}, map[string]string{"luna": "old", "ivo": "new"}, nil},
	{"receive over one", func(h *Home) error {
		_, err := h.Receive(noDeadline, []string{"luna"}, sent(map[string]string{profileFile: "{}", "SOUL.md": "new"}))
		return err
	}, map[string]string{"luna": "new"}, map[string]string{}}, // set aside and the other not yet in its place
	{"set aside", func(h *Home) error { _, err := h.SetAside("luna"); return err }, map[string]string{}, nil},
}

// TestEveryCallOfAHomeFails lets each call of each act fail in turn, once and for
// ever. The list of personas is the old one or the new one, no file of theirs
// is lost or mixed, and the act works when it is done again.
func TestEveryCallOfAHomeFails(t *testing.T) {
	t.Parallel()
	from, _ := makeHome(t, func(d *Dir) { write(t, d, "SOUL.md", "old") })
	for _, a := range homeActs {
		for _, f := range []faults{{err: syscall.ENOSPC}, {err: syscall.ENOSPC, forever: true}, {err: syscall.EIO, forever: true}} {
			t.Run(fmt.Sprintf("%s/forever=%v/%v", a.name, f.forever, f.err), func(t *testing.T) {
				t.Parallel()
				fired := 0
				for at := 1; homeFailsAt(t, from, a, &faults{at: at, forever: f.forever, err: f.err}); at++ {
					fired++
				}
				if fired < 2 {
					t.Errorf("only %d calls could fail", fired)
				}
				t.Logf("trust: %d tries: the old personas or the new ones after each, and an error that was told", fired)
			})
		}
	}
}

func homeFailsAt(t *testing.T, from string, a homeAct, f *faults) bool {
	t.Helper()
	dir := filepath.Join(fastDir(t), "home")
	copyTree(t, from, dir)
	h, err := Open(dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	f.inject(&h.dir.disk.ops)
	err = a.do(h)
	h.dir.disk.ops = systemOps()
	old := map[string]string{"luna": "old"}
	switch got := soulsOf(t, h); {
	case err == nil && !maps.Equal(got, a.want):
		t.Fatalf("%s %d failed silently: %q", f.where, f.at, got)
	case err != nil && (f.where == "" || !errors.Is(err, map[error]error{syscall.ENOSPC: ErrFull, syscall.EIO: syscall.EIO}[f.err])):
		t.Fatalf("%s %d: %v", f.where, f.at, err)
	case !maps.Equal(got, old) && !maps.Equal(got, a.want) && (a.back == nil || !maps.Equal(got, a.back)):
		t.Fatalf("%s %d: %q", f.where, f.at, got)
	}
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
	if h, err = Open(dir, Options{}); err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	if _, there := soulsOf(t, h)["luna"]; !there && !hasAside(t, dir) {
		t.Fatalf("%s %d: luna is lost", f.where, f.at)
	}
	if got := soulsOf(t, h); f.where != "" && !maps.Equal(got, a.want) {
		if err := a.do(h); err != nil && !(len(got) == 0 && a.name == "set aside") {
			t.Fatalf("%s %d: not after it either: %v", f.where, f.at, err)
		}
		if got := soulsOf(t, h); !maps.Equal(got, a.want) {
			t.Fatalf("%s %d: done again, there are %q", f.where, f.at, got)
		}
	}
	checkClean(t, h)
	return f.where != ""
}

func hasAside(t *testing.T, dir string) bool {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(dir, asideDir, "luna-*", "SOUL.md"))
	return err == nil && len(found) > 0
}

// soulsOf reads the SOUL.md of each persona.
func soulsOf(t *testing.T, h *Home) map[string]string {
	t.Helper()
	slugs, err := h.Personas()
	if err != nil {
		t.Fatal(err)
	}
	souls := map[string]string{}
	for _, slug := range slugs {
		data, err := os.ReadFile(filepath.Join(h.Path(), personasDir, slug, "SOUL.md"))
		if err != nil {
			t.Fatal(err)
		}
		souls[slug] = string(data)
	}
	return souls
}

// TestPartsOfAHome: what a copy has is all but what is derived or unfinished,
// journals last.
func TestPartsOfAHome(t *testing.T) {
	t.Parallel()
	dir, persona := makeHome(t, func(d *Dir) {
		write(t, d, "SOUL.md", "old")
		if _, err := openJournal(t, d).Append([]byte("[0]")); err != nil {
			t.Fatal(err)
		}
	})
	for _, name := range []string{indexDir + "/x.json", "memory/" + tempPrefix + "1", packDir + "/" + objectPrefix + "1"} {
		file := filepath.Join(persona, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o700), os.WriteFile(file, []byte("x"), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	h := openHome(t, dir, tempPrefix, objectPrefix)
	list, err := h.Parts(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, p := range list {
		names = append(names, p.Name)
		if strings.Contains(p.Name, indexDir) || strings.Contains(p.Name, tempPrefix) || strings.Contains(p.Name, "/"+objectPrefix) {
			t.Errorf("a copy has %s", p.Name)
		}
	}
	if !slices.Contains(names, "personas/luna/SOUL.md") || names[len(names)-1] != "personas/luna/log.jsonl" {
		t.Errorf("a copy has %q", names)
	}
	f, err := h.OpenPart(Part{Name: "personas/luna/SOUL.md"})
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Error(err)
	}
	if _, err := h.OpenPart(Part{Name: "personas/luna"}); !errors.Is(err, ErrUnreadable) {
		t.Errorf("a folder: %v", err)
	}
	if _, err := h.Parts(ended(t)); err == nil {
		t.Error("listed for nobody")
	}
}

// TestScratch: what was added is read, and nothing stays of it.
func TestScratch(t *testing.T) {
	t.Parallel()
	dir, _ := makeHome(t, func(*Dir) {})
	h := openHome(t, dir)
	s, err := h.Scratch()
	if err != nil {
		t.Fatal(err)
	}
	for i, text := range []string{"one", "two"} {
		if at, err := s.Append([]byte(text)); err != nil || at != int64(3*i) {
			t.Errorf("%q is at %d, %v", text, at, err)
		}
	}
	if err := s.Flush(); err != nil {
		t.Fatal(err)
	}
	got := make([]byte, 3)
	if _, err := s.ReadAt(got, 3); err != nil || string(got) != "two" {
		t.Errorf("%q %v", got, err)
	}
	if n, err := s.ReadAt(got, 5); err == nil || n != 1 {
		t.Errorf("beyond the end: %d, %v", n, err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := s.ReadAt(got, 0); err == nil {
		t.Error("read after it was closed")
	}
	if s.Close() == nil {
		t.Error("closed twice")
	}
	if _, err := h.dir.disk.root.Lstat(s.name); err == nil {
		t.Error("it stayed")
	}
	other, err := h.Scratch()
	if err != nil {
		t.Fatal(err)
	}
	f := &faults{at: 1, err: syscall.EIO}
	f.inject(&h.dir.disk.ops)
	if err := other.Close(); !errors.Is(err, syscall.EIO) {
		t.Errorf("it could not be removed: %v", err)
	}
	h.dir.disk.ops = systemOps()
}
