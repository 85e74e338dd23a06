package meter

import (
	"context"
	"errors"
	"time"

	"yumori/internal/llm"
)

// errNotSent settles a request that was reserved and not needed.
var errNotSent = errors.New("not sent")

// A batcher is an embedder whose batches are metered: every request, and with
// the first the tokens of all texts, at the price of a batch. What a batch did not
// make is not charged in the end and was counted all the same: a cap holds.
type batcher struct {
	embedder
	inner llm.Batcher
}

// Submit is llm.Batcher.
func (b *batcher) Submit(ctx context.Context, name string, texts []llm.Labelled) (out llm.Batch, err error) {
	tokens := 0
	for _, t := range texts {
		tokens += llm.EstimateTokens(t.Text)
	}
	err = b.count(ctx, tokens, func(ctx context.Context) error {
		out, err = b.inner.Submit(ctx, name, texts)
		return err
	})
	return out, err
}

// Find is llm.Batcher.
func (b *batcher) Find(ctx context.Context, name string, after time.Time) (out llm.Batch, found bool, err error) {
	err = b.count(ctx, 0, func(ctx context.Context) error {
		out, found, err = b.inner.Find(ctx, name, after)
		return err
	})
	return out, found, err
}

// Look is llm.Batcher.
func (b *batcher) Look(ctx context.Context, id string) (out llm.Batch, err error) {
	err = b.count(ctx, 0, func(ctx context.Context) error {
		out, err = b.inner.Look(ctx, id)
		return err
	})
	return out, err
}

// Fetch is llm.Batcher.
func (b *batcher) Fetch(ctx context.Context, batch llm.Batch, each func(string, []float32) error) error {
	return b.count(ctx, 0, func(ctx context.Context) error { return b.inner.Fetch(ctx, batch, each) })
}

// Discard is llm.Batcher.
func (b *batcher) Discard(ctx context.Context, batch llm.Batch) error {
	return b.count(ctx, 0, func(ctx context.Context) error { return b.inner.Discard(ctx, batch) })
}

// count does what sends requests of some tokens in all.
func (b *batcher) count(ctx context.Context, tokens int, do func(context.Context) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	c := newCall(ctx, b.meter, Request{
		Purpose: llm.PurposeEmbed, Model: b.Space().Model, Prompt: tokens + tokens/tokenizerSlack, Discount: llm.BatchDiscount,
	})
	c.prompt, c.parts = tokens, true
	if err := c.reserve(); err != nil {
		return err
	}
	defer c.abandon()
	err := do(llm.Counted(llm.WithGate(ctx, c)))
	if !c.passed() { // nothing had to be sent, or could be
		c.finish(llm.Usage{}, errNotSent)
		return err
	}
	c.finish(c.worth(err), err)
	return err
}

// passed reports whether any request passed.
func (c *call) passed() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.sent || c.total.Calls > 0
}
