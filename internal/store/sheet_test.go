package store

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestSheetLook has a file go through every state from every other. What was
// read is told once; what only looks new is not.
func TestSheetLook(t *testing.T) {
	t.Parallel()
	states := []struct {
		name string
		make func(t *testing.T, file string)
		text string
		bad  bool
	}{
		{"nothing", func(*testing.T, string) {}, "", false},
		{"empty", putText(""), "", true},
		{"text", putText("one\n"), "one\n", false},
		{"other text of the same size", putText("two\n"), "two\n", false},
		{"text as another system writes it", putText("\ufeffone\r\n"), "one\n", false},
		{"no text", putText("a\x00b"), "", true},
		{"a folder", func(t *testing.T, file string) { must(t, os.Mkdir(file, 0o700)) }, "", true},
	}
	for _, from := range states {
		for _, to := range states {
			t.Run(from.name+" to "+to.name, func(t *testing.T) {
				d := newPersona(t)
				file := filepath.Join(d.path, "a.json")
				s := d.Sheet("a.json")
				from.make(t, file)
				if text, changed, err := s.Look(); err != nil || string(text) != from.text || changed != (from.name != "nothing") {
					t.Fatalf("at first: %q, %v, %v", text, changed, err)
				}
				for range 2 { // what did not change is nothing new
					if text, changed, err := s.Look(); err != nil || changed || text != nil {
						t.Fatalf("again: %q, %v, %v", text, changed, err)
					}
				}
				must(t, os.RemoveAll(file))
				to.make(t, file)
				text, changed, err := s.Look()
				if want := from.name != to.name && (!from.bad || !to.bad); err != nil || changed != want || changed && string(text) != to.text {
					t.Errorf("then: %q, %v, %v", text, changed, err)
				}
				if text, changed, err := s.Read(); err != nil || changed || string(text) != to.text {
					t.Errorf("read whole: %q, %v, %v", text, changed, err)
				}
				if flaws := s.Flaws(); (len(flaws) == 1) != to.bad {
					t.Errorf("flaws %v", flaws)
				}
				must(t, os.RemoveAll(file))
			})
		}
	}
}

func putText(text string) func(t *testing.T, file string) {
	return func(t *testing.T, file string) { must(t, os.WriteFile(file, []byte(text), 0o600)) }
}

// TestSheetDoesNotRead changes a file behind its stamp, which only one who reads
// it notices.
func TestSheetDoesNotRead(t *testing.T) {
	t.Parallel()
	d := newPersona(t)
	file := filepath.Join(d.path, "a.json")
	at := time.Now().Add(-time.Hour)
	put := func(text string) {
		t.Helper()
		must(t, os.WriteFile(file, []byte(text), 0o600))
		must(t, os.Chtimes(file, at, at))
	}
	put("one")
	s := d.Sheet("a.json")
	if _, changed, err := s.Look(); err != nil || !changed {
		t.Fatal(changed, err)
	}
	put("two")
	if text, changed, err := s.Look(); err != nil || changed || text != nil {
		t.Errorf("it was read: %q, %v, %v", text, changed, err)
	}
	if text, changed, err := s.Read(); err != nil || !changed || string(text) != "two" {
		t.Errorf("it was not read: %q, %v, %v", text, changed, err)
	}
	put("six")
	wantErr(t, s.Write([]byte("new"), nil, byUser), ErrConflict)
	if text, changed, err := s.Look(); err != nil || !changed || string(text) != "six" {
		t.Errorf("after a conflict it was not read: %q, %v, %v", text, changed, err)
	}
}

// TestSheetTrouble has the disk not answer: what was read last stays, and the
// flaw is gone when it answers again.
func TestSheetTrouble(t *testing.T) {
	t.Parallel()
	d := newPersona(t)
	write(t, d, "memory/a.json", "one")
	s := d.Sheet("memory/a.json")
	if _, changed, err := s.Look(); err != nil || !changed {
		t.Fatal(changed, err)
	}
	memory := filepath.Join(d.path, "memory")
	must(t, os.Rename(memory, memory+"-away"))
	must(t, os.WriteFile(memory, []byte("no folder"), 0o600))
	if _, changed, err := s.Look(); err == nil || changed || errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file in the place of the folder: %v, %v", changed, err)
	}
	if flaws := s.Flaws(); len(flaws) != 1 || flaws[0].File != "memory/a.json" {
		t.Errorf("flaws %v", flaws)
	}
	if err := s.Write([]byte("two"), nil, byUser); err == nil {
		t.Error("it was written")
	}
	must(t, os.Remove(memory))
	must(t, os.Rename(memory+"-away", memory))
	if _, changed, err := s.Look(); err != nil || changed || len(s.Flaws()) > 0 {
		t.Errorf("afterwards: %v, %v, %v", changed, err, s.Flaws())
	}
}

