package store

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"path"
	"slices"
	"strings"
	"testing"
)

// TestShadow writes to a shadow and looks at both sides.
func TestShadow(t *testing.T) {
	t.Parallel()
	d := newPersona(t)
	must(t, d.Write("a.txt", []byte("a"), Cause{}))
	must(t, d.Write("memory/b.md", []byte("b"), Cause{}))
	s := d.Shadow()
	v := s.Dir()

	must(t, v.Write("memory/c.md", []byte("c"), Cause{}))
	must(t, v.Replace("a.txt", VersionOf([]byte("a")), []byte("A"), Cause{}))
	must(t, v.Remove("memory/b.md", Cause{}))
	if err := v.Replace("a.txt", VersionOf([]byte("a")), []byte("x"), Cause{}); !errors.Is(err, ErrConflict) {
		t.Errorf("a second replace of the old version: %v", err)
	}
	if err := v.Replace("memory/c.md", "", []byte("x"), Cause{}); !errors.Is(err, ErrConflict) {
		t.Errorf("a replace of what must not be there: %v", err)
	}
	if err := v.Remove("nothing.txt", Cause{}); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("remove what is not there: %v", err)
	}
	for name, want := range map[string]string{"a.txt": "A", "memory/c.md": "c"} {
		got, err := v.Read(name)
		if err != nil || string(got) != want {
			t.Errorf("the shadow's %s is %q: %v", name, got, err)
		}
		f, err := v.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(f); err != nil || string(got) != want {
			t.Errorf("the shadow's %s opened is %q: %v", name, got, err)
		}
		must(t, f.Close())
	}
	if _, err := v.Read("memory/b.md"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("removed in the shadow: %v", err)
	}
	if got := namesIn(t, v, "memory"); !slices.Equal(got, []string{"c.md"}) {
		t.Errorf("the shadow's folder has %v", got)
	}
	for name, want := range map[string]string{"a.txt": "a", "memory/b.md": "b"} {
		if got, err := d.Read(name); err != nil || string(got) != want {
			t.Errorf("on disk %s is %q: %v", name, got, err)
		}
	}
	if got := namesIn(t, d, "memory"); !slices.Equal(got, []string{"b.md"}) {
		t.Errorf("the folder on disk has %v", got)
	}

	must(t, s.commit(Cause{Kind: CauseDream}))
	if got, err := d.Read("a.txt"); err != nil || string(got) != "A" {
		t.Errorf("after the commit a.txt is %q: %v", got, err)
	}
	if got := namesIn(t, d, "memory"); !slices.Equal(got, []string{"c.md"}) {
		t.Errorf("after the commit the folder has %v", got)
	}
	if list := s.Pending(); len(list) != 0 {
		t.Errorf("after the commit %d files are pending", len(list))
	}
}

func namesIn(t *testing.T, d *Dir, dir string) []string {
	t.Helper()
	entries, err := d.List(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name)
	}
	return names
}

// TestShadowConflict has somebody else write before the commit: nothing is.
func TestShadowConflict(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name   string
		meddle func(d *Dir) error
	}{
		{"changed", func(d *Dir) error { return d.Write("b.txt", []byte("theirs"), Cause{}) }},
		{"removed", func(d *Dir) error { return d.Remove("b.txt", Cause{}) }},
		{"made", func(d *Dir) error { return d.Write("c.txt", []byte("theirs"), Cause{}) }},
	} {
		t.Run(tc.name, func(t *testing.T) {
			d := newPersona(t)
			must(t, d.Write("a.txt", []byte("a"), Cause{}))
			must(t, d.Write("b.txt", []byte("b"), Cause{}))
			s := d.Shadow()
			for _, name := range []string{"a.txt", "b.txt", "c.txt"} {
				must(t, s.Dir().Write(name, []byte("mine"), Cause{}))
			}
			must(t, tc.meddle(d))
			if err := s.commit(Cause{}); !errors.Is(err, ErrConflict) {
				t.Fatalf("commit: %v", err)
			}
			if got, _ := d.Read("a.txt"); string(got) != "a" {
				t.Errorf("a.txt is %q after a commit that failed", got)
			}
			if len(s.Pending()) != 3 {
				t.Errorf("%d files are pending", len(s.Pending()))
			}
			s.Discard()
			if len(s.Pending()) != 0 {
				t.Error("discarded, and still pending")
			}
		})
	}
}

