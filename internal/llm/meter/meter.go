// Package meter is the one door between this program and the models: every
// request to a model or an embedder is reserved before it is sent, may be
// refused, and is settled with what it has cost. It counts as the server does:
// a request that is sent three times is three, and one that was never sent none.
package meter

import (
	"context"
	"errors"
	"slices"

	"yumori/internal/llm"
)

// ErrBudget says that a request would cost more than is left.
var ErrBudget = errors.New("budget is spent")

// A Request is one request as it is reserved.
type Request struct {
	Purpose llm.Purpose
	Model   string  // "provider/name"
	Prompt  int     // tokens, at most
	Answer  int     // tokens, at most
	Money   float64 // what it costs at most; 0 if no price is known
	// Discount is the share of the price that is not charged; 0: the whole is.
	Discount float64
}

// A Settle is told what a request has cost that was reserved; a usage of no
// calls is a request that was not sent. It is called once.
type Settle func(u llm.Usage)

// A Meter counts requests. Implementations are safe for concurrent use.
type Meter interface {
	// Reserve asks for one request. ErrBudget says that it may not be sent.
	// What is reserved counts until it is settled. ctx tells for whom it is
	// and bounds nothing.
	Reserve(ctx context.Context, r Request) (Settle, error)
}

type withinKey struct{}

// Within returns a context in which m counts, too: every request of every
// metered model and embedder that is asked with it, before the meters that
// were there and the model's own.
func Within(ctx context.Context, m Meter) context.Context {
	if m == nil {
		return ctx
	}
	return context.WithValue(ctx, withinKey{}, append([]Meter{m}, within(ctx)...))
}

func within(ctx context.Context) []Meter {
	list, _ := ctx.Value(withinKey{}).([]Meter)
	return list
}

// All are meters that are asked one after the other: what one of them refuses
// counts at none.
type All []Meter

// Reserve is Meter.
func (list All) Reserve(ctx context.Context, r Request) (Settle, error) {
	var done []Settle
	settle := func(u llm.Usage) {
		for _, s := range slices.Backward(done) {
			s(u)
		}
	}
	for _, m := range list {
		s, err := m.Reserve(ctx, r)
		if err != nil {
			settle(llm.Usage{})
			return nil, err
		}
		done = append(done, s)
	}
	return settle, nil
}
