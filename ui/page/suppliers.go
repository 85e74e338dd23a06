package page

import (
	"strings"

	"yumori/internal/config"
	"yumori/internal/models"
	"yumori/ui/widget"
)

// A Supplier is from whom a model can be had, as a person chooses it.
type Supplier struct {
	ID       string
	Provider string // for ModelChoice.Provider
	Address  string // for ModelChoice.BaseURL: the usual one, "" is the provider's own
	Asks     bool   // for the address, which may be another
	Key      string // whose key it wants, see ModelKeeper.KeyPlace; "" none
	Seldom   bool   // it wants one only where somebody set the server up so
}

// AsksAddress reports whether the address may be another than the usual.
func (s Supplier) AsksAddress() bool { return s.Asks }

// WantsKey reports whether it wants a key from everybody.
func (s Supplier) WantsKey() bool { return s.Key != "" && !s.Seldom }

// IsCompatible reports whether it is spoken to in OpenAI's protocol.
func (s Supplier) IsCompatible() bool { return s.Provider == "openai" }

// IsOllama reports whether models can be downloaded from it.
func (s Supplier) IsOllama() bool { return s.ID == SupplierOllama }

// The suppliers that others tell apart.
const (
	SupplierBasic  = "basic"
	SupplierOllama = "ollama"
)

// The usual addresses of servers on this machine, and OpenRouter's.
const (
	OllamaLocal = "http://localhost:11434"
	StudioLocal = "http://localhost:1234/v1"
	openRouter  = "https://openrouter.ai/api/v1"
)

// Suppliers are in the order they are offered.
func Suppliers() []Supplier {
	return []Supplier{
		{ID: SupplierBasic, Provider: "builtin"},
		{ID: SupplierOllama, Provider: ProviderOllama, Address: OllamaLocal, Asks: true},
		{ID: "studio", Provider: "openai", Address: StudioLocal, Asks: true, Key: "compatible", Seldom: true},
		{ID: "openai", Provider: "openai", Key: "openai"},
		{ID: "openrouter", Provider: "openai", Address: openRouter, Key: "openrouter"},
		{ID: "gemini", Provider: "gemini", Key: "gemini"},
		{ID: "other", Provider: "openai", Asks: true, Key: "compatible"},
	}
}

// SupplierNamed is the supplier of an id.
func SupplierNamed(id string) Supplier {
	for _, s := range Suppliers() {
		if s.ID == id {
			return s
		}
	}
	return Suppliers()[0]
}

// SupplierOf is who supplies a model that was chosen.
func SupplierOf(c config.ModelChoice) Supplier {
	switch service := c.Service(); service {
	case "openai", "openrouter", "gemini", SupplierOllama:
		return SupplierNamed(service)
	case "builtin":
		return SupplierNamed(SupplierBasic)
	}
	if c.Local() {
		return SupplierNamed("studio")
	}
	return SupplierNamed("other")
}

// Tile is the tile of a supplier: its name, and what it means.
func (s Supplier) Tile(w Words) widget.Tile {
	switch s.ID {
	case SupplierBasic:
		return widget.Tile{Title: w.T("supplier.basic"), Note: w.T("supplier.basic.note")}
	case SupplierOllama:
		return widget.Tile{Title: "Ollama", Note: w.T("supplier.local.note")}
	case "studio":
		return widget.Tile{Title: "LM Studio, llama.cpp", Note: w.T("supplier.local.note")}
	case "openai":
		return widget.Tile{Title: "OpenAI", Note: w.T("supplier.key.note")}
	case "openrouter":
		return widget.Tile{Title: "OpenRouter", Note: w.T("supplier.key.note")}
	case "gemini":
		return widget.Tile{Title: "Gemini", Note: w.T("supplier.key.note")}
	}
	return widget.Tile{Title: w.T("supplier.another"), Note: w.T("supplier.another.note")}
}

// makers are whose models the providers of package llm serve. They have one
// name in all languages.
func makers() map[string]string {
	return map[string]string{
		"ollama": "Ollama", "lmstudio": "LM Studio", "llamacpp": "llama.cpp",
		"openai": "OpenAI", "openrouter": "OpenRouter", "gemini": "Gemini",
	}
}

// Model names a model as a message or a dream keeps it, "ollama/gemma3:12b":
// "gemma3:12b · Ollama". What is no such name stays as it is. Of some that name
// says that it is on this computer, see config.ModelChoice.Service.
func (w Words) Model(label string) string {
	if provider, _, _ := strings.Cut(label, "/"); provider == "lmstudio" || provider == "llamacpp" {
		return w.T("model.local", "model", made(w, label))
	}
	return made(w, label)
}

// made names a model and who made the program that serves it.
func made(w Words, label string) string {
	provider, name, ok := strings.Cut(label, "/")
	switch maker := makers()[provider]; {
	case !ok:
		return label
	case maker != "":
		return w.T("model.named", "model", widget.Shorten(name, LongestName), "maker", maker)
	case provider == "compatible":
		return widget.Shorten(name, LongestName)
	}
	return label
}

// Speaker names who speaks, and whether on this computer.
func (w Words) Speaker(s models.Speaker) string {
	switch {
	case s.Rules:
		return w.T("speaker.rules")
	case s.Local:
		return w.T("model.local", "model", made(w, s.Label()))
	}
	return made(w, s.Label())
}
