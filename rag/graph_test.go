package rag

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"yumori/internal/llm"
	"yumori/rag/latent"
)

// cloud are n vectors around a few centres.
func cloud(n, dim int) *vectors {
	v := newVectors(llm.Space{Model: "test", Dim: dim})
	for i, x := range around(n, dim) {
		v.put(int32(i), uint64(i+1), x)
	}
	return v
}

// around returns n vectors around a few centres.
func around(n, dim int) [][]float32 {
	rnd := rand.New(rand.NewPCG(3, 4))
	centres := make([][]float32, 8)
	for i := range centres {
		for range dim {
			centres[i] = append(centres[i], float32(rnd.NormFloat64()))
		}
	}
	out := make([][]float32, n)
	for i := range out {
		var x []float32
		for d := range dim {
			x = append(x, centres[i%len(centres)][d]+float32(rnd.NormFloat64()))
		}
		latent.Normalize(x)
		out[i] = x
	}
	return out
}

func nearestTen(v *vectors, q []float32) []int32 {
	b := newBest(10)
	v.nearest(newProbe(q), func(chunk int32, cosine float32) { b.offer(chunk, float64(cosine)) })
	var out []int32
	for _, r := range b.take() {
		out = append(out, r.n)
	}
	return out
}

func TestGraphAnswersOnlyWhenItHasProvedItself(t *testing.T) {
	v := cloud(600, 24)
	q := v.reader(0).floats(17)
	exact := nearestTen(v, q)
	g := buildGraph(context.Background(), v)
	if g == nil {
		t.Skip("no graph on this system")
	}
	t.Logf("recall@10 %.3f", g.recall)
	if g.recall <= 0 || g.recall > 1 {
		t.Fatalf("recall %v", g.recall)
	}
	asked := 0
	near := g.near
	g.near = func(q []float32, k int) []int32 { asked++; return near(q, k) }
	v.graph, g.serves = g, true
	g.recall = graphRecall - 0.01
	if got := nearestTen(v, q); asked != 0 || !slices.Equal(got, exact) {
		t.Error("a graph that fails its test was asked")
	}
	g.recall = 1
	if nearestTen(v, q); asked != 1 {
		t.Error("a graph that passes its test was not asked")
	}
	v.remove(17)
	if slices.Contains(nearestTen(v, q), 17) {
		t.Error("the graph finds what is gone")
	}
	v.put(9000, 9001, q)
	if !slices.Contains(nearestTen(v, q), 9000) {
		t.Error("what was added since is not found")
	}
	for n := range int32(100) {
		v.remove(n)
	}
	asked = 0
	if nearestTen(v, q); asked != 0 {
		t.Error("a graph of which much is gone was asked")
	}
}

func TestGraphThatPanicsIsNotAsked(t *testing.T) {
	v := cloud(50, 8)
	want := nearestTen(v, v.reader(0).floats(3))
	v.graph = &graph{rows: 50, recall: 1, serves: true, near: func([]float32, int) []int32 { panic(errors.New("node not added")) }}
	if got := nearestTen(v, v.reader(0).floats(3)); !slices.Equal(got, want) {
		t.Errorf("found %v, want %v", got, want)
	}
}

func BenchmarkExactScan(b *testing.B) {
	v := cloud(100_000, 384)
	q := v.reader(0).floats(5)
	for b.Loop() {
		nearestTen(v, q)
	}
}
