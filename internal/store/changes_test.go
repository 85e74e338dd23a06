package store

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// changed returns what Changes tells as text, and the next cursor.
func changed(t testing.TB, d *Dir, since Cursor) (string, Cursor) {
	t.Helper()
	list, next, err := d.Changes(context.Background(), since)
	if err != nil {
		t.Fatal(err)
	}
	var words []string
	for _, c := range list {
		word := c.Name
		if c.Removed {
			word = "-" + word
		}
		words = append(words, word)
		if v, err := d.Version(c.Name); err != nil || !isJournal(c.Name) && v != c.Version {
			t.Errorf("version of %s is %.8s, want %.8s", c.Name, c.Version, v)
		}
	}
	return strings.Join(words, " "), next
}

func TestChanges(t *testing.T) {
	t.Parallel()
	d := newPersona(t)
	step := func(since Cursor, want string) Cursor {
		t.Helper()
		got, next := changed(t, d, since)
		if got != want {
			t.Fatalf("changes are %q, want %q", got, want)
		}
		return next
	}
	write(t, d, "a.txt", "1")
	first := step(Cursor{}, "a.txt persona.json")
	c := step(first, "")
	write(t, d, "memory/b.md", "1")
	c = step(c, "memory/b.md")
	edit(t, d, "a.txt", "by hand")
	c = step(c, "a.txt")
	edit(t, d, "a.txt", "by HAND") // of the same size, and maybe at the same time
	c = step(c, "a.txt")
	edit(t, d, "a.txt", "by HAND") // touched only
	c = step(c, "")
	if err := os.Rename(filepath.Join(d.path, "a.txt"), filepath.Join(d.path, "c.txt")); err != nil {
		t.Fatal(err)
	}
	c = step(c, "-a.txt c.txt")
	if err := d.Remove("memory/b.md", byUser); err != nil {
		t.Fatal(err)
	}
	c = step(c, "-memory/b.md")
	write(t, d, "memory/b.md", "2")
	c = step(c, "memory/b.md")
	j := openJournal(t, d)
	c = step(c, "log.jsonl")
	for i := range 3 {
		if _, err := j.Append([]byte(fmt.Sprintf("[%d]", i))); err != nil {
			t.Fatal(err)
		}
		c = step(c, "log.jsonl")
	}
	for _, hidden := range []string{".index/x", ".obsidian/y", "memory/.z", "memory/b.md~", ".yumori-tmp-A-1"} {
		edit(t, d, hidden, "x")
	}
	step(c, "")
	step(first, "-a.txt c.txt log.jsonl memory/b.md")
	if err := os.RemoveAll(filepath.Join(d.path, ".index")); err != nil {
		t.Fatal(err)
	}
	next := step(c, "c.txt log.jsonl memory/b.md persona.json")
	if next.Epoch == c.Epoch {
		t.Error("the epoch is the old one")
	}
	step(next, "")
	put(t, filepath.Join(d.path, manifestFile), "{half")
	d.seen.man = nil
	next = step(next, "c.txt log.jsonl memory/b.md persona.json")
	step(Cursor{Epoch: next.Epoch, Seq: next.Seq + 1}, "c.txt log.jsonl memory/b.md persona.json")
	if err := os.Remove(filepath.Join(d.path, "memory/b.md~")); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(d.path, ".yumori-tmp-A-1")); err != nil {
		t.Fatal(err)
	}
}

func TestChangesAcrossARestart(t *testing.T) {
	t.Parallel()
	var c Cursor
	dir, folder := makeHome(t, func(d *Dir) {
		write(t, d, "a.txt", "1")
		_, c = changed(t, d, Cursor{})
		if err := d.SaveCursor("dream", c); err != nil {
			t.Fatal(err)
		}
	})
	put(t, filepath.Join(folder, "b.txt"), "by hand")
	d := reopen(t, dir)
	kept, err := d.LoadCursor("dream")
	if err != nil || kept != c {
		t.Fatalf("cursor is %v, want %v, %v", kept, c, err)
	}
	if got, _ := changed(t, d, kept); got != "b.txt" {
		t.Errorf("changes are %q", got)
	}
	if c, err := d.LoadCursor("nobody"); err != nil || c != (Cursor{}) {
		t.Error(c, err)
	}
	put(t, filepath.Join(folder, cursorDir, "dream.json"), "\x00\x00")
	if c, err := d.LoadCursor("dream"); err != nil || c != (Cursor{}) {
		t.Error(c, err)
	}
	_, err = d.LoadCursor("../x")
	wantErr(t, err, ErrBadName)
	wantErr(t, d.SaveCursor("a/b", c), ErrBadName)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, _, err = d.Changes(ctx, c)
	wantErr(t, err, context.Canceled)
}