// TestShadowSame writes what is there: nothing is pending.
func TestShadowSame(t *testing.T) {
	t.Parallel()
	d := newPersona(t)
	must(t, d.Write("a.txt", []byte("a"), Cause{}))
	must(t, d.Write("empty.txt", nil, Cause{}))
	s := d.Shadow()
	must(t, s.Dir().Write("a.txt", []byte("x"), Cause{}))
	must(t, s.Dir().Write("a.txt", []byte("a"), Cause{}))
	must(t, s.Dir().Write("empty.txt", nil, Cause{}))
	must(t, s.Dir().Write("new.txt", nil, Cause{}))
	must(t, s.Dir().Write("gone.txt", []byte("x"), Cause{}))
	must(t, s.Dir().Remove("gone.txt", Cause{}))
	list := s.Pending()
	if len(list) != 1 || list[0].Name != "new.txt" || list[0].After == nil || list[0].Version != "" {
		t.Errorf("pending: %+v", list)
	}
}

// TestShadowQuarantine puts a file aside in the shadow and then for good.
func TestShadowQuarantine(t *testing.T) {
	t.Parallel()
	d := newPersona(t)
	bad := []byte{0xff, 0xfe, 0}
	must(t, d.Write("goals.json", bad, Cause{}))
	s := d.Shadow()
	if _, err := s.Dir().Quarantine("goals.json", "not text"); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Dir().Read("goals.json"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("set aside, and read: %v", err)
	}
	must(t, s.Dir().Replace("goals.json", "", []byte("{}"), Cause{}))
	if got, _ := d.Read("goals.json"); !bytes.Equal(got, bad) {
		t.Error("the shadow set the file aside on disk")
	}
	must(t, s.commit(Cause{}))
	if got, _ := d.Read("goals.json"); string(got) != "{}" {
		t.Errorf("goals.json is %q", got)
	}
	infos, err := d.disk.readDir(quarantineDir)
	if err != nil {
		t.Fatal(err)
	}
	kept := false
	for _, fi := range infos {
		if data, err := d.disk.readRegular(path.Join(quarantineDir, fi.Name()), MaxFile); err == nil && bytes.Equal(data, bad) {
			kept = true
		}
	}
	if !kept {
		t.Error("the file that was set aside is nowhere")
	}
}

// TestShadowRefuses asks a shadow for what it does not take.
func TestShadowRefuses(t *testing.T) {
	t.Parallel()
	d := newPersona(t)
	v := d.Shadow().Dir()
	_, journal := v.Journal("log.jsonl", nil)
	_, imported := v.Import("attachments/a", strings.NewReader("x"), 10)
	_, _, changes := v.Changes(t.Context(), Cursor{})
	for what, err := range map[string]error{
		"journal": journal, "import": imported, "changes": changes, "cursor": v.SaveCursor("c", Cursor{}),
		"discard": v.Discard(indexDir + "/x"),
	} {
		if !errors.Is(err, ErrReadOnly) {
			t.Errorf("%s: %v", what, err)
		}
	}
	if err := v.Write("../a", nil, Cause{}); !errors.Is(err, ErrBadName) {
		t.Errorf("a name that leaves the folder: %v", err)
	}
}

// TestShadowIsADir lets random writes go to a shadow and to a real Dir and
// holds the two to each other, before and after the commit.
func TestShadowIsADir(t *testing.T) {
	t.Parallel()
	real, below := newPersona(t), newPersona(t)
	rng := rand.New(rand.NewPCG(1, 2))
	names := []string{"a.txt", "b.txt", "memory/a.md", "memory/b.md", "entity_memory/x.md"}
	for i := range 20 {
		name := names[rng.IntN(len(names))]
		for _, d := range []*Dir{real, below} {
			must(t, d.Write(name, fmt.Appendf(nil, "old %d", i), Cause{}))
		}
	}
	s := below.Shadow()
	for i := range 300 {
		name := names[rng.IntN(len(names))]
		op := rng.IntN(4)
		old, _ := real.Version(name)
		for _, d := range []*Dir{real, s.Dir()} {
			switch op {
			case 0:
				_ = d.Remove(name, Cause{}) // which may not be there
			case 1:
				must(t, d.Replace(name, old, fmt.Appendf(nil, "new %d", i), Cause{}))
			default:
				must(t, d.Write(name, fmt.Appendf(nil, "new %d", i), Cause{}))
			}
		}
		alike(t, real, s.Dir(), names)
	}
	must(t, s.commit(Cause{}))
	alike(t, real, below, names)
}

