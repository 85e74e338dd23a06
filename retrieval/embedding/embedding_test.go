package embedding

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"yumori/internal/llm"
	"yumori/internal/llm/meter"
	"yumori/rag"
)

func TestFallback(t *testing.T) {
	for _, tt := range []struct {
		name string
		c    Choice
		want string
		ok   bool
	}{
		{"none", Choice{Provider: "openai"}, "", false},
		{"another", Choice{Provider: "openai", Fallback: "ollama"}, "ollama", true},
		{"itself", Choice{Provider: "ollama", Fallback: "ollama"}, "ollama", false},
		{"OpenAI behind a server like it", Choice{Provider: "openai", BaseURL: "http://localhost", Fallback: "openai"}, "openai", true},
		{"OpenAI behind OpenAI", Choice{Provider: "openai", Fallback: "openai"}, "openai", false},
	} {
		tt.c.Cache, tt.c.LAN, tt.c.Batch = 7, true, true
		got, ok := tt.c.fallback()
		if ok != tt.ok || got != (Choice{Provider: tt.want, Cache: 7}) { // neither its address nor what is allowed there
			t.Errorf("%s: %+v, %v, want %q, %v", tt.name, got, ok, tt.want, tt.ok)
		}
	}
	for provider, want := range map[string]bool{"": false, Builtin: false, Auto: true, "ollama": true} {
		if got := (Choice{Provider: provider}).Configured(); got != want {
			t.Errorf("%q is configured: %v, want %v", provider, got, want)
		}
	}
}

func TestFinal(t *testing.T) {
	for _, tt := range []struct {
		err  error
		want bool
	}{
		{llm.ErrKey, true}, {ErrNone, true}, {fmt.Errorf("embed: %w", llm.ErrNoModel), true},
		{llm.ErrUnavailable, false}, {context.DeadlineExceeded, false},
	} {
		if got := final(tt.err); got != tt.want {
			t.Errorf("%v is final: %v, want %v", tt.err, got, tt.want)
		}
	}
}

// A counter is an embedder whose vectors are the lengths of the texts. It counts how
// often it is asked, and fails as told.
type counter struct {
	asked int
	fail  error
}

func (*counter) Space() llm.Space { return llm.Space{Model: "test/counter", Dim: 1} }

func (c *counter) Embed(_ context.Context, texts []string, _ llm.Task) ([][]float32, error) {
	c.asked++
	if c.fail != nil {
		return nil, c.fail
	}
	list := make([][]float32, len(texts))
	for i, text := range texts {
		list[i] = []float32{float32(len(text))}
	}
	return list, nil
}

func TestTheSameQuestionIsAskedOnce(t *testing.T) {
	m := &counter{}
	a := &asked{Embedder: m, now: time.Now}
	ask := func(text string) float32 {
		t.Helper()
		list, err := a.Embed(t.Context(), []string{text}, llm.TaskQuery)
		if err != nil || len(list) != 1 {
			t.Fatalf("%q: %v, %v", text, list, err)
		}
		got := list[0][0]
		list[0][0] = -1 // what was handed out is the asker's to change
		return got
	}
	for range 2 {
		if got := ask("tea"); got != 3 || m.asked != 1 {
			t.Errorf("answer %v, asked %d times", got, m.asked)
		}
	}
	for n := range askedKept { // among them the first again, which is then the newest
		ask(strings.Repeat("x", 10+n))
		ask("tea")
	}
	if m.asked != 1+askedKept {
		t.Errorf("asked %d times, want %d", m.asked, 1+askedKept)
	}
	if ask(strings.Repeat("x", 10)); m.asked != 2+askedKept {
		t.Error("the oldest was kept beyond the bound")
	}
	if _, err := a.Embed(t.Context(), []string{"tea"}, llm.TaskDocument); err != nil || m.asked != 3+askedKept {
		t.Errorf("a document was answered by a question's vector: %v", err)
	}
}

func TestAnEmbedderThatFailsIsLeftAlone(t *testing.T) {
	now := time.Date(2026, 11, 21, 10, 30, 0, 0, time.UTC)
	m := &counter{}
	a := &asked{Embedder: m, now: func() time.Time { return now }}
	ask := func() error {
		_, err := a.Embed(t.Context(), []string{"tea"}, llm.TaskQuery)
		return err
	}
	m.fail = meter.ErrBudget // is no fault of its own
	for range 3 {
		if err := ask(); !errors.Is(err, meter.ErrBudget) {
			t.Fatal(err)
		}
	}
	m.fail, m.asked = llm.ErrUnavailable, 0
	for n, want := range []error{llm.ErrUnavailable, llm.ErrUnavailable, errResting, errResting} {
		if err := ask(); !errors.Is(err, want) {
			t.Errorf("question %d: %v, want %v", n, err, want)
		}
	}
	if m.asked != 2 {
		t.Errorf("asked %d times, want two", m.asked)
	}
	now, m.fail = now.Add(askedRest), nil
	if err := ask(); err != nil {
		t.Errorf("after the rest: %v", err)
	}
}

// TestAWorkerWaitsLongerEachTime fails round after round without an index, and
// looks when the next may be.
func TestAWorkerWaitsLongerEachTime(t *testing.T) {
	now := time.Date(2026, 11, 21, 10, 30, 0, 0, time.UTC)
	choice, picked := Choice{Provider: "ollama"}, []string(nil)
	var wait sync.WaitGroup
	e := New(t.Context(), Options{
		Logger: slog.New(slog.DiscardHandler), Now: func() time.Time { return now }, Choice: func() Choice { return choice },
		Pick: func(_ context.Context, c Choice) (llm.Embedder, error) {
			picked = append(picked, c.Provider)
			return nil, llm.ErrUnavailable
		},
		Indexes: func() []*rag.Index { return nil }, Working: &wait,
	})
	round := func() {
		if e.due() {
			_, err := e.pick(t.Context())
			e.failed(err)
		}
	}
	round()
	for n, after := range []time.Duration{firstWait, 2 * firstWait, 4 * firstWait} {
		now = now.Add(after - time.Second)
		if round(); len(picked) != n+1 {
			t.Errorf("round %d came early", n+1)
		}
		now = now.Add(time.Second)
		if round(); len(picked) != n+2 {
			t.Errorf("round %d did not come: %v", n+1, picked)
		}
	}
	if s := e.State(rag.Status{}); s == nil || !errors.Is(s.Failure, llm.ErrUnavailable) || s.Problem == "" {
		t.Errorf("told as %+v", s)
	}
	if _, err := e.Questions().Embed(t.Context(), []string{"tea"}, llm.TaskQuery); err == nil || e.Questions().Space() != (llm.Space{}) {
		t.Error("a question is answered")
	}
	if choice = (Choice{}); e.due() || e.Questions() != nil || e.State(rag.Status{}) != nil {
		t.Error("it goes on although nothing is chosen")
	}
}
