package rag

import (
	"context"
	"iter"
	"maps"
	"math"
	"runtime"
	"slices"
	"sync"

	"github.com/viterin/vek/vek32"

	"yumori/rag/latent"
	"yumori/rag/segment"
	"yumori/rag/vector"
)

// meaning is the semantic space and the vectors of all documents in it: of
// each with its neighbours, as a row, and of each session. Those of a snapshot
// stay in its file. It is kept beside columns under the same lock.
type meaning struct {
	space semanticSpace
	basis []byte // of space, while many texts are placed; nil otherwise

	mapped          *segment.MappedFile // nil: nothing is stored
	rowsAt, sumsAt  int64               // where rows and sums begin on it
	units, sessions int                 // how many it has

	changed set              // stored units that have another row now
	rows    map[int32][]byte // which one
	late    []byte           // the rows of the units after those
	sums    map[int32][]float32
	latest  []float32 // sums of the sessions' units' own vectors, of the sessions after those
}

// newMeaning places all documents of c in a space, which becomes its, on all
// processors: each session by one of them, so that sums come out the same every
// time.
func newMeaning(c *columns, space semanticSpace) *meaning {
	m := &meaning{space: space, basis: space.rows()}
	m.grow(c)
	var wg sync.WaitGroup
	workers := runtime.GOMAXPROCS(0)
	for w := range workers {
		wg.Go(func() {
			read := m.placing(c)
			for n := w; n < len(c.sessions); n += workers {
				for u := range read.unitsIn(int32(n)) {
					m.place(read, u)
					m.shift(read, u, 1)
				}
			}
		})
	}
	wg.Wait()
	m.basis = nil
	return m
}

// close lets go of the files.
func (m *meaning) close() {
	if m != nil {
		m.mapped.Release()
		m.space.release()
	}
}

// many gets ready to place so many texts, and its end is the end of that.
func (m *meaning) many(n int) (end func()) {
	if m == nil || n < manyTexts {
		return func() {}
	}
	m.basis = m.space.rows()
	return func() { m.basis = nil }
}

// manyTexts is from how many texts on it is quicker to read the whole basis.
const manyTexts = 16

// A placing is what places documents: a reader of them, and a projector.
type placing struct {
	*reader
	at *projector
}

func (m *meaning) placing(c *columns) placing {
	p := placing{c.reader(segment.NearWindow), m.space.projector()}
	if m.basis != nil {
		p.at.rows = m.basis
	}
	return p
}

// grow makes room for all units and sessions of c.
func (m *meaning) grow(c *columns) {
	m.late = extended(m.late, (c.unitCount()-m.units)*vector.RowSize(m.space.Dim()))
	m.latest = extended(m.latest, (len(c.sessions)-m.sessions)*m.space.Dim())
}

// extended returns list with zeros at the end, n or more long.
func extended[T byte | float32](list []T, n int) []T {
	switch {
	case n <= len(list):
		return list
	case n <= cap(list):
		clear(list[len(list):n])
		return list[:n]
	}
	out := roomy[T](n)[:n]
	copy(out, list)
	return out
}

// add takes in a unit just added to c.
func (m *meaning) add(c *columns, n int32) {
	m.grow(c)
	read := m.placing(c)
	m.place(read, n)
	m.shift(read, n, 1)
	if p := read.unit(n).prev; p >= 0 {
		m.place(read, p)
	}
}

// place computes the row of a unit.
func (m *meaning) place(read placing, n int32) {
	v := read.at.vector(read.windowBag(n))
	latent.Normalize(v)
	vector.PackRow(m.row(n), v)
}

// row returns the row of a unit, to be written.
func (m *meaning) row(n int32) []byte {
	size := vector.RowSize(m.space.Dim())
	if int(n) >= m.units {
		return m.late[(int(n)-m.units)*size:][:size:size]
	}
	if m.rows[n] == nil {
		if m.rows == nil {
			m.rows = map[int32][]byte{}
		}
		m.rows[n] = make([]byte, size)
		m.changed.add(n)
	}
	return m.rows[n]
}

// shift adds a unit's own vector to its session's, times by.
func (m *meaning) shift(read placing, n int32, by float32) {
	v := read.at.vector(read.unitBag(n))
	latent.Normalize(v)
	vek32.MulNumber_Inplace(v, by)
	vek32.Add_Inplace(m.sum(read.unit(n).session), v)
}

// sum returns the vector of a session, to be changed.
func (m *meaning) sum(n int32) []float32 {
	if int(n) >= m.sessions {
		return m.lateSum(n)
	}
	if m.sums[n] == nil {
		if m.sums == nil {
			m.sums = map[int32][]float32{}
		}
		m.sums[n] = slices.Clone(m.reader(0).session(n))
	}
	return m.sums[n]
}

func (m *meaning) lateSum(n int32) []float32 {
	dim := m.space.Dim()
	return m.latest[(int(n)-m.sessions)*dim:][:dim:dim]
}

