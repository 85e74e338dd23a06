package retrieval

import (
	"cmp"
	"context"
	"time"
)

// Limits are how long what is asked for is waited for. Zero is the usual time.
type Limits struct {
	Ready   time.Duration // for the indexes to be open and up to date; 1.5 s
	Turn    time.Duration // for what a turn recalls, without a planning model; 2 s
	Embed   time.Duration // for the vector of a question; 1.2 s, of the knowledge's 3 s
	Vectors time.Duration // for vectors being read, before a question from outside of a turn; 2 s
}

// usual fills in what is not given.
func (l Limits) usual() Limits {
	return Limits{
		Ready:   cmp.Or(l.Ready, 1500*time.Millisecond),
		Turn:    cmp.Or(l.Turn, 2*time.Second),
		Embed:   cmp.Or(l.Embed, 1200*time.Millisecond),
		Vectors: cmp.Or(l.Vectors, 2*time.Second),
	}
}

// WithinTurn bounds ctx by the time that a turn has for what it recalls.
func (l Limits) WithinTurn(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, l.usual().Turn)
}
