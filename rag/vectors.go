package rag

import (
	"github.com/viterin/vek/vek32"

	"yumori/llm"
)

// vectors are the vectors an embedder made of chunks.
type vectors struct {
	space llm.Space
	data  []float32 // space.Dim numbers a row
	owner []int32   // row → chunk
	row   map[int32]int32
}

// nearest offers the cosine of every chunk that has a vector.
func (v *vectors) nearest(q []float32, keep func(chunk int32, cosine float32)) {
	dim := v.space.Dim
	for r, chunk := range v.owner {
		if chunk >= 0 {
			keep(chunk, vek32.Dot(q, v.data[r*dim:][:dim:dim]))
		}
	}
}

// unitCosine is the cosine of a unit's nearest chunk, 0 if none has a vector.
func (v *vectors) unitCosine(u *unit, q []float32) float64 {
	out, dim := 0.0, v.space.Dim
	for k := u.chunk; k < u.chunk+u.chunks; k++ {
		if r, ok := v.row[k]; ok {
			out = max(out, float64(vek32.Dot(q, v.data[int(r)*dim:][:dim:dim])))
		}
	}
	return out
}
