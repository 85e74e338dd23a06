package companion

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"yumori/internal/config"
	"yumori/internal/llm/builtin"
	"yumori/internal/store"
)

func TestSettingKeysReadBackWhatWasSet(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ key, value, want string }{
		{"models.chat.provider", "openai", "openai"},
		{"models.chat.provider", "", ""},
		{"models.light.name", "gemma", "gemma"},
		{"models.dream.base_url", "http://localhost:11434/v1", "http://localhost:11434/v1"},
		{"models.chat.window", "8192", "8192"},
		{"models.chat.window", "", "0"},
		{"memory.apply_core", "true", "true"},
		{"memory.apply_core", "", "false"},
		{"ui.text_size", "120", "120"},
		{"locale", "ja", "ja"},
	} {
		s, err := config.Settings{}.With(tt.key, tt.value)
		if err != nil {
			t.Errorf("set %s %q: %v", tt.key, tt.value, err)
			continue
		}
		if got, err := s.Value(tt.key); err != nil || got != tt.want {
			t.Errorf("%s = %q, %v; want %q", tt.key, got, err, tt.want)
		}
	}
}

func TestSettingsRefuse(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		key, value string
		want       error
	}{
		{"models.chat.provider", "skynet", config.ErrBadValue},
		{"models.chat.base_url", "localhost", config.ErrBadValue},
		{"models.chat.base_url", "file:///etc/passwd", config.ErrBadValue},
		{"models.chat.base_url", "https://user:pass@host/v1", config.ErrBadValue},
		{"models.chat.base_url", "https://host/v1?key=1", config.ErrBadValue},
		{"models.chat.window", "many", config.ErrBadValue},
		{"ui.text_size", "1000", config.ErrBadValue},
		{"memory.apply_core", "maybe", config.ErrBadValue},
		{"nonsense", "1", config.ErrNoSetting},
		{"sk-0123456789ABCDEF", "", config.ErrNoSetting},
	} {
		s, err := config.Settings{}.With(tt.key, tt.value)
		if !errors.Is(err, tt.want) {
			t.Errorf("set %s %q: %v, want %v", tt.key, tt.value, err, tt.want)
		}
		if s != (config.Settings{}) {
			t.Errorf("set %s %q changed %+v", tt.key, tt.value, s)
		}
		if strings.Contains(errText(err), "0123456789") {
			t.Errorf("a key is echoed: %v", err)
		}
	}
}

func errText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func TestSettingsKeepWhatANewerVersionWrote(t *testing.T) {
	t.Parallel()
	old := []byte(`{"schema":1,"future":{"a":1},"models":{"chat":{"provider":"openai","temper":"calm"},"voice":{"x":2}}}`)
	s, err := config.Decode(old)
	if err != nil {
		t.Fatal(err)
	}
	s.Locale, s.Models.Chat.Provider = "ja", "gemini"
	data, err := config.Encode(s, old)
	if err != nil {
		t.Fatal(err)
	}
	var got map[string]any
	if err := json.Unmarshal(data, &got); err != nil {
		t.Fatal(err)
	}
	chat := got["models"].(map[string]any)["chat"].(map[string]any)
	if chat["temper"] != "calm" || chat["provider"] != "gemini" {
		t.Errorf("chat = %v", chat)
	}
	if _, ok := got["future"]; !ok || got["models"].(map[string]any)["voice"] == nil || got["locale"] != "ja" {
		t.Errorf("written: %s", data)
	}
}

// openOnce opens and closes a home on dir.
func openOnce(t *testing.T, dir string) (*Home, error) {
	t.Helper()
	return openHome(t.Context(), Options{Home: dir, Builtin: builtin.New(builtin.Options{}), Samples: samples()})
}

func TestDamagedSettingsAreSetAsideNotOverwritten(t *testing.T) {
	t.Parallel()
	for name, damage := range map[string]string{
		"half":       `{"schema":1,"loc`,
		"empty":      ``,
		"binary":     "\x00\x01\x02\xff",
		"wrong type": `{"models":"all of them"}`,
		"big":        `{"a":"` + strings.Repeat("x", 50<<20) + `"}`,
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			h, err := openOnce(t, dir)
			if err != nil {
				t.Fatal(err)
			}
			h.Close()
			file := filepath.Join(dir, config.File)
			if err := os.WriteFile(file, []byte(damage), 0o600); err != nil {
				t.Fatal(err)
			}
			h, err = openOnce(t, dir)
			if err != nil {
				t.Fatal(err)
			}
			defer h.Close()
			troubles := h.Troubles()
			if len(troubles) != 1 || troubles[0].File != config.File || troubles[0].Aside == "" {
				t.Fatalf("troubles = %+v", troubles)
			}
			kept, err := os.ReadFile(filepath.Join(dir, troubles[0].Aside))
			if err != nil || string(kept) != damage {
				t.Errorf("what was set aside differs: %d bytes, %v", len(kept), err)
			}
		})
	}
}

func TestSettingsOfANewerVersionAreOnlyRead(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, config.File), []byte(`{"schema":99,"locale":"ja","persona":"x"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	h, err := openOnce(t, dir)
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	if h.Settings().Locale != "ja" {
		t.Errorf("settings = %+v", h.Settings())
	}
	if err := h.Change(config.Settings{}); !errors.Is(err, store.ErrReadOnly) {
		t.Errorf("change: %v, want ErrReadOnly", err)
	}
}

func TestSettingsChangedOutsideAreNotOverwritten(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	h, err := openOnce(t, dir)
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	if err := os.WriteFile(filepath.Join(dir, config.File), []byte(`{"schema":1,"locale":"ja"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := h.Settings().With("ui.theme", "dark")
	if err != nil {
		t.Fatal(err)
	}
	if err := h.Change(s); !errors.Is(err, store.ErrConflict) {
		t.Fatalf("change: %v, want ErrConflict", err)
	}
	// A second try starts from what is there.
	if s, err = h.Settings().With("ui.theme", "dark"); err != nil {
		t.Fatal(err)
	}
	if err := h.Change(s); err != nil {
		t.Fatal(err)
	}
	if got := h.Settings(); got.Locale != "ja" || got.UI.Theme != "dark" {
		t.Errorf("settings = %+v", got)
	}
}
