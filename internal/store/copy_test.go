package store

import (
	"errors"
	"io/fs"
	"strings"
	"testing"
)

// TestACopyOfAHistoryThatGoesOn: what is committed between the listing of a home and the
// copying of its files leaves the copy a history that can be read to its end.
func TestACopyOfAHistoryThatGoesOn(t *testing.T) {
	t.Parallel()
	for name, before := range map[string][]string{"its first commit": nil, "one more": {"old"}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h, other := openHome(t, fastDir(t)), openHome(t, fastDir(t))
			d, err := h.CreatePersona("luna")
			if err != nil {
				t.Fatal(err)
			}
			write(t, d, profileFile, "{}")
			write(t, d, "SOUL.md", "first")
			for _, text := range before {
				commit(t, d, text)
			}
			parts, err := h.Parts(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			commit(t, d, "new")
			_, err = other.Receive(t.Context(), []string{"luna"}, func(slug string, put Put) error {
				for _, p := range parts {
					name, ok := strings.CutPrefix(p.Name, personasDir+"/"+slug+"/")
					f, err := h.OpenPart(p)
					if !ok || errors.Is(err, fs.ErrNotExist) { // a version that has gone into the history
						continue
					}
					if err == nil {
						err = errors.Join(put(name, f), f.Close())
					}
					if err != nil {
						return err
					}
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			got, err := other.Persona("luna")
			if err != nil {
				t.Fatal(err)
			}
			wantFile(t, got, "SOUL.md", "new")
			if found := got.Check(t.Context()); len(found) > 0 {
				t.Errorf("the copy: %v", found)
			}
			if err := got.Sync(t.Context()); err != nil {
				t.Fatal(err)
			}
			past, err := got.History("SOUL.md")
			if err != nil || len(past) == 0 || past[0].Version != VersionOf([]byte("new")) {
				t.Errorf("the copy knows %v, %v", past, err)
			}
		})
	}
}

// commit writes SOUL.md, and has it in the history at once.
func commit(t *testing.T, d *Dir, text string) {
	t.Helper()
	write(t, d, "SOUL.md", text)
	if err := d.Sync(t.Context()); err != nil {
		t.Fatal(err)
	}
}
