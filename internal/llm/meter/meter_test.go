package meter

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"

	"yumori/internal/llm"
	"yumori/internal/llm/builtin"
	"yumori/internal/llm/llmtest"
)

// A ledger is a meter that writes down.
type ledger struct {
	mu    sync.Mutex
	lines []llm.Usage
}

func (l *ledger) Reserve(context.Context, Request) (Settle, error) {
	return func(u llm.Usage) {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.lines = append(l.lines, u)
	}, nil
}

func ask(text string, most int) llm.Request {
	return llm.Request{Messages: []llm.Message{{Role: llm.RoleUser, Text: text}}, MaxTokens: most, Purpose: llm.PurposeDream}
}

func TestACapHoldsBeforeTheCall(t *testing.T) {
	long := strings.Repeat("word ", 1000)
	one := llm.EstimateUsage(ask(long, 100), llm.Message{}).Prompt
	most := one + one/tokenizerSlack + 100 // what a call may cost
	spent := one + llm.EstimateTokens("yes")
	for _, tt := range []struct {
		name string
		cap  Cap
		most int
		want int // calls made of five tried
	}{
		{"no cap", Cap{}, 100, 5},
		{"three calls", Cap{Calls: 3}, 100, 3},
		{"less than one call may cost", Cap{Tokens: most - 1}, 100, 0},
		{"just what one may cost", Cap{Tokens: most}, 100, 1},
		{"the answer's bound counts", Cap{Tokens: 5000}, 4000, 0},
		{"two calls; for the third it is not enough", Cap{Tokens: 2*spent + most - 1}, 100, 2},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := llmtest.NewScripted()
			for range 5 {
				m.Add(llmtest.Text("yes"))
			}
			b := NewBudget(tt.cap, llm.Usage{})
			wrapped := Metered(m, b)
			for range 5 {
				if _, err := wrapped.Generate(t.Context(), ask(long, tt.most), nil); err != nil && !errors.Is(err, ErrBudget) {
					t.Fatal(err)
				}
			}
			if got := len(m.Requests()); got != tt.want {
				t.Errorf("%d calls were made, want %d", got, tt.want)
			}
			if u := b.Used(); u.Calls != tt.want || tt.cap.Tokens > 0 && u.Prompt+u.Answer > tt.cap.Tokens {
				t.Errorf("spent %+v of %+v", u, tt.cap)
			}
			if b.held != (llm.Usage{}) {
				t.Errorf("still reserved: %v", b.held)
			}
		})
	}
}

// Whatever a provider says, what is counted is never above the cap, however
// many ask at the same time.
func TestACapHoldsForManyAtOnce(t *testing.T) {
	b := NewBudget(Cap{Calls: 7, Tokens: 20_000}, llm.Usage{})
	m := Metered(llmtest.Func(func(context.Context, llm.Request, func(string)) (llm.Response, error) {
		return llm.Response{Message: llm.Message{Text: "yes"}, Usage: llm.Usage{Calls: 1, Prompt: 1600, Answer: 100}}, nil
	}), b)
	var wg sync.WaitGroup
	for range 40 {
		wg.Go(func() { _, _ = m.Generate(t.Context(), ask(strings.Repeat("word ", 1000), 100), nil) })
	}
	wg.Wait()
	if u := b.Used(); u.Calls > 7 || u.Calls < 1 || u.Prompt+u.Answer > 20_000 {
		t.Errorf("spent %+v", u)
	}
}

func TestWhatIsCounted(t *testing.T) {
	said := llm.Message{Role: llm.RoleModel, Text: "one two three four"}
	guess := llm.EstimateUsage(ask("12345678", 100), said)
	prompt, answer := guess.Prompt, guess.Answer
	for _, tt := range []struct {
		name string
		resp llm.Response
		err  error
		want llm.Usage
	}{
		{"as the provider says", llm.Response{Message: said, Usage: llm.Usage{Calls: 1, Prompt: 20, Answer: 7}}, nil, llm.Usage{Calls: 1, Prompt: 20, Answer: 7}},
		{"it says nothing", llm.Response{Message: said}, nil, llm.Usage{Calls: 1, Prompt: prompt, Answer: answer, Estimated: true}},
		{"it tells the answer alone", llm.Response{Message: said, Usage: llm.Usage{Answer: 90}}, nil, llm.Usage{Calls: 1, Prompt: prompt, Answer: 90, Estimated: true}},
		{"broke off in the answer", llm.Response{Message: said}, llm.ErrCut, llm.Usage{Calls: 1, Prompt: prompt, Answer: answer, Estimated: true}},
		{"broke off after the prompt was counted", llm.Response{Message: said, Usage: llm.Usage{Calls: 1, Prompt: 20}}, llm.ErrCut, llm.Usage{Calls: 1, Prompt: 20, Answer: answer, Estimated: true}},
		{"no answer in time", llm.Response{}, context.DeadlineExceeded, llm.Usage{Calls: 1, Prompt: prompt, Estimated: true}},
		{"the key is wrong", llm.Response{}, llm.ErrKey, llm.Usage{Calls: 1}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			l := &ledger{}
			m := Metered(llmtest.Func(func(context.Context, llm.Request, func(string)) (llm.Response, error) { return tt.resp, tt.err }), l)
			resp, err := m.Generate(t.Context(), ask("12345678", 100), nil)
			if !errors.Is(err, tt.err) || len(l.lines) != 1 || l.lines[0] != tt.want || resp.Usage != tt.want {
				t.Errorf("got %+v, %v and %+v, want %+v", resp.Usage, err, l.lines, tt.want)
			}
		})
	}
}

func TestWhatWasSpentBeforeCounts(t *testing.T) {
	b := NewBudget(Cap{Calls: 3}, llm.Usage{Calls: 2})
	if _, err := b.Reserve(t.Context(), Request{Purpose: "dream"}); err != nil {
		t.Error(err)
	}
	if _, err := b.Reserve(t.Context(), Request{Purpose: "dream"}); !errors.Is(err, ErrBudget) {
		t.Errorf("a fourth call: %v", err)
	}
}

func TestRulesCostNothing(t *testing.T) {
	l := &ledger{}
	rules := builtin.New(builtin.Options{})
	if m := Metered(rules, l); m != llm.Model(rules) {
		t.Error("rules are metered")
	}
	if Metered(nil, l) != nil {
		t.Error("no model became one")
	}
}

func TestAPanickingModelIsCounted(t *testing.T) {
	l := &ledger{}
	m := Metered(llmtest.Panicking("a"), l)
	func() {
		defer func() { _ = recover() }()
		_, _ = m.Generate(t.Context(), ask("12345678", 100), nil)
	}()
	if len(l.lines) != 1 || l.lines[0].Calls != 1 {
		t.Errorf("counted %+v", l.lines)
	}
}

// A cap further out that says no leaves the one inside as it was.
func TestCapsInARow(t *testing.T) {
	day := NewBudget(Cap{Calls: 1}, llm.Usage{})
	night := NewBudget(Cap{Calls: 2}, llm.Usage{})
	m := llmtest.NewScripted(llmtest.Text("a"), llmtest.Text("b"))
	wrapped := Metered(m, day)
	ctx := Within(t.Context(), night)
	for i, want := range []error{nil, ErrBudget, ErrBudget} {
		if _, err := wrapped.Generate(ctx, ask("hello", 100), nil); !errors.Is(err, want) {
			t.Errorf("call %d: %v, want %v", i, err, want)
		}
	}
	if night.Used().Calls != 1 || night.held != (llm.Usage{}) {
		t.Errorf("the night has spent %+v, and %v is reserved", night.Used(), night.held)
	}
}
