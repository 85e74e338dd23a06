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
	"hash"
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
	scale []float32 // what the numbers of a row are multiplied by
	rows  []byte    // of each term RowSize bytes: dim numbers (int16); nil where they are read from elsewhere
	mark  uint64

	row map[Term]int32 // term → its row, while it is learned
}

// Dim is the length of the space's vectors.
func (s *Space) Dim() int { return s.dim }

// Mark tells spaces apart: it is the same for equal ones and differs for
// others, as good as certainly.
func (s *Space) Mark() uint64 { return s.mark }

// A marker makes a Space's mark of every term and a number of each row.
type marker struct {
	s   *Space
	sum hash.Hash64
}

func newMarker(s *Space) marker {
	m := marker{s, fnv.New64a()}
	m.put(uint32(s.dim))
	return m
}

func (m marker) put(n uint32) {
	_, _ = m.sum.Write(binary.LittleEndian.AppendUint32(nil, n))
}

func (m marker) row(r int, row []byte) {
	m.put(m.s.terms[r])
	m.put(math.Float32bits(m.s.idf[r]))
	m.put(math.Float32bits(m.s.scale[r]))
	m.put(uint32(binary.LittleEndian.Uint16(row[2*(r%m.s.dim):])))
}

// Terms is the number of terms the space knows.
func (s *Space) Terms() int { return len(s.terms) }

// Rows is the basis: of each term, in order, RowSize bytes. It is nil for a
// space that Scan returned.
func (s *Space) Rows() []byte { return s.rows }

// RowSize is the length of a term's row in bytes.
func (s *Space) RowSize() int { return 2 * s.dim }

// Project adds the vector of bag, not normalised, to dst, which has Dim
// numbers. Projection is linear in the bag's weights, so the vector of a
// window of texts is the sum of theirs. Unknown terms add nothing. The basis is
// asked for row by row; a row is read before the next is asked for.
func (s *Space) Project(dst []float32, bag Bag, row func(r int) []byte) {
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
			addRow(dst, row(from), scale*weight(bag.Counts[i], s.idf[from])*s.scale[from])
		}
	}
}

// addRow adds f times a row to dst.
func addRow(dst []float32, row []byte, f float32) {
	for i := range dst {
		dst[i] += f * float32(int16(binary.LittleEndian.Uint16(row[2*i:])))
	}
}

// settle keeps a basis of len(terms) rows in half of its bytes, which answers
// like the whole; in a quarter of them it does not quite.
func (s *Space) settle(basis []float32) {
	s.rows, s.scale = make([]byte, len(s.terms)*s.RowSize()), make([]float32, len(s.terms))
	mark := newMarker(s)
	for r := range s.terms {
		to := s.rows[r*s.RowSize():][:s.RowSize()]
		row := basis[r*s.dim:][:s.dim]
		most := float32(0)
		for _, x := range row {
			most = max(most, x, -x)
		}
		s.scale[r] = most / math.MaxInt16
		for i, x := range row {
			if most > 0 {
				binary.LittleEndian.PutUint16(to[2*i:], uint16(int16(math.RoundToEven(float64(x/s.scale[r])))))
			}
		}
		mark.row(r, to)
	}
	s.mark = mark.sum.Sum64()
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