// TestSheetWrite replaces a file in every state, while nobody and while
// somebody else writes it.
func TestSheetWrite(t *testing.T) {
	t.Parallel()
	lost := []Flaw{{File: "a.json", Line: 3, What: "is odd"}, {File: "a.json", What: "is short"}}
	for _, c := range []struct {
		name  string
		was   string // "" there is no file
		lost  []Flaw
		aside string // how the path of what was set aside begins; "" nothing is
	}{
		{"new", "", nil, ""},
		{"whole", "one", nil, ""},
		{"flawed", "\ufeffone\r\n}", lost, "a-broken-"},
		{"no text", "a\x00b", nil, quarantineDir + "/"},
	} {
		put := func(t *testing.T, d *Dir, text string) {
			t.Helper()
			if text != "" {
				edit(t, d, "a.json", text)
			}
		}
		t.Run(c.name, func(t *testing.T) {
			d := newPersona(t)
			put(t, d, c.was)
			s := d.Sheet("a.json")
			_, _, err := s.Look()
			must(t, err)
			must(t, s.Write([]byte("new"), c.lost, byUser))
			wantFile(t, d, "a.json", "new")
			wantAside(t, d, s, c.was, c.aside)
			if _, changed, err := s.Look(); changed || err != nil {
				t.Errorf("what was written is new: %v", err)
			}
			must(t, s.Write([]byte("newer"), nil, byUser))
			wantFile(t, d, "a.json", "newer")
			edit(t, d, "a.json", "by hand")
			if text, changed, err := s.Look(); !changed || err != nil || string(text) != "by hand" {
				t.Errorf("an edit after it: %q, %v, %v", text, changed, err)
			}
		})
		for other, text := range map[string]string{"written": "hers", "removed": ""} {
			if c.was == "" && text == "" {
				continue
			}
			t.Run(c.name+", meanwhile "+other, func(t *testing.T) {
				d := newPersona(t)
				put(t, d, c.was)
				s := d.Sheet("a.json")
				_, _, err := s.Look()
				must(t, err)
				must(t, os.RemoveAll(filepath.Join(d.path, "a.json")))
				put(t, d, text)
				wantErr(t, s.Write([]byte("mine"), c.lost, byUser), ErrConflict)
				if got := fileText(t, d, "a.json"); got != text {
					t.Errorf("the file is %q, not %q", got, text)
				}
				wantAside(t, d, s, "", "")
				now, _, err := s.Read()
				must(t, err)
				must(t, s.Write(append(now, " and mine"...), nil, byUser))
				wantFile(t, d, "a.json", text+" and mine")
			})
		}
	}
}

// wantAside checks that what a file was lies aside, byte by byte, under a path
// with such a beginning, and that the flaws say so; "" is that nothing does.
func wantAside(t *testing.T, d *Dir, s *Sheet, was, begin string) {
	t.Helper()
	var paths []string
	for _, f := range s.Flaws() {
		if f.Aside != "" {
			paths = append(paths, f.Aside)
		}
	}
	if begin == "" {
		left, err := filepath.Glob(filepath.Join(d.path, "a-broken-*"))
		must(t, err)
		if len(paths)+len(left) > 0 || fileText(t, d, quarantineDir) != "" {
			t.Errorf("set aside: %v, %v", paths, left)
		}
		return
	}
	if len(paths) == 0 {
		t.Fatalf("nothing is said of it: %v", s.Flaws())
	}
	for _, p := range paths {
		if got := fileText(t, d, p); got != was || !strings.HasPrefix(p, begin) {
			t.Errorf("%s holds %q, not %q", p, got, was)
		}
	}
	if len(ProblemsOf(s.Flaws())) > 0 {
		t.Error("what was set aside is still a problem")
	}
}

// fileText is what is on disk past the store; "" when there is nothing, and the
// names of what is in a folder.
func fileText(t *testing.T, d *Dir, name string) string {
	t.Helper()
	path := filepath.Join(d.path, filepath.FromSlash(name))
	if list, err := os.ReadDir(path); err == nil {
		return strings.Trim(fmt.Sprint(list), "[]")
	}
	data, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	return string(data)
}

