package openai

import (
	"context"
	"sync"

	api "github.com/sashabaranov/go-openai"

	"yumori/internal/llm"
)

// maxBatch is how many texts go into one request; local servers choke on more.
const maxBatch = 64

// An Embedder embeds with a model of an OpenAI-compatible server. It is safe
// for concurrent use.
type Embedder struct {
	*server
	cfg Config

	mu  sync.Mutex // guards dim
	dim int
}

// NewEmbedder returns the embedder that cfg names, or the first of
// ListEmbedders if it names none. Without cfg.Dim it asks the
// server for one vector to learn the dimension, so that Space is known.
func NewEmbedder(ctx context.Context, cfg Config) (*Embedder, error) {
	s, err := dial(&cfg)
	if err != nil {
		return nil, err
	}
	if cfg.Name == "" {
		names, err := ListEmbedders(ctx, cfg)
		if err != nil {
			return nil, err
		}
		if len(names) == 0 {
			return nil, s.wire.Errorf("set up", llm.ErrNoModel, "no model is named, and the server offers none that embeds")
		}
		cfg.Name = names[0]
	}
	e := &Embedder{server: s, cfg: cfg, dim: cfg.Dim}
	if e.dim == 0 {
		if _, err := e.Embed(ctx, []string{"dimension"}, llm.TaskDocument); err != nil {
			return nil, err
		}
	}
	return e, nil
}

// Space names the space of the vectors.
func (e *Embedder) Space() llm.Space {
	e.mu.Lock()
	defer e.mu.Unlock()
	return llm.Space{Model: provider + "/" + e.cfg.Name, Dim: e.dim}
}

// Undirected is llm.Undirected: the protocol has no word for a task.
func (*Embedder) Undirected() {}

// Embed embeds the texts, in batches. The task makes no difference: the
// protocol has no word for it.
func (e *Embedder) Embed(ctx context.Context, texts []string, _ llm.Task) ([][]float32, error) {
	return llm.InBatches(texts, maxBatch, func(batch []string) ([][]float32, error) {
		return e.batch(ctx, batch)
	})
}

func (e *Embedder) batch(ctx context.Context, texts []string) ([][]float32, error) {
	const op = "embed"
	input := make([]string, len(texts))
	for i, t := range texts {
		if t == "" {
			t = " " // an empty text is refused
		}
		input[i] = t
	}
	inner, cancel := context.WithTimeout(ctx, e.deadline)
	defer cancel()
	resp, err := e.client.CreateEmbeddings(inner, api.EmbeddingRequest{
		Input: input, Model: api.EmbeddingModel(e.cfg.Name), Dimensions: e.cfg.Dim,
	})
	if err != nil {
		return nil, e.wire.Failure(ctx, op, llm.ErrBadAnswer, err)
	}
	llm.GateOf(ctx).Answered(llm.Usage{Prompt: resp.Usage.PromptTokens})
	vs := make([][]float32, len(resp.Data))
	for _, d := range resp.Data {
		if d.Index < 0 || d.Index >= len(vs) || vs[d.Index] != nil {
			return nil, e.wire.Errorf(op, llm.ErrBadAnswer, "vector with the number %d of %d", d.Index, len(vs))
		}
		vs[d.Index] = d.Embedding
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if err := llm.CheckVectors(vs, len(texts), e.dim); err != nil {
		return nil, e.wire.Errorf(op, llm.ErrBadAnswer, "%w", err)
	}
	e.dim = len(vs[0])
	return vs, nil
}
