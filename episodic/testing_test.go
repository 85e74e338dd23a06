package episodic

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"yumori/store"
)

func tokyo() *time.Location { return time.FixedZone("", 9*3600) }

// morning is the time tests take for now.
func morning() time.Time { return time.Date(2026, 11, 21, 10, 0, 0, 0, tokyo()) }

func cause() store.Cause { return store.Cause{Kind: store.CauseTurn} }

// A bench is the stores of a persona in a home of its own, for one test.
type bench struct {
	*Journal
	x    *Exchanges
	n    *Insights
	t    testing.TB
	root string
	home *store.Home
	dir  *store.Dir
}

// newBench opens empty stores. When the test is over they have to be free of
// problems.
func newBench(t testing.TB) *bench {
	t.Helper()
	b := newDamaged(t)
	t.Cleanup(func() {
		for _, p := range b.check() {
			t.Errorf("after the test: %s: %s", p.Name, p.What)
		}
	})
	return b
}

// newDamaged is newBench without the check.
func newDamaged(t testing.TB) *bench {
	t.Helper()
	b := &bench{t: t, root: t.TempDir()}
	b.open()
	t.Cleanup(func() {
		if err := b.home.Close(); err != nil {
			t.Error(err)
		}
	})
	return b
}

func (b *bench) check() []store.Problem {
	ctx := context.Background()
	all := b.Check(ctx)
	all = append(all, b.x.Check(ctx)...)
	return append(all, b.n.Check(ctx)...)
}

func (b *bench) open() {
	b.t.Helper()
	home, err := store.Open(b.root, store.Options{Now: morning})
	if err != nil {
		b.t.Fatal(err)
	}
	b.home = home
	if b.dir, err = home.CreatePersona("p"); err != nil {
		if b.dir, err = home.Persona("p"); err != nil {
			b.t.Fatal(err)
		}
	}
	b.again()
}

// again opens the stores anew in the same home.
func (b *bench) again() {
	b.t.Helper()
	var err error
	if b.Journal, err = Open(b.dir, Options{Now: morning}); err != nil {
		b.t.Fatal(err)
	}
	if b.x, err = OpenExchanges(b.dir); err != nil {
		b.t.Fatal(err)
	}
	if b.n, err = OpenInsights(b.dir, Options{Now: morning}); err != nil {
		b.t.Fatal(err)
	}
}

func (b *bench) path(name string) string { return filepath.Join(b.root, "personas", "p", name) }

// put writes a file as a hand would, past the store.
func (b *bench) put(name, data string) {
	b.t.Helper()
	if err := os.MkdirAll(filepath.Dir(b.path(name)), 0o700); err != nil {
		b.t.Fatal(err)
	}
	if err := os.WriteFile(b.path(name), []byte(data), 0o600); err != nil {
		b.t.Fatal(err)
	}
}

// get reads a file; "" when it is not there.
func (b *bench) get(name string) string {
	b.t.Helper()
	data, err := os.ReadFile(b.path(name))
	if err != nil && !os.IsNotExist(err) {
		b.t.Fatal(err)
	}
	return string(data)
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
