package exchange

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"
	"time"

	"yumori/internal/card"
	"yumori/internal/store"
	"yumori/persona"
)

// TestNothingHalfImported: an import that ends early leaves nothing.
func TestNothingHalfImported(t *testing.T) {
	t.Parallel()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	home, err := store.Open(filepath.Join(t.TempDir(), "home"), store.Options{})
	must(err)
	defer home.Close()
	x := New(Options{Home: home, Now: time.Now, Samples: fstest.MapFS{"personas/en/SOUL.md": {Data: []byte("# Luna\n")}}})
	made, err := card.New("Mira Vale")
	must(err)
	data, _, err := made.Encode(card.JSON)
	must(err)
	file := filepath.Join(t.TempDir(), "mira.json")
	must(os.WriteFile(file, data, 0o600))
	p, err := x.readCard(t.Context(), file)
	must(err)
	ctx, cancel := context.WithCancel(t.Context())
	_, err = persona.CreateWith(home, p.profile, persona.Beginning{Files: p.files, Fill: func(d *store.Dir) error {
		cancel()
		return p.fill(ctx, x, d)
	}})
	if !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if _, err := os.Lstat(filepath.Join(home.Path(), "personas", "mira-vale")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("something is left: %v", err)
	}
}
