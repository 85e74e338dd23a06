package dreaming

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"yumori/llm"
)

// unboundedAnswer is taken for the answer of a call that bounds it nowhere, and
// asked for, so that it is the bound.
const unboundedAnswer = 4_096

// tokenizerSlack is by how much a tokenizer may count more than
// llm.EstimateTokens, as a fraction: what a call may cost is asked for with it.
const tokenizerSlack = 3 // a third

// A Cap bounds what may be spent. The zero Cap bounds nothing.
type Cap struct {
	Calls  int `json:"calls,omitempty"`  // 0: any number
	Tokens int `json:"tokens,omitempty"` // prompts and answers; 0: any number
}

// over says by what a spending would be more than c; "" if it is not.
func (c Cap) over(calls, tokens int) string {
	switch {
	case c.Calls > 0 && calls > c.Calls:
		return fmt.Sprintf("%d calls of %d", calls, c.Calls)
	case c.Tokens > 0 && tokens > c.Tokens:
		return fmt.Sprintf("%d tokens of %d", tokens, c.Tokens)
	}
	return ""
}

// A Budget is a Meter that holds a Cap: a call that could come out above it is
// not allowed. What was allowed counts until it is told what was spent. It is
// safe for concurrent use.
type Budget struct {
	cap  Cap
	next Meter // asked and told as well; may be nil

	mu      sync.Mutex
	spent   llm.Usage
	allowed []allowance // not spent yet, oldest first
}

type allowance struct {
	purpose string
	tokens  int
}

// NewBudget returns a budget of which something is spent already. next, which
// may be nil, is asked after it and told everything from now on.
func NewBudget(c Cap, spent llm.Usage, next Meter) *Budget {
	return &Budget{cap: c, spent: spent, next: next}
}

// Allow returns ErrBudget if one call more of so many tokens could be too much.
func (b *Budget) Allow(purpose string, tokens int) error {
	b.mu.Lock()
	calls, all := b.spent.Calls+len(b.allowed)+1, b.spent.Prompt+b.spent.Answer+tokens
	for _, a := range b.allowed {
		all += a.tokens
	}
	if over := b.cap.over(calls, all); over != "" {
		b.mu.Unlock()
		return fmt.Errorf("%s: %s: %w", purpose, over, ErrBudget)
	}
	b.allowed = append(b.allowed, allowance{purpose, tokens})
	b.mu.Unlock()
	if b.next == nil {
		return nil
	}
	if err := b.next.Allow(purpose, tokens); err != nil {
		b.settle(purpose, llm.Usage{})
		return err
	}
	return nil
}

// Spent counts what a call that was allowed has cost. A usage of no calls is a
// call that was not made.
func (b *Budget) Spent(purpose, model string, u llm.Usage) {
	b.settle(purpose, u)
	if b.next != nil {
		b.next.Spent(purpose, model, u)
	}
}

func (b *Budget) settle(purpose string, u llm.Usage) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.spent = b.spent.Add(u)
	if i := slices.IndexFunc(b.allowed, func(a allowance) bool { return a.purpose == purpose }); i >= 0 {
		b.allowed = slices.Delete(b.allowed, i, i+1)
	}
}

// Used returns what was spent so far, and before it.
func (b *Budget) Used() llm.Usage {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.spent
}

// Metered returns m with every call asked for and counted at a meter: nobody
// can use it without. Rules cost nothing and are returned as they are, as is
// any model for a meter of nil.
//
// A call that may not be made returns ErrBudget and is not made. The bound on
// its answer is part of what is asked for, so that what was allowed holds. What
// a provider does not count is estimated, and marked so.
func Metered(m llm.Model, meter Meter) llm.Model {
	if m == nil || meter == nil || m.Info().Rules {
		return m
	}
	if old, ok := m.(*counted); ok && old.meter == meter {
		return m
	}
	return &counted{m, meter}
}

type counted struct {
	llm.Model
	meter Meter
}

// Generate asks the meter, then the model.
func (m *counted) Generate(ctx context.Context, req llm.Request, stream func(string)) (llm.Response, error) {
	if err := ctx.Err(); err != nil {
		return llm.Response{}, err
	}
	purpose := string(req.Purpose)
	if req.MaxTokens <= 0 {
		req.MaxTokens = unboundedAnswer
	}
	if err := m.meter.Allow(purpose, atMost(req)); err != nil {
		return llm.Response{}, err
	}
	var u llm.Usage
	defer func() { m.meter.Spent(purpose, modelName(m.Info()), u) }() // when the model panics, too
	u = llm.EstimateUsage(req, llm.Message{})                         // of a call of which nothing comes back
	resp, err := m.Model.Generate(ctx, req, stream)
	resp.Usage = usageOf(req, resp, err)
	u = resp.Usage
	return resp, err
}

// atMost returns how many tokens a call may cost.
func atMost(req llm.Request) int {
	prompt := llm.EstimateUsage(req, llm.Message{}).Prompt
	return prompt + prompt/tokenizerSlack + req.MaxTokens
}

// usageOf returns what a call has cost, as the provider says or, where it does
// not, estimated. A call that the provider turned away is a call of no tokens.
func usageOf(req llm.Request, resp llm.Response, err error) llm.Usage {
	u := resp.Usage
	if u.Calls == 0 {
		u.Calls = 1
	}
	if u.Prompt > 0 || turnedAway(err) {
		if u.Prompt > 0 && u.Answer == 0 && resp.Message.Text != "" { // a stream that broke off
			u.Answer, u.Estimated = llm.EstimateUsage(req, resp.Message).Answer, true
		}
		return u
	}
	e := llm.EstimateUsage(req, resp.Message)
	u.Prompt, u.Answer, u.Estimated = e.Prompt, max(u.Answer, e.Answer), true
	return u
}

// turnedAway reports whether a call failed before a model worked on it.
func turnedAway(err error) bool {
	for _, kind := range []error{llm.ErrRateLimited, llm.ErrKey, llm.ErrNoModel, llm.ErrBadRequest, llm.ErrTooLong} {
		if errors.Is(err, kind) {
			return true
		}
	}
	return false
}

func modelName(i llm.Info) string {
	if i.Provider == "" {
		return i.Name
	}
	return i.Provider + "/" + i.Name
}
