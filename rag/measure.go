package rag

import (
	"context"
	"math/rand/v2"

	"yumori/internal/llm"
	"yumori/rag/latent"
	"yumori/rag/vector"
)

// WordsAlone answers a question by the keyword index alone, as bleve comes: the
// ids of documents by the BM25 of a chunk, best first. It is what Search is
// measured against.
func (x *Index) WordsAlone(ctx context.Context, text string, limit int) ([]string, error) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	if x.closed {
		return nil, ErrClosed
	}
	ask := x.corpus.cols.ask(Query{Text: text}, nil)
	list, err := x.corpus.keys.Search(ctx, ask.words, limit)
	if err != nil {
		return nil, err
	}
	var out []string
	read := x.corpus.cols.reader(0)
	for _, c := range list {
		if int(c) >= x.corpus.cols.chunkCount() {
			continue
		}
		if n := read.chunk(c).unit; n >= 0 {
			out = append(out, read.id(n))
		}
	}
	return out, nil
}

// A Scan is a number of vectors as an embedder would make them, to measure
// what an exact scan of so many takes.
type Scan struct{ v *vector.Set }

// NewScan makes n random vectors of dim numbers.
func NewScan(n, dim int) Scan {
	rnd := rand.New(rand.NewPCG(11, 12))
	v := vector.NewSet(llm.Space{Model: "scan", Dim: dim})
	one := make([]float32, dim)
	for i := range n {
		for d := range one {
			one[d] = float32(rnd.NormFloat64())
		}
		latent.Normalize(one)
		v.Put(int32(i), uint64(i)+1, one)
	}
	return Scan{v}
}

// Nearest returns the rows nearest to that of row, the nearest first.
func (s Scan) Nearest(row, limit int) []int32 {
	b := vector.NewBest(limit)
	q := vector.NewProbe(s.v.Reader(0).Floats(int32(row)))
	s.v.Nearest(q, func(chunk int32, cosine float32) {
		if float64(cosine) > b.Floor() {
			b.Offer(chunk, float64(cosine))
		}
	})
	var out []int32
	for _, r := range b.Take() {
		out = append(out, r.N)
	}
	return out
}