// A senseReader reads the vectors of documents. What it returns is good until
// it is asked again. It is for one goroutine.
type senseReader struct {
	m   *meaning
	at  segment.Cursor
	sum []float32
}

// reader returns one that reads a window at a time.
func (m *meaning) reader(window int) *senseReader {
	return &senseReader{m: m, at: segment.Cursor{File: m.mapped, Window: window}}
}

// look returns a reader for a search, which has to view the file meanwhile.
func (m *meaning) look() *senseReader { return &senseReader{m: m, at: m.mapped.Look()} }

// window returns the row of a unit.
func (r *senseReader) window(n int32) []byte {
	m, size := r.m, vector.RowSize(r.m.space.Dim())
	switch {
	case int(n) >= m.units:
		return m.late[(int(n)-m.units)*size:][:size:size]
	case m.changed.has(n):
		return m.rows[n]
	}
	return r.at.Read(m.rowsAt+int64(n)*int64(size), size)
}

// session returns the vector of a session.
func (r *senseReader) session(n int32) []float32 {
	m, dim := r.m, r.m.space.Dim()
	if int(n) >= m.sessions {
		return m.lateSum(n)
	}
	if s := m.sums[n]; s != nil {
		return s
	}
	r.sum = r.sum[:0]
	for b := r.at.Read(m.sumsAt+int64(n)*int64(4*dim), 4*dim); len(b) > 0; b = b[4:] {
		r.sum = append(r.sum, math.Float32frombits(uint32(b[0])|uint32(b[1])<<8|uint32(b[2])<<16|uint32(b[3])<<24))
	}
	return r.sum
}

// cosine is the nearness of a unit to a question, 0 if they point apart.
func (r *senseReader) cosine(q *vector.Probe, n int32) float64 { return max(0, q.Cosine(r.window(n))) }

func (r *senseReader) sessionCosine(q *vector.Probe, n int32) float64 {
	v := r.session(n)
	norm := vek32.Norm(v)
	if norm == 0 {
		return 0
	}
	return max(0, float64(vek32.Dot(q.Vector, v)/norm))
}

// question returns the vector of a question, nil if the space knows none of
// its words. It is for a search, which has to view the file meanwhile.
func (m *meaning) question(q question) *vector.Probe {
	v := m.space.look().vector(q.bag())
	if vek32.Dot(v, v) == 0 {
		return nil
	}
	latent.Normalize(v)
	return vector.NewProbe(v)
}

// nearest offers to best the cosines of all living units that are near enough to be
// kept there and that allows lets through, to some thousandths, for a search.
func (m *meaning) nearest(c *columns, q *vector.Probe, best *vector.Best, allows func(n int32) bool) {
	size := vector.RowSize(m.space.Dim())
	offer := func(n int32, near float32) {
		if float64(near) > best.Floor() && allows(n) {
			best.Offer(n, float64(near))
		}
	}
	read := m.mapped.Look()
	read.Window = segment.WideWindow
	block := max(1, segment.WideWindow/size)
	for from := 0; from < m.units; from += block {
		n := min(block, m.units-from)
		b := read.Read(m.rowsAt+int64(from)*int64(size), n*size)
		floor := float32(best.Floor())
		for i := range n {
			if near := q.Near(b[i*size:][:size:size]); near > floor && !m.changed.has(int32(from+i)) {
				offer(int32(from+i), near)
				floor = float32(best.Floor())
			}
		}
	}
	for _, n := range slices.Sorted(maps.Keys(m.rows)) {
		offer(n, q.Near(m.rows[n]))
	}
	for n := m.units; n < c.unitCount(); n++ {
		offer(int32(n), q.Near(m.late[(n-m.units)*size:][:size:size]))
	}
}

// A set is of numbers below the one it was made for.
type set []uint64

func newSet(n int) set { return make(set, (n+63)/64) }

func (s set) add(n int32)      { s[n/64] |= 1 << (n % 64) }
func (s set) has(n int32) bool { return s[n/64]&(1<<(n%64)) != 0 }

// dimensions of the semantic space, and how many documents it takes to learn
// one of fewer.
const (
	spaceDim  = 100
	spaceMin  = 16
	docsOfDim = 4
)

// learn makes a semantic space of documents of c, which must not change
// meanwhile.
func learn(ctx context.Context, c *columns, order []int32) (*latent.Space, error) {
	read, chunks := c.reader(segment.WideWindow), 0
	for _, n := range order {
		chunks += int(read.unit(n).chunks)
	}
	dim := min(spaceDim, max(spaceMin, chunks/docsOfDim))
	return latent.Learn(ctx, c.windowBags(order), latent.Options{Dim: dim})
}

// windowBags are the documents to learn from.
func (c *columns) windowBags(order []int32) iter.Seq[latent.Bag] {
	step := max(1, (len(order)+learnMost-1)/learnMost)
	return func(yield func(latent.Bag) bool) {
		read := c.reader(segment.WideWindow)
		for i := 0; i < len(order); i += step {
			if !yield(read.windowBag(order[i])) {
				return
			}
		}
	}
}
