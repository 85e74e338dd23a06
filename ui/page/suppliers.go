package page

import (
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
	case "ollama-remote":
		return SupplierNamed(SupplierOllama)
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

// Model names a model as a message, a dream or a bill keeps it: who serves it,
// and whether on this computer: "gemma3:12b · Ollama, on this computer".
func (w Words) Model(label string) string {
	l := models.ReadLabel(label)
	name := widget.Shorten(l.Name, LongestName)
	if l.Maker != "" {
		name = w.T("model.named", "model", name, "maker", l.Maker)
	}
	if l.Here {
		return w.T("model.local", "model", name)
	}
	return name
}

// Speaker names who speaks, and whether on this computer.
func (w Words) Speaker(s models.Speaker) string {
	if s.Rules {
		return w.T("speaker.rules")
	}
	return w.Model(s.Label())
}
