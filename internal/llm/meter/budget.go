package meter

import (
	"context"
	"fmt"
	"strconv"
	"sync"

	"yumori/internal/llm"
)

// A Cap bounds what may be spent. The zero Cap bounds nothing.
type Cap struct {
	Calls  int     `json:"calls,omitempty"`  // 0: any number
	Tokens int     `json:"tokens,omitempty"` // prompts and answers; 0: any number
	Money  float64 `json:"money,omitempty"`  // as far as prices are known; 0: any sum
}

// Over says by what a spending would be more than c; "" if it is not.
func (c Cap) Over(u llm.Usage) string {
	switch tokens := u.Prompt + u.Answer; {
	case c.Calls > 0 && u.Calls > c.Calls:
		return fmt.Sprintf("%d requests of %d", u.Calls, c.Calls)
	case c.Tokens > 0 && tokens > c.Tokens:
		return fmt.Sprintf("%d tokens of %d", tokens, c.Tokens)
	case c.Money > 0 && u.Money > c.Money:
		return "a sum of " + money(u.Money) + " of " + money(c.Money)
	}
	return ""
}

func money(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// A Budget is a Meter that holds a Cap: a request that could come out above it
// is refused. It is safe for concurrent use. The zero Budget counts and bounds
// nothing.
type Budget struct {
	mu    sync.Mutex // guards what follows
	cap   Cap
	spent llm.Usage
	held  llm.Usage // reserved and not settled
}

// NewBudget returns a budget of which something is spent already.
func NewBudget(c Cap, spent llm.Usage) *Budget { return &Budget{cap: c, spent: spent} }

// Limit puts another cap in place of the one there was. What is spent and
// reserved stays so.
func (b *Budget) Limit(c Cap) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.cap = c
}

// Reserve returns ErrBudget if one request more could be too much.
func (b *Budget) Reserve(_ context.Context, r Request) (Settle, error) {
	most := llm.Usage{Calls: 1, Prompt: r.Prompt, Answer: r.Answer, Money: r.Money}
	b.mu.Lock()
	defer b.mu.Unlock()
	if over := b.cap.Over(b.spent.Add(b.held).Add(most)); over != "" {
		return nil, fmt.Errorf("%s: %s: %w", r.Purpose, over, ErrBudget)
	}
	b.held = b.held.Add(most)
	return func(u llm.Usage) {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.held.Calls, b.held.Prompt = b.held.Calls-1, b.held.Prompt-most.Prompt
		b.held.Answer, b.held.Money = b.held.Answer-most.Answer, b.held.Money-most.Money
		if b.held.Calls == 0 {
			b.held = llm.Usage{} // sums of money come out a little off
		}
		b.spent = b.spent.Add(u)
	}, nil
}

// Used returns what was spent so far, and before it.
func (b *Budget) Used() llm.Usage {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.spent
}

// Begun is Used with what is reserved and not settled, at what it may cost.
func (b *Budget) Begun() llm.Usage {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.spent.Add(b.held)
}

// Left returns how many calls and tokens may still be reserved, and whether
// they are bounded at all: a number is at least 0, and -1 where any may.
func (b *Budget) Left() (calls, tokens int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	u := b.spent.Add(b.held)
	calls, tokens = -1, -1
	if b.cap.Calls > 0 {
		calls = max(0, b.cap.Calls-u.Calls)
	}
	if b.cap.Tokens > 0 {
		tokens = max(0, b.cap.Tokens-u.Prompt-u.Answer)
	}
	return calls, tokens
}
