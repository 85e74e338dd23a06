package ollama

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"

	"github.com/ollama/ollama/api"

	"yumori/internal/llm"
)

// maxBatch is how many texts go into one request.
const maxBatch = 64

// An Embedder embeds with a model of an Ollama. It is safe for concurrent use.
type Embedder struct {
	*server
	cfg Config

	mu  sync.Mutex // guards dim
	dim int
}

// NewEmbedder returns the embedder that cfg names, or the first model of the
// server that embeds if it names none. It asks the server for one vector to
// learn the dimension, so that Space is known.
func NewEmbedder(ctx context.Context, cfg Config) (*Embedder, error) {
	s, err := dial(&cfg)
	if err != nil {
		return nil, err
	}
	if cfg.Name == "" {
		if cfg.Name, err = s.anyEmbedder(ctx); err != nil {
			return nil, err
		}
	}
	e := &Embedder{server: s, cfg: cfg}
	if _, err := e.Embed(ctx, []string{"dimension"}, llm.TaskDocument); err != nil {
		return nil, err
	}
	return e, nil
}

// anyEmbedder finds a model that embeds. The server is asked of each what it
// is able to, until one embeds.
func (s *server) anyEmbedder(ctx context.Context) (string, error) {
	list, err := s.list(ctx)
	if err != nil {
		return "", err
	}
	for _, i := range list {
		if show, err := s.show(ctx, i.Name); err == nil {
			i.Capabilities = show.Capabilities
		}
		if slices.Contains(i.Capabilities, "embedding") || i.EmbedsOnly() {
			return i.Name, nil
		}
	}
	return "", s.wire.Errorf("set up", llm.ErrNoModel, "no model is named, and the server has none that embeds")
}

// Space names the space of the vectors.
func (e *Embedder) Space() llm.Space {
	e.mu.Lock()
	defer e.mu.Unlock()
	return llm.Space{Model: cmp.Or(e.cfg.Space, provider+"/"+e.cfg.Name), Dim: e.dim}
}

// Undirected is llm.Undirected: the protocol has no word for a task.
func (*Embedder) Undirected() {}

// Embed embeds the texts, in batches. The task makes no difference: the
// protocol has no word for it. What is longer than the model takes is cut at
// its end.
func (e *Embedder) Embed(ctx context.Context, texts []string, _ llm.Task) ([][]float32, error) {
	return llm.InBatches(texts, maxBatch, func(batch []string) ([][]float32, error) {
		return e.batch(ctx, batch)
	})
}

func (e *Embedder) batch(ctx context.Context, texts []string) ([][]float32, error) {
	const op = "embed"
	input := make([]string, len(texts))
	for i, t := range texts {
		input[i] = cmp.Or(t, " ") // an empty text has no vector
	}
	inner, cancel := context.WithTimeout(ctx, e.deadline)
	defer cancel()
	resp, err := e.client.Embed(inner, &api.EmbedRequest{Model: e.cfg.Name, Input: input})
	if err != nil {
		return nil, e.failure(ctx, op, err)
	}
	llm.GateOf(ctx).Answered(llm.Usage{Prompt: resp.PromptEvalCount})
	e.mu.Lock()
	defer e.mu.Unlock()
	if err := llm.CheckVectors(resp.Embeddings, len(texts), e.dim); err != nil {
		return nil, e.wire.Errorf(op, llm.ErrBadAnswer, "%w", err)
	}
	if len(resp.Embeddings) == 0 {
		return nil, e.wire.Errorf(op, llm.ErrBadAnswer, "%w", errors.New("no vectors"))
	}
	e.dim = len(resp.Embeddings[0])
	return resp.Embeddings, nil
}