func alike(t *testing.T, a, b *Dir, names []string) {
	t.Helper()
	for _, name := range names {
		x, errX := a.Read(name)
		y, errY := b.Read(name)
		if !bytes.Equal(x, y) || errors.Is(errX, fs.ErrNotExist) != errors.Is(errY, fs.ErrNotExist) {
			t.Fatalf("%s: %q (%v) and %q (%v)", name, x, errX, y, errY)
		}
	}
	for _, dir := range []string{"memory", "entity_memory"} {
		if x, y := namesIn(t, a, dir), namesIn(t, b, dir); !slices.Equal(x, y) {
			t.Fatalf("%s: %v and %v", dir, x, y)
		}
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// TestShadowOfAShadow commits into a shadow: nothing reaches the disk before
// that one is committed itself.
func TestShadowOfAShadow(t *testing.T) {
	t.Parallel()
	d := newPersona(t)
	must(t, d.Write("a.txt", []byte("a"), Cause{}))
	must(t, d.Write("memory/b.md", []byte("b"), Cause{}))
	outer := d.Shadow()
	must(t, outer.Dir().Write("memory/c.md", []byte("c"), Cause{}))
	inner := outer.Dir().Shadow()
	v := inner.Dir()
	must(t, v.Write("a.txt", []byte("A"), Cause{}))
	must(t, v.Remove("memory/b.md", Cause{}))
	must(t, v.Write("memory/d.md", []byte("d"), Cause{}))
	list, err := v.List("memory")
	if err != nil || len(list) != 2 || list[0].Name != "c.md" || list[1].Name != "d.md" {
		t.Errorf("the inner shadow lists %v, %v", list, err)
	}
	if err := outer.Dir().Commit([]Draft{{Name: "memory/d.md", After: []byte("x")}, {Name: "a.txt", After: []byte("x")}}, Cause{}); !errors.Is(err, ErrConflict) {
		t.Errorf("a draft of what was not there, of a file that is: %v", err)
	}
	if _, err := outer.Dir().Read("memory/d.md"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a refused commit left something: %v", err)
	}
	must(t, inner.commit(Cause{}))
	if got, err := outer.Dir().Read("a.txt"); err != nil || string(got) != "A" {
		t.Errorf("the outer shadow has %q, %v", got, err)
	}
	if got, err := d.Read("a.txt"); err != nil || string(got) != "a" {
		t.Errorf("the disk has %q already, %v", got, err)
	}
	must(t, outer.commit(Cause{}))
	if got, err := d.Read("memory/d.md"); err != nil || string(got) != "d" {
		t.Errorf("the disk has %q, %v", got, err)
	}
	if _, err := d.Read("memory/b.md"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("what was removed: %v", err)
	}
}

// TestShadowGivesFilesThatAreNotThere opens and lists what only a shadow has, and
// what it has taken out of the way.
func TestShadowGivesFilesThatAreNotThere(t *testing.T) {
	t.Parallel()
	d := newPersona(t)
	write(t, d, "was.txt", "was")
	s := d.Shadow()
	must(t, s.Dir().Write("x/new.txt", []byte("new"), byUser))
	f, err := s.Dir().Open("x/new.txt")
	must(t, err)
	fi, err := f.(fs.File).Stat()
	must(t, err)
	if fi.Name() != "new.txt" || fi.Size() != 3 || fi.Mode() != fileMode || fi.IsDir() || fi.ModTime().IsZero() || fi.Sys() != nil {
		t.Errorf("%v %d %v %v", fi.Name(), fi.Size(), fi.Mode(), fi.ModTime())
	}
	must(t, f.Close())
	if list, err := s.Dir().List(""); err != nil || !slices.ContainsFunc(list, func(e Entry) bool { return e.Name == "x" && e.IsDir }) {
		t.Errorf("%+v %v", list, err)
	}
	_, err = s.Dir().Quarantine("was.txt", "")
	must(t, err)
	_, err = s.Dir().Open("was.txt")
	wantErr(t, err, fs.ErrNotExist)
	_, err = s.Dir().Read("was.txt")
	wantErr(t, err, fs.ErrNotExist)
	_, err = s.Dir().Quarantine("nowhere.txt", "")
	wantErr(t, err, fs.ErrNotExist)
	wantErr(t, s.Dir().Remove("nowhere.txt", byUser), fs.ErrNotExist)
	wantErr(t, s.Dir().ImportAll(nil), ErrReadOnly)
	must(t, s.Dir().Write("x/long.txt", make([]byte, MaxFile+1), byUser))
	_, err = s.Dir().Read("x/long.txt")
	wantErr(t, err, ErrUnreadable)
	must(t, s.Dir().Remove("x/long.txt", byUser))
	must(t, s.commit(byUser))
	wantFile(t, d, "x/new.txt", "new")
	_, err = d.Read("was.txt")
	wantErr(t, err, fs.ErrNotExist)
}

// commit writes what is pending to the disk and forgets it, unless that fails.
func (s *Shadow) commit(c Cause) error {
	err := s.dir.over.base.Commit(s.Pending(), c)
	if err == nil {
		s.Discard()
	}
	return err
}