// TestSheetInAShadow sets aside what is written over in a shadow, once it is
// committed.
func TestSheetInAShadow(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		was  string
		lost []Flaw
	}{
		"flawed":  {"one}", []Flaw{{File: "a.json", Line: 1, What: "is odd"}}},
		"no text": {"a\x00b", nil},
	} {
		t.Run(name, func(t *testing.T) {
			d := newPersona(t)
			edit(t, d, "a.json", c.was)
			shadow := d.Shadow()
			s := shadow.Dir().Sheet("a.json")
			_, _, err := s.Look()
			must(t, err)
			must(t, s.Write([]byte("new"), c.lost, byUser))
			if got := fileText(t, d, "a.json"); got != c.was {
				t.Fatalf("before the commit it is %q", got)
			}
			must(t, shadow.commit(byUser))
			wantFile(t, d, "a.json", "new")
			if !somewhere(t, d.path, c.was) {
				t.Error("what it was is nowhere")
			}
		})
	}
}

// TestSheetEveryCallFails lets each call that a write makes fail, once and for
// ever as in a crash. What the file was must be somewhere, whole, and when the
// disk works again the write must.
func TestSheetEveryCallFails(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		was  string
		lost []Flaw
	}{
		"whole":   {"one", nil},
		"flawed":  {"one}", []Flaw{{File: "a.json", Line: 1, What: "is odd"}}},
		"no text": {"a\x00b", nil},
	} {
		for _, forever := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s/forever=%v", name, forever), func(t *testing.T) {
				at := 1
				for sheetFailsAt(t, c.was, c.lost, &faults{at: at, forever: forever, err: syscall.EIO}) {
					at++
				}
				if at < 3 {
					t.Errorf("only %d calls could fail", at-1)
				}
			})
		}
	}
}

// sheetFailsAt writes a sheet with one fault, and reports whether the fault
// came up.
func sheetFailsAt(t *testing.T, was string, lost []Flaw, f *faults) bool {
	t.Helper()
	dir := filepath.Join(fastDir(t), "home")
	h, err := Open(dir, Options{})
	must(t, err)
	d, err := h.CreatePersona("luna")
	must(t, err)
	write(t, d, profileFile, `{"schema":1}`)
	edit(t, d, "a.json", was)
	s := d.Sheet("a.json")
	_, _, err = s.Look()
	must(t, err)
	f.inject(&d.disk.ops)
	err = s.Write([]byte("new"), lost, byUser)
	d.disk.ops = systemOps()
	if failed := f.where != ""; err == nil && fileText(t, d, "a.json") != "new" {
		t.Fatalf("%s %d failed silently", f.where, f.at)
	} else if err != nil && !failed {
		t.Fatal(err)
	}
	written := lost == nil && was == "one" && fileText(t, d, "a.json") == "new" // nothing is lost of it
	if !written && !somewhere(t, dir, was) {
		t.Fatalf("%s %d, %v: what the file was is nowhere", f.where, f.at, err)
	}
	for _, flaw := range s.Flaws() {
		if flaw.Aside != "" && fileText(t, d, flaw.Aside) != was {
			t.Errorf("%s %d: %+v is not so", f.where, f.at, flaw)
		}
	}
	if err != nil { // as after a crash: by somebody who knows nothing of it
		must(t, h.Close())
		h, err = Open(dir, Options{})
		must(t, err)
		d, err = h.Persona("luna")
		must(t, err)
		s = d.Sheet("a.json")
		text, _, err := s.Look()
		must(t, err)
		if !bytes.Equal(text, []byte(was)) {
			lost = nil
		}
		must(t, s.Write([]byte("new"), lost, byUser))
		wantFile(t, d, "a.json", "new")
	}
	must(t, h.Close())
	again, err := Open(dir, Options{})
	must(t, err)
	defer again.Close()
	checkClean(t, again)
	return f.where != ""
}

// somewhere reports whether a file with this content is in a folder.
func somewhere(t *testing.T, dir, content string) bool {
	t.Helper()
	found := false
	must(t, filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() {
			return err
		}
		data, err := os.ReadFile(path)
		found = found || string(data) == content
		return err
	}))
	return found
}

// TestProblemsOfFlaws tells what is wrong where, but for what was set aside.
func TestProblemsOfFlaws(t *testing.T) {
	t.Parallel()
	d := newPersona(t)
	name := d.Sheet("a.md").Name()
	got := ProblemsOf([]Flaw{{File: name, What: "no text"}, {File: name, Line: 3, What: "no date"}, {File: name, What: "x", Aside: "quarantine/a.md"}})
	if len(got) != 2 || got[0] != (Problem{Name: "a.md", What: "no text"}) || got[1] != (Problem{Name: "a.md", What: "line 3: no date"}) {
		t.Errorf("%+v", got)
	}
}
