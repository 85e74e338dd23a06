package rag

import (
	"context"
	"iter"
	"runtime"
	"sync"

	"github.com/viterin/vek/vek32"

	"yumori/rag/latent"
)

// meaning is the semantic space and the vectors of all documents in it: of
// each with its neighbours, and of each session. It is kept beside columns
// under the same lock.
type meaning struct {
	space    *latent.Space
	windows  []float32 // space.Dim numbers a unit, of length 1 or 0
	sessions []float32 // sums of the sessions' units' own vectors
}

// newMeaning places all documents of c in a space, on all processors: each
// session by one of them, so that sums come out the same every time.
func newMeaning(c *columns, space *latent.Space) *meaning {
	m := &meaning{space: space}
	m.grow(c)
	var wg sync.WaitGroup
	workers := runtime.GOMAXPROCS(0)
	for w := range workers {
		wg.Go(func() {
			for n := w; n < len(c.sessions); n += workers {
				for _, u := range c.sessions[n].units {
					m.place(c, u)
					m.shift(c, u, 1)
				}
			}
		})
	}
	wg.Wait()
	return m
}

// grow makes room for all units and sessions of c.
func (m *meaning) grow(c *columns) {
	dim := m.space.Dim()
	m.windows, m.sessions = extended(m.windows, len(c.units)*dim), extended(m.sessions, len(c.sessions)*dim)
}

// extended returns list with zeros at the end, n numbers or more.
func extended(list []float32, n int) []float32 {
	switch {
	case n <= len(list):
		return list
	case n <= cap(list):
		clear(list[len(list):n])
		return list[:n]
	}
	out := roomy[float32](n)
	copy(out, list)
	return out
}

// add takes in a unit just added to c.
func (m *meaning) add(c *columns, n int32) {
	m.grow(c)
	m.place(c, n)
	m.shift(c, n, 1)
	if p := c.units[n].prev; p >= 0 {
		m.place(c, p)
	}
}

// place computes the window vector of a unit.
func (m *meaning) place(c *columns, n int32) {
	v := m.window(n)
	clear(v)
	m.space.Project(v, c.windowBag(n))
	latent.Normalize(v)
}

// shift adds a unit's own vector to its session's, times by.
func (m *meaning) shift(c *columns, n int32, by float32) {
	v := make([]float32, m.space.Dim())
	m.space.Project(v, c.unitBag(n))
	latent.Normalize(v)
	vek32.MulNumber_Inplace(v, by)
	vek32.Add_Inplace(m.session(c.units[n].session), v)
}

func (m *meaning) window(n int32) []float32 {
	dim := m.space.Dim()
	return m.windows[int(n)*dim:][:dim:dim]
}

func (m *meaning) session(n int32) []float32 {
	dim := m.space.Dim()
	return m.sessions[int(n)*dim:][:dim:dim]
}

// question returns the vector of a question, nil if the space knows none of
// its words.
func (m *meaning) question(q question) []float32 {
	v := make([]float32, m.space.Dim())
	m.space.Project(v, q.bag())
	if vek32.Dot(v, v) == 0 {
		return nil
	}
	latent.Normalize(v)
	return v
}

// cosine is the nearness of a unit to a question, 0 if they point apart.
func (m *meaning) cosine(q []float32, n int32) float64 {
	return max(0, float64(vek32.Dot(q, m.window(n))))
}

func (m *meaning) sessionCosine(q []float32, n int32) float64 {
	v := m.session(n)
	norm := vek32.Norm(v)
	if norm == 0 {
		return 0
	}
	return max(0, float64(vek32.Dot(q, v)/norm))
}

// nearest offers every living unit's cosine to keep.
func (m *meaning) nearest(c *columns, q []float32, keep func(n int32, cosine float32)) {
	dim := m.space.Dim()
	for n := range c.units {
		if !c.units[n].dead {
			keep(int32(n), vek32.Dot(q, m.windows[n*dim:][:dim:dim]))
		}
	}
}

// dimensions of the semantic space, and how many documents it takes to learn
// one of fewer.
const (
	spaceDim  = 100
	spaceMin  = 16
	docsOfDim = 4
)

// learn makes a semantic space of the documents in c, which must not change
// meanwhile.
func learn(ctx context.Context, c *columns) (*latent.Space, error) {
	dim := min(spaceDim, max(spaceMin, int(c.live.n)/docsOfDim))
	return latent.Learn(ctx, c.windowBags(), latent.Options{Dim: dim})
}

// windowBags are the documents to learn from.
func (c *columns) windowBags() iter.Seq[latent.Bag] {
	step := max(1, (len(c.units)+learnMost-1)/learnMost)
	return func(yield func(latent.Bag) bool) {
		for n := 0; n < len(c.units); n += step {
			if !c.units[n].dead && !yield(c.windowBag(int32(n))) {
				return
			}
		}
	}
}
