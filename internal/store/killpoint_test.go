package store

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// errKilled is what a call gets that a kill kept from being made. Nobody sees it: what a
// program does that was killed is nothing.
var errKilled = errors.New("killed")

// TestKilledAtEveryCall ends each way of writing at each of its calls that change
// something, a write in its middle: nothing that would have come after it is on disk. The
// home opens, each file has its old content or its new one, nothing unfinished is left,
// what the history had is there, and the same act works. A kill leaves to the system what
// it was handed; what a power cut takes of that is TestUnsyncedWritesLostByChance.
func TestKilledAtEveryCall(t *testing.T) {
	t.Parallel()
	from := template(t)
	points := 0
	for _, a := range acts {
		t.Run(a.name, func(t *testing.T) {
			at := 1
			for ; killedAt(t, from, a, at); at++ {
				points++
			}
			if at < 3 {
				t.Errorf("only %d calls", at-1)
			}
		})
	}
	homes, _ := makeHome(t, func(d *Dir) { write(t, d, "SOUL.md", "old") })
	for _, a := range homeActs {
		t.Run(a.name, func(t *testing.T) {
			at := 1
			for ; homeKilledAt(t, homes, a, at); at++ {
				points++
			}
			if at < 3 {
				t.Errorf("only %d calls", at-1)
			}
		})
	}
	for _, a := range outsideActs {
		t.Run(a.name, func(t *testing.T) {
			at := 1
			for ; outsideKilledAt(t, a, at); at++ {
				points++
			}
			if at < 2 {
				t.Errorf("only %d calls", at-1)
			}
		})
	}
	t.Logf("trust: %d tries: every call of %d ways of writing; old or new content after each, nothing unfinished left", points, len(acts)+len(homeActs)+len(outsideActs))
}

// killedAt does an act until a call, and reports whether it came as far.
func killedAt(t *testing.T, from string, a act, at int) bool {
	t.Helper()
	dir, left := filepath.Join(fastDir(t), "home"), filepath.Join(fastDir(t), "left")
	copyTree(t, from, dir)
	h, err := Open(dir, Options{})
	must(t, err)
	d, err := h.Persona("luna")
	must(t, err)
	rest(d)
	j := openJournal(t, d)
	f := &faults{at: at, forever: true, kill: true, err: errKilled}
	f.inject(&d.disk.ops)
	err = a.do(d, j)
	copyTree(t, dir, left)
	d.disk.ops = systemOps()
	must(t, h.Close())
	if f.where == "" {
		must(t, err)
		return false
	}
	h, err = Open(left, Options{})
	if err != nil {
		t.Fatalf("%s %d: the home does not open: %v", f.where, at, err)
	}
	defer h.Close()
	d, err = h.Persona("luna")
	must(t, err)
	j = openJournal(t, d)
	if got := fileOf(d); got != "old" && got != a.file {
		t.Fatalf("%s %d: a.txt has %q", f.where, at, got)
	}
	if got := logOf(t, j); got != "[0] [1]" && got != a.log && (!strings.HasPrefix(a.log, got) || !strings.HasPrefix(got, "[0] [1]")) {
		t.Fatalf("%s %d: the journal has %q", f.where, at, got)
	}
	whole(t, left, f, at)
	if strings.HasPrefix(a.name, "append") || a.name == "rewrite" || a.name == "quarantine" {
		return true // what they would do again depends on what is there
	}
	if err := a.do(d, j); err != nil && fileOf(d) != a.file {
		t.Fatalf("%s %d: not after it either: %v", f.where, at, err)
	}
	must(t, d.Sync(t.Context()))
	if past := versions(t, d, "a.txt"); !slices.Contains(past, "old by user") {
		t.Fatalf("%s %d: the history is %q", f.where, at, past)
	}
	checkClean(t, h)
	return true
}

// whole fails for what is unfinished in a home that was opened.
func whole(t *testing.T, dir string, f *faults, at int) {
	t.Helper()
	must(t, filepath.WalkDir(dir, func(file string, e os.DirEntry, err error) error {
		if err == nil && strings.HasPrefix(e.Name(), tempPrefix) {
			t.Errorf("%s %d: left %s", f.where, at, file)
		}
		return err
	}))
}

// homeKilledAt does an act of a home until a call, and reports whether it came as far.
func homeKilledAt(t *testing.T, from string, a homeAct, at int) bool {
	t.Helper()
	dir, left := filepath.Join(fastDir(t), "home"), filepath.Join(fastDir(t), "left")
	copyTree(t, from, dir)
	h, err := Open(dir, Options{})
	must(t, err)
	f := &faults{at: at, forever: true, kill: true, err: errKilled}
	f.inject(&h.dir.disk.ops)
	err = a.do(h)
	copyTree(t, dir, left)
	h.dir.disk.ops = systemOps()
	must(t, h.Close())
	if f.where == "" {
		must(t, err)
		return false
	}
	if h, err = Open(left, Options{}); err != nil {
		t.Fatalf("%s %d: the home does not open: %v", f.where, at, err)
	}
	defer h.Close()
	got := soulsOf(t, h)
	if !maps.Equal(got, map[string]string{"luna": "old"}) && !maps.Equal(got, a.want) && (a.back == nil || !maps.Equal(got, a.back)) {
		t.Fatalf("%s %d: %q", f.where, at, got)
	}
	if _, there := got["luna"]; !there && !hasAside(t, left) {
		t.Fatalf("%s %d: luna is lost", f.where, at)
	}
	if !maps.Equal(got, a.want) && len(got) > 0 {
		if err := a.do(h); err != nil || !maps.Equal(soulsOf(t, h), a.want) {
			t.Fatalf("%s %d: done again: %v, %q", f.where, at, err, soulsOf(t, h))
		}
	}
	whole(t, left, f, at)
	checkClean(t, h)
	return true
}

// outsideKilledAt does an act outside any home until a call, and reports whether it came
// as far.
func outsideKilledAt(t *testing.T, a outsideAct, at int) bool {
	t.Helper()
	dir := fastDir(t)
	must(t, os.WriteFile(filepath.Join(dir, "a.zip"), []byte("old"), 0o600))
	f, o := &faults{at: at, forever: true, kill: true, err: errKilled}, systemOps()
	f.inject(&o)
	if err := a.do(dir, o); f.where == "" {
		must(t, err)
		return false
	}
	got := "-"
	if data, err := os.ReadFile(filepath.Join(dir, a.file)); err == nil {
		got = string(data)
	}
	if got != a.had && got != a.want {
		t.Fatalf("%s, %s %d: the file has %q", a.name, f.where, at, got)
	}
	if got == a.want {
		return true
	}
	must(t, a.do(dir, systemOps()))
	if strings.HasPrefix(a.name, "a copy") && a.want == "new" { // its folder is swept
		whole(t, dir, f, at)
	}
	return true
}
