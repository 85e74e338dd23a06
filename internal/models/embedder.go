package models

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"yumori/internal/config"
	"yumori/internal/llm"
	"yumori/internal/llm/meter"
	"yumori/retrieval/embedding"
)

// ErrNoEmbedder says that no provider of a choice is there.
var ErrNoEmbedder = embedding.ErrNone

// Embedder makes the embedder of a choice. For "auto" it is the first that
// is there; what is wrong with the others is in the error when none is.
// Its requests, and those it is made with, are counted to a persona.
func (h *Set) Embedder(ctx context.Context, c config.EmbedderChoice, slug string) (llm.Embedder, error) {
	if h.opt.PickEmbedder == nil {
		return nil, errors.New("make embedder: no providers")
	}
	list := []config.EmbedderChoice{c}
	if c.Provider == embedding.Auto {
		list = h.embeddersHere(ctx, c)
	}
	failed := []error{}
	for _, choice := range list {
		key, err := h.embedderKey(choice)
		if err == nil && c.Provider == embedding.Auto && key == "" && choice.BaseURL == "" {
			continue
		}
		var e llm.Embedder
		p := h.opt.Meter(slug, choice.Price)
		if err == nil {
			r := meter.Request{Purpose: llm.PurposeEmbed, Model: choice.Provider + "/" + choice.Name, Prompt: len(trialText)}
			err = meter.Setup(ctx, p, r, func(ctx context.Context) error {
				var err error
				e, err = h.opt.PickEmbedder(ctx, choice, key)
				return err
			})
		}
		if err == nil {
			return meter.MeteredEmbedder(e, p), nil
		}
		failed = append(failed, err)
	}
	if len(failed) == 0 {
		return nil, ErrNoEmbedder
	}
	return nil, fmt.Errorf("make embedder: %w", errors.Join(failed...))
}

// embeddersHere returns what "auto" chooses from, in order.
func (h *Set) embeddersHere(ctx context.Context, c config.EmbedderChoice) []config.EmbedderChoice {
	var list []config.EmbedderChoice
	if c.BaseURL != "" {
		list = append(list, config.EmbedderChoice{Provider: "openai", Name: c.Name, BaseURL: c.BaseURL, LAN: c.LAN})
	}
	for _, s := range h.Discover(ctx) {
		here := config.EmbedderChoice{Provider: cmp.Or(s.Provider, "openai"), BaseURL: s.BaseURL}
		switch {
		case slices.Contains(s.Models, c.Name):
			here.Name = c.Name
		case c.Name != "" && s.Provider == "ollama": // its Models are those that talk
			named := here
			named.Name = c.Name
			list = append(list, named)
		}
		list = append(list, here)
	}
	return append(list, config.EmbedderChoice{Provider: "openai", Dim: c.Dim, Batch: c.Batch}, config.EmbedderChoice{Provider: "gemini", Dim: c.Dim})
}

// embedderKey returns the key of a choice.
func (h *Set) embedderKey(c config.EmbedderChoice) (string, error) {
	return h.keyFor(config.ModelChoice{Provider: c.Provider, BaseURL: c.BaseURL})
}
