package companion

import (
	"context"
	"fmt"
	"time"

	"yumori/internal/config"
	"yumori/internal/lang/when"
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
		Planner:   host{c}.planner,
		Pick:      host{c}.pickEmbedder,
		Cache:     c.home.kept,
		Knowledge: func(k library.Base) { c.publish(TopicKnowledge, k) },
		Due:       host{c}.due,
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
func (h host) Falls(message string) ([]memory.Derived, error) { return h.c.mind.Derived(message) }

// due returns the ids of the facts that name one of some days.
func (h host) due(days when.Days) ([]string, error) {
	list, err := h.c.mind.Facts.Due(days, h.Now().Location())
	ids := make([]string, len(list))
	for i, f := range list {
		ids[i] = f.ID
	}
	return ids, err
}

// MarkOthers is retrieval.Host.
func (h host) MarkOthers(list []retrieval.Memory) { h.c.taint.MarkMemories(list) }

// planner returns the light model's planner, nil for the rules.
func (h host) planner(ctx context.Context) retrieval.Planner {
	m, err := h.c.home.Make(ctx, h.c.home.Settings().Models.Light, h.c.slug)
	if err != nil {
		h.c.logger.Warn("make light model, the rules plan", "error", err)
	}
	if m == nil {
		return nil
	}
	return retrieval.KeptIn(ctx, retrieval.Mind{Model: m, Language: h.c.persona.Profile().Language})
}

// pickEmbedder makes the embedder of a choice, metered as the persona's.
func (h host) pickEmbedder(ctx context.Context, choice config.EmbedderChoice) (llm.Embedder, error) {
	picked, err := h.c.home.Embedder(ctx, choice, h.c.slug)
	if err != nil {
		return nil, err
	}
	return &nightly{h.c.home.kept.Embedder(picked), h.c}, nil
}

// Now returns the time it is for the persona.
func (c *Companion) Now() time.Time { return c.now() }

// CheckKinds is retrieval.CheckKinds.
func CheckKinds(names []string) error { return retrieval.CheckKinds(names) }

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
	return t.Recalled.Memories, h.c.Memories.Words(ctx, t.Recalled.Memories)
}

// recallLater brings the indexes up to date behind a turn.
func (c *Companion) recallLater() {
	var follows *background.Pass
	if c.home.Settings().Recall.Enabled() {
		follows = c.Memories.Request(background.Changes)
	}
	c.Memories.Ended(follows)
}
