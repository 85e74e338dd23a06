package models

import (
	"context"
	"errors"
	"sync"
	"time"

	"yumori/internal/config"
	"yumori/internal/llm"
	"yumori/internal/spending"
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
	set    *Set
	choice config.ModelChoice
}

// Unwrap returns the model.
func (r resting) Unwrap() llm.Model { return r.Model }

// Generate asks the model unless it is left alone.
func (r resting) Generate(ctx context.Context, req llm.Request, stream func(string)) (llm.Response, error) {
	if err := r.set.gone.of(r.choice, r.set.opt.Now()); err != nil {
		return llm.Response{}, err
	}
	resp, err := r.Model.Generate(ctx, req, stream)
	if errors.Is(err, context.DeadlineExceeded) && req.Purpose == llm.PurposeDream {
		slow := &llm.Error{Provider: r.Info().Provider, Op: "generate", Kind: llm.ErrUnavailable, Detail: "no whole answer in the time it was given"}
		r.set.gone.note(r.choice, r.set.opt.Now(), slow)
	}
	if llm.Unreachable(err) {
		r.set.gone.note(r.choice, r.set.opt.Now(), err)
	}
	return resp, err
}

// Make makes the model of a role, counted to a persona; nil for the rules. The error is
// that of the provider or of the store of keys.
func (h *Set) Make(ctx context.Context, choice config.ModelChoice, persona string) (llm.Model, error) {
	if !choice.Configured() || h.opt.Pick == nil {
		return nil, nil //nolint:nilnil // no model is what was chosen
	}
	key, err := h.keyFor(choice)
	if err != nil {
		return nil, err
	}
	m, err := h.opt.Pick(ctx, choice, key)
	if err != nil {
		return nil, err
	}
	m = h.counted(m, persona, choice.Price)
	if as := spending.BookingIn(ctx); as.Night || as.Purpose == llm.PurposeBackfill {
		m = resting{m, h, choice}
	}
	return m, nil
}

// AskAgain has models asked again that dreams left alone because they could not
// be reached: somebody may have started them.
func (h *Set) AskAgain() { h.gone.forget() }
