package companion

import (
	"context"
	"time"

	"yumori/internal/llm"
	"yumori/internal/llm/embedbatch"
)

// batchRest is how long texts are asked for one by one after a batch came to
// nothing.
const batchRest = time.Hour

// Unwrap returns the embedder inside.
func (n *nightly) Unwrap() llm.Embedder { return n.Embedder }

// batched leaves what has no vector yet to the provider's batches, where the
// settings allow it and it is much. It reports whether they are at it: nothing is
// asked for one by one meanwhile, and a round follows.
func (e *embedding) batched(ctx context.Context, m llm.Embedder) bool {
	b, now := llm.BatcherOf(m), e.r.c.now()
	e.mu.Lock()
	allowed, sending, resting := e.choice.Batch, e.sending, now.Before(e.alone)
	e.mu.Unlock()
	switch {
	case sending || resting || allowed && b == nil:
		return sending
	case !allowed:
		if err := e.sender().Forget(ctx, b); err != nil && ctx.Err() == nil {
			e.r.c.logger.Warn("forget batches", "error", err)
		}
		return false
	}
	job := embedbatch.Job{Embedder: b, Space: m.Space(), Task: llm.TaskFor(m, llm.TaskDocument)}
	for _, x := range e.r.all() {
		texts, err := x.index.Unembedded(job.Space, llm.MaxBatch-len(job.Texts))
		if err != nil {
			e.r.c.logger.Warn("look for texts without a vector", "index", x.name, "error", err)
		}
		job.Texts = append(job.Texts, texts...)
	}
	if !e.sender().Worth(job) {
		return false
	}
	e.mu.Lock()
	e.sending = true
	e.mu.Unlock()
	e.sends.Request(e.r.ctx, &e.r.working, e.r.behind("send a batch", func(ctx context.Context) { e.send(ctx, job) }))
	return true
}

// send has a batch worked off, however long it takes, and asks for a round.
func (e *embedding) send(ctx context.Context, job embedbatch.Job) {
	err := e.sender().Run(ctx, job)
	if ctx.Err() != nil {
		return // the batch is taken up again when the persona is opened
	}
	e.mu.Lock()
	e.sending = false
	if err != nil {
		e.alone = e.r.c.now().Add(batchRest)
	}
	e.mu.Unlock()
	if err != nil {
		e.r.c.logger.Warn("texts are embedded one by one, for a batch did not come", "error", err)
	}
	e.request()
}

// sender returns what sends batches.
func (e *embedding) sender() *embedbatch.Runner {
	return embedbatch.New(embedbatch.Options{
		Dir: e.r.c.dir, Cache: e.r.c.house.kept, Logger: e.r.c.logger, Now: e.r.c.now, Wait: e.pause, Least: e.least,
	})
}
