package models

import (
	"context"
	"errors"
	"fmt"
	"time"

	"yumori/internal/config"
	"yumori/internal/llm"
)

// An EmbedderTest is what came of asking an embedder for a vector.
type EmbedderTest struct {
	Model string // "provider/name"
	Dim   int    // numbers of a vector
	Took  time.Duration
}

// trialText is what an embedder is tried with: a word in both languages.
const trialText = "lake 湖"

// TestEmbedder asks an embedder for the vector of a word, to see whether the
// choice works. The error is one of llm's; that of a choice that makes no
// vectors is ErrBadValue.
func (h *Set) TestEmbedder(ctx context.Context, choice config.EmbedderChoice) (EmbedderTest, error) {
	if !choice.Configured() {
		return EmbedderTest{}, fmt.Errorf("test embedder: %w: none is chosen", config.ErrBadValue)
	}
	ctx, cancel := context.WithTimeout(ctx, testTimeout)
	defer cancel()
	began := time.Now()
	m, err := h.Embedder(ctx, choice, "")
	if err != nil {
		return EmbedderTest{}, fmt.Errorf("test embedder: %w", err)
	}
	list, err := m.Embed(ctx, []string{trialText}, llm.TaskQuery)
	if err == nil && (len(list) != 1 || len(list[0]) == 0) {
		err = errors.New("no vector came back")
	}
	if err != nil {
		return EmbedderTest{}, fmt.Errorf("test embedder %s: %w", m.Space().Model, err)
	}
	return EmbedderTest{Model: m.Space().Model, Dim: len(list[0]), Took: time.Since(began)}, nil
}
