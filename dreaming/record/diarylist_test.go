package record

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"yumori/internal/store/storetest"
)

// TestListKnowsRecords lists dreams of which one is changed, one is taken away
// and one is damaged meanwhile.
func TestListKnowsRecords(t *testing.T) {
	f := storetest.New(t, time.Date(2026, 11, 21, 10, 0, 0, 0, time.UTC))
	d, err := Open(f.Dir)
	if err != nil {
		t.Fatal(err)
	}
	old := time.Now().Add(-time.Hour)
	put := func(day int, state Status) {
		t.Helper()
		name := recordFile(fmt.Sprintf("2026-11-%02d-1", day))
		f.PutFile(t, name, fmt.Sprintf(`{"schema":1,"id":"2026-11-%02d-1","date":"2026-11-%02d","level":1,"by":"rules","state":"applied","changes":[{"id":"c1","kind":"fact","file":"bank/world.md","state":%q}]}`, day, day, state))
		old = old.Add(time.Second)
		if err := os.Chtimes(f.FilePath(name), old, old); err != nil {
			t.Fatal(err)
		}
	}
	for day := 1; day <= 5; day++ {
		put(day, StatusApplied)
	}
	put(5, StatusHeld) // never known: it is decided on elsewhere
	list := func() []string {
		t.Helper()
		sums, err := d.List()
		if err != nil {
			t.Fatal(err)
		}
		var out []string
		for _, s := range sums {
			out = append(out, fmt.Sprint(s.ID[8:10], " ", s.State, " ", s.Changes, " ", s.Waiting))
		}
		return out
	}
	want := []string{"05 applied 1 1", "04 applied 1 0", "03 applied 1 0", "02 applied 1 0", "01 applied 1 0"}
	for range 2 {
		if got := list(); !slices.Equal(got, want) {
			t.Fatalf("%q, want %q", got, want)
		}
		if n := strings.Count(f.FileText(t, summariesFile), `"size"`); n != 4 {
			t.Fatalf("%d dreams are known", n)
		}
	}
	put(4, StatusProposed)
	if err := os.Remove(f.FilePath(recordFile("2026-11-03-1"))); err != nil {
		t.Fatal(err)
	}
	f.PutFile(t, recordFile("2026-11-02-1"), "{")
	want = []string{"05 applied 1 1", "04 applied 1 1", "02 failed 0 0", "01 applied 1 0"}
	if got := list(); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	f.PutFile(t, summariesFile, `{"schema":1,"dreams":{"2026-11-01-1":`)
	if got := list(); !slices.Equal(got, want) {
		t.Errorf("with a damaged list %q, want %q", got, want)
	}
}

// BenchmarkList lists ten years of dreams.
func BenchmarkList(b *testing.B) {
	f := storetest.New(b, time.Date(2026, 11, 21, 10, 0, 0, 0, time.UTC))
	change := `{"id":"c%d","stage":"retain","kind":"fact","file":"bank/world.md","title":"A fact","before":"It was so.","after":"It is so, and a little more.","state":"applied","evidence":[{"message":"01K00000000000000000000000","quote":"Message"}]}`
	var changes []string
	for i := range 30 {
		changes = append(changes, fmt.Sprintf(change, i))
	}
	old := time.Now().Add(-time.Hour)
	for n := range 3650 {
		id := time.Date(2016, 11, 21, 0, 0, 0, 0, time.UTC).AddDate(0, 0, n).Format(time.DateOnly)
		f.PutFile(b, recordFile(id+"-1"), fmt.Sprintf(`{"schema":1,"id":"%s-1","date":%q,"level":1,"by":"rules","state":"applied","changes":[%s]}`, id, id, strings.Join(changes, ",")))
		if err := os.Chtimes(f.FilePath(recordFile(id+"-1")), old, old); err != nil {
			b.Fatal(err)
		}
	}
	d, err := Open(f.Dir)
	if err != nil {
		b.Fatal(err)
	}
	began := time.Now()
	if _, err := d.List(); err != nil {
		b.Fatal(err)
	}
	first := time.Since(began)
	for b.Loop() {
		if list, err := d.List(); err != nil || len(list) != 3650 {
			b.Fatal(len(list), err)
		}
	}
	b.ReportMetric(float64(first.Milliseconds()), "ms-first")
}
