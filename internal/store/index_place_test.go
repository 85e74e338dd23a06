package store

import (
	"os"
	"path/filepath"
	"testing"
)

func TestAFileInThePlaceOfTheIndexHarmsNothing(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	open := func() *Home {
		h, err := Open(dir, Options{})
		if err != nil {
			t.Fatal(err)
		}
		return h
	}
	h := open()
	d, err := h.CreatePersona("luna")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"notepad.txt", "persona.json"} {
		if err := d.Write(name, []byte("{}"), Cause{Kind: CauseUser}); err != nil {
			t.Fatal(err)
		}
	}
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
	place := filepath.Join(dir, "personas", "luna", ".index")
	if err := os.RemoveAll(place); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(place, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	h = open()
	if d, err = h.Persona("luna"); err != nil {
		t.Fatal(err)
	}
	if past, err := d.History("notepad.txt"); err != nil || len(past) != 1 {
		t.Errorf("history: %v %v", past, err)
	}
	for _, p := range d.Check(t.Context()) {
		t.Errorf("check: %s: %s", p.Name, p.What)
	}
	if err := h.Close(); err != nil {
		t.Error(err)
	}
	if aside, _ := filepath.Glob(filepath.Join(dir, "personas", "luna", ".history", "*damaged*")); len(aside) != 0 {
		t.Errorf("a healthy history was set aside: %v", aside)
	}
}
