package background

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"sync"
)

// ErrClosed says that no more passes are made: the persona has been closed.
var ErrClosed = errors.New("companion closed")

// Extent says how much a pass makes anew.
type Extent int

// The extents, from the least.
const (
	Nothing    Extent = iota // things are only opened
	Changes                  // what changed
	Everything               // all of it
)

// A Pass does its work once.
type Pass struct {
	extent Extent
	done   chan struct{} // closed at its end
	err    error         // valid after done
}

// Wait waits for a pass and returns how it went, or the error of ctx.
func (p *Pass) Wait(ctx context.Context) error {
	select {
	case <-p.done:
		return p.err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Ended reports whether a pass is over, and how it went.
func (p *Pass) Ended() (done bool, err error) {
	select {
	case <-p.done:
		return true, p.err
	default:
		return false, nil
	}
}

// Passes makes passes, one at a time. The fields are set before the first
// Request. It is safe for concurrent use.
type Passes struct {
	Work    func(Extent) error // a pass
	After   func(error)        // what follows each, before anybody who waits for it goes on
	Working *sync.WaitGroup    // counts the worker

	mu      sync.Mutex // guards what follows
	next    *Pass      // asked for and not begun
	running bool       // a worker is there
	closed  bool
}

// Request asks for a pass that begins after now.
func (p *Passes) Request(what Extent) *Pass {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.next == nil {
		p.next = &Pass{done: make(chan struct{})}
	}
	p.next.extent = max(p.next.extent, what)
	next := p.next
	switch {
	case p.closed:
		p.next, next.err = nil, ErrClosed
		close(next.done)
	case !p.running:
		p.running = true
		p.Working.Go(p.work)
	}
	return next
}

// work makes passes until none is asked for.
func (p *Passes) work() {
	for {
		p.mu.Lock()
		next := p.next
		p.next = nil
		if next == nil {
			p.running = false
			p.mu.Unlock()
			return
		}
		p.mu.Unlock()
		next.err = Guarded(func() error { return p.Work(next.extent) })
		p.After(next.err)
		close(next.done)
	}
}

// Close lets no further pass begin that is asked for from now on. It does not
// wait.
func (p *Passes) Close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
}

// Guarded does work that nobody waits for, and returns a panic as an error with
// its stack, for the log: what one pass meets must not end the program, nor keep
// the next pass from its work.
func Guarded(do func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("a bug: %v\n%s", p, debug.Stack())
		}
	}()
	return do()
}
