package persona

import (
	"flag"
	"testing"
	"time"

	"yumori/internal/store"
	"yumori/internal/store/storetest"
)

var update = flag.Bool("update", false, "write the golden files")

// at is the time tests take for now: a Saturday morning in Tokyo.
func at() time.Time {
	return time.Date(2026, 11, 21, 10, 30, 15, 0, time.FixedZone("", 9*3600))
}

// A bench is a persona in a home of its own, for one test.
type bench struct {
	*Persona
	*storetest.Folder
}

// newBench makes a persona with the files and checks its invariants when the
// test is over, unless the test means to leave damage.
func newBench(t testing.TB, files Sample) *bench {
	t.Helper()
	b := newDamaged(t, files)
	storetest.CheckAfter(t, b)
	return b
}

// newDamaged is newBench without the check.
func newDamaged(t testing.TB, files Sample) *bench {
	t.Helper()
	home := storetest.NewHome(t, at())
	if _, ok := files["SOUL.md"]; !ok {
		files = merged(files, Sample{"SOUL.md": "# Mio\n\nQuiet and curious.\n"})
	}
	slug, err := Create(home.Home, Profile{Name: "Mio", Language: "en"}, files)
	if err != nil {
		t.Fatal(err)
	}
	b := &bench{Folder: home.Folder(t, slug)}
	if b.Persona, err = Open(b.Dir); err != nil {
		t.Fatal(err)
	}
	return b
}

func merged(a, b Sample) Sample {
	all := Sample{}
	for _, s := range []Sample{a, b} {
		for name, text := range s {
			all[name] = text
		}
	}
	return all
}

func user() store.Cause { return store.Cause{Kind: store.CauseUser} }
