package vector

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
func cloud(n, dim int) *Set {
	v := NewSet(llm.Space{Model: "test", Dim: dim})
	for i, x := range around(n, dim) {
		v.Put(int32(i), uint64(i+1), x)
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

func nearestTen(v *Set, q []float32) []int32 {
	b := NewBest(10)
	v.Nearest(NewProbe(q), func(chunk int32, cosine float32) { b.Offer(chunk, float64(cosine)) })
	var out []int32
	for _, r := range b.Take() {
		out = append(out, r.N)
	}
	return out
}

func TestGraphAnswersOnlyWhenItHasProvedItself(t *testing.T) {
	v := cloud(600, 24)
	q := v.Reader(0).Floats(17)
	exact := nearestTen(v, q)
	g := buildGraph(context.Background(), v)
	if g == nil {
		t.Skip("no graph on this system")
	}
	t.Logf("recall@10 %.3f", g.Recall)
	if g.Recall <= 0 || g.Recall > 1 {
		t.Fatalf("recall %v", g.Recall)
	}
	asked := 0
	near := g.near
	g.near = func(q []float32, k int) []int32 { asked++; return near(q, k) }
	v.Graph, g.Serves = g, true
	g.Recall = graphRecall - 0.01
	if got := nearestTen(v, q); asked != 0 || !slices.Equal(got, exact) {
		t.Error("a graph that fails its test was asked")
	}
	g.Recall = 1
	if nearestTen(v, q); asked != 1 {
		t.Error("a graph that passes its test was not asked")
	}
	v.Remove(17)
	if slices.Contains(nearestTen(v, q), 17) {
		t.Error("the graph finds what is gone")
	}
	v.Put(9000, 9001, q)
	if !slices.Contains(nearestTen(v, q), 9000) {
		t.Error("what was added since is not found")
	}
	for n := range int32(100) {
		v.Remove(n)
	}
	asked = 0
	if nearestTen(v, q); asked != 0 {
		t.Error("a graph of which much is gone was asked")
	}
}

func TestGraphThatPanicsIsNotAsked(t *testing.T) {
	v := cloud(50, 8)
	want := nearestTen(v, v.Reader(0).Floats(3))
	v.Graph = &graph{Rows: 50, Recall: 1, Serves: true, near: func([]float32, int) []int32 { panic(errors.New("node not added")) }}
	if got := nearestTen(v, v.Reader(0).Floats(3)); !slices.Equal(got, want) {
		t.Errorf("found %v, want %v", got, want)
	}
}

func BenchmarkExactScan(b *testing.B) {
	v := cloud(100_000, 384)
	q := v.Reader(0).Floats(5)
	for b.Loop() {
		nearestTen(v, q)
	}
}
