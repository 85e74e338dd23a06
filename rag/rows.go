package rag

import (
	"encoding/binary"
	"math"
)

// A row is a vector of the semantic space in a quarter of its bytes: a scale
// (float32), the sum of its numbers (int32), and its numbers, from −63 to 63,
// each as a byte with 64 added, filled up to a multiple of eight. What it loses
// is some thousandth of a cosine.
//
// Seven bits are enough to multiply four numbers at once: eight bytes taken as
// one integer hold every other of them in lanes of sixteen bits, and the
// product with a question's four, the other way round, has the sum of the four
// products in its highest lane, which at 4·127² is just not too small for it.
const (
	rowHead = 8
	rowZero = 64
	rowMost = 63
	lanes   = 0x00FF_00FF_00FF_00FF
)

// padded is the length of a row's numbers.
func padded(dim int) int { return (dim + 7) &^ 7 }

// rowSize is the length of a row in bytes.
func rowSize(dim int) int { return rowHead + padded(dim) }

// packRow writes a vector as a row.
func packRow(row []byte, v []float32) {
	scale, sum := rowScale(v), int32(0)
	body := row[rowHead:]
	for i := range body {
		body[i] = rowZero
	}
	for i, x := range v {
		n := rowNumber(x, scale)
		sum += n
		body[i] = byte(n + rowZero)
	}
	binary.LittleEndian.PutUint32(row, math.Float32bits(scale))
	binary.LittleEndian.PutUint32(row[4:], uint32(sum))
}

// rowScale is what the largest of a vector's numbers is divided by.
func rowScale(v []float32) float32 {
	most := float32(0)
	for _, x := range v {
		most = max(most, x, -x)
	}
	return most / rowMost
}

func rowNumber(x, scale float32) int32 {
	if scale == 0 {
		return 0
	}
	return int32(math.RoundToEven(float64(x / scale)))
}

// A probe is a question's vector, made ready for rows.
type probe struct {
	vector []float32
	parts  []uint64 // for eight bytes of a row two: of the even numbers, then of the odd
	scale  float32
	fixed  int64 // what the added 64s come to, but for those of the row's sum
}

func newProbe(v []float32) *probe {
	p := &probe{vector: v, scale: rowScale(v), parts: make([]uint64, padded(len(v))/4)}
	sum := int64(0)
	for i := range padded(len(v)) {
		n := int32(0)
		if i < len(v) {
			n = rowNumber(v[i], p.scale)
		}
		sum += int64(n)
		lane := 3 - i%8/2
		p.parts[i/8*2+i%2] |= uint64(n+rowZero) << (16 * lane)
	}
	p.fixed = rowZero*sum + rowZero*rowZero*int64(padded(len(v)))
	return p
}

// near is the cosine with a row, to some thousandths.
func (p *probe) near(row []byte) float32 {
	scale := math.Float32frombits(binary.LittleEndian.Uint32(row))
	sum := int32(binary.LittleEndian.Uint32(row[4:]))
	body, dot := row[rowHead:], uint64(0)
	for i := 0; i+1 < len(p.parts) && len(body) >= 8; i += 2 {
		x := binary.LittleEndian.Uint64(body)
		dot += (x&lanes*p.parts[i])>>48 + (x>>8&lanes*p.parts[i+1])>>48
		body = body[8:]
	}
	return scale * p.scale * float32(int64(dot)-rowZero*int64(sum)-p.fixed)
}

// cosine is the same, exactly.
func (p *probe) cosine(row []byte) float64 {
	scale := math.Float32frombits(binary.LittleEndian.Uint32(row))
	sum := float32(0)
	for i, n := range row[rowHead:][:len(p.vector)] {
		sum += p.vector[i] * float32(int32(n)-rowZero)
	}
	return float64(scale * sum)
}
