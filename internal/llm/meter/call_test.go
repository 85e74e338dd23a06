package meter

import (
	"context"
	"errors"
	"testing"

	"yumori/internal/llm"
	"yumori/internal/llm/llmtest"
)

// What a call costs whose requests end in different ways, as a server counts.
func TestEveryRequestIsCounted(t *testing.T) {
	said := llm.Response{Message: llm.Message{Role: llm.RoleModel, Text: "yes"}, Usage: llm.Usage{Calls: 1, Prompt: 20, Answer: 7}}
	prompt := llm.EstimateUsage(ask("12345678", 100), llm.Message{}).Prompt
	again := func(gate llm.Gate, failed error) error {
		gate.Failed(failed)
		return gate.Pass()
	}
	for _, tt := range []struct {
		name string
		cap  Cap
		do   func(gate llm.Gate) error // after the first pass
		want llm.Usage
		err  error
	}{
		{"answered at once", Cap{}, func(llm.Gate) error { return nil }, llm.Usage{Calls: 1, Prompt: 20, Answer: 7}, nil},
		{"after 429", Cap{}, func(g llm.Gate) error { return again(g, llm.ErrRateLimited) }, llm.Usage{Calls: 2, Prompt: 20, Answer: 7}, nil},
		{"after 500", Cap{}, func(g llm.Gate) error { return again(g, llm.ErrUnavailable) }, llm.Usage{Calls: 2, Prompt: 20 + prompt, Answer: 7, Estimated: true}, nil},
		{"after an answer of no use", Cap{}, func(g llm.Gate) error { return g.Pass() }, llm.Usage{Calls: 2, Prompt: 20 + prompt, Answer: 7, Estimated: true}, nil},
		{"after it was not reached", Cap{}, func(g llm.Gate) error { g.Unsent(); return again(g, llm.ErrUnavailable) }, llm.Usage{Calls: 1, Prompt: 20, Answer: 7}, nil},
		{"not again", Cap{Calls: 1}, func(g llm.Gate) error { return again(g, llm.ErrRateLimited) }, llm.Usage{Calls: 1}, ErrBudget},
		{"never reached", Cap{}, func(g llm.Gate) error { g.Unsent(); g.Failed(llm.ErrUnavailable); return llm.ErrUnavailable }, llm.Usage{}, llm.ErrUnavailable},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b := NewBudget(tt.cap, llm.Usage{})
			m := Metered(llmtest.Func(func(ctx context.Context, _ llm.Request, _ func(string)) (llm.Response, error) {
				if err := tt.do(llm.GateOf(ctx)); err != nil {
					return llm.Response{}, err
				}
				return said, nil
			}), b)
			resp, err := m.Generate(t.Context(), ask("12345678", 100), nil)
			if !errors.Is(err, tt.err) || resp.Usage != tt.want || b.Used() != tt.want || b.Begun() != tt.want {
				t.Errorf("cost %+v, counted %+v and %+v, want %+v; %v", resp.Usage, b.Used(), b.Begun(), tt.want, err)
			}
		})
	}
}

// A model that refuses a request on this side has sent none.
func TestWhatIsRefusedHereIsNotCounted(t *testing.T) {
	b := NewBudget(Cap{}, llm.Usage{})
	_, err := Metered(refusing{}, b).Generate(t.Context(), ask("hello", 100), nil)
	if !errors.Is(err, llm.ErrAddress) || b.Begun() != (llm.Usage{}) {
		t.Errorf("%v, counted %+v", err, b.Begun())
	}
}

type refusing struct{ llm.Model }

func (refusing) Info() llm.Info { return llm.Info{Name: "refusing"} }

func (refusing) Generate(context.Context, llm.Request, func(string)) (llm.Response, error) {
	return llm.Response{}, llm.ErrAddress
}

// A batching is an embedder that sends a request for each text.
type batching struct {
	llmtest.QuotingEmbedder
	said int // tokens that the server tells of each; 0: it tells none
	fail error
}

func (b *batching) Embed(ctx context.Context, texts []string, task llm.Task) ([][]float32, error) {
	gate := llm.GateOf(ctx)
	for range texts {
		if err := gate.Pass(); err != nil {
			return nil, err
		}
		if b.fail != nil {
			gate.Failed(b.fail)
			return nil, b.fail
		}
		gate.Answered(llm.Usage{Prompt: b.said})
	}
	return b.QuotingEmbedder.Embed(ctx, texts, task)
}

func TestAnEmbeddersRequestsAreCounted(t *testing.T) {
	one := llm.EstimateTokens("12345678")
	for _, tt := range []struct {
		name string
		e    *batching
		cap  Cap
		want llm.Usage
		err  error
	}{
		{"estimated", &batching{}, Cap{}, llm.Usage{Calls: 3, Prompt: 3 * one, Estimated: true}, nil},
		{"as the server says", &batching{said: 5}, Cap{}, llm.Usage{Calls: 3, Prompt: 15}, nil},
		{"no more than two", &batching{said: 5}, Cap{Calls: 2}, llm.Usage{Calls: 2, Prompt: 10}, ErrBudget},
		{"turned away", &batching{fail: llm.ErrRateLimited}, Cap{}, llm.Usage{Calls: 1}, llm.ErrRateLimited},
		{"broken", &batching{fail: llm.ErrUnavailable}, Cap{}, llm.Usage{Calls: 1, Prompt: 3 * one, Estimated: true}, llm.ErrUnavailable},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b := NewBudget(tt.cap, llm.Usage{})
			_, err := MeteredEmbedder(tt.e, b).Embed(t.Context(), []string{"12345678", "12345678", "12345678"}, llm.TaskDocument)
			if !errors.Is(err, tt.err) || b.Used() != tt.want || b.Begun() != tt.want {
				t.Errorf("%v, counted %+v and %+v, want %+v", err, b.Used(), b.Begun(), tt.want)
			}
		})
	}
}

// A model inside of others is metered once.
func TestMeteredOnce(t *testing.T) {
	b := NewBudget(Cap{}, llm.Usage{})
	m := Metered(wrapping{Metered(llmtest.NewScripted(llmtest.Text("a")), b)}, b)
	if _, err := m.Generate(Within(t.Context(), nil), ask("hello", 100), nil); err != nil || b.Used().Calls != 1 {
		t.Errorf("%v, counted %+v", err, b.Used())
	}
	if w := llm.WindowOf(t.Context(), Metered(windowed{}, b)); w.Tokens != 7 {
		t.Errorf("the window inside is %+v", w)
	}
}

type wrapping struct{ llm.Model }

func (w wrapping) Unwrap() llm.Model { return w.Model }

type windowed struct{ refusing }

func (windowed) Measure(context.Context) llm.Window {
	return llm.Window{Tokens: 7, From: llm.WindowSet}
}

func TestALimitThatChanges(t *testing.T) {
	b := NewBudget(Cap{Calls: 1}, llm.Usage{})
	settle, err := b.Reserve(t.Context(), Request{Prompt: 10, Money: 2})
	if err != nil {
		t.Fatal(err)
	}
	if calls, tokens := b.Left(); calls != 0 || tokens != -1 {
		t.Errorf("left are %d, %d", calls, tokens)
	}
	b.Limit(Cap{Money: 3})
	if _, err := b.Reserve(t.Context(), Request{Money: 2}); !errors.Is(err, ErrBudget) {
		t.Errorf("what is reserved was forgotten: %v", err)
	}
	settle(llm.Usage{Calls: 1, Prompt: 10, Money: 1})
	if _, err := b.Reserve(t.Context(), Request{Money: 2}); err != nil {
		t.Error(err)
	}
}
