package llm

import (
	"context"
	"time"
)

// A Batcher is what an Embedder is as well whose provider takes many texts at
// once, to work them off within a day for less. Implementations are safe for
// concurrent use. Errors are those of an Embedder.
type Batcher interface {
	// Submit has texts worked off and returns what it is called there. At most
	// MaxBatch texts, each label once. The name, up to 64 characters of those of a
	// label, is one that no other batch has: Find knows the batch by it. With an
	// error comes a Batch that has an Input where nobody knows whether the provider
	// took it, and else the zero Batch.
	Submit(ctx context.Context, name string, texts []Labelled) (Batch, error)
	// Find returns the batch of a name that was submitted after a time, or else
	// found is false, and what was uploaded for it is deleted. A provider may need
	// minutes to know of a batch that it has taken.
	Find(ctx context.Context, name string, after time.Time) (b Batch, found bool, err error)
	// Look returns how a batch stands now.
	Look(ctx context.Context, id string) (Batch, error)
	// Fetch gives the vectors that have been made of a batch that is over, in any
	// order, each of length 1; those that are none are left out. An error of each
	// ends it.
	Fetch(ctx context.Context, b Batch, each func(label string, vector []float32) error) error
	// Discard ends a batch that is not over, and has the provider delete what it
	// holds of it.
	Discard(ctx context.Context, b Batch) error
}

// BatchDiscount is the share of the price of texts that is not charged for those
// that come in a batch. It is that of OpenAI, the only provider there is.
const BatchDiscount = 0.5

// MaxBatch is how many texts a Batcher takes at once.
const MaxBatch = 10_000

// A Labelled is a text and what its vector is to be found by: up to 64
// characters of a-z, A-Z, 0-9, "-" and "_".
type Labelled struct{ Label, Text string }

// A Batch is texts that a provider works off.
type Batch struct {
	ID     string     `json:"id"`
	Input  string     `json:"input"`            // the provider's names of the files
	Output string     `json:"output,omitempty"` // "" there is none
	Errors string     `json:"errors,omitempty"` // "" there is none
	State  BatchState `json:"-"`
	Why    string     `json:"-"` // why it ended without all its vectors; "" if nothing is said
}

// A BatchState says how far a batch is.
type BatchState string

// The states of a batch. All but BatchRunning are final; there may be vectors
// in each.
const (
	BatchRunning   BatchState = "running"
	BatchCompleted BatchState = "completed"
	BatchFailed    BatchState = "failed"
	BatchExpired   BatchState = "expired"
	BatchCancelled BatchState = "cancelled"
)

// BatcherOf returns the Batcher that an embedder is, or one inside of it that
// has Unwrap; nil if there is none.
func BatcherOf(e Embedder) Batcher {
	for e != nil {
		if b, ok := e.(Batcher); ok {
			return b
		}
		u, ok := e.(interface{ Unwrap() Embedder })
		if !ok {
			break
		}
		e = u.Unwrap()
	}
	return nil
}
