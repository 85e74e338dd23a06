package vector

import (
	"encoding/binary"
	"math"
)

// A row is a vector of the semantic space in a quarter of its bytes: a scale
// (float32), a sum (uint32, see below), and its numbers, from −127 to 127, each
// as a byte with 128 added, filled up to a multiple of eight.
//
// The upper seven bits of them are enough to look through all rows, and can be
// multiplied four at once: eight bytes taken as one integer hold every other of
// them in lanes of sixteen bits, and the product with a question's four, the
// other way round, has the sum of the four products in its highest lane. Four
// times 127² just fits in. A question's numbers have 64 added there to be
// positive, which the row's sum, of its seven bits, takes off again.
const (
	rowHead = 8
	rowZero = 128
	rowMost = 127
	lanes   = 0x007F_007F_007F_007F

	probeZero = 64
	probeMost = 63
)

// padded is the length of a row's numbers.
func padded(dim int) int { return (dim + 7) &^ 7 }

// RowSize is the length of a row in bytes.
func RowSize(dim int) int { return rowHead + padded(dim) }

// PackRow writes a vector as a row.
func PackRow(row []byte, v []float32) {
	scale, sum, body := scaleTo(rowMost, v), uint32(0), row[rowHead:]
	for i := range body {
		n := int32(0)
		if i < len(v) {
			n = scaled(v[i], scale)
		}
		body[i] = byte(n + rowZero)
		sum += uint32(body[i] >> 1)
	}
	binary.LittleEndian.PutUint32(row, math.Float32bits(scale))
	binary.LittleEndian.PutUint32(row[4:], sum)
}

// scaleTo is what a vector's numbers are divided by, so that none is above most.
func scaleTo(most float32, v []float32) float32 {
	top := float32(0)
	for _, x := range v {
		top = max(top, x, -x)
	}
	return top / most
}

func scaled(x, scale float32) int32 {
	if scale == 0 {
		return 0
	}
	return int32(math.RoundToEven(float64(x / scale)))
}

// A Probe is a question's vector, made ready for rows.
type Probe struct {
	Vector []float32
	parts  []uint64 // for eight bytes of a row two: of the even numbers, then of the odd
	bytes  []byte   // the same numbers in a row's order
	scale  float32
	sum    float32 // of the numbers in parts, without what is added
}

// NewProbe makes a question's vector, of length 1, ready for rows.
func NewProbe(v []float32) *Probe {
	p := &Probe{Vector: v, scale: scaleTo(probeMost, v), parts: make([]uint64, padded(len(v))/4), bytes: make([]byte, padded(len(v)))}
	for i := range padded(len(v)) {
		n := int32(0)
		if i < len(v) {
			n = scaled(v[i], p.scale)
		}
		p.sum += float32(n)
		p.bytes[i] = byte(n + probeZero)
		lane := 3 - i%8/2
		p.parts[i/8*2+i%2] |= uint64(n+probeZero) << (16 * lane)
	}
	return p
}

// Near is the cosine with a row, to some thousandths.
func (p *Probe) Near(row []byte) float32 {
	scale := math.Float32frombits(binary.LittleEndian.Uint32(row))
	sum := binary.LittleEndian.Uint32(row[4:])
	half := float32(int64(p.dot(row[rowHead:])) - probeZero*int64(sum))
	return scale * p.scale * (2*half - (rowZero-0.5)*p.sum) // the eighth bit is a half
}

// dotPlain is the sum of the products. Four times eight bytes at once, in two sums that
// do not wait for each other, take a quarter less time.
func dotPlain(parts []uint64, body []byte) uint64 {
	a, b, le := uint64(0), uint64(0), binary.LittleEndian
	for len(parts) >= 8 && len(body) >= 32 {
		x, y, z, w := le.Uint64(body), le.Uint64(body[8:]), le.Uint64(body[16:]), le.Uint64(body[24:])
		a += (x>>1&lanes*parts[0])>>48 + (x>>9&lanes*parts[1])>>48
		b += (y>>1&lanes*parts[2])>>48 + (y>>9&lanes*parts[3])>>48
		a += (z>>1&lanes*parts[4])>>48 + (z>>9&lanes*parts[5])>>48
		b += (w>>1&lanes*parts[6])>>48 + (w>>9&lanes*parts[7])>>48
		body, parts = body[32:], parts[8:]
	}
	for len(parts) >= 2 && len(body) >= 8 {
		x := le.Uint64(body)
		a += (x>>1&lanes*parts[0])>>48 + (x>>9&lanes*parts[1])>>48
		body, parts = body[8:], parts[2:]
	}
	return a + b
}

// Cosine is the same, by all eight bits and the vector as it is.
func (p *Probe) Cosine(row []byte) float64 {
	scale := math.Float32frombits(binary.LittleEndian.Uint32(row))
	v, body := p.Vector, row[rowHead:]
	var a, b, c, d float32 // sums that do not wait for each other
	for len(v) >= 4 && len(body) >= 4 {
		a += v[0] * float32(int32(body[0])-rowZero)
		b += v[1] * float32(int32(body[1])-rowZero)
		c += v[2] * float32(int32(body[2])-rowZero)
		d += v[3] * float32(int32(body[3])-rowZero)
		v, body = v[4:], body[4:]
	}
	for i := range min(len(v), len(body)) {
		a += v[i] * float32(int32(body[i])-rowZero)
	}
	return float64(scale * (a + b + c + d))
}
