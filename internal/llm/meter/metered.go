package meter

import (
	"context"

	"yumori/internal/llm"
)

// unboundedAnswer is taken for the answer of a call that bounds it nowhere, and
// asked for, so that it is the bound.
const unboundedAnswer = 4_096

// tokenizerSlack is by how much a tokenizer may count more than
// llm.EstimateTokens, as a fraction: what a request may cost is asked for with
// it.
const tokenizerSlack = 3 // a third

// Metered returns m with every request counted at a meter, which may be nil,
// and at those of the context of each call. Rules cost nothing and are returned
// as they are, as is a model that is metered already.
//
// A call that may not be made returns ErrBudget and is not made; one that is
// repeated on the way until it may not be ends with ErrBudget. The bound on its
// answer is part of what is asked for, so that what was reserved holds. What a
// provider does not count is estimated, and marked so. Response.Usage is that of
// all requests of the call.
func Metered(m llm.Model, meter Meter) llm.Model {
	if m == nil || m.Info().Rules {
		return m
	}
	for inner := m; ; {
		if _, ok := inner.(*model); ok {
			return m
		}
		u, ok := inner.(interface{ Unwrap() llm.Model })
		if !ok {
			return &model{m, meter}
		}
		inner = u.Unwrap()
	}
}

type model struct {
	llm.Model
	meter Meter
}

// Unwrap returns the model that is metered.
func (m *model) Unwrap() llm.Model { return m.Model }

// Generate reserves a request, and asks the model.
func (m *model) Generate(ctx context.Context, req llm.Request, stream func(string)) (llm.Response, error) {
	if err := ctx.Err(); err != nil {
		return llm.Response{}, err
	}
	if req.MaxTokens <= 0 {
		req.MaxTokens = unboundedAnswer
	}
	prompt := llm.EstimateUsage(req, llm.Message{}).Prompt
	c := newCall(ctx, m.meter, Request{
		Purpose: req.Purpose, Model: m.Info().Label(),
		Prompt: prompt + prompt/tokenizerSlack, Answer: req.MaxTokens,
	})
	c.prompt = prompt
	if err := c.reserve(); err != nil {
		return llm.Response{}, err
	}
	defer c.abandon()
	resp, err := m.Model.Generate(llm.WithGate(ctx, c), req, stream)
	resp.Usage = c.finish(usageOf(req, resp, err), err)
	return resp, err
}

func newCall(ctx context.Context, own Meter, r Request) *call {
	c := &call{ctx: ctx, meters: within(ctx), next: r, prompt: r.Prompt}
	if own != nil {
		c.meters = append(c.meters[:len(c.meters):len(c.meters)], own)
	}
	return c
}

// usageOf returns what a request has cost, as the provider says or, where it
// does not, estimated. One that the provider turned away costs no tokens.
func usageOf(req llm.Request, resp llm.Response, err error) llm.Usage {
	u := resp.Usage
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

// MeteredEmbedder is Metered for an embedder. Its tokens are estimated unless
// its provider tells them.
func MeteredEmbedder(e llm.Embedder, meter Meter) llm.Embedder {
	if e == nil {
		return nil
	}
	switch e.(type) {
	case *embedder, *batcher:
		return e
	}
	m := embedder{e, meter}
	if b, ok := e.(llm.Batcher); ok {
		return &batcher{m, b}
	}
	return &m
}

type embedder struct {
	llm.Embedder
	meter Meter
}

// Unwrap returns the embedder that is metered.
func (e *embedder) Unwrap() llm.Embedder { return e.Embedder }

// Embed reserves a request, and asks the embedder.
func (e *embedder) Embed(ctx context.Context, texts []string, task llm.Task) ([][]float32, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if len(texts) == 0 {
		return nil, nil
	}
	tokens := 0
	for _, t := range texts {
		tokens += llm.EstimateTokens(t)
	}
	c := newCall(ctx, e.meter, Request{
		Purpose: llm.PurposeEmbed, Model: e.Space().Model, Prompt: tokens + tokens/tokenizerSlack,
	})
	c.prompt, c.parts = tokens, true
	if err := c.reserve(); err != nil {
		return nil, err
	}
	defer c.abandon()
	list, err := e.Embedder.Embed(llm.WithGate(ctx, c), texts, task)
	c.finish(c.worth(err), err)
	return list, err
}

// worth is what the request under way has cost, of a call that ended with err.
func (c *call) worth(err error) llm.Usage {
	c.mu.Lock()
	defer c.mu.Unlock()
	if turnedAway(err) {
		return llm.Usage{Calls: 1}
	}
	return c.worked()
}

// Setup does f, which may send requests of some tokens to a model while it is
// made, as an embedder is asked for its dimension. They are counted as those of
// r, and refused with ErrBudget.
func Setup(ctx context.Context, m Meter, r Request, f func(context.Context) error) error {
	c := newCall(ctx, m, r)
	defer c.abandon()
	err := f(llm.WithGate(ctx, c))
	c.finish(c.worth(err), err)
	return err
}
