package episodic

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"yumori/internal/store"
	"yumori/internal/store/storetest"
)

func tokyo() *time.Location { return time.FixedZone("", 9*3600) }

// morning is the time tests take for now.
func morning() time.Time { return time.Date(2026, 11, 21, 10, 0, 0, 0, tokyo()) }

func cause() store.Cause { return store.Cause{Kind: store.CauseTurn} }

// A bench is the stores of a persona in a home of its own, for one test.
type bench struct {
	*Journal
	*storetest.Folder
	x *Exchanges
	n *Insights
	t testing.TB
}

// newBench opens empty stores. When the test is over they have to be free of
// problems.
func newBench(t testing.TB) *bench {
	t.Helper()
	b := newDamaged(t)
	storetest.CheckAfter(t, b)
	return b
}

// newDamaged is newBench without the check.
func newDamaged(t testing.TB) *bench {
	t.Helper()
	b := &bench{Folder: storetest.New(t, morning()), t: t}
	b.again()
	return b
}

// Check is that of all stores.
func (b *bench) Check(ctx context.Context) []store.Problem {
	return slices.Concat(b.Journal.Check(ctx), b.x.Check(ctx), b.n.Check(ctx))
}

// again opens the stores anew in the same home.
func (b *bench) again() {
	b.t.Helper()
	var err error
	if b.Journal, err = Open(b.Dir, Options{Now: b.Now}); err != nil {
		b.t.Fatal(err)
	}
	if b.x, err = OpenExchanges(b.Dir); err != nil {
		b.t.Fatal(err)
	}
	if b.n, err = OpenInsights(b.Dir, Options{Now: b.Now}); err != nil {
		b.t.Fatal(err)
	}
}

// add adds an ordinary episode.
func (b *bench) add(date Date, arousal float64, sources ...string) Episode {
	b.t.Helper()
	e, err := b.Add(Episode{Date: date, Summary: "About " + string(date) + ".", Arousal: arousal, Sources: sources}, cause())
	if err != nil {
		b.t.Fatal(err)
	}
	return e
}

// record records the n-th exchange at a time, whose messages are un and rn.
func (b *bench) record(n int, at time.Time, after State) Exchange {
	b.t.Helper()
	x := Exchange{User: fmt.Sprint("u", n), Reply: fmt.Sprint("r", n), Time: at, After: after}
	x.Arousal = Arousal(x.Before, x.After)
	if err := b.x.Record(x, cause()); err != nil {
		b.t.Fatal(err)
	}
	return x
}

func ids(list []Episode) []string {
	var all []string
	for _, e := range list {
		all = append(all, e.ID)
	}
	return all
}

func joyful() State { return State{Emotion: Joy, Intensity: 0.8, Relatedness: 0.16} }
