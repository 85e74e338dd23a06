package vector

import (
	"cmp"
	"slices"
)

// Best keeps the highest of many scores. Equal scores go by number, the
// higher (later) one first, so that the outcome does not depend on order.
type Best struct {
	size int
	list []ranked
	low  float64 // the lowest score kept, once list is full
	full bool
}

type ranked struct {
	N     int32
	score float64
}

// NewBest keeps size scores.
func NewBest(size int) *Best { return &Best{size: size} }

// Floor is the score a newcomer has to reach.
func (b *Best) Floor() float64 {
	if !b.full {
		return -1
	}
	return b.low
}

// Offer takes a score in if it is among the highest so far. The list is cut
// back when it has doubled, which makes an offer cost a constant on average.
func (b *Best) Offer(n int32, score float64) {
	if b.full && score < b.low {
		return
	}
	b.list = append(b.list, ranked{n, score})
	if len(b.list) >= 2*b.size {
		b.cut()
	}
}

func (b *Best) cut() {
	slices.SortFunc(b.list, func(a, c ranked) int {
		return cmp.Or(cmp.Compare(c.score, a.score), cmp.Compare(c.N, a.N))
	})
	if len(b.list) >= b.size {
		b.list = b.list[:b.size]
		b.low, b.full = b.list[b.size-1].score, true
	}
}

// Take returns the highest scores, the highest first.
func (b *Best) Take() []ranked {
	b.cut()
	return b.list
}
