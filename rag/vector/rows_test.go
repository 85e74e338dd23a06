package vector

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/viterin/vek/vek32"

	"yumori/rag/latent"
)

func TestRowsKeepTheCosine(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	random := func(dim int) []float32 {
		v := make([]float32, dim)
		for i := range v {
			v[i] = float32(rnd.NormFloat64())
		}
		if rnd.IntN(10) == 0 { // all in one number, the most there can be
			clear(v)
			v[rnd.IntN(dim)] = float32(1 - 2*rnd.IntN(2))
		}
		latent.Normalize(v)
		return v
	}
	for dim := 1; dim < 140; dim++ {
		q := random(dim)
		p, row := NewProbe(q), make([]byte, RowSize(dim))
		for range 20 {
			v := random(dim)
			PackRow(row, v)
			want := 0.0
			for i := range v {
				want += float64(q[i]) * float64(v[i])
			}
			if got := p.Cosine(row); math.Abs(got-want) > 0.005 {
				t.Fatalf("%d numbers: cosine %.4f, want %.4f", dim, got, want)
			}
			if got := p.Near(row); math.Abs(float64(got)-want) > 0.02 {
				t.Fatalf("%d numbers: near %.4f, want %.4f", dim, got, want)
			}
		}
		PackRow(row, make([]float32, dim))
		if p.Near(row) != 0 || p.Cosine(row) != 0 {
			t.Fatalf("%d zeros are near something", dim)
		}
	}
}

// TestRowsOfEmbeddersFindWhatTheirVectorsDo holds what is found by rows of eight
// bits against what is by vectors, of texts around a few subjects.
func TestRowsOfEmbeddersFindWhatTheirVectorsDo(t *testing.T) {
	const n, dim, limit = 4_000, 384, 300 // as a search takes
	v := cloud(n, dim)
	exact, rows := around(n, dim), v.Reader(0)
	rnd := rand.New(rand.NewPCG(8, 9))
	found, first, worst := 0, 0, 0.0
	for range 40 {
		q := slices.Clone(exact[rnd.IntN(n)])
		for i := range q {
			q[i] += float32(rnd.NormFloat64()) / 30
		}
		latent.Normalize(q)
		p, want, got := NewProbe(q), NewBest(limit), NewBest(2*limit)
		for i := range int32(n) {
			want.Offer(i, float64(vek32.Dot(q, exact[i])))
			worst = max(worst, math.Abs(p.Cosine(rows.Row(i))-float64(vek32.Dot(q, exact[i]))))
		}
		v.Nearest(p, func(chunk int32, cosine float32) { got.Offer(chunk, float64(cosine)) })
		have := got.Take()
		for i, w := range want.Take() {
			if slices.ContainsFunc(have, func(h ranked) bool { return h.N == w.N }) {
				if found++; i < 50 {
					first++
				}
			}
		}
	}
	if share := float64(found) / (40 * limit); share < 0.999 || first != 40*50 || worst > 0.002 {
		t.Errorf("%.4f of the nearest are found, %d of %d of the first fifty; cosines differ by %.5f", share, first, 40*50, worst)
	}
}

// TestDotIsTheSameEverywhere compares the sum of products of this processor with the
// portable one, for rows of every length, those of the highest numbers among them.
func TestDotIsTheSameEverywhere(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for dim := 1; dim <= 400; dim++ {
		v, w := make([]float32, dim), make([]float32, dim)
		for i := range v {
			v[i], w[i] = random.Float32()*2-1, random.Float32()*2-1
			if dim%3 == 0 {
				v[i], w[i] = 1, 1
			}
		}
		row := make([]byte, RowSize(dim))
		PackRow(row, w)
		p := NewProbe(v)
		if got, want := p.dot(row[rowHead:]), dotPlain(p.parts, row[rowHead:]); got != want {
			t.Fatalf("%d numbers: %d, want %d", dim, got, want)
		}
	}
}
