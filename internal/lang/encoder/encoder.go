// Package encoder tells what an English sentence means as a vector: two that say the same in
// other words lie near one another. It is Universal Sentence Encoder Lite (Cer et al. 2018), a
// transformer (Vaswani et al. 2017) of two layers, run on the processor; nothing is asked of
// any service.
package encoder

import (
	_ "embed" // the model
	"encoding/binary"
	"math"
	"runtime"
	"sync"

	"github.com/viterin/vek/vek32"
)

// The model: the pieces that words are made of, then the weights. All numbers are
// little-endian; a matrix is the scale of each row, a float32, and the rows in signed bytes.
//
//	count    of the pieces, uint32
//	score    of each, float32: the logarithm of how common it is; 0 for one that stands for no text
//	size     of each in bytes, a byte
//	letters  of all
//	weights  of the embeddings, of the timing signal, of the layers as read has them
//
// It is written by scripts/encoder.
//
//go:embed en.model
var file string

// How many numbers stand for a piece and for a sentence, how many there are between the two
// steps of a layer, how many heads attend, and how many pieces of a text are read at most.
const (
	width   = 256
	Size    = 512
	between = 1536
	heads   = 4
	longest = 128
)

// A Vector is what a text means; its length is 1, or 0 for a text of no letters.
type Vector [Size]float32

// Dot returns how alike two texts are in meaning: the cosine of their angle, in [-1, 1]. From
// about 0.6 on they say much the same. It is 0 where one of them has none.
func (v *Vector) Dot(w *Vector) float64 { return float64(vek32.Dot(v[:], w[:])) }

// floats are numbers in the file.
type floats string

func (f floats) at(i int) float32 {
	return math.Float32frombits(uint32(f[4*i]) | uint32(f[4*i+1])<<8 | uint32(f[4*i+2])<<16 | uint32(f[4*i+3])<<24)
}

// A matrix is one of the file, a row for each number that it makes.
type matrix struct {
	cols   int
	scales floats
	cells  string
}

// row writes a row of a matrix, without its scale.
func (m *matrix) row(i int, into []float32) {
	for j := range m.cols {
		into[j] = float32(int8(m.cells[i*m.cols+j]))
	}
}

// A dense step multiplies with a matrix, whose cells are taken out of the file once, and adds a
// number each.
type dense struct {
	cols         int
	scales, bias floats
	cells        []float32
}

// of returns the step of each of some rows.
func (d *dense) of(rows [][]float32) [][]float32 {
	out := table(len(rows), len(d.bias)/4)
	for i := range len(d.bias) / 4 {
		cells := d.cells[i*d.cols : (i+1)*d.cols]
		scale, bias := d.scales.at(i), d.bias.at(i)
		for t, row := range rows {
			out[t][i] = vek32.Dot(row, cells)*scale + bias
		}
	}
	return out
}

// table returns rows of noughts.
func table(rows, cols int) [][]float32 {
	cells, out := make([]float32, rows*cols), make([][]float32, rows)
	for i := range out {
		out[i] = cells[i*cols : (i+1)*cols : (i+1)*cols]
	}
	return out
}

// An evening brings the numbers of a row to a mean of 0 and a spread of 1 (Ba, Kiros and Hinton
// 2016), and then stretches and shifts each.
type evening struct{ scale, bias floats }

func (n *evening) of(rows [][]float32) [][]float32 {
	const least = 1e-6
	out := table(len(rows), len(n.scale)/4)
	for t, row := range rows {
		mean := vek32.Sum(row) / float32(len(row))
		spread := vek32.Dot(row, row)/float32(len(row)) - mean*mean
		by := float32(1 / math.Sqrt(float64(max(0, spread)+least)))
		for i, x := range row {
			out[t][i] = (x-mean)*by*n.scale.at(i) + n.bias.at(i)
		}
	}
	return out
}

// A layer of the transformer.
type layer struct {
	first             evening
	attends, attended dense
	second            evening
	wide, narrow      dense
}

// of returns what the layer makes of the pieces of some texts; sizes are how many each has.
// What goes past the attention is given: the first layer is narrower than the second.
func (l *layer) of(rows, past [][]float32, sizes []int) [][]float32 {
	rows = l.attended.of(attention(l.attends.of(l.first.of(rows)), sizes))
	sum(rows, past)
	wide := l.wide.of(l.second.of(rows))
	for _, row := range wide {
		for i := range row {
			row[i] = max(0, row[i])
		}
	}
	out := l.narrow.of(wide)
	sum(out, rows)
	return out
}

// sum adds some rows to others.
func sum(to, rows [][]float32) {
	for i := range to {
		vek32.Add_Inplace(to[i], rows[i])
	}
}

