package llm

import "context"

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
