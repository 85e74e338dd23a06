package store

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestCheckFinds has a home in which much is wrong: each is found, by its name.
func TestCheckFinds(t *testing.T) {
	t.Parallel()
	dir, persona := makeHome(t, func(d *Dir) {
		write(t, d, "a.txt", "old")
		write(t, d, profileFile, "{}")
		if _, _, err := d.Changes(t.Context(), Cursor{}); err != nil {
			t.Fatal(err)
		}
	})
	put := func(name, text string, mode os.FileMode) {
		t.Helper()
		file := filepath.Join(persona, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o700), os.WriteFile(file, []byte(text), mode), os.Chmod(file, mode)); err != nil {
			t.Fatal(err)
		}
	}
	h := reopened(t, dir)
	put("open.txt", "x", 0o644)
	put("bytes.jsonl", "[0]\n\"\xff\"\n", 0o600)
	put("cut.jsonl", "[0]\n[1", 0o600)
	put("memory/"+tempPrefix+"gone-1", "x", 0o600)
	put(creatingFile, "", 0o600)
	d, err := h.Persona("luna")
	if err == nil || d != nil {
		t.Fatal("it is being made, and open")
	}
	if err := os.Remove(filepath.Join(persona, creatingFile)); err != nil {
		t.Fatal(err)
	}
	if d, err = h.Persona("luna"); err != nil {
		t.Fatal(err)
	}
	put("memory/"+tempPrefix+"gone-1", "x", 0o600)
	put(creatingFile, "", 0o600)
	for name, of := range map[string]string{
		`{`: "cannot be used", `{"schema":1,"epoch":"e","seq":1,"files":{"a.txt":{"seq":9}}}`: "beyond its end",
	} {
		put(manifestFile, name, 0o600)
		found := ""
		for _, p := range d.Check(t.Context()) {
			found += p.Name + ": " + p.What + "\n"
		}
		for _, want := range []string{
			"open.txt: others than its owner", "bytes.jsonl", "not UTF-8", "cut.jsonl: last line is not whole", "unfinished file of an earlier run", "still marked as unfinished", of,
		} {
			if !strings.Contains(found, want) {
				t.Errorf("%q is not found in\n%s", want, found)
			}
		}
	}
	for _, p := range d.Check(ended(t)) {
		if !strings.Contains(p.What, "not checked to the end") && p.Name == "" {
			t.Errorf("%+v", p)
		}
	}
	if _, err := d.EmptiedFiles(ended(t)); err == nil {
		t.Error("looked for whoever is gone")
	}
}

// TestEmptiedAndSetAside: a file that was found empty and set aside is told of as
// long as nothing as large is in its place, and not for ever.
func TestEmptiedAndSetAside(t *testing.T) {
	t.Parallel()
	dir, persona := makeHome(t, func(d *Dir) {
		write(t, d, "a.json", `{"much":"text"}`)
		if err := d.Sync(t.Context()); err != nil {
			t.Fatal(err)
		}
	})
	now := time.Now()
	h, err := Open(dir, Options{Now: func() time.Time { return now }})
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	if err := os.Truncate(filepath.Join(persona, "a.json"), 0); err != nil {
		t.Fatal(err)
	}
	d, err := h.Persona("luna")
	if err != nil {
		t.Fatal(err)
	}
	set, err := d.Quarantine("a.json", "empty")
	if err != nil {
		t.Fatal(err)
	}
	found, err := d.EmptiedFiles(t.Context())
	if err != nil || len(found) != 1 || found[0].Aside != set.Path || found[0].LastGood.Size != 15 || !strings.Contains(found[0].String(), set.Path) {
		t.Fatalf("%+v %v", found, err)
	}
	none := func(why string) {
		t.Helper()
		if found, err := d.EmptiedFiles(t.Context()); err != nil || len(found) != 0 {
			t.Errorf("%s: %+v %v", why, found, err)
		}
	}
	whyFile := filepath.Join(persona, filepath.FromSlash(set.Path)+whyExt)
	was, err := os.ReadFile(whyFile)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"{", `{"name":"../x"}`} {
		if err := os.WriteFile(whyFile, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		none("nobody knows what it was")
	}
	if !json.Valid(was) {
		t.Fatalf("%s", was)
	}
	if err := os.WriteFile(whyFile, was, 0o600); err != nil {
		t.Fatal(err)
	}
	now = now.Add(2 * emptiedFor)
	none("long ago")
	now = now.Add(-2 * emptiedFor)
	if err := d.Write("a.json", []byte(`{"much":"texts"}`), byUser); err != nil {
		t.Fatal(err)
	}
	none("something as large is in its place")
}
