package llmtest

import (
	"context"
	"time"

	"yumori/internal/llm"
)

// A Func is a model made of its Generate function.
type Func func(ctx context.Context, req llm.Request, stream func(string)) (llm.Response, error)

// Info names the model.
func (Func) Info() llm.Info { return llm.Info{Provider: "llmtest", Name: "func"} }

// Generate calls f. Like a model behind a server it passes the gate first.
func (f Func) Generate(ctx context.Context, req llm.Request, stream func(string)) (llm.Response, error) {
	if err := llm.GateOf(ctx).Pass(); err != nil {
		return llm.Response{}, err
	}
	return f(ctx, req, stream)
}

// Failing is a model that says the pieces and then fails with kind, a sentinel
// of package llm.
func Failing(kind error, pieces ...string) Func {
	return func(ctx context.Context, req llm.Request, stream func(string)) (llm.Response, error) {
		err := &llm.Error{Provider: "llmtest", Op: "generate", Kind: kind}
		return play(ctx, req, Answer{Text: pieces, Err: err}, stream)
	}
}

// Cut is a model whose answer breaks off after the pieces.
func Cut(pieces ...string) Func { return Failing(llm.ErrCut, pieces...) }

// Empty is a model that breaks the contract: it answers nothing and calls it
// success.
func Empty() Func {
	return func(ctx context.Context, req llm.Request, stream func(string)) (llm.Response, error) {
		return play(ctx, req, Answer{}, stream)
	}
}

// Endless is a model that says piece for ever, every so often, until its
// context ends.
func Endless(piece string, every time.Duration) Func {
	return func(ctx context.Context, _ llm.Request, stream func(string)) (llm.Response, error) {
		r := llm.Response{Message: llm.Message{Role: llm.RoleModel}}
		tick := time.NewTicker(every)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return r, ctx.Err()
			case <-tick.C:
				r.Message.Text += piece
				if stream != nil {
					stream(piece)
				}
			}
		}
	}
}

// Looping is a model that asks for the same call for ever.
func Looping(name, args string) Func {
	return func(ctx context.Context, req llm.Request, stream func(string)) (llm.Response, error) {
		a := Tool(name, args)
		a.Calls[0].ID = "loop_" + time.Now().Format("150405.000000000")
		return play(ctx, req, a, stream)
	}
}

// Panicking is a model with a bug: it panics after the pieces.
func Panicking(pieces ...string) Func {
	return func(_ context.Context, _ llm.Request, stream func(string)) (llm.Response, error) {
		for _, p := range pieces {
			if stream != nil {
				stream(p)
			}
		}
		panic("llmtest: a model that panics")
	}
}
