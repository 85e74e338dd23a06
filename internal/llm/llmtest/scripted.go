// Package llmtest has the fakes of package llm: scripted, obedient and broken
// models and embedders, and servers that speak the two real protocols as
// strictly as the real ones and fail on request.
package llmtest

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync"

	"yumori/internal/llm"
)

// An Answer is one scripted answer of a model.
type Answer struct {
	Text   []string   // the pieces it is streamed in
	Calls  []llm.Call // an empty ID is filled in
	Finish llm.Finish // "" means FinishStop
	Usage  llm.Usage  // zero: estimated from the texts
	Err    error      // returned after Text was streamed
	Prompt llm.PromptFate
	Gate   chan struct{} // if not nil, the answer waits after Text until it is closed or the context ends
	Opaque json.RawMessage
}

// Text returns an answer that says the pieces.
func Text(pieces ...string) Answer { return Answer{Text: pieces} }

// Tool returns an answer that calls one tool with the given JSON arguments.
func Tool(name, args string) Answer {
	return Answer{Calls: []llm.Call{{Name: name, Args: json.RawMessage(args)}}}
}

// Scripted is a model that gives its answers in order and records what it was
// asked. Once the answers have run out it fails with llm.ErrUnavailable. It is
// safe for concurrent use.
type Scripted struct {
	// About is what Info returns; the zero value becomes a scripted provider.
	About llm.Info

	mu       sync.Mutex // guards the fields below
	answers  []Answer
	requests []llm.Request
	calls    int
}

// NewScripted returns a model that gives the answers in order.
func NewScripted(answers ...Answer) *Scripted { return &Scripted{answers: answers} }

// Add appends answers to the script.
func (s *Scripted) Add(answers ...Answer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.answers = append(s.answers, answers...)
}

// Requests returns what the model was asked so far, oldest first.
func (s *Scripted) Requests() []llm.Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.requests)
}

// Left returns how many answers have not been given yet.
func (s *Scripted) Left() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.answers)
}

// Info returns About.
func (s *Scripted) Info() llm.Info {
	if s.About == (llm.Info{}) {
		return llm.Info{Provider: "scripted", Name: "script"}
	}
	return s.About
}

// Generate gives the next answer of the script. Like a model behind a server it
// passes the gate first.
func (s *Scripted) Generate(ctx context.Context, req llm.Request, stream func(string)) (llm.Response, error) {
	if err := llm.GateOf(ctx).Pass(); err != nil {
		return llm.Response{}, err
	}
	a, err := s.next(req)
	if err != nil {
		return llm.Response{}, err
	}
	return play(ctx, req, a, stream)
}

func (s *Scripted) next(req llm.Request) (Answer, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	req.Messages = slices.Clone(req.Messages) // the caller may append to its own
	s.requests = append(s.requests, req)
	if len(s.answers) == 0 {
		return Answer{}, &llm.Error{Provider: "scripted", Op: "generate", Kind: llm.ErrUnavailable, Detail: "the script has run out"}
	}
	a := s.answers[0]
	s.answers = s.answers[1:]
	a.Calls = slices.Clone(a.Calls)
	for i := range a.Calls {
		if a.Calls[i].ID == "" {
			s.calls++
			a.Calls[i].ID = fmt.Sprintf("scripted_%d", s.calls)
		}
	}
	return a, nil
}

// play streams a and turns it into a response.
func play(ctx context.Context, req llm.Request, a Answer, stream func(string)) (llm.Response, error) {
	r := llm.Response{
		Message: llm.Message{Role: llm.RoleModel, Calls: a.Calls, Opaque: a.Opaque},
		Finish:  a.Finish,
		Usage:   a.Usage,
		Prompt:  a.Prompt,
	}
	if r.Finish == "" {
		r.Finish = llm.FinishStop
	}
	for _, piece := range a.Text {
		if err := ctx.Err(); err != nil {
			return r, err
		}
		r.Message.Text += piece
		if stream != nil {
			stream(piece)
		}
	}
	if a.Gate != nil {
		select {
		case <-a.Gate:
		case <-ctx.Done():
			return r, ctx.Err()
		}
	}
	if r.Usage == (llm.Usage{}) {
		r.Usage = llm.EstimateUsage(req, r.Message)
	}
	return r, a.Err
}
