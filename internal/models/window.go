package models

import (
	"context"
	"errors"
	"fmt"
	"time"

	"yumori/internal/config"
	"yumori/internal/llm"
)

// windowTimeout bounds the question for a window: somebody looks at a form
// meanwhile.
const windowTimeout = 5 * time.Second

// WindowOf returns the context window of a choice and how it is known. It may
// ask the server. The error says why no model can be made of the choice.
func (h *Set) WindowOf(ctx context.Context, choice config.ModelChoice) (llm.Window, error) {
	if !choice.Configured() {
		return llm.WindowOf(ctx, h.opt.Builtin), nil
	}
	if h.opt.Pick == nil {
		return llm.Window{}, errors.New("find window: no providers")
	}
	ctx, cancel := context.WithTimeout(ctx, windowTimeout)
	defer cancel()
	key, err := h.keyFor(choice)
	if err != nil {
		return llm.Window{}, fmt.Errorf("find window: %w", err)
	}
	m, err := h.opt.Pick(ctx, choice, key)
	if err != nil {
		return llm.Window{}, fmt.Errorf("find window: %w", err)
	}
	return llm.WindowOf(ctx, m), nil
}
