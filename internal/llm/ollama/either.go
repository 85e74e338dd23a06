package ollama

import (
	"context"

	"yumori/internal/llm"
)

// An Either is a model at an address of the OpenAI protocol that may turn out
// to be an Ollama, which is then spoken to in its own. It finds out with its
// first request, and as long as the server does not answer with every one. It
// is safe for concurrent use.
type Either struct {
	other  llm.Model
	native *Model
}

// NewEither returns a model that is the one of cfg if the server is an Ollama,
// and other if not. cfg.Known keeps what the server is. It does not contact the
// server.
func NewEither(other llm.Model, cfg Config) (*Either, error) {
	m, err := New(cfg)
	if err != nil {
		return nil, err
	}
	return &Either{other: other, native: m}, nil
}

// IsOllama reports whether the server of cfg is an Ollama, as far as that is
// known or can be found out within a second. Only addresses with plain http
// are asked.
func IsOllama(ctx context.Context, cfg Config) bool {
	if cfg.Known == nil {
		cfg.Known = &Known{}
	}
	return cfg.Known.identify(ctx, cfg) == isOllama
}

func (e *Either) model(ctx context.Context) llm.Model {
	if IsOllama(ctx, e.native.cfg) {
		return e.native
	}
	return e.other
}

// Info is that of the model that the server is known to have, which costs
// nothing.
func (e *Either) Info() llm.Info {
	if e.native.cfg.Known.verdict(e.native.cfg.BaseURL) == isOllama {
		return e.native.Info()
	}
	return e.other.Info()
}

// Measure finds out what the server is and returns the window there. See
// llm.Measurer.
func (e *Either) Measure(ctx context.Context) llm.Window {
	m := e.model(ctx)
	if s, ok := m.(llm.Measurer); ok {
		return s.Measure(ctx)
	}
	return m.Info().Window
}

// Generate answers req. See llm.Model.
func (e *Either) Generate(ctx context.Context, req llm.Request, stream func(string)) (llm.Response, error) {
	return e.model(ctx).Generate(ctx, req, stream)
}
