package vector

import (
	"context"
	"fmt"
	"slices"

	"yumori/rag/segment"
)

// The graph stands in for the exact scan in very large stores, where that
// would take more than ten milliseconds. Measured, coder/hnsw as released
// finds .76 to .85 of what it should, so it has to prove itself: it answers
// only while 100 stored vectors show a recall@10 of .95 against the exact
// scan. It is never told to delete or to add a key again, both of which break
// it; what is gone is left out of its answers, and it is built anew when much
// is. Before it is built of all vectors it is tested on some: it finds the less
// the more there are.
const (
	graphFrom   = 200_000 // vectors
	graphTrial  = 1_000   // vectors from which on it is tested on some of them
	graphSample = 20_000  // how many of them, of a store that it may answer for
	graphLittle = 1_000   // of a smaller one, just to know: half a second of each start
	graphGrown  = 2       // times as many vectors as at the last test

	graphRecall  = 0.95
	graphProbes  = 100
	graphFetched = 200
	graphDead    = 0.15
)

// graph is a graph over the rows of vectors as they were when it was built.
type graph struct {
	Rows   int32   // it knows rows below this one
	of     int     // how many there were when it was built
	Recall float64 // of its self-test
	Serves bool    // it is of all vectors of a very large store, not a trial
	near   func(q []float32, k int) []int32
}

// Answers reports whether the graph may stand in for the exact scan.
func (g *graph) Answers(v *Set) bool {
	return g != nil && g.Serves && g.Recall >= graphRecall && float64(len(v.Owner)-v.Held) < graphDead*float64(len(v.Owner))
}

// search returns rows near q, unsorted. A panic of the library is an error,
// after which the graph is not to be asked again.
func (g *graph) search(q []float32) (rows []int32, err error) {
	defer func() {
		if p := recover(); p != nil {
			rows, err = nil, fmt.Errorf("graph of vectors: %v", p)
		}
	}()
	return g.near(q, graphFetched), nil
}

// Due reports whether there should be another graph than g.
func (g *graph) Due(v *Set) bool {
	switch {
	case v.Held < graphTrial:
		return false
	case g == nil || len(v.Owner) >= graphGrown*g.of:
		return true
	}
	return g.Serves && g.Recall >= graphRecall && !g.Answers(v) // much is gone
}

// First returns the first rows, as they are now.
func (v *Set) First(n int) *Set {
	return &Set{
		Space: v.Space, File: v.File, Stored: v.Stored, RowsAt: v.RowsAt, Late: v.Late,
		Owner: slices.Clone(v.Owner[:n]),
	}
}

// NewGraph returns a graph of all of v if one of a part of it proves itself,
// else that of the part, which answers nothing but shows how it did.
func NewGraph(ctx context.Context, v *Set) *graph {
	n := len(v.Owner)
	some := min(n, graphLittle)
	if n >= graphFrom {
		some = graphSample
	}
	g := buildGraph(ctx, v.First(some))
	if g == nil {
		return nil
	}
	g.of = n
	g.near = nil // it is not asked again, and would keep its vectors
	if n < graphFrom || g.Recall < graphRecall {
		return g
	}
	whole := buildGraph(ctx, v)
	if whole == nil {
		return g
	}
	whole.Serves = true
	return whole
}

// buildGraph builds a graph of the rows of v and tests it; nil where the
// library does not exist or panics. It reads v, which must not change
// meanwhile, and takes about a millisecond a vector.
func buildGraph(ctx context.Context, v *Set) (g *graph) {
	defer func() {
		if p := recover(); p != nil {
			g = nil
		}
	}()
	near := newGraph(ctx, v)
	if near == nil || ctx.Err() != nil {
		return nil
	}
	g = &graph{Rows: int32(len(v.Owner)), of: len(v.Owner), near: near}
	g.Recall = g.test(v)
	return g
}

// test returns the recall@10 of stored vectors, evenly chosen.
func (g *graph) test(v *Set) float64 {
	step := max(1, int(g.Rows)/graphProbes)
	found, wanted := 0, 0
	ask, read := v.Reader(0), v.Reader(segment.WideWindow)
	for r := 0; r < int(g.Rows); r += step {
		q := NewProbe(ask.Floats(int32(r)))
		exact, approximate := NewBest(10), NewBest(10)
		for n := range g.Rows {
			exact.Offer(n, q.Cosine(read.Row(n)))
		}
		rows, err := g.search(q.Vector)
		if err != nil {
			return 0
		}
		for _, n := range rows {
			approximate.Offer(n, q.Cosine(ask.Row(n)))
		}
		got := approximate.Take()
		for _, e := range exact.Take() {
			wanted++
			// Equal scores are equal: of a hundred like vectors any ten are right.
			if slices.ContainsFunc(got, func(a ranked) bool { return a.N == e.N || a.score >= e.score }) {
				found++
			}
		}
	}
	return float64(found) / float64(max(wanted, 1))
}
