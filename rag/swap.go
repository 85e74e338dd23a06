package rag

import (
	"context"
	"fmt"

	"yumori/internal/llm"
	"yumori/rag/vector"
)

// answering returns the vectors that a question can be put to: those in use, or
// those that are filled and not in use yet. Two spaces never mix. mu is held.
func (cp *corpus) answering(q Query) *vector.Set {
	fits := func(v *vector.Set) bool {
		return v != nil && q.Vector != nil && v.Space == q.Space && len(q.Vector) == v.Space.Dim
	}
	switch {
	case fits(cp.vectors):
		return cp.vectors
	case fits(cp.filling) && cp.filling.Ready:
		return cp.filling
	}
	return nil
}

// finish has filled vectors answer, if nearly all are there, and counts how many
// documents lack one. Where no others are in use they are at once.
func (f *filling) finish() {
	x, v := f.x, f.v
	x.mu.Lock()
	defer x.mu.Unlock()
	f.out.Left = x.corpus.lacking(v)
	ready := x.corpus.holds(v) && f.out.Left <= x.corpus.allowance()
	if x.corpus.filling == v {
		v.Ready = ready
		if ready && x.corpus.vectors == nil {
			x.corpus.use(v)
		}
	}
	f.out.Ready = ready || x.corpus.vectors == v
}

// use puts filled vectors in the place of those in use. mu is held.
func (cp *corpus) use(v *vector.Set) {
	cp.vectors.Close()
	cp.vectors, cp.filling = v, nil
}

// Swap puts the vectors of a space to use that Fill has made, and lets go of
// those of another that were. It reports whether the vectors in use are of the
// space now.
func (x *Index) Swap(space llm.Space) bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	if v := x.corpus.filling; !x.closed && v != nil && v.Space == space && v.Ready {
		x.corpus.use(v)
	}
	return x.corpus.vectors != nil && x.corpus.vectors.Space == space
}

// Serve puts the vectors of a space to use that are on disk already, if they are
// nearly all and none are in use: the space of before answers while another is
// filled, after a restart too. No embedder is asked. It reports whether the
// vectors in use are of the space now.
func (x *Index) Serve(space llm.Space) (bool, error) {
	x.embedding.Lock()
	defer x.embedding.Unlock()
	j, err := x.folder.vectorJournal(space)
	if err != nil {
		return false, fmt.Errorf("serve vectors of index %q: %w", x.folder.name, err)
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	switch {
	case x.closed:
		return false, fmt.Errorf("serve vectors of index %q: %w", x.folder.name, ErrClosed)
	case x.corpus.vectors != nil:
		return x.corpus.vectors.Space == space, nil
	}
	v := x.corpus.loadVectors(j, space)
	if v.Held == 0 || x.corpus.lacking(v) > x.corpus.allowance() {
		v.Close()
		return false, nil
	}
	v.Calibration = x.folder.loadCalibration(space)
	x.corpus.vectors = v
	return true, nil
}

// Unembedded returns the texts of chunks that have no vector of a space, each
// once, at most so many. Vectors of the space that are on disk are taken up.
func (x *Index) Unembedded(space llm.Space, most int) ([]string, error) {
	x.embedding.Lock()
	defer x.embedding.Unlock()
	j, err := x.folder.vectorJournal(space)
	if err != nil {
		return nil, fmt.Errorf("look for texts without a vector in index %q: %w", x.folder.name, err)
	}
	v := x.beginVectors(j, space)
	if v == nil {
		return nil, fmt.Errorf("look for texts without a vector in index %q: %w", x.folder.name, ErrClosed)
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
func (f *filling) buildGraph(ctx context.Context) {
	x, space := f.x, f.e.Space()
	x.mu.RLock()
	v := x.corpus.vectors
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
