package rag

import (
	"context"
	"fmt"

	"yumori/internal/llm"
	"yumori/rag/vector"
)

// answering returns the vectors that a question can be put to: those in use, or
// those that are filled and not in use yet. Two spaces never mix. mu is held.
func (x *Index) answering(q Query) *vector.Set {
	fits := func(v *vector.Set) bool {
		return v != nil && q.Vector != nil && v.Space == q.Space && len(q.Vector) == v.Space.Dim
	}
	switch {
	case fits(x.vectors):
		return x.vectors
	case fits(x.filling) && x.filling.Ready:
		return x.filling
	}
	return nil
}

// finishVectors has filled vectors answer, if nearly all are there, and returns
// how many documents lack one. Where no others are in use they are at once.
func (x *Index) finishVectors(v *vector.Set) (left int, ready bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	left = x.lacking(v)
	ready = x.holds(v) && left <= x.allowance()
	if x.filling == v {
		v.Ready = ready
		if ready && x.vectors == nil {
			x.use(v)
		}
	}
	return left, ready || x.vectors == v
}

// use puts filled vectors in the place of those in use. mu is held.
func (x *Index) use(v *vector.Set) {
	x.vectors.Close()
	x.vectors, x.filling = v, nil
}

// Swap puts the vectors of a space to use that Fill has made, and lets go of
// those of another that were. It reports whether the vectors in use are of the
// space now.
func (x *Index) Swap(space llm.Space) bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	if v := x.filling; !x.closed && v != nil && v.Space == space && v.Ready {
		x.use(v)
	}
	return x.vectors != nil && x.vectors.Space == space
}

// Serve puts the vectors of a space to use that are on disk already, if they are
// nearly all and none are in use: the space of before answers while another is
// filled, after a restart too. No embedder is asked. It reports whether the
// vectors in use are of the space now.
func (x *Index) Serve(space llm.Space) (bool, error) {
	x.embedding.Lock()
	defer x.embedding.Unlock()
	j, err := x.vectorJournal(space)
	if err != nil {
		return false, fmt.Errorf("serve vectors of index %q: %w", x.name, err)
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	switch {
	case x.closed:
		return false, fmt.Errorf("serve vectors of index %q: %w", x.name, ErrClosed)
	case x.vectors != nil:
		return x.vectors.Space == space, nil
	}
	v := x.loadVectors(j, space)
	if v.Held == 0 || x.lacking(v) > x.allowance() {
		v.Close()
		return false, nil
	}
	v.Calibration = x.loadCalibration(space)
	x.vectors = v
	return true, nil
}

// Unembedded returns the texts of chunks that have no vector of a space, each
// once, at most so many. Vectors of the space that are on disk are taken up.
func (x *Index) Unembedded(space llm.Space, most int) ([]string, error) {
	x.embedding.Lock()
	defer x.embedding.Unlock()
	j, err := x.vectorJournal(space)
	if err != nil {
		return nil, fmt.Errorf("look for texts without a vector in index %q: %w", x.name, err)
	}
	v := x.beginVectors(func() *vector.Set { return x.loadVectors(j, space) }, space)
	if v == nil {
		return nil, fmt.Errorf("look for texts without a vector in index %q: %w", x.name, ErrClosed)
	}
	f, out := filling{x: x, v: v, skip: map[uint64]bool{}}, []string(nil)
	for len(out) < most {
		texts := f.next()
		if len(texts) == 0 {
			break
		}
		for _, t := range texts {
			f.skip[textKey(t)] = true
		}
		out = append(out, texts...)
	}
	return out[:min(len(out), most)], nil
}

// buildGraph makes and tests the graph, from a copy of the rows as they are
// now.
func (x *Index) buildGraph(ctx context.Context, space llm.Space) {
	x.mu.RLock()
	v := x.vectors
	if v == nil || v.Space != space || !v.Graph.Due(v) {
		x.mu.RUnlock()
		return
	}
	still := v.First(len(v.Owner))
	v.File.Hold()
	x.mu.RUnlock()
	defer still.Close()
	g := vector.NewGraph(ctx, still)
	x.mu.Lock()
	defer x.mu.Unlock()
	v.Graph = g
}
