package embedding

import (
	"context"
	"time"

	"yumori/internal/llm"
	"yumori/internal/llm/embedbatch"
	"yumori/retrieval/background"
)

// batchRest is how long texts are asked for one by one after a batch came to
// nothing.
const batchRest = time.Hour

// batched leaves what has no vector yet to the provider's batches, where the
// settings allow it and it is much. It reports whether they are at it: nothing is
// asked for one by one meanwhile, and a round follows.
func (e *Worker) batched(ctx context.Context, m llm.Embedder) bool {
	b, now := llm.BatcherOf(m), e.opt.Now()
	e.mu.Lock()
	allowed, sending, resting := e.choice.Batch, e.sending, now.Before(e.alone)
	e.mu.Unlock()
	switch {
	case sending || resting || allowed && b == nil:
		return sending
	case !allowed:
		if err := e.sender().Forget(ctx, b); err != nil && ctx.Err() == nil {
			e.opt.Logger.Warn("forget batches", "error", err)
		}
		return false
	}
	job := embedbatch.Job{Embedder: b, Space: m.Space(), Task: llm.TaskFor(m, llm.TaskDocument)}
	for _, x := range e.opt.Indexes() {
		texts, err := x.Unembedded(job.Space, llm.MaxBatch-len(job.Texts))
		if err != nil {
			e.opt.Logger.Warn("look for texts without a vector", "error", err)
		}
		job.Texts = append(job.Texts, texts...)
	}
	if !e.sender().Worth(job) {
		return false
	}
	e.mu.Lock()
	e.sending = true
	e.mu.Unlock()
	e.sends.Request(e.ctx, e.opt.Working, func(ctx context.Context) {
		if err := background.Guarded(func() error { e.send(ctx, job); return nil }); err != nil {
			e.opt.Logger.Error("send a batch", "error", err)
		}
	})
	return true
}

// send has a batch worked off, however long it takes, and asks for a round.
func (e *Worker) send(ctx context.Context, job embedbatch.Job) {
	err := e.sender().Run(ctx, job)
	if ctx.Err() != nil {
		return // the batch is taken up again when the persona is opened
	}
	e.mu.Lock()
	e.sending = false
	if err != nil {
		e.alone = e.opt.Now().Add(batchRest)
	}
	e.mu.Unlock()
	if err != nil {
		e.opt.Logger.Warn("texts are embedded one by one, for a batch did not come", "error", err)
	}
	e.Request()
}

// sender returns what sends batches.
func (e *Worker) sender() *embedbatch.Runner {
	return embedbatch.New(embedbatch.Options{
		Dir: e.opt.Dir, Cache: e.opt.Cache, Logger: e.opt.Logger, Now: e.opt.Now, Wait: e.opt.Pause, Least: e.opt.Least,
	})
}

// Batching sets when a batch is worth it and how it is waited for, as tests do.
func (e *Worker) Batching(least int, pause func(context.Context, time.Duration) error) {
	e.opt.Least, e.opt.Pause = least, pause
}

// Sent waits for the batch under way.
func (e *Worker) Sent(ctx context.Context) { e.sends.Wait(ctx) }
