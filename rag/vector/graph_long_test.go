package vector

import (
	"math/rand/v2"
	"os"
	"slices"
	"testing"
	"time"
)

// TestGraphOfVeryManyVectors has a store that is large enough for the graph
// decide whether it serves. What it answers then is held against the exact
// scan with questions that were not asked in its own test; otherwise every
// answer has to be the scan's. It takes minutes: YUMORI_LONG=1 runs it.
func TestGraphOfVeryManyVectors(t *testing.T) {
	if testing.Short() || os.Getenv("YUMORI_LONG") == "" {
		t.Skip("takes minutes")
	}
	v := cloud(graphFrom, 64)
	begin := time.Now()
	g := NewGraph(t.Context(), v)
	if g == nil {
		t.Skip("no graph on this system")
	}
	t.Logf("%d vectors: recall@10 %.3f of %d, serves %v, %v", len(v.Owner), g.Recall, g.Rows, g.Serves, time.Since(begin).Round(time.Second))
	if v.Graph = g; !g.Serves {
		if g.Answers(v) || g.Recall >= graphRecall {
			t.Errorf("recall %.3f, serves %v, answers %v", g.Recall, g.Serves, g.Answers(v))
		}
		return
	}
	rnd := rand.New(rand.NewPCG(5, 6))
	found, of := 0, 0
	for range 50 {
		q := v.Reader(0).Floats(rnd.Int32N(g.Rows))
		got := nearestTen(v, q)
		v.Graph = nil
		for _, n := range nearestTen(v, q) {
			if of++; slices.Contains(got, n) {
				found++
			}
		}
		v.Graph = g
	}
	if share := float64(found) / float64(of); g.Answers(v) && share < graphRecall-0.05 {
		t.Errorf("it finds %.3f, by its own test %.3f", share, g.Recall)
	}
}
