package companion

import (
	"context"
	"fmt"
	"time"

	"yumori/internal/config"
	"yumori/internal/llm"
	"yumori/internal/memory"
	"yumori/internal/sessions"
	"yumori/internal/transcript"
	"yumori/retrieval"
	"yumori/retrieval/background"
	"yumori/retrieval/library"
	"yumori/retrieval/source"
)

// What recall is, package retrieval has; this file joins it to the persona.

// newRecall makes the recall of a companion, which opens its indexes soon.
func newRecall(c *Companion) *retrieval.Service {
	return retrieval.New(retrieval.Options{
		Limits: c.home.opt.Limits,
		Folder: source.Folder{
			Dir: c.dir, Log: c.log, Episodes: c.mind.Episodes, Insights: c.mind.Insights, Logger: c.logger,
			IsTalk: func(name, text string) bool { _, ended := sessions.Read(name, text); return ended },
		},
		Exchanges: c.mind.Exchanges,
		Settings: func() retrieval.Settings {
			s := c.home.Settings()
			return retrieval.Settings{Auto: s.Recall.Enabled(), Models: s.Models.Light.Configured(), Embedder: s.Embedder}
		},
		Planner:   c.planner,
		Pick:      c.pickEmbedder,
		Cache:     c.home.kept,
		Knowledge: func(k library.Base) { c.publish(TopicKnowledge, k) },
	}, host{c})
}

// A host is the companion as retrieval.Host.
type host struct{ c *Companion }

// Now is retrieval.Host.
func (h host) Now() time.Time { return h.c.now() }

// Names is retrieval.Host.
func (h host) Names() source.Names {
	user, name := h.c.persona.Profile().Speakers()
	return source.Names{User: user, Persona: name, Language: h.c.persona.Profile().Language}
}

// maxNames is how many names of entities a text is looked through for.
const maxNames = 300

// Entities is retrieval.Host.
func (h host) Entities() []string {
	names, _, err := h.c.mind.Pages.Names(maxNames)
	if err != nil {
		h.c.logger.Warn("list entities", "error", err)
	}
	list := make([]string, len(names))
	for i, n := range names {
		list[i] = string(n)
	}
	return list
}

// Falls is retrieval.Host.
func (h host) Falls(message string) ([]memory.Item, error) { return h.c.mind.Derived(message) }

// MarkOthers is retrieval.Host.
func (h host) MarkOthers(list []retrieval.Memory) { h.c.taint.MarkMemories(list) }

// planner returns the light model's planner, nil for the rules.
func (c *Companion) planner(ctx context.Context) retrieval.Planner {
	m, err := c.home.Make(ctx, c.home.Settings().Models.Light, c.slug)
	if err != nil {
		c.logger.Warn("make light model, the rules plan", "error", err)
	}
	if m == nil {
		return nil
	}
	return retrieval.KeptIn(ctx, retrieval.Mind{Model: m, Language: c.persona.Profile().Language})
}

// pickEmbedder makes the embedder of a choice, metered as the persona's.
func (c *Companion) pickEmbedder(ctx context.Context, choice config.EmbedderChoice) (llm.Embedder, error) {
	picked, err := c.home.Embedder(ctx, choice, c.slug)
	if err != nil {
		return nil, err
	}
	return &nightly{c.home.kept.Embedder(picked), c}, nil
}

// Now returns the time it is for the persona.
func (c *Companion) Now() time.Time { return c.now() }

// Recall is retrieval.Service.Recall.
func (c *Companion) Recall(ctx context.Context, q retrieval.Question) (retrieval.Recollection, error) {
	return c.recall.Recall(ctx, q)
}

// CheckKinds is retrieval.CheckKinds.
func CheckKinds(names []string) error { return retrieval.CheckKinds(names) }

// UpdateIndex is retrieval.Service.Update.
func (c *Companion) UpdateIndex(ctx context.Context) ([]retrieval.IndexState, error) {
	return c.recall.Update(ctx)
}

// AwaitIndex waits until what recall does behind everything else is done.
func (c *Companion) AwaitIndex(ctx context.Context) { c.recall.Settle(ctx) }

// RebuildIndex is retrieval.Service.Rebuild.
func (c *Companion) RebuildIndex(ctx context.Context) ([]retrieval.IndexState, error) {
	return c.recall.Rebuild(ctx)
}

// IndexStatus is retrieval.Service.Status.
func (c *Companion) IndexStatus(ctx context.Context) ([]retrieval.IndexState, error) {
	return c.recall.Status(ctx)
}

// Remembered returns what was recalled for a reply, with the words as they
// stand now: the reply's trace keeps none, so that what is taken back is gone.
// A memory that is no more has no Content. Cost: a look-up a memory.
func (h *Conversation) Remembered(ctx context.Context, id transcript.ID) ([]retrieval.Memory, error) {
	m, err := h.c.log.Find(id)
	if err != nil {
		return nil, fmt.Errorf("look at what was recalled: %w", err)
	}
	t, err := TraceOf(m)
	if err != nil || t.Recalled == nil {
		return nil, err
	}
	return t.Recalled.Memories, h.c.recall.Words(ctx, t.Recalled.Memories)
}

// recallLater brings the indexes up to date behind a turn.
func (c *Companion) recallLater() {
	var follows *background.Pass
	if c.home.Settings().Recall.Enabled() {
		follows = c.recall.Request(background.Changes)
	}
	c.recall.Ended(follows)
}
