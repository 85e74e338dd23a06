package rag

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"yumori/rag/segment"
)

// killed makes the index what a crash leaves of it: without a seal.
func (f *fixture) killed() string {
	f.t.Helper()
	if err := f.x.Close(); err != nil {
		f.t.Fatal(err)
	}
	folder := filepath.Join(f.root, ".index", "memory")
	if err := os.Remove(filepath.Join(folder, sealName)); err != nil {
		f.t.Fatal(err)
	}
	return folder
}

// TestAKillLeavesTheIndex opens what kills at various moments leave. It is not
// made anew but where its own opening ended the program again and again.
func TestAKillLeavesTheIndex(t *testing.T) {
	marker := func(text string) func(t *testing.T, folder string) {
		return func(t *testing.T, folder string) {
			if err := os.WriteFile(filepath.Join(folder, openingName), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	half := func(n int) func(t *testing.T, folder string) {
		return func(t *testing.T, folder string) {
			list, err := filepath.Glob(filepath.Join(folder, "words-*", "store", "*"+segment.SegmentExt))
			if err != nil || len(list) == 0 {
				t.Fatal(list, err)
			}
			data, err := os.ReadFile(list[0])
			if err == nil {
				err = os.WriteFile(filepath.Join(filepath.Dir(list[0]), "0000000000ff"+segment.SegmentExt), data[:min(n, len(data)-1)], 0o600)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, c := range []struct {
		name string
		left func(t *testing.T, folder string)
		anew string
	}{
		{"while it was open", func(*testing.T, string) {}, ""},
		{"at the beginning of a segment", half(0), ""},
		{"in a segment", half(200), ""},
		{"at the end of a segment", half(1 << 20), ""},
		{"in its opening", marker("1\n"), ""},
		{"in its opening, often", marker(fmt.Sprintln(openings - 1)), ""},
		{"in its opening, too often", marker(fmt.Sprintln(openings)), "openings of it ended the program"},
		{"in its opening, by an earlier version", marker("opening\n"), "openings of it ended the program"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := newFixture(t)
			f.write("a.md", "a1 the rain in spring\na2 tea with lemon\n")
			f.sync()
			folder := f.killed()
			c.left(t, folder)
			f.open()
			switch err := f.x.Remade(); {
			case c.anew == "" && err != nil:
				t.Errorf("made anew: %v", err)
			case c.anew != "" && (err == nil || !strings.Contains(err.Error(), c.anew)):
				t.Errorf("not made anew: %v", err)
			case c.anew == "":
				f.finds("rain", "a1") // before any sync
			}
			f.sync()
			f.finds("rain", "a1")
			f.finds("lemon", "a2")
			f.check()
			if _, err := os.Stat(filepath.Join(folder, openingName)); err == nil {
				t.Error("the marker is still there")
			}
			if left, _ := filepath.Glob(filepath.Join(folder, "words-*", "store", "0000000000ff"+segment.SegmentExt)); len(left) > 0 {
				t.Errorf("half a segment stays: %q", left)
			}
		})
	}
}

// TestDamagedRootAfterAKill damages the root file, which nothing vouches for
// after a crash, at every page in several ways. The program lives, and where
// the damage is found the index is made anew; where it is in what nobody reads
// it answers as before.
func TestDamagedRootAfterAKill(t *testing.T) {
	f := newFixture(t)
	f.write("a.md", many(0, 40))
	f.sync()
	want := f.holding("number17")
	folder := f.killed()
	healthy := t.TempDir()
	if err := os.CopyFS(healthy, os.DirFS(folder)); err != nil {
		t.Fatal(err)
	}
	list, err := filepath.Glob(filepath.Join(folder, "words-*", "store", "root.bolt"))
	if err != nil || len(list) != 1 {
		t.Fatal(list, err)
	}
	root, err := os.ReadFile(list[0])
	if err != nil {
		t.Fatal(err)
	}
	page := os.Getpagesize()
	anew, trials := 0, 0
	for at := 0; at < len(root); at += page {
		for how, harm := range map[string]func(b []byte) []byte{
			"cut":    func(b []byte) []byte { return b[:at] },
			"cut in": func(b []byte) []byte { return b[:at+page/2] },
			"zeros":  func(b []byte) []byte { clear(b[at : at+page]); return b },
			"garbage": func(b []byte) []byte {
				return append(append(b[:at], strings.Repeat("\xA5", page)...), root[at+page:]...)
			},
		} {
			trials++
			restore(t, folder, healthy)
			if err := os.WriteFile(list[0], harm(append([]byte(nil), root...)), 0o600); err != nil {
				t.Fatal(err)
			}
			f.open()
			if f.x.Remade() != nil {
				anew++
			}
			f.sync()
			if got := f.holding("number17"); got != want {
				t.Errorf("%s at %d: finds %q", how, at, got)
			}
			if err := f.x.Close(); err != nil {
				t.Errorf("%s at %d: close: %v", how, at, err)
			}
			f.x = nil
		}
	}
	if anew < trials/4 {
		t.Errorf("of %d damaged roots %d were found out", trials, anew)
	}
	t.Logf("%d damaged roots, %d made anew", trials, anew)
}