// attention lets each piece of a text take from all of it what is like what it looks for. A
// row is what it looks for, what it is found by and what it gives, a third each.
func attention(rows [][]float32, sizes []int) [][]float32 {
	wide := len(rows[0]) / 3
	out, part := table(len(rows), wide), wide/heads
	by := float32(1 / math.Sqrt(float64(part)))
	chances := make([]float32, longest)
	from := 0
	for _, n := range sizes {
		text := rows[from : from+n]
		for h := range heads {
			at := h * part
			for t := range text {
				most := float32(math.Inf(-1))
				for u := range text {
					chances[u] = vek32.Dot(text[t][at:at+part], text[u][wide+at:wide+at+part]) * by
					most = max(most, chances[u])
				}
				all := float32(0)
				for u := range text {
					chances[u] = float32(math.Exp(float64(chances[u] - most)))
					all += chances[u]
				}
				for u := range text {
					share, gives := chances[u]/all, text[u][2*wide+at:2*wide+at+part]
					for i, x := range gives {
						out[from+t][at+i] += share * x
					}
				}
			}
		}
		from += n
	}
	return out
}

// A model is the file, taken apart.
type model struct {
	pieces     pieces
	embeddings matrix
	timing     floats
	past       dense // what goes past the attention of the first layer
	layers     [2]layer
	last       dense
}

var english = sync.OnceValue(func() *model { return read(file) })

// read takes a model apart.
func read(rest string) *model {
	m := &model{}
	count := int(binary.LittleEndian.Uint32([]byte(rest[:4])))
	rest = rest[4:]
	cut := func(n int) (part string) { part, rest = rest[:n], rest[n:]; return part }
	scores, sizes := floats(cut(4*count)), cut(count)
	m.pieces, rest = readPieces(scores, sizes, rest)
	grid := func(rows, cols int) matrix { return matrix{cols, floats(cut(4 * rows)), cut(rows * cols)} }
	step := func(rows, cols int) dense {
		g := grid(rows, cols)
		d := dense{cols, g.scales, floats(cut(4 * rows)), make([]float32, rows*cols)}
		for i := range rows {
			g.row(i, d.cells[i*cols:(i+1)*cols])
		}
		return d
	}
	stretch := func(n int) evening { return evening{floats(cut(4 * n)), floats(cut(4 * n))} }
	m.embeddings, m.timing, m.past = grid(count, width), floats(cut(4*width/2)), step(Size, width)
	for i, in := range []int{width, Size} {
		m.layers[i] = layer{stretch(in), step(3*in, in), step(Size, in), stretch(Size), step(between, Size), step(Size, between)}
	}
	m.last = step(Size, Size)
	return m
}

// batch is how many texts are encoded together: a row of a matrix is read once for all of them.
const batch = 64

// Encode returns what some English texts mean, of each of them at most its first 128 pieces.
// It is pure, and may be called by many goroutines at once. Cost: some 3 ms a text of a dozen
// words, and 3 ms more for each 64 of them, on all processors; the first call takes 5 ms to read
// the pieces.
func Encode(texts []string) []Vector {
	m, out := english(), make([]Vector, len(texts))
	var all sync.WaitGroup
	workers := min(runtime.GOMAXPROCS(0), (len(texts)+batch-1)/batch)
	for w := range workers {
		all.Go(func() {
			for from := w * batch; from < len(texts); from += workers * batch {
				to := min(from+batch, len(texts))
				m.encode(texts[from:to], out[from:to])
			}
		})
	}
	all.Wait()
	return out
}

func (m *model) encode(texts []string, out []Vector) {
	var rows [][]float32
	sizes := make([]int, len(texts))
	for i, text := range texts {
		list := m.pieces.of(text)
		list = list[:min(len(list), longest)]
		sizes[i] = len(list)
		for at, piece := range list {
			rows = append(rows, m.embedding(piece, at))
		}
	}
	if len(rows) == 0 {
		return
	}
	rows = m.layers[0].of(rows, m.past.of(rows), sizes)
	rows = m.layers[1].of(rows, rows, sizes)
	means, from := table(len(texts), Size), 0
	for i, n := range sizes {
		for _, row := range rows[from : from+n] {
			vek32.Add_Inplace(means[i], row)
		}
		vek32.DivNumber_Inplace(means[i], float32(max(1, n)))
		from += n
	}
	for i, row := range m.last.of(means) {
		if sizes[i] == 0 {
			continue
		}
		for k, x := range row {
			out[i][k] = float32(math.Tanh(float64(x)))
		}
		vek32.DivNumber_Inplace(out[i][:], vek32.Norm(out[i][:]))
	}
}

// embedding returns the numbers of a piece at a place of a text, with the signal that tells
// where that is.
func (m *model) embedding(piece, at int) []float32 {
	row := make([]float32, width)
	m.embeddings.row(piece, row)
	scale := 2 * m.embeddings.scales.at(piece)
	for i := range width / 2 {
		sin, cos := math.Sincos(float64(float32(at) * m.timing.at(i)))
		row[i], row[i+width/2] = row[i]*scale+float32(sin), row[i+width/2]*scale+float32(cos)
	}
	return row
}
