package llm

import "context"

// A Batcher is what an Embedder is as well whose provider takes many texts at
// once, to work them off within a day for less. Implementations are safe for
// concurrent use. Errors are those of an Embedder.
type Batcher interface {
	// Submit has texts worked off and returns what it is called there. At most
	// MaxBatch texts, each label once.
	Submit(ctx context.Context, texts []Labelled) (Batch, error)
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
