//go:build !windows

package vector

import (
	"context"
	"math/rand"

	"yumori/rag/segment"

	"github.com/coder/hnsw"
)

// newGraph builds the graph and returns its search.
func newGraph(ctx context.Context, v *Set) func(q []float32, k int) []int32 {
	g := hnsw.NewGraph[int32]()
	g.M, g.EfSearch, g.Rng = 64, 400, rand.New(rand.NewSource(1)) // the same graph every time
	read := v.Reader(segment.WideWindow)
	for r := range v.Owner {
		if r%256 == 0 && ctx.Err() != nil {
			return nil
		}
		g.Add(hnsw.MakeNode(int32(r), read.Floats(int32(r))))
	}
	return func(q []float32, k int) []int32 {
		nodes := g.Search(q, min(k, g.Len()))
		out := make([]int32, len(nodes))
		for i, n := range nodes {
			out[i] = n.Key
		}
		return out
	}
}
