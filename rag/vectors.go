package rag

import (
	"github.com/viterin/vek/vek32"

	"yumori/llm"
)

// vectors are what an embedder made of chunks, scanned exactly: ten
// milliseconds for 200,000 of 384 numbers. Vectors of two spaces are never in
// one.
type vectors struct {
	space llm.Space
	data  []float32        // space.Dim numbers a row
	owner []int32          // row → chunk, −1 if it is gone
	row   map[int32]int32  // chunk → row
	known map[uint64]int32 // key of a text → a row with its vector, whoever owns that now
	graph *graph           // nil below graphTrial vectors
	tuned Calibration      // what its cosines mean
}

func newVectors(space llm.Space) *vectors {
	return &vectors{space: space, row: map[int32]int32{}, known: map[uint64]int32{}, tuned: uncalibrated()}
}

// put gives a chunk, whose text has the key, its vector.
func (v *vectors) put(chunk int32, key uint64, vector []float32) {
	if _, ok := v.row[chunk]; ok {
		return
	}
	v.row[chunk], v.known[key] = int32(len(v.owner)), int32(len(v.owner))
	v.owner = append(v.owner, chunk)
	v.data = append(v.data, vector...)
}

// reuse gives a new chunk the vector its text had before, if it had one: an
// edited file's other texts are not embedded again.
func (v *vectors) reuse(chunk int32, key uint64) {
	if r, ok := v.known[key]; ok && key != 0 {
		v.put(chunk, key, v.at(r))
	}
}

// remove takes a chunk's vector out. Its row stays unused until the index is
// opened again.
func (v *vectors) remove(chunk int32) {
	if r, ok := v.row[chunk]; ok {
		v.owner[r] = -1
		delete(v.row, chunk)
	}
}

// at returns the vector of a row, which the caller must not change.
func (v *vectors) at(r int32) []float32 {
	dim := v.space.Dim
	return v.data[int(r)*dim:][:dim:dim]
}

// nearest offers the cosine of every chunk that has a vector, or of those
// near q where a graph answers, and of all newer ones.
func (v *vectors) nearest(q []float32, keep func(chunk int32, cosine float32)) {
	from := int32(0)
	if v.graph.answers(v) {
		if rows, err := v.graph.search(q); err == nil {
			for _, r := range rows {
				v.offer(r, q, keep)
			}
			from = v.graph.rows
		}
	}
	for r := from; int(r) < len(v.owner); r++ {
		v.offer(r, q, keep)
	}
}

func (v *vectors) offer(r int32, q []float32, keep func(chunk int32, cosine float32)) {
	if chunk := v.owner[r]; chunk >= 0 {
		keep(chunk, vek32.Dot(q, v.at(r)))
	}
}

func cosine(a, b []float32) float64 { return float64(vek32.Dot(a, b)) }

// nearness is that of a unit's nearest chunk to q, in [0, 1] as calibrated; 0
// if none has a vector.
func (v *vectors) nearness(u unit, q []float32) float64 {
	out := 0.0
	for k := u.chunk; k < u.chunk+u.chunks; k++ {
		if r, ok := v.row[k]; ok {
			out = max(out, v.tuned.scale(cosine(q, v.at(r))))
		}
	}
	return out
}
