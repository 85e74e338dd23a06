package gemini

import (
	"context"

	"github.com/google/generative-ai-go/genai"

	"yumori/internal/llm"
)

// maxBatch is how many texts the API takes at once.
const maxBatch = 100

// defaultDim is the dimension that is asked for when none is configured: the
// smallest that Google recommends, a quarter of the memory of the full one.
const defaultDim = 768

// An Embedder embeds with a Gemini model. It is safe for concurrent use.
type Embedder struct {
	*server
	cfg Config
}

// NewEmbedder returns the embedder that cfg names. It does not contact the API
// but for the first of ListEmbedders when cfg names none.
func NewEmbedder(ctx context.Context, cfg Config) (*Embedder, error) {
	if cfg.Dim <= 0 {
		cfg.Dim = defaultDim
	}
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
			return nil, s.wire.Errorf("set up", llm.ErrNoModel, "no model is named, and none is offered that embeds")
		}
		cfg.Name = names[0]
	}
	return &Embedder{server: s, cfg: cfg}, nil
}

// Space names the space of the vectors.
func (e *Embedder) Space() llm.Space {
	return llm.Space{Model: provider + "/" + e.cfg.Name, Dim: e.cfg.Dim}
}

// Embed embeds the texts, in batches, and makes the vectors of length 1: the
// API does that only for its full dimension.
func (e *Embedder) Embed(ctx context.Context, texts []string, task llm.Task) ([][]float32, error) {
	return llm.InBatches(texts, maxBatch, func(batch []string) ([][]float32, error) {
		return e.batch(ctx, batch, task)
	})
}

func (e *Embedder) batch(ctx context.Context, texts []string, task llm.Task) ([][]float32, error) {
	const op = "embed"
	em := e.client.EmbeddingModel(e.cfg.Name)
	em.TaskType = genai.TaskTypeRetrievalDocument
	if task == llm.TaskQuery {
		em.TaskType = genai.TaskTypeRetrievalQuery
	}
	b := em.NewBatch()
	for _, t := range texts {
		if t = clean(t); t == "" {
			t = " " // an empty text is refused
		}
		b.AddContent(genai.Text(t))
	}
	inner, cancel := e.begin(ctx, &exchange{dim: e.cfg.Dim})
	defer cancel()
	resp, err := em.BatchEmbedContents(inner, b)
	if err != nil {
		return nil, e.wire.Failure(ctx, op, llm.ErrBadAnswer, err)
	}
	var vs [][]float32
	for _, v := range resp.Embeddings {
		if v == nil {
			v = &genai.ContentEmbedding{}
		}
		vs = append(vs, v.Values)
	}
	if err := llm.CheckVectors(vs, len(texts), e.cfg.Dim); err != nil {
		return nil, e.wire.Errorf(op, llm.ErrBadAnswer, "%w", err)
	}
	return vs, nil
}
