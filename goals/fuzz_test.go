package goals

import (
	"testing"
	"time"

	"yumori/internal/memory"
)

// FuzzPage reads any goals, ends and opens them, writes them, and reads as many
// again.
func FuzzPage(f *testing.F) {
	f.Add(handGoals)
	f.Add(`{"short_term":[{"id":"a","goal":"b","priority":7,"sources":["m"],"withdrawn":["n"],"progress_notes":["x",{"note":"y","sources":["m"]}]}],"completed":[{"id":"c","goal":"d","closed_by":["m"]}]}`)
	f.Fuzz(func(t *testing.T, s string) {
		p := readPage(goalsFile, []byte(s), time.UTC)
		for _, e := range p.entries {
			if g := e.goal; g.Priority < HighestPriority || g.Priority > LowestPriority || g.ID == "" || g.Goal == "" || g.Term != Short && g.Term != Long {
				t.Fatalf("%+v", g)
			}
		}
		w := retraction{page: p, Retraction: memory.Withdrawal([]string{"m", "n"})}
		for _, e := range append([]*entry{}, p.entries...) {
			w.retract(e)
		}
		data, err := p.encode()
		if err != nil {
			t.Fatal(err)
		}
		again := readPage(goalsFile, data, time.UTC)
		if len(again.flaws) > 0 || len(again.entries) != len(p.entries) {
			t.Fatalf("%d goals became %d, %v:\n%s", len(p.entries), len(again.entries), again.problems, data)
		}
		back := retraction{page: again, Retraction: memory.Reinstatement([]string{"m", "n"})}
		for _, e := range append([]*entry{}, again.entries...) {
			back.retract(e)
		}
		if data, err = again.encode(); err != nil {
			t.Fatal(err)
		}
		if last := readPage(goalsFile, data, time.UTC); len(last.flaws) > 0 || len(last.entries) != len(p.entries) {
			t.Fatalf("%d goals became %d:\n%s", len(p.entries), len(last.entries), data)
		}
	})
}
