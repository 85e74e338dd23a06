package llmtest

import (
	"context"
	"math"
	"sync"

	"yumori/internal/llm"
)

// QuotingEmbedder is an embedder whose vectors quote their text: the vector's
// direction holds the text's first bytes, so that a test can read back what
// was embedded (Unquote), and equal texts get equal vectors. It records what
// it was asked and is safe for concurrent use.
type QuotingEmbedder struct {
	mu    sync.Mutex // guards texts
	texts []string
}

// quoteDim is the number of bytes a vector of QuotingEmbedder can quote, and
// one more for the length that makes the text readable after normalising.
const quoteDim = 256

// Space names the embedder's space.
func (*QuotingEmbedder) Space() llm.Space { return llm.Space{Model: "llmtest/quoting", Dim: quoteDim} }

// Embed quotes each text.
func (q *QuotingEmbedder) Embed(ctx context.Context, texts []string, _ llm.Task) ([][]float32, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	q.mu.Lock()
	q.texts = append(q.texts, texts...)
	q.mu.Unlock()
	out := make([][]float32, len(texts))
	for i, t := range texts {
		v := make([]float32, quoteDim)
		v[quoteDim-1] = 256 // the unit the other elements are read in
		for j := 0; j < len(t) && j < quoteDim-1; j++ {
			v[j] = float32(t[j])
		}
		var sum float64
		for _, x := range v {
			sum += float64(x) * float64(x)
		}
		for j := range v {
			v[j] = float32(float64(v[j]) / math.Sqrt(sum))
		}
		out[i] = v
	}
	return out, nil
}

// Texts returns everything that was embedded so far, in order.
func (q *QuotingEmbedder) Texts() []string {
	q.mu.Lock()
	defer q.mu.Unlock()
	return append([]string(nil), q.texts...)
}

// Unquote returns the first 255 bytes of the text that QuotingEmbedder made v
// of, or "" if it did not.
func Unquote(v []float32) string {
	if len(v) != quoteDim || v[quoteDim-1] == 0 {
		return ""
	}
	unit := v[quoteDim-1] / 256
	var b []byte
	for _, x := range v[:quoteDim-1] {
		c := math.Round(float64(x / unit))
		if c <= 0 || c > 255 {
			break
		}
		b = append(b, byte(c))
	}
	return string(b)
}

// BrokenEmbedder is an embedder that breaks the contract on purpose.
type BrokenEmbedder struct {
	llm.Embedder
	Change func(vectors [][]float32) [][]float32 // what becomes of the right answer
}

// Embed spoils what the embedder inside answers.
func (b BrokenEmbedder) Embed(ctx context.Context, texts []string, task llm.Task) ([][]float32, error) {
	v, err := b.Embedder.Embed(ctx, texts, task)
	if err != nil {
		return nil, err
	}
	return b.Change(v), nil
}

// NaNEmbedder puts a NaN into every vector.
func NaNEmbedder() BrokenEmbedder {
	return BrokenEmbedder{&QuotingEmbedder{}, func(vs [][]float32) [][]float32 {
		for _, v := range vs {
			v[0] = float32(math.NaN())
		}
		return vs
	}}
}

// HalfEmbedder answers only the first half of a batch.
func HalfEmbedder() BrokenEmbedder {
	return BrokenEmbedder{&QuotingEmbedder{}, func(vs [][]float32) [][]float32 { return vs[:len(vs)/2] }}
}

// WrongDimEmbedder answers vectors one element short.
func WrongDimEmbedder() BrokenEmbedder {
	return BrokenEmbedder{&QuotingEmbedder{}, func(vs [][]float32) [][]float32 {
		for i, v := range vs {
			vs[i] = v[:len(v)-1]
		}
		return vs
	}}
}

// SlowEmbedder never answers before its context ends.
type SlowEmbedder struct{ QuotingEmbedder }

// Embed waits for the end of ctx.
func (*SlowEmbedder) Embed(ctx context.Context, _ []string, _ llm.Task) ([][]float32, error) {
	<-ctx.Done()
	return nil, ctx.Err()
}

// FailingEmbedder fails every batch with its Kind, a sentinel of package llm.
type FailingEmbedder struct {
	QuotingEmbedder
	Kind error
}

// Embed fails.
func (f *FailingEmbedder) Embed(context.Context, []string, llm.Task) ([][]float32, error) {
	return nil, &llm.Error{Provider: "llmtest", Op: "embed", Kind: f.Kind}
}
