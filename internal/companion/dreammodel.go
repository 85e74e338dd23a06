package companion

import (
	"context"
	"fmt"

	"yumori/internal/config"
	"yumori/internal/llm"
	"yumori/internal/llm/meter"
)

// dreamModel makes the model of a role for a dream; nil for the rules.
func (d *Dreams) dreamModel(ctx context.Context, choice config.ModelChoice) llm.Model {
	m, err := d.c.home.Make(ctx, choice, d.c.slug)
	if err != nil {
		d.c.logger.Warn("make model for dreams, the rules dream", "error", err)
		return nil
	}
	return m
}

// A causing is a context whose values are those of a dream as well: what is done
// with it in the background counts as the dream's.
type causing struct {
	context.Context
	dream context.Context
}

// Value is context.Context.
func (c causing) Value(key any) any {
	if v := c.Context.Value(key); v != nil {
		return v
	}
	return c.dream.Value(key)
}

// A nightly is the embedder of a persona. What it makes of documents while a
// dream looks something up, and from then until its end, is the dream's.
type nightly struct {
	llm.Embedder
	c *Companion
}

// Embed is llm.Embedder.
func (n *nightly) Embed(ctx context.Context, texts []string, task llm.Task) ([][]float32, error) {
	if task == llm.TaskDocument {
		dream, err := n.c.Dreams.vectorsOf()
		if err != nil {
			return nil, err
		}
		if dream != nil {
			ctx = causing{ctx, dream}
		}
	}
	return n.Embedder.Embed(ctx, texts, task)
}

// Unwrap returns the embedder inside.
func (n *nightly) Unwrap() llm.Embedder { return n.Embedder }

// errVectors says that a dream has made as many vectors as it announced.
var errVectors = fmt.Errorf("what has no vector yet waits until the dream is over: %w", meter.ErrBudget)

// vectorsOf returns the context of the dream that a request for vectors counts
// to; nil if there is none.
func (d *Dreams) vectorsOf() (context.Context, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	switch {
	case d.indexing == nil:
		return nil, nil //nolint:nilnil // there is no dream
	case d.vectors >= indexCalls:
		return nil, errVectors
	}
	d.vectors++
	return d.indexing, nil
}

// looksUp notes that a dream has the indexes brought up to date.
func (d *Dreams) looksUp(ctx context.Context) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.indexing == nil {
		d.indexing, d.vectors = ctx, 0
	}
}

// looked ends looksUp.
func (d *Dreams) looked() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.indexing = nil
}

// What a dream reckons with beside its own questions.
const (
	recallCost = 2_500 // tokens of planning one question
	vectorCost = 1_500 // tokens of the question that is made a vector
	indexCalls = 8     // requests for vectors of what is new; what is left waits
	indexCost  = 4_000 // tokens of each
)

// Cost is dreaming.Coster.
func (m memories) Cost() (calls, tokens int) {
	s := m.c.home.Settings()
	if !s.Recall.Enabled() {
		return 0, 0
	}
	if s.Models.Light.Configured() && m.c.home.opt.Pick != nil {
		calls, tokens = calls+1, tokens+recallCost
	}
	if s.Embedder.Configured() && m.c.home.opt.PickEmbedder != nil {
		calls, tokens = calls+1, tokens+vectorCost
	}
	return calls, tokens
}

// Cost is dreaming.Coster.
func (l learning) Cost() (calls, tokens int) {
	s := l.c.home.Settings()
	if !s.Recall.Enabled() || !s.Embedder.Configured() || l.c.home.opt.PickEmbedder == nil {
		return 0, 0
	}
	return indexCalls, indexCalls * indexCost
}
