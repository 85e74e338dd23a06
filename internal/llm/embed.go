package llm

import (
	"context"
	"fmt"
	"math"
	"slices"
)

// An Embedder turns texts into vectors. Implementations are safe for
// concurrent use.
type Embedder interface {
	// Space names the space the vectors live in. Vectors of different spaces
	// are never compared.
	Space() Space

	// Embed returns one vector for each text, same order, each of
	// Space().Dim finite numbers and of length 1. It returns all of them or
	// an error that wraps a sentinel of this package or the context's error.
	Embed(ctx context.Context, texts []string, task Task) ([][]float32, error)
}

// A Space identifies vectors that can be compared.
type Space struct {
	Model string // provider and model, e.g. "gemini/gemini-embedding-001"
	Dim   int
}

// A Task says what the vectors are for; some models embed a question and the
// text that answers it differently.
type Task string

// The tasks of an embedder.
const (
	TaskDocument Task = "document"
	TaskQuery    Task = "query"
)

// Undirected is an Embedder that makes the same vector of a text for every
// task.
type Undirected interface {
	// Undirected says so and does nothing.
	Undirected()
}

// TaskFor returns the task whose vectors an embedder makes when it is asked for
// another: itself, or TaskDocument of one that is Undirected, also inside of
// others that have Unwrap.
func TaskFor(e Embedder, task Task) Task {
	for e != nil {
		if _, ok := e.(Undirected); ok {
			return TaskDocument
		}
		u, ok := e.(interface{ Unwrap() Embedder })
		if !ok {
			break
		}
		e = u.Unwrap()
	}
	return task
}

// InBatches embeds texts with a server that takes at most n at once. The first
// error ends it.
func InBatches(texts []string, n int, embed func(batch []string) ([][]float32, error)) ([][]float32, error) {
	out := make([][]float32, 0, len(texts))
	for batch := range slices.Chunk(texts, n) {
		vs, err := embed(batch)
		if err != nil {
			return nil, err
		}
		out = append(out, vs...)
	}
	return out, nil
}

// CheckVectors checks that vectors are the answer to n texts in a space of dim
// dimensions (0: any, but all alike), and makes each of length 1 in place. A
// missing vector, a wrong length, a number that is not finite or a vector of
// zeros is reported as an error without a sentinel; adapters wrap it with
// ErrBadAnswer.
func CheckVectors(vectors [][]float32, n, dim int) error {
	if len(vectors) != n {
		return fmt.Errorf("%d vectors for %d texts", len(vectors), n)
	}
	for i, v := range vectors {
		if dim == 0 {
			dim = len(v)
		}
		if len(v) != dim || dim == 0 {
			return fmt.Errorf("vector %d has %d dimensions instead of %d", i, len(v), dim)
		}
		var sum float64
		for _, x := range v {
			sum += float64(x) * float64(x)
		}
		if math.IsNaN(sum) || math.IsInf(sum, 0) {
			return fmt.Errorf("vector %d holds a number that is not finite", i)
		}
		if sum == 0 {
			return fmt.Errorf("vector %d is zero", i)
		}
		if math.Abs(sum-1) < 1e-6 {
			continue
		}
		norm := math.Sqrt(sum)
		for j := range v {
			v[j] = float32(float64(v[j]) / norm)
		}
	}
	return nil
}
