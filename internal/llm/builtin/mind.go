// Package builtin is the companion's mind without a language model: rules in
// English and Japanese that keep the persona's voice, write down what they
// are told through the tools a model would use, answer from what is in the
// prompt, and say so when they do not know.
//
// A turn goes understand → remember → answer → phrase, a few small files
// each. Nothing is kept between calls: what the rules know is in the request.
package builtin

import (
	"context"
	"time"

	"yumori/internal/llm"
)

// provider and modelName are how the rules are shown and labelled.
const (
	provider  = "builtin"
	modelName = "built-in rules"
)

// Options are what a Mind is made from. The zero value is right.
type Options struct {
	// Now is the clock, used when the prompt does not say the time; nil is
	// time.Now.
	Now func() time.Time
}

// A Mind answers by rules. It implements llm.Model, is safe for concurrent use, and answers
// the same whatever it was asked before.
type Mind struct {
	now func() time.Time
}

// New returns a Mind.
func New(opt Options) *Mind {
	if opt.Now == nil {
		opt.Now = time.Now
	}
	return &Mind{opt.Now}
}

// Info says that these are rules. The window is unbounded.
func (m *Mind) Info() llm.Info {
	return llm.Info{Provider: provider, Name: modelName, Rules: true}
}

// Generate answers the last user message of req, or first asks for the tools
// that write down what it said. It needs no network. It reads anew what was told so far,
// which takes some 3 ms for each line of that: a second where the prompt holds 300, and for
// the first English question half a second more. It
// reports no token usage, since none is used. A request for JSON is refused
// with llm.ErrBadRequest; the only other error is the context's.
func (m *Mind) Generate(ctx context.Context, req llm.Request, stream func(text string)) (llm.Response, error) {
	if err := ctx.Err(); err != nil {
		return llm.Response{Message: llm.Message{Role: llm.RoleModel}}, err
	}
	if req.JSON != nil {
		return llm.Response{Message: llm.Message{Role: llm.RoleModel}}, &llm.Error{
			Provider: provider, Op: "generate", Kind: llm.ErrBadRequest,
			Detail: "the built-in rules talk; they do not fill in JSON",
		}
	}
	s := m.scene(&req)
	if calls := s.remember(); len(calls) > 0 {
		return llm.Response{Message: llm.Message{Role: llm.RoleModel, Calls: calls}, Finish: llm.FinishStop}, nil
	}
	text, err := say(ctx, s.answer(), stream)
	return llm.Response{Message: llm.Message{Role: llm.RoleModel, Text: text}, Finish: llm.FinishStop}, err
}
