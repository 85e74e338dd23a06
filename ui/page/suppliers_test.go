package page

import (
	"testing"

	"yumori/internal/config"
	"yumori/internal/models"
)

func TestSupplierOf(t *testing.T) {
	for _, tt := range []struct{ provider, address, want string }{
		{"", "", SupplierBasic}, {"builtin", "", SupplierBasic}, {"ollama", "", SupplierOllama}, {"ollama", "http://192.168.1.5:11434", SupplierOllama}, {"gemini", "", "gemini"},
		{"openai", "", "openai"}, {"openai", "https://api.openai.com/v1", "openai"},
		{"openai", "https://openrouter.ai/api/v1", "openrouter"}, {"openai", "http://127.0.0.1:8080/v1", "studio"},
		{"openai", "http://192.168.1.5:8000/v1", "other"},
	} {
		if got := SupplierOf(config.ModelChoice{Provider: tt.provider, BaseURL: tt.address}); got.ID != tt.want {
			t.Errorf("%s at %q is of %s, want %s", tt.provider, tt.address, got.ID, tt.want)
		}
	}
	for _, s := range Suppliers() {
		if got := SupplierOf(config.ModelChoice{Provider: s.Provider, BaseURL: s.Address}); got.ID != s.ID && s.ID != "other" {
			t.Errorf("the usual choice of %s is of %s", s.ID, got.ID)
		}
	}
}

func TestModelsHaveNamesForPeople(t *testing.T) {
	en, ja := english(t), japanese(t)
	here := models.Speaker{Provider: "ollama", Name: "gemma3:12b"}
	for _, tt := range []struct{ got, want string }{
		{en.Speaker(here), "gemma3:12b ·  Ollama, on this computer"},
		{ja.Speaker(here), "gemma3:12b ·  Ollama（このコンピューター）"},
		{en.Model("openrouter/google/gemma-3"), "google/gemma-3 ·  OpenRouter"},
		{en.Model("ollama-remote/gemma3:12b"), "gemma3:12b ·  Ollama"},
		{en.Model("compatible/llama"), "llama"},
		{en.Model("local/llama"), "llama, on this computer"},
		{en.Model("lmstudio/llama"), "llama ·  LM Studio, on this computer"},
		{en.Model("something"), "something"},
		{en.Speaker(models.Speaker{Name: "built-in rules", Rules: true}), en.T("speaker.rules")},
	} {
		if tt.got != tt.want {
			t.Errorf("%q, want %q", tt.got, tt.want)
		}
	}
}
