// Package window finds out how many tokens a model takes in one request: what a
// refusal taught, else what the user says, else what the server says, else what
// the model's family is known to take.
package window

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"yumori/internal/llm"
)

// What a model may take, in tokens. A server that says less or more than that
// is not believed.
const (
	Least = 512
	Most  = 20_000_000
)

// patience bounds a measurement, the wait for another one's answer included.
const patience = 2 * time.Second

// pause is how long a server that did not answer in time is left alone.
const pause = time.Minute

// Lasting is the Keep of an answer that holds as long as the process lives.
const Lasting = 100 * 365 * 24 * time.Hour

// An Answer is what a server says of a model's window.
type Answer struct {
	Tokens int           // 0: it does not say
	Keep   time.Duration // how long it holds; 0: the next measurement asks again
}

// Options say where a window may be known from. The zero value knows nothing.
type Options struct {
	Set    int    // the user's setting, in tokens; with one nobody is asked
	Family string // the model's name, for the table; "" for a server of one's own
	// Ask asks the server, nil if there is nobody to ask. It is called by one
	// goroutine at a time, with a context that ends after two seconds.
	Ask func(ctx context.Context) (Answer, error)
}

// A Gauge measures the window of one model of one server. It is safe for
// concurrent use.
type Gauge struct {
	set, family int
	ask         func(context.Context) (Answer, error)
	asking      chan struct{} // holds a token while somebody asks

	mu      sync.Mutex // guards what follows
	learned int
	against int // what the server said then, or first after it; 0 nothing
	served  int
	until   time.Time // when to ask again
	problem error
}

// New returns a gauge. It asks nobody yet.
func New(o Options) *Gauge {
	g := &Gauge{ask: o.Ask, asking: make(chan struct{}, 1)}
	if o.Family != "" {
		g.family = OfFamily(o.Family)
	}
	if o.Set > 0 {
		g.set, g.ask = o.Set, nil
	}
	return g
}

// Known returns the window as far as it is known without asking; without
// Tokens if it is not.
func (g *Gauge) Known() llm.Window {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.known()
}

func (g *Gauge) known() llm.Window {
	for _, w := range []llm.Window{
		{Tokens: g.learned, From: llm.WindowLearned},
		{Tokens: g.set, From: llm.WindowSet},
		{Tokens: g.served, From: llm.WindowServed},
		{Tokens: g.family, From: llm.WindowTable},
	} {
		if w.Tokens > 0 {
			return w
		}
	}
	return llm.Window{}
}

// Measure returns the window, having asked the server if its last answer does
// not hold any more. See llm.Measurer.
func (g *Gauge) Measure(ctx context.Context) llm.Window {
	if g.ask == nil {
		return g.Known()
	}
	inner, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	select {
	case g.asking <- struct{}{}:
		g.refresh(ctx, inner)
		<-g.asking
	case <-inner.Done():
	}
	return g.Known()
}

// refresh asks the server if it is time to. inner is the bounded part of ctx.
func (g *Gauge) refresh(ctx, inner context.Context) {
	g.mu.Lock()
	until := g.until
	g.mu.Unlock()
	if time.Now().Before(until) {
		return
	}
	a, err := g.ask(inner)
	if ctx.Err() != nil {
		return // the caller has gone, which says nothing of the server
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.problem = err
	if err != nil { // what it said before is better than nothing
		if inner.Err() != nil {
			g.until = time.Now().Add(pause)
		}
		return
	}
	if a.Tokens != 0 && (a.Tokens < Least || a.Tokens > Most) {
		g.problem = fmt.Errorf("the server says that it takes %d tokens, which cannot be", a.Tokens)
		a.Tokens = 0
	}
	g.served, g.until = a.Tokens, time.Now().Add(a.Keep)
	if g.served == 0 {
		return
	}
	if g.against != 0 && g.served != g.against { // it was started anew with another window
		g.learned = 0
	}
	g.against = g.served
}

// Problem says why the server's last answer is not used; nil if it is, or if
// nobody was asked.
func (g *Gauge) Problem() error {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.problem
}

// Refused takes in the failure of a call that brought no answer, and learns
// from a request that was too long: the limit that the server names, or half of
// what the model was thought to take. Other errors teach nothing. What was
// learned holds until the server says something else than it did then.
func (g *Gauge) Refused(req llm.Request, err error) {
	var e *llm.Error
	if !errors.As(err, &e) || !errors.Is(e, llm.ErrTooLong) {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	thought := g.known().Tokens
	if thought == 0 {
		thought = llm.AssumedWindow
	}
	if n := lesson(thought, e.Limit, req); n > 0 {
		g.learned, g.against = max(n, Least), g.served
	}
}

// blindLeast is the smallest request whose refusal without a number is taken
// for one of the window: less than that fits every model.
const blindLeast = 2 * Least

// lesson returns the window that the refusal of req teaches, 0 for none. limit
// is what the server names, 0 nothing.
func lesson(thought, limit int, req llm.Request) int {
	sent := llm.EstimateUsage(req, llm.Message{}).Prompt
	switch {
	case limit >= Least && limit < thought:
		return limit
	case limit >= Least && sent > thought:
		return 0 // it was not made for this window
	case limit >= Least: // it was counted too low
		return thought * 3 / 4
	case sent < blindLeast || slices.ContainsFunc(req.Messages, hasPicture):
		return 0 // it may be bytes that were too many
	}
	return min(thought, sent) / 2
}

func hasPicture(m llm.Message) bool { return slices.ContainsFunc(m.Attachments, llm.IsImage) }
