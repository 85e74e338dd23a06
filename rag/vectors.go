package rag

import (
	"encoding/binary"
	"math"
	"sort"

	"yumori/internal/llm"
	"yumori/rag/segment"
)

// vectors are what an embedder made of chunks, as rows of eight bits: scanned
// exactly, 100,000 of 384 numbers take some ten milliseconds. Those of the file
// they were written to stay on its shelf. Vectors of two spaces are never in one.
type vectors struct {
	space llm.Space

	shelf          *segment.MappedFile // nil: nothing is stored
	stored         int                 // how many rows it has
	rowsAt, keysAt int64               // where they begin on it; and the keys of their texts, ascending, with the row
	journal        int64               // how much of the journal is in it

	late  []byte           // the rows after those
	fresh map[uint64]int32 // key of a text → a row of those with its vector, whoever owns that now
	owner []int32          // row → chunk, −1 if it is gone
	row   []int32          // chunk → row, −1 if it has none; it ends with the last one that has
	held  int              // chunks that have one

	ready bool        // of those being filled: they answer questions of their space already
	graph *graph      // nil below graphTrial vectors
	tuned Calibration // what its cosines mean
}

func newVectors(space llm.Space) *vectors {
	return &vectors{space: space, fresh: map[uint64]int32{}, tuned: uncalibrated()}
}

// close lets go of the shelf.
func (v *vectors) close() {
	if v != nil {
		v.shelf.Release()
	}
}

// of returns a chunk's row.
func (v *vectors) of(chunk int32) (int32, bool) {
	if int(chunk) >= len(v.row) || v.row[chunk] < 0 {
		return 0, false
	}
	return v.row[chunk], true
}

// own gives a chunk the next row, if it has none.
func (v *vectors) own(chunk int32) bool {
	if _, has := v.of(chunk); has {
		return false
	}
	for len(v.row) <= int(chunk) {
		v.row = append(v.row, -1)
	}
	v.row[chunk] = int32(len(v.owner))
	v.owner = append(v.owner, chunk)
	v.held++
	return true
}

// put gives a chunk, whose text has the key, its vector.
func (v *vectors) put(chunk int32, key uint64, vector []float32) {
	row := make([]byte, rowSize(v.space.Dim))
	packRow(row, vector)
	v.putRow(chunk, key, row)
}

func (v *vectors) putRow(chunk int32, key uint64, row []byte) {
	if v.own(chunk) {
		v.fresh[key] = v.row[chunk]
		v.late = append(v.late, row...)
	}
}

// reuse gives a new chunk the vector its text had before, if it had one: an
// edited file's other texts are not embedded again.
func (v *vectors) reuse(chunk int32, key uint64) bool {
	read := v.reader(0)
	r, ok := read.find(key)
	if ok && key != 0 {
		v.putRow(chunk, key, read.row(r))
	}
	return ok && key != 0
}

// remove takes a chunk's vector out. Its row stays unused until the index is
// opened again.
func (v *vectors) remove(chunk int32) {
	if r, ok := v.of(chunk); ok {
		v.owner[r], v.row[chunk] = -1, -1
		v.held--
	}
}

// A vectorReader reads rows. What it returns is good until it is asked again. It
// is for one goroutine.
type vectorReader struct {
	v  *vectors
	at segment.Cursor
}

// reader returns one that reads a window at a time.
func (v *vectors) reader(window int) *vectorReader {
	return &vectorReader{v: v, at: segment.Cursor{File: v.shelf, Window: window}}
}

// look returns a reader for a search, which has to view the shelf meanwhile.
func (v *vectors) look() *vectorReader { return &vectorReader{v: v, at: v.shelf.Look()} }

func (r *vectorReader) row(n int32) []byte {
	v, size := r.v, rowSize(r.v.space.Dim)
	if int(n) >= v.stored {
		return v.late[(int(n)-v.stored)*size:][:size:size]
	}
	return r.at.Read(v.rowsAt+int64(n)*int64(size), size)
}

// floats returns a row's vector, to keep.
func (r *vectorReader) floats(n int32) []float32 {
	row, out := r.row(n), make([]float32, r.v.space.Dim)
	scale := math.Float32frombits(binary.LittleEndian.Uint32(row))
	for i, b := range row[rowHead:][:len(out)] {
		out[i] = scale * float32(int32(b)-rowZero)
	}
	return out
}

// keySize is the length of what says which row a key has.
const keySize = 12

// find returns a row with the vector of a text.
func (r *vectorReader) find(key uint64) (int32, bool) {
	if n, ok := r.v.fresh[key]; ok {
		return n, true
	}
	at := func(i int) []byte { return r.at.Read(r.v.keysAt+int64(i)*keySize, keySize) }
	i := sort.Search(r.v.stored, func(i int) bool { return binary.LittleEndian.Uint64(at(i)) >= key })
	if i == r.v.stored {
		return 0, false
	}
	b := at(i)
	n := int32(binary.LittleEndian.Uint32(b[8:]))
	return n, binary.LittleEndian.Uint64(b) == key && n >= 0 && int(n) < r.v.stored
}

// nearest offers every chunk that has a vector, and its cosine to some
// thousandths, or those near q where a graph answers, and all newer ones. It is
// for a search.
func (v *vectors) nearest(q *probe, keep func(chunk int32, cosine float32)) {
	read, from := v.look(), int32(0)
	offer := func(r int32, row []byte) {
		if chunk := v.owner[r]; chunk >= 0 {
			keep(chunk, q.near(row))
		}
	}
	if v.graph.answers(v) {
		if rows, err := v.graph.search(q.vector); err == nil {
			for _, r := range rows {
				offer(r, read.row(r))
			}
			from = v.graph.rows
		}
	}
	size := int32(rowSize(v.space.Dim))
	block := max(1, segment.WideWindow/size)
	for n := int32(0); int(from) < v.stored; from += n {
		n = min(block, int32(v.stored)-from)
		rows := read.at.Read(v.rowsAt+int64(from)*int64(size), int(n*size))
		for i := range n {
			offer(from+i, rows[i*size:][:size:size])
		}
	}
	for ; int(from) < len(v.owner); from++ {
		offer(from, read.row(from))
	}
}

// nearness is that of the nearest of the chunks from first to before end to q, in
// [0, 1] as calibrated; 0 if none has a vector.
func (r *vectorReader) nearness(first, end int32, q *probe) float64 {
	out := 0.0
	for k := first; k < end; k++ {
		if n, ok := r.v.of(k); ok {
			out = max(out, r.v.tuned.scale(q.cosine(r.row(n))))
		}
	}
	return out
}
