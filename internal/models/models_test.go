package models

import (
	"context"
	"testing"

	"yumori/internal/config"
	"yumori/internal/llm"
	"yumori/internal/store"
)

// TestAKeyGoesToItsServiceAlone: whoever has another address gets nothing that
// OpenAI or OpenRouter would take.
func TestAKeyGoesToItsServiceAlone(t *testing.T) {
	for _, name := range []string{"OPENAI_API_KEY", "OPENROUTER_API_KEY", "GEMINI_API_KEY", "COMPATIBLE_API_KEY"} {
		t.Setenv(name, "of "+name)
	}
	got := ""
	home, err := store.Open(t.TempDir(), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer home.Close()
	h := New(Options{Home: home, Providers: &Providers{Pick: func(_ context.Context, _ config.ModelChoice, key string) (llm.Model, error) {
		got = key
		return nil, llm.ErrUnavailable
	}}})
	for _, c := range []struct{ provider, address, want string }{
		{"openai", "", "of OPENAI_API_KEY"}, {"openai", "https://api.openai.com/v1", "of OPENAI_API_KEY"},
		{"openai", "https://openrouter.ai/api/v1", "of OPENROUTER_API_KEY"},
		{"openai", "https://api.openai.com.example.com/v1", "of COMPATIBLE_API_KEY"}, {"openai", "http://127.0.0.1:9/v1", "of COMPATIBLE_API_KEY"},
		{"openai", "http://localhost:1234/v1", "of COMPATIBLE_API_KEY"}, {"gemini", "", "of GEMINI_API_KEY"}, {"ollama", "http://localhost:11434", ""},
	} {
		if _, err := h.TestModel(t.Context(), config.ModelChoice{Provider: c.provider, Name: "m", BaseURL: c.address}); err == nil || got != c.want {
			t.Errorf("%s at %q: %q, %v", c.provider, c.address, got, err)
		}
		if key, err := h.embedderKey(config.EmbedderChoice{Provider: c.provider, BaseURL: c.address}); key != c.want || err != nil {
			t.Errorf("embedder of %s at %q: %q, %v", c.provider, c.address, key, err)
		}
	}
}
