package meter

import (
	"context"
	"errors"
	"sync"

	"yumori/internal/llm"
)

// A call is one call of a model or an embedder: the gate of its requests. One
// request of it is under way at a time. What of it fails costs its prompt if the
// server may have worked on it, and nothing but the request if it was turned
// away.
type call struct {
	ctx    context.Context //nolint:containedctx // of the call, for the meters
	meters All
	next   Request // as the next request is reserved
	prompt int     // what its prompt is estimated at
	parts  bool    // a request that follows an answer is not the same again: all was reckoned with the first

	mu     sync.Mutex // guards what follows
	settle Settle     // of the request that is reserved; nil if none is
	sent   bool       // it has passed
	said   llm.Usage  // what the server counts for it
	total  llm.Usage  // of those that are settled
}

// reserve reserves a request. mu is held.
func (c *call) reserve() error {
	s, err := c.meters.Reserve(c.ctx, c.next)
	if err == nil {
		c.settle, c.sent, c.said = s, false, llm.Usage{}
	}
	return err
}

// end settles the request that is reserved. mu is held.
func (c *call) end(u llm.Usage) {
	c.settle(u)
	c.total, c.settle = c.total.Add(u), nil
}

// Pass is llm.Gate.
func (c *call) Pass() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.settle != nil && c.sent { // it was answered, and the answer could not be used
		c.end(c.worked())
		if c.parts {
			c.next.Prompt, c.prompt = 0, 0
		}
	}
	if c.settle == nil {
		if err := c.reserve(); err != nil {
			return err
		}
	}
	c.sent = true
	return nil
}

// worked is what a request has cost that the server has read. mu is held.
func (c *call) worked() llm.Usage {
	if c.said.Prompt > 0 {
		return llm.Usage{Calls: 1, Prompt: c.said.Prompt, Answer: c.said.Answer}
	}
	return llm.Usage{Calls: 1, Prompt: c.prompt, Estimated: true}
}

// Unsent is llm.Gate.
func (c *call) Unsent() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.settle != nil && c.sent {
		c.end(llm.Usage{})
	}
}

// Failed is llm.Gate.
func (c *call) Failed(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.settle == nil || !c.sent:
	case turnedAway(err):
		c.end(llm.Usage{Calls: 1})
	default:
		c.end(c.worked())
	}
}

// Answered is llm.Gate.
func (c *call) Answered(u llm.Usage) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.said = u
}

// finish settles what is left and returns what the call has cost. u is what the
// request under way has. One that never passed was answered by a model that
// needs no server, or was not sent.
func (c *call) finish(u llm.Usage, err error) llm.Usage {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.settle == nil:
	case c.sent || err == nil:
		u.Calls = 1
		c.end(u)
	default:
		c.end(llm.Usage{})
	}
	return c.total
}

// abandon settles the call of a model that panicked. After finish it does
// nothing.
func (c *call) abandon() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.settle != nil {
		c.end(c.worked())
	}
}

// turnedAway reports whether a request failed before a model worked on it.
func turnedAway(err error) bool {
	for _, kind := range []error{llm.ErrRateLimited, llm.ErrKey, llm.ErrNoModel, llm.ErrBadRequest, llm.ErrTooLong} {
		if errors.Is(err, kind) {
			return true
		}
	}
	return false
}
