package companion

import (
	"os"
	"path/filepath"
	"testing"

	"yumori/internal/config"
)

// TestAFirstRunIsGoneOnWith breaks the first run off where a crash could: after
// the first persona, and before the settings.
func TestAFirstRunIsGoneOnWith(t *testing.T) {
	t.Setenv("LC_ALL", "ja_JP.UTF-8")
	for _, persona := range []string{"", "luna", "ja"} {
		home := t.TempDir()
		h := testHomeUnchecked(t, home)
		infos, err := h.Personas()
		must(t, err)
		want := h.Settings().Persona
		must(t, h.Close())
		must(t, os.Remove(filepath.Join(home, config.File)))
		for _, p := range infos {
			if p.Slug == persona || p.Language == persona {
				must(t, os.RemoveAll(filepath.Join(home, "personas", p.Slug)))
			}
		}
		h = testHome(t, home, nil)
		if again, err := h.Personas(); err != nil || len(again) != len(infos) {
			t.Errorf("without %q: %+v, %v", persona, again, err)
		}
		if got := h.Settings().Persona; got != want || got == "luna" {
			t.Errorf("without %q: %q opens first, want %q", persona, got, want)
		}
	}
}

// TestAHomeOfOthersIsNoFirstRun opens homes without settings that hold what no
// first run left.
func TestAHomeOfOthersIsNoFirstRun(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	h := testHomeUnchecked(t, home)
	_, err := h.Create("Nina", "en", "")
	must(t, err)
	_, err = h.SetAside("luna")
	must(t, err)
	must(t, h.Close())
	must(t, os.Remove(filepath.Join(home, config.File)))
	h = testHome(t, home, nil)
	if list, err := h.Personas(); err != nil || len(list) != 2 {
		t.Errorf("%+v, %v", list, err)
	}
}
