package llm

import "context"

// A Gate stands between a call and the server: whatever sends requests to a
// model or an embedder has each try pass it, a repetition too, so that what is
// counted is what the server sees, and what may not be sent is not. It travels
// in the context of a call that is counted. Implementations are safe for
// concurrent use; a call sends one request after the other.
type Gate interface {
	// Pass is asked before a request is sent. An error ends the call, which
	// returns it unchanged.
	Pass() error
	// Unsent says that the request that passed last never reached the server.
	Unsent()
	// Failed says why the request that passed last was not answered.
	Failed(err error)
	// Answered says what the server counts for the request that passed last,
	// where the answer of the call has no room for it. Calls is not looked at.
	Answered(u Usage)
}

type gateKey struct{}

// WithGate returns a context whose requests pass g, and no gate before it.
func WithGate(ctx context.Context, g Gate) context.Context {
	return context.WithValue(ctx, gateKey{}, g)
}

// Ungated returns a context for what is asked beside a call and is not to a
// model: lists of models, windows, versions. Nobody counts it.
func Ungated(ctx context.Context) context.Context { return WithGate(ctx, open{}) }

type wholeKey struct{}

// Counted returns a context whose every request passes its gate, those too that
// only ask how something stands.
func Counted(ctx context.Context) context.Context { return context.WithValue(ctx, wholeKey{}, true) }

// IsCounted reports whether a context is one of Counted.
func IsCounted(ctx context.Context) bool { return ctx.Value(wholeKey{}) != nil }

// GateOf returns the gate that requests of a context pass. Without one it
// returns one that is open.
func GateOf(ctx context.Context) Gate {
	if g, ok := ctx.Value(gateKey{}).(Gate); ok {
		return g
	}
	return open{}
}

// open is the gate of what is not counted.
type open struct{}

func (open) Pass() error    { return nil }
func (open) Unsent()        {}
func (open) Failed(error)   {}
func (open) Answered(Usage) {}
