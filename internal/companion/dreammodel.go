package companion

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"yumori/internal/config"
	"yumori/internal/llm"
	"yumori/internal/llm/meter"
)

// dreamPause is for how long dreams leave a model alone that could not be
// reached: the nights that are made up meanwhile are dreamt by rules. A dream
// that somebody asks for asks it again.
const dreamPause = 30 * time.Minute

// gone are the models that dreams could not reach. It is safe for concurrent
// use; the zero value is ready.
type gone struct {
	mu    sync.Mutex // guards since
	since map[config.ModelChoice]failure
}

type failure struct {
	at  time.Time
	err error
}

// of returns why a model is left alone; nil if it is not.
func (g *gone) of(c config.ModelChoice, now time.Time) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	f, ok := g.since[c]
	if past := now.Sub(f.at); !ok || past < 0 || past >= dreamPause {
		return nil
	}
	return f.err
}

func (g *gone) note(c config.ModelChoice, now time.Time, err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.since == nil {
		g.since = map[config.ModelChoice]failure{}
	}
	g.since[c] = failure{now, err}
}

// forget has every model asked again.
func (g *gone) forget() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.since = nil
}

// A resting is a model as dreams ask it: once it could not be reached, it is
// left alone for dreamPause.
type resting struct {
	llm.Model
	house  *House
	choice config.ModelChoice
}

// Unwrap returns the model.
func (r resting) Unwrap() llm.Model { return r.Model }

// Generate asks the model unless it is left alone.
func (r resting) Generate(ctx context.Context, req llm.Request, stream func(string)) (llm.Response, error) {
	if err := r.house.gone.of(r.choice, r.house.Now()); err != nil {
		return llm.Response{}, err
	}
	resp, err := r.Model.Generate(ctx, req, stream)
	if errors.Is(err, context.DeadlineExceeded) && req.Purpose == llm.PurposeDream {
		slow := &llm.Error{Provider: r.Info().Provider, Op: "generate", Kind: llm.ErrUnavailable, Detail: "no whole answer in the time it was given"}
		r.house.gone.note(r.choice, r.house.Now(), slow)
	}
	if llm.Unreachable(err) {
		r.house.gone.note(r.choice, r.house.Now(), err)
	}
	return resp, err
}

// modelOf makes the model of a role, counted; nil for the rules. The error is
// that of the provider or of the store of keys.
func (c *Companion) modelOf(ctx context.Context, choice config.ModelChoice) (llm.Model, error) {
	if !choice.Configured() || c.house.opt.Pick == nil {
		return nil, nil //nolint:nilnil // no model is what was chosen
	}
	key, err := c.house.keyFor(choice)
	if err != nil {
		return nil, err
	}
	m, err := c.house.opt.Pick(ctx, choice, key)
	if err != nil {
		return nil, err
	}
	m = c.house.counted(m, c.slug, choice.Price)
	if as := bookingIn(ctx); as.night || as.purpose == llm.PurposeBackfill {
		m = resting{m, c.house, choice}
	}
	return m, nil
}

// dreamModel makes the model of a role for a dream; nil for the rules.
func (c *Companion) dreamModel(ctx context.Context, choice config.ModelChoice) llm.Model {
	m, err := c.modelOf(ctx, choice)
	if err != nil {
		c.logger.Warn("make model for dreams, the rules dream", "error", err)
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
		dream, err := n.c.dreams.vectorsOf()
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
func (d *dreamer) vectorsOf() (context.Context, error) {
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
func (d *dreamer) looksUp(ctx context.Context) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.indexing == nil {
		d.indexing, d.vectors = ctx, 0
	}
}

// looked ends looksUp.
func (d *dreamer) looked() {
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
	s := m.c.house.Settings()
	if !s.Recall.Enabled() {
		return 0, 0
	}
	if s.Models.Light.Configured() && m.c.house.opt.Pick != nil {
		calls, tokens = calls+1, tokens+recallCost
	}
	if s.Embedder.Configured() && m.c.house.opt.PickEmbedder != nil {
		calls, tokens = calls+1, tokens+vectorCost
	}
	return calls, tokens
}

// Cost is dreaming.Coster.
func (l learning) Cost() (calls, tokens int) {
	s := l.c.house.Settings()
	if !s.Recall.Enabled() || !s.Embedder.Configured() || l.c.house.opt.PickEmbedder == nil {
		return 0, 0
	}
	return indexCalls, indexCalls * indexCost
}
