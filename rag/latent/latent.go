// Package latent learns a semantic space from a body of text: which words
// keep company with which, by truncated singular value decomposition of
// TF-IDF weights. Two texts without a word in common are near each other when
// their words have stood in like company before.
//
// It needs no downloaded weights and no network, and it is deterministic: the
// same texts in the same order give the same space, bit for bit, whatever the
// number of processors.
package latent

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"iter"
	"math"
	"slices"
)

// ErrTooLittle is returned by Learn when the text has fewer distinct terms or
// documents than the space would have dimensions. Callers do without until
// there is more.
var ErrTooLittle = errors.New("too little text to learn from")

// A Term is the hash of an index term. Terms that collide share a column,
// which at 32 bits harms nothing.
type Term = uint32

// A Bag is the terms of one document, sorted, each with how often it occurs.
type Bag struct {
	Terms  []Term
	Counts []uint16
}

// Options says how to learn. Its zero value is right for a persona's memory.
type Options struct {
	Dim      int // dimensions; 0 means 128
	MinDocs  int // a term must occur in this many documents; 0 means 2
	MaxTerms int // the most frequent terms kept; 0 means 40000
	Passes   int // passes over the text beside the counting one; 0 means 4
}

func (o Options) withDefaults() Options {
	o.Dim = orDefault(o.Dim, 128)
	o.MinDocs = orDefault(o.MinDocs, 2)
	o.MaxTerms = orDefault(o.MaxTerms, 40000)
	o.Passes = orDefault(o.Passes, 4)
	return o
}

func orDefault(n, def int) int {
	if n <= 0 {
		return def
	}
	return n
}

// A Space maps bags of terms to vectors. It does not change once made and is
// safe for concurrent use.
type Space struct {
	dim   int
	terms []Term // of the rows of what follows, ascending
	idf   []float32
	basis []int8    // len(terms) rows of dim numbers
	scale []float32 // what the numbers of a row are multiplied by

	row map[Term]int32 // term → its row, while it is learned
}

// Dim is the length of the space's vectors.
func (s *Space) Dim() int { return s.dim }

// Mark tells spaces apart: it is the same for equal ones and differs for
// others, as good as certainly. It looks at every term and some of the rest.
func (s *Space) Mark() uint64 {
	h := fnv.New64a()
	var b [4]byte
	put := func(n uint32) {
		binary.LittleEndian.PutUint32(b[:], n)
		_, _ = h.Write(b[:])
	}
	put(uint32(s.dim))
	for i, t := range s.terms {
		put(t)
		put(math.Float32bits(s.idf[i]))
		put(math.Float32bits(s.scale[i]))
		put(uint32(s.basis[i*s.dim+i%s.dim]))
	}
	return h.Sum64()
}

// Terms is the number of terms the space knows.
func (s *Space) Terms() int { return len(s.terms) }

// Project adds the vector of bag, not normalised, to dst, which has Dim
// numbers. Projection is linear in the bag's weights, so the vector of a
// window of texts is the sum of theirs. Unknown terms add nothing.
func (s *Space) Project(dst []float32, bag Bag) {
	norm := float32(0)
	from := 0
	for i, t := range bag.Terms {
		r, ok := slices.BinarySearch(s.terms[from:], t)
		if from += r; ok {
			w := weight(bag.Counts[i], s.idf[from])
			norm += w * w
		}
	}
	if norm == 0 {
		return
	}
	scale := 1 / float32(math.Sqrt(float64(norm)))
	from = 0
	for i, t := range bag.Terms {
		r, ok := slices.BinarySearch(s.terms[from:], t)
		if from += r; ok {
			s.addRow(dst, from, scale*weight(bag.Counts[i], s.idf[from]))
		}
	}
}

// addRow adds f times a row to dst.
func (s *Space) addRow(dst []float32, r int, f float32) {
	row := s.basis[r*s.dim:][:s.dim]
	dst = dst[:len(row)]
	f *= s.scale[r]
	for i, n := range row {
		dst[i] += f * float32(n)
	}
}

// settle keeps a basis of len(terms) rows in a quarter of its bytes. Against a
// hundred numbers that are summed up, what the eighth bit of one does not say
// is nothing.
func (s *Space) settle(basis []float32) {
	s.basis, s.scale = make([]int8, len(basis)), make([]float32, len(s.terms))
	for r := range s.terms {
		row := basis[r*s.dim:][:s.dim]
		most := float32(0)
		for _, x := range row {
			most = max(most, x, -x)
		}
		if most == 0 {
			continue
		}
		s.scale[r] = most / math.MaxInt8
		for i, x := range row {
			s.basis[r*s.dim+i] = int8(math.RoundToEven(float64(x / s.scale[r])))
		}
	}
}

// Normalize scales v to length 1. A vector of zeros stays one.
func Normalize(v []float32) {
	sum := float64(0)
	for _, x := range v {
		sum += float64(x) * float64(x)
	}
	if sum == 0 {
		return
	}
	scale := float32(1 / math.Sqrt(sum))
	for i := range v {
		v[i] *= scale
	}
}

func weight(count uint16, idf float32) float32 {
	if count == 1 {
		return idf
	}
	return idf * float32(1+math.Log(float64(count)))
}

// Learn learns a space from documents, which it ranges over 1+Passes times.
// It holds the vocabulary and two matrices of MaxTerms × (Dim+16) numbers,
// not the documents. 50,000 documents of 150 terms take some ten seconds of
// one processor.
func Learn(ctx context.Context, docs iter.Seq[Bag], opt Options) (*Space, error) {
	opt = opt.withDefaults()
	s, n := vocabulary(docs, opt)
	if len(s.terms) <= opt.Dim || n <= opt.Dim {
		return nil, fmt.Errorf("%w: %d documents, %d terms for %d dimensions", ErrTooLittle, n, len(s.terms), opt.Dim)
	}
	if err := s.iterate(ctx, docs, opt); err != nil {
		return nil, err
	}
	s.row = nil
	return s, nil
}

// vocabulary counts terms and returns a space without a basis, and the number
// of documents.
func vocabulary(docs iter.Seq[Bag], opt Options) (*Space, int) {
	df, n := map[Term]int32{}, 0
	for bag := range docs {
		n++
		for _, t := range bag.Terms {
			df[t]++
		}
	}
	var keep []Term
	for t, c := range df {
		// What stands in a third of all documents tells them apart no more.
		if int(c) >= opt.MinDocs && int(c)*3 <= n {
			keep = append(keep, t)
		}
	}
	slices.SortFunc(keep, func(a, b Term) int {
		if df[a] != df[b] {
			return int(df[b] - df[a])
		}
		return compare(a, b)
	})
	keep = keep[:min(len(keep), opt.MaxTerms)]
	slices.Sort(keep)
	s := &Space{dim: opt.Dim, terms: keep, idf: make([]float32, len(keep)), row: make(map[Term]int32, len(keep))}
	for i, t := range keep {
		s.row[t] = int32(i)
		s.idf[i] = float32(math.Log(1 + float64(n)/float64(df[t])))
	}
	return s, n
}

func compare(a, b Term) int {
	if a < b {
		return -1
	}
	return 1
}
