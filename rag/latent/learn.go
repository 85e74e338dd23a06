package latent

import (
	"context"
	"fmt"
	"iter"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"
)

// spare columns make the first Dim ones converge in few passes.
const spare = 16

// iterate finds the first right singular vectors of the documents' matrix A
// by subspace iteration: V ← orth(AᵀA·V), then a rotation onto the singular
// directions. A is never held; each document's row is used and dropped.
func (s *Space) iterate(ctx context.Context, docs iter.Seq[Bag], opt Options) error {
	m := &block{rows: len(s.terms), cols: opt.Dim + spare}
	m.cols = min(m.cols, m.rows)
	m.data = start(m.rows, m.cols)
	m.orthogonalize()
	for range opt.Passes - 1 {
		next, err := s.multiply(ctx, docs, m)
		if err != nil {
			return err
		}
		m = next
		m.orthogonalize()
	}
	gram, err := s.gram(ctx, docs, m)
	if err != nil {
		return err
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(gram, true) {
		return fmt.Errorf("learn latent space: no eigenvectors of the %d×%d gram matrix", m.cols, m.cols)
	}
	s.settle(m.rotate(&eigen, opt.Dim))
	return nil
}

// start returns the same random numbers every time.
func start(rows, cols int) []float32 {
	rnd := rand.New(rand.NewPCG(0x59756d6f7269, 2026))
	data := make([]float32, rows*cols)
	for i := range data {
		data[i] = float32(rnd.NormFloat64())
	}
	return data
}

// weights fills rows and values with the weighted, normalised known terms of
// bag.
func (s *Space) weights(bag Bag, rows []int32, values []float32) ([]int32, []float32) {
	rows, values = rows[:0], values[:0]
	norm := float64(0)
	for i, t := range bag.Terms {
		if r, ok := s.row[t]; ok {
			w := weight(bag.Counts[i], s.idf[r])
			rows, values = append(rows, r), append(values, w)
			norm += float64(w) * float64(w)
		}
	}
	scale := float32(1 / math.Sqrt(max(norm, 1e-12)))
	for i := range values {
		values[i] *= scale
	}
	return rows, values
}

// multiply returns AᵀA·m.
func (s *Space) multiply(ctx context.Context, docs iter.Seq[Bag], m *block) (*block, error) {
	out := &block{rows: m.rows, cols: m.cols, data: make([]float32, len(m.data))}
	return out, s.each(ctx, docs, m, func(rows []int32, values, y []float32) {
		for i, r := range rows {
			addScaled(out.row(r), y, values[i])
		}
	})
}

// gram returns (A·m)ᵀ(A·m).
func (s *Space) gram(ctx context.Context, docs iter.Seq[Bag], m *block) (*mat.SymDense, error) {
	sum := make([]float64, m.cols*m.cols)
	err := s.each(ctx, docs, m, func(_ []int32, _, y []float32) {
		for i, a := range y {
			row := sum[i*m.cols:][:m.cols]
			for j := i; j < len(y); j++ {
				row[j] += float64(a) * float64(y[j])
			}
		}
	})
	return mat.NewSymDense(m.cols, sum), err
}

// each calls visit with every document's sparse row and its product with m.
func (s *Space) each(ctx context.Context, docs iter.Seq[Bag], m *block, visit func(rows []int32, values, y []float32)) error {
	var rows []int32
	var values []float32
	y := make([]float32, m.cols)
	n := 0
	for bag := range docs {
		if n++; n%256 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		rows, values = s.weights(bag, rows, values)
		clear(y)
		for i, r := range rows {
			addScaled(y, m.row(r), values[i])
		}
		visit(rows, values, y)
	}
	return ctx.Err()
}

// A block is a dense matrix of a row per term.
type block struct {
	rows, cols int
	data       []float32
}

func (m *block) row(i int32) []float32 { return m.data[int(i)*m.cols:][:m.cols] }

// orthogonalize makes the columns orthonormal by Cholesky QR: with G = mᵀm =
// RᵀR, m ← m·R⁻¹. Twice, because once is not exact in single precision.
func (m *block) orthogonalize() {
	for range 2 {
		m.cholesky()
	}
}

func (m *block) cholesky() {
	n := m.cols
	g := make([]float64, n*n)
	for r := range m.rows {
		row := m.row(int32(r))
		for i, a := range row {
			out := g[i*n:][:n]
			for j := i; j < n; j++ {
				out[j] += float64(a) * float64(row[j])
			}
		}
	}
	trace := 0.0
	for i := range n {
		trace += g[i*n+i]
	}
	for i := range n { // a direction the text does not have stays finite
		g[i*n+i] += 1e-9*trace/float64(n) + 1e-30
	}
	var chol mat.Cholesky
	if !chol.Factorize(mat.NewSymDense(n, g)) {
		return // not positive definite even with the ridge: leave the columns
	}
	var upper mat.TriDense
	chol.UTo(&upper)
	var inverse mat.TriDense
	if err := inverse.InverseTri(&upper); err != nil {
		return // ill conditioned: the next pass mends it
	}
	m.apply(&inverse, n)
}

// apply replaces m by m·t, of which the first cols columns are kept.
func (m *block) apply(t mat.Matrix, cols int) {
	factors := make([]float32, m.cols*cols)
	for i := range m.cols {
		for j := range cols {
			factors[i*cols+j] = float32(t.At(i, j))
		}
	}
	out := make([]float32, m.rows*cols)
	for r := range m.rows {
		dst := out[r*cols:][:cols]
		for i, a := range m.row(int32(r)) {
			addScaled(dst, factors[i*cols:][:cols], a)
		}
	}
	m.data, m.cols = out, cols
}

// rotate returns m turned onto the eigenvectors with the largest values.
func (m *block) rotate(eigen *mat.EigenSym, dim int) []float32 {
	var vectors mat.Dense
	eigen.VectorsTo(&vectors) // ascending values
	n := m.cols
	top := mat.NewDense(n, dim, nil)
	for j := range dim {
		for i := range n {
			top.Set(i, j, vectors.At(i, n-1-j))
		}
	}
	m.apply(top, dim)
	return m.data
}

// addScaled adds f·src to dst; both are of one length.
func addScaled(dst, src []float32, f float32) {
	src = src[:len(dst)]
	i := 0
	for ; i+4 <= len(dst); i += 4 {
		d, s := dst[i:i+4:i+4], src[i:i+4:i+4]
		d[0] += f * s[0]
		d[1] += f * s[1]
		d[2] += f * s[2]
		d[3] += f * s[3]
	}
	for ; i < len(dst); i++ {
		dst[i] += f * src[i]
	}
}
