package rag

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"yumori/rag/latent"
)

// Learn learns the semantic space anew from all documents and places them in
// it. Searches go on in the old one meanwhile. With too little text there is
// no space, and that is no error. It takes some 15 seconds of one processor
// for 50,000 chunks; the dream calls it every night.
func (x *Index) Learn(ctx context.Context) error {
	x.writing.Lock()
	defer x.writing.Unlock()
	x.mu.RLock()
	cols, closed := x.cols, x.closed
	x.mu.RUnlock()
	if closed {
		return ErrClosed
	}
	// Only a writer changes cols, and this is the one.
	space, err := learn(ctx, cols)
	switch {
	case errors.Is(err, latent.ErrTooLittle):
		return nil
	case err != nil:
		return fmt.Errorf("learn index %q: %w", x.name, err)
	}
	m := newMeaning(cols, space)
	x.mu.Lock()
	defer x.mu.Unlock()
	x.meaning, x.spelt = m, nil
	return x.saveMeaning(space)
}

// skipTo makes n the number of the next chunk. Numbers between belong to
// removed documents.
func (c *columns) skipTo(n int32) {
	c.chunks = slices.Grow(c.chunks, int(n)-len(c.chunks))
	for len(c.chunks) < int(n) {
		c.chunks = append(c.chunks, chunk{unit: -1})
	}
}