// TestChangesAgainstAMap does random things to files, in the program and by
// hand, and compares what three readers with cursors of their own were told with
// what is there.
func TestChangesAgainstAMap(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(r *rapid.T) {
		dir, err := os.MkdirTemp(fastDir(t), "")
		if err != nil {
			r.Fatal(err)
		}
		h, err := Open(dir, Options{})
		if err != nil {
			r.Fatal(err)
		}
		defer h.Close()
		d, err := h.CreatePersona("luna")
		if err != nil {
			r.Fatal(err)
		}
		names := []string{"a.txt", "b.txt", "m/c.md", "m/d.md"}
		model := map[string]Version{}
		readers := make([]map[string]Version, 3)
		cursors := make([]Cursor, 3)
		for range rapid.IntRange(1, 40).Draw(r, "steps") {
			name := rapid.SampledFrom(names).Draw(r, "name")
			text := rapid.SampledFrom([]string{"1", "2", "3"}).Draw(r, "text")
			switch rapid.IntRange(0, 5).Draw(r, "act") {
			case 0:
				write(t, d, name, text)
				model[name] = VersionOf([]byte(text))
			case 1:
				edit(t, d, name, text)
				model[name] = VersionOf([]byte(text))
			case 2:
				if _, ok := model[name]; ok {
					if err := os.Remove(filepath.Join(d.path, name)); err != nil {
						r.Fatal(err)
					}
					delete(model, name)
				}
			case 3:
				if rapid.IntRange(0, 9).Draw(r, "deleted") == 0 {
					_ = os.RemoveAll(filepath.Join(d.path, indexDir))
				}
			default:
				i := rapid.IntRange(0, 2).Draw(r, "reader")
				list, next, err := d.Changes(context.Background(), cursors[i])
				if err != nil {
					r.Fatal(err)
				}
				if next.Epoch != cursors[i].Epoch {
					readers[i] = map[string]Version{}
				}
				for _, c := range list {
					if readers[i][c.Name] = c.Version; c.Removed {
						delete(readers[i], c.Name)
					}
				}
				cursors[i] = next
				if got, want := fmt.Sprint(readers[i]), fmt.Sprint(model); got != want {
					r.Fatalf("reader %d has %s, want %s", i, got, want)
				}
			}
		}
	})
}

func TestQuarantine(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 21, 10, 0, 0, 0, time.UTC)
	dir := fastDir(t)
	h, err := Open(dir, Options{Now: func() time.Time { return now }})
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	d, err := h.CreatePersona("luna")
	if err != nil {
		t.Fatal(err)
	}
	write(t, d, profileFile, "{}")
	write(t, d, "memory/goals.json", `{"good":1}`)
	edit(t, d, "memory/goals.json", "{half")
	for i, want := range []string{".quarantine/20261121-100000-memory_goals.json", ".quarantine/20261121-100000-memory_goals.json-2"} {
		set, err := d.Quarantine("memory/goals.json", "half written")
		if err != nil {
			t.Fatal(err)
		}
		if set.Path != want {
			t.Errorf("path is %s, want %s", set.Path, want)
		}
		data, err := os.ReadFile(filepath.Join(d.path, set.Path))
		if err != nil || string(data) != "{half" {
			t.Errorf("set aside is %q, %v", data, err)
		}
		_, err = d.Read("memory/goals.json")
		wantErr(t, err, os.ErrNotExist)
		if set.LastGood == nil || set.LastGood.Version != VersionOf([]byte(`{"good":1}`)) {
			t.Fatalf("last good is %+v", set.LastGood)
		}
		if i == 0 {
			if err := d.Restore("memory/goals.json", set.LastGood.Version); err != nil {
				t.Fatal(err)
			}
			wantFile(t, d, "memory/goals.json", `{"good":1}`)
			edit(t, d, "memory/goals.json", "{half")
		}
	}
	write(t, d, "new.json", "{half")
	set, err := d.Quarantine("new.json", "x")
	if err != nil || set.LastGood != nil {
		t.Errorf("last good of a file that never was: %+v, %v", set.LastGood, err)
	}
	_, err = d.Quarantine("nothing.json", "x")
	wantErr(t, err, os.ErrNotExist)
	checkClean(t, h)
}
