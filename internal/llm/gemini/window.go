package gemini

import (
	"context"
	"strings"

	"yumori/internal/llm"
	"yumori/internal/llm/window"
)

// newGauge returns what measures the window of m.
func newGauge(m *Model) *window.Gauge {
	return window.New(window.Options{Set: m.cfg.Window, Family: m.cfg.Name, Ask: m.askList})
}

// Measure returns the window of the model: what a refusal taught, the user's
// setting, what the API's list of models says, or what the model's family is
// known to have. The list is asked for once. See llm.Measurer.
func (m *Model) Measure(ctx context.Context) llm.Window { return m.gauge.Measure(ctx) }

// askList looks the model up in the list, where prompt and answer have limits
// of their own.
func (m *Model) askList(ctx context.Context) (window.Answer, error) {
	for e, err := range m.models(ctx) {
		if err != nil {
			return window.Answer{}, m.wire.Failure(ctx, "measure window", llm.ErrBadAnswer, err)
		}
		if strings.TrimPrefix(e.Name, "models/") != m.cfg.Name {
			continue
		}
		a := window.Answer{Keep: window.Lasting}
		if a.Tokens = tokens(e.Input); a.Tokens > 0 {
			a.Tokens += max(0, tokens(e.Output))
		}
		return a, nil
	}
	return window.Answer{Keep: window.Lasting}, nil
}

// tokens reads a number of the list; what is none is 0.
func tokens(v any) int {
	f, _ := v.(float64)
	return int(max(-1, min(f, 1e9)))
}
