// Package vector keeps what an embedder made of the chunks of an index: rows of
// eight bits that are scanned exactly, a graph over them where there are very many,
// what their cosines mean, and the lines of the journal that has them for good.
package vector

import (
	"encoding/binary"
	"math"
	"sort"

	"yumori/internal/llm"
	"yumori/rag/segment"
)

// Set are what an embedder made of chunks, as rows of eight bits: scanned
// exactly, 100,000 of 384 numbers take some ten milliseconds. Those of the file
// they were written to stay in its file. Vectors of two spaces are never in one.
type Set struct {
	Space llm.Space

	File           *segment.MappedFile // nil: nothing is stored
	Stored         int                 // how many rows it has
	RowsAt, KeysAt int64               // where they begin on it; and the keys of their texts, ascending, with the row
	Journal        int64               // how much of the journal is in it

	Late  []byte           // the rows after those
	fresh map[uint64]int32 // key of a text → a row of those with its vector, whoever owns that now
	Owner []int32          // row → chunk, −1 if it is gone
	row   []int32          // chunk → row, −1 if it has none; it ends with the last one that has
	Held  int              // chunks that have one

	Ready       bool        // of those being filled: they answer questions of their space already
	Graph       *graph      // nil below graphTrial vectors
	Calibration Calibration // what its cosines mean
}

// NewSet returns the set of a space with nothing in it.
func NewSet(space llm.Space) *Set {
	return &Set{Space: space, fresh: map[uint64]int32{}, Calibration: Uncalibrated()}
}

// Close lets go of the file.
func (v *Set) Close() {
	if v != nil {
		v.File.Release()
	}
}

// Of returns a chunk's row.
func (v *Set) Of(chunk int32) (int32, bool) {
	if int(chunk) >= len(v.row) || v.row[chunk] < 0 {
		return 0, false
	}
	return v.row[chunk], true
}

// Own gives a chunk the next row, if it has none.
func (v *Set) Own(chunk int32) bool {
	if _, has := v.Of(chunk); has {
		return false
	}
	for len(v.row) <= int(chunk) {
		v.row = append(v.row, -1)
	}
	v.row[chunk] = int32(len(v.Owner))
	v.Owner = append(v.Owner, chunk)
	v.Held++
	return true
}

// Put gives a chunk, whose text has the key, its vector.
func (v *Set) Put(chunk int32, key uint64, vector []float32) {
	row := make([]byte, RowSize(v.Space.Dim))
	PackRow(row, vector)
	v.PutRow(chunk, key, row)
}

// PutRow gives a chunk that has none a row as PackRow wrote it.
func (v *Set) PutRow(chunk int32, key uint64, row []byte) {
	if v.Own(chunk) {
		v.fresh[key] = v.row[chunk]
		v.Late = append(v.Late, row...)
	}
}

// Reuse gives a new chunk the vector its text had before, if it had one: an
// edited file's other texts are not embedded again.
func (v *Set) Reuse(chunk int32, key uint64) bool {
	read := v.Reader(0)
	r, ok := read.Find(key)
	if ok && key != 0 {
		v.PutRow(chunk, key, read.Row(r))
	}
	return ok && key != 0
}

// Remove takes a chunk's vector out. Its row stays unused until the index is
// opened again.
func (v *Set) Remove(chunk int32) {
	if r, ok := v.Of(chunk); ok {
		v.Owner[r], v.row[chunk] = -1, -1
		v.Held--
	}
}

// A Reader reads rows. What it returns is good until it is asked again. It
// is for one goroutine.
type Reader struct {
	v  *Set
	at segment.Cursor
}

// Reader returns one that reads a window at a time.
func (v *Set) Reader(window int) *Reader {
	return &Reader{v: v, at: segment.Cursor{File: v.File, Window: window}}
}

// Look returns a reader for a search, which has to view the file meanwhile.
func (v *Set) Look() *Reader { return &Reader{v: v, at: v.File.Look()} }

// Row returns a row, good until the reader is asked again.
func (r *Reader) Row(n int32) []byte {
	v, size := r.v, RowSize(r.v.Space.Dim)
	if int(n) >= v.Stored {
		return v.Late[(int(n)-v.Stored)*size:][:size:size]
	}
	return r.at.Read(v.RowsAt+int64(n)*int64(size), size)
}

// Floats returns a row's vector, to keep.
func (r *Reader) Floats(n int32) []float32 {
	row, out := r.Row(n), make([]float32, r.v.Space.Dim)
	scale := math.Float32frombits(binary.LittleEndian.Uint32(row))
	for i, b := range row[rowHead:][:len(out)] {
		out[i] = scale * float32(int32(b)-rowZero)
	}
	return out
}

// KeySize is the length of what says which row a key has.
const KeySize = 12

// Find returns a row with the vector of a text.
func (r *Reader) Find(key uint64) (int32, bool) {
	if n, ok := r.v.fresh[key]; ok {
		return n, true
	}
	at := func(i int) []byte { return r.at.Read(r.v.KeysAt+int64(i)*KeySize, KeySize) }
	i := sort.Search(r.v.Stored, func(i int) bool { return binary.LittleEndian.Uint64(at(i)) >= key })
	if i == r.v.Stored {
		return 0, false
	}
	b := at(i)
	n := int32(binary.LittleEndian.Uint32(b[8:]))
	return n, binary.LittleEndian.Uint64(b) == key && n >= 0 && int(n) < r.v.Stored
}

// Nearest offers every chunk that has a vector, and its cosine to some
// thousandths, or those near q where a graph answers, and all newer ones. It is
// for a search.
func (v *Set) Nearest(q *Probe, keep func(chunk int32, cosine float32)) {
	read, from := v.Look(), int32(0)
	offer := func(r int32, row []byte) {
		if chunk := v.Owner[r]; chunk >= 0 {
			keep(chunk, q.Near(row))
		}
	}
	if v.Graph.Answers(v) {
		if rows, err := v.Graph.search(q.Vector); err == nil {
			for _, r := range rows {
				offer(r, read.Row(r))
			}
			from = v.Graph.Rows
		}
	}
	size := int32(RowSize(v.Space.Dim))
	block := max(1, segment.WideWindow/size)
	for n := int32(0); int(from) < v.Stored; from += n {
		n = min(block, int32(v.Stored)-from)
		rows := read.at.Read(v.RowsAt+int64(from)*int64(size), int(n*size))
		for i := range n {
			offer(from+i, rows[i*size:][:size:size])
		}
	}
	for ; int(from) < len(v.Owner); from++ {
		offer(from, read.Row(from))
	}
}

// Nearness is that of the nearest of the chunks from first to before end to q, in
// [0, 1] as calibrated; 0 if none has a vector.
func (r *Reader) Nearness(first, end int32, q *Probe) float64 {
	out := 0.0
	for k := first; k < end; k++ {
		if n, ok := r.v.Of(k); ok {
			out = max(out, r.v.Calibration.scale(q.Cosine(r.Row(n))))
		}
	}
	return out
}
