package likely

import (
	"fmt"
	"iter"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A deed is a line that somebody may say, and what they do with it, by its place in acts.
type deed struct {
	text string
	act  int
}

// deeds reads a file: a section is headed by the act that its lines are.
func deeds(t *testing.T, name string) []deed {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	var list []deed
	act := -1
	for line := range strings.Lines(string(data)) {
		switch line = strings.TrimSpace(line); {
		case strings.HasPrefix(line, "["):
			if act = slices.Index(acts[:], Act(strings.Trim(line, "[]"))); act < 0 {
				t.Fatalf("%s: %s is no act", name, line)
			}
		case line != "" && !strings.HasPrefix(line, "#"):
			list = append(list, deed{line, act})
		}
	}
	return list
}

// toldIn are the sections of the other examples whose lines tell something.
var toldIn = []string{"[death]", "[pet]", "[unborn]", "[illness]", "[parting]", "[ruin]", "[violence]", "[refused]", "[relapse]", "[shame]", "[alone]", "[good]", "[amends]", "[first]"}

// told returns the lines of other examples that tell something: every third of them that
// asks nothing.
func told(t *testing.T, name string) (list []deed) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	tells, n := false, 0
	for line := range strings.Lines(string(data)) {
		switch line = strings.TrimSpace(line); {
		case strings.HasPrefix(line, "["):
			tells = slices.Contains(toldIn, line)
		case tells && line != "" && !strings.HasPrefix(line, "#") && !strings.ContainsAny(line, "?？"):
			if n++; n%3 == 0 {
				list = append(list, deed{line, slices.Index(acts[:], Tells)})
			}
		}
	}
	return list
}

// learnedActs returns the weights of softmax regression over some lines.
func learnedActs(list []deed, parts func(string) iter.Seq[string]) map[string][]weighing {
	count := map[string]int{}
	for _, d := range list {
		for part := range once(parts(d.text)) {
			count[part]++
		}
	}
	at, names := map[string]int{}, []string{}
	for _, part := range slices.Sorted(maps.Keys(count)) {
		if count[part] >= fewest {
			at[part] = len(names)
			names = append(names, part)
		}
	}
	rows := make([][]int, len(list))
	for i, d := range list {
		for part := range once(parts(d.text)) {
			if k, ok := at[part]; ok {
				rows[i] = append(rows[i], k)
			}
		}
		slices.Sort(rows[i])
	}
	type cell struct{ weight, square float64 }
	cells, bias := make([][len(acts)]cell, len(names)), [len(acts)]cell{}
	step := func(c *cell, slope float64) {
		c.square += slope * slope
		c.weight -= rate * slope / (0.3 + math.Sqrt(c.square))
	}
	for range rounds {
		for n := range rows {
			i := n * 7919 % len(rows) // far apart in the file
			scale := 1 / math.Sqrt(float64(max(1, len(rows[i]))))
			var chances [len(acts)]float64
			sum := 0.0
			for a := range chances {
				for _, k := range rows[i] {
					chances[a] += cells[k][a].weight
				}
				chances[a] = math.Exp(chances[a]*scale + bias[a].weight)
				sum += chances[a]
			}
			for a := range chances {
				off := chances[a] / sum
				if list[i].act == a {
					off--
				}
				step(&bias[a], off)
				for _, k := range rows[i] {
					step(&cells[k][a], off*scale+shrink*cells[k][a].weight)
				}
			}
		}
	}
	known := map[string][]weighing{}
	for a := range bias {
		known[""] = append(known[""], weighing{a, bias[a].weight})
		for k, part := range names {
			if w := math.Round(cells[k][a].weight*100) / 100; math.Abs(w) >= leastAct {
				known[part] = append(known[part], weighing{a, w})
			}
		}
	}
	return known
}

// leastAct is the least weight of an act that is kept.
const leastAct = 0.1

func writeActs(t *testing.T, name string, known map[string][]weighing) {
	t.Helper()
	var b strings.Builder
	for _, part := range slices.Sorted(maps.Keys(known)) {
		for i, w := range known[part] {
			if i > 0 {
				b.WriteByte(',')
			}
			fmt.Fprintf(&b, "%d:%d", w.act, int(math.Round(w.weight*100)))
		}
		fmt.Fprintln(&b, " "+part)
	}
	if err := os.WriteFile(name, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

// A tally counts of an act its lines, those taken for it surely, and how many of these are.
type tally struct{ lines, taken, right int }

// tallied counts what is made of some lines, where it is told with so much of a chance.
func tallied(list []deed, least float64, of func(string) (Act, float64)) map[Act]tally {
	all := map[Act]tally{}
	for _, d := range list {
		is := acts[d.act]
		c := all[is]
		c.lines++
		all[is] = c
		if taken, chance := of(d.text); chance >= least {
			c := all[taken]
			if c.taken++; taken == is {
				c.right++
			}
			all[taken] = c
		}
	}
	return all
}

// What was learned holds for lines of other authors, too: acts_unseen_*.txt are in no
// example. With -learn the weights are learned first.
func TestActs(t *testing.T) {
	for _, tt := range []struct {
		name  string
		parts func(string) iter.Seq[string]
	}{{"en", actPartsEn}, {"ja", actPartsJa}} {
		of := ActOf
		if *learn {
			known := learnedActs(append(deeds(t, "acts_"+tt.name+".txt"), told(t, tt.name+".txt")...), tt.parts)
			writeActs(t, "acts_"+tt.name+".txt", known)
			of = func(text string) (Act, float64) {
				chances := softmax(known, tt.parts(text))
				best := slices.Index(chances[:], slices.Max(chances[:]))
				return acts[best], chances[best]
			}
		}
		unseen := deeds(t, "acts_unseen_"+tt.name+".txt")
		for _, want := range []struct {
			least float64 // chance
			right float64 // of those that are told with it
			heard float64 // of all
		}{{0, 0.87, 0.87}, {0.6, 0.93, 0.7}, {0.8, 0.96, 0.5}} {
			right, taken := 0, 0
			for act, c := range tallied(unseen, want.least, of) {
				t.Logf("%s from %.1f, %s: %d of %d heard, %d of %d taken for it rightly", tt.name, want.least, act, c.right, c.lines, c.right, c.taken)
				right, taken = right+c.right, taken+c.taken
			}
			if float64(right) < want.right*float64(taken) || float64(right) < want.heard*float64(len(unseen)) {
				t.Errorf("%s from %.1f: %d of %d are right, of %d; want %.0f %% and %.0f %% of all", tt.name, want.least, right, taken, len(unseen), want.right*100, want.heard*100)
			}
		}
		if told := tallied(unseen, 0.8, of)[Tells]; told.lines-tallied(slices.DeleteFunc(slices.Clone(unseen), func(d deed) bool { return acts[d.act] != Tells }), 0, of)[Tells].taken > told.lines/20 {
			t.Errorf("%s: more than one in twenty lines that tell is taken for another", tt.name)
		}
	}
}
