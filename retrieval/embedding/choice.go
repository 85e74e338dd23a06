// Package embedding gives the texts of a persona's indexes their vectors, behind
// everything else, and makes those of questions. What it cannot do now it says,
// and recall does without.
package embedding

import (
	"cmp"
	"errors"

	"yumori/internal/llm/meter"
)

// A Choice names what makes vectors of texts beside the built-in semantic
// space, which is always there. The zero Choice is that space alone: nothing
// leaves this machine.
type Choice struct {
	// Provider is "", "builtin", "ollama", "openai" (any compatible server),
	// "gemini", or "auto": a server on this machine that embeds, else OpenAI, else
	// Gemini, the latter two where there is a key.
	Provider string `json:"provider"`
	Name     string `json:"name"` // "": the first embedding model that the provider offers
	BaseURL  string `json:"base_url"`
	LAN      bool   `json:"lan"` // plain http to other machines of the own network is allowed
	// Fallback is the provider that takes over when the first one fails, "",
	// "ollama", "openai" or "gemini".
	Fallback string `json:"fallback"`
	// Dim is how many numbers a vector is asked to have of OpenAI or Gemini; 0
	// leaves it to the provider. What is set up with another one is another space.
	Dim int `json:"dim"`
	// Batch lets many texts at once be worked off by OpenAI's Batch API, which
	// OpenAI itself has: within a day, for less.
	Batch bool `json:"batch"`
	// Cache bounds, in megabytes, the vectors that a persona keeps of texts in
	// no index any more, where 0 keeps all, and the vectors kept for all
	// personas, where 0 is embedcache.DefaultLimit.
	Cache       int `json:"cache_mb"`
	meter.Price     // of a million tokens
}

// The providers of embedders that are not model providers.
const (
	Auto    = "auto"
	Builtin = "builtin"
)

// ErrNone says that no provider of a choice is there.
var ErrNone = errors.New("no embedder: no server on this machine embeds, and there is no key for OpenAI or Gemini")

// Configured reports whether vectors are made beyond the built-in space.
func (c Choice) Configured() bool { return c.Provider != "" && c.Provider != Builtin }

// fallback returns the choice that takes over from c, if there is one.
func (c Choice) fallback() (Choice, bool) {
	f := Choice{Provider: c.Fallback, Cache: c.Cache}
	return f, c.Fallback != "" && f.Provider != cmp.Or(c.Provider, Builtin) || c.Fallback == "openai" && c.BaseURL != ""
}
