package likely

import (
	"cmp"
	"encoding/binary"
	"iter"
	"maps"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"yumori/internal/lang"
	"yumori/internal/lang/softmax"
)

// A sorted is a line that somebody may say, and of which class it is.
type sorted struct {
	text, class string
}

// linesOf reads a file: a section is headed by what its lines are; as tells the class of a
// section, "" for one that is left out.
func linesOf(t *testing.T, name string, as func(section string) string) (list []sorted) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	class := ""
	for line := range strings.Lines(string(data)) {
		switch line = strings.TrimSpace(line); {
		case strings.HasPrefix(line, "["):
			class = as(strings.Trim(line, "[]"))
		case line != "" && class != "" && !strings.HasPrefix(line, "#"):
			list = append(list, sorted{line, class})
		}
	}
	return list
}

// every returns each n-th of some lines.
func every(n int, list []sorted) (some []sorted) {
	for i := n - 1; i < len(list); i += n {
		some = append(some, list[i])
	}
	return some
}

// A language is one in which something is learned.
type language struct {
	name   string
	parts  func(string) iter.Seq[string]
	weighs func(*sorting) *softmax.Table
}

var languages = []language{
	{"en", sortedEn, func(s *sorting) *softmax.Table { return &s.english }},
	{"ja", sortedJa, func(s *sorting) *softmax.Table { return &s.japanese }},
}

// learned returns a sorting whose weights of the language are learned from some lines.
func (l language) learned(of *sorting, list []sorted) *sorting {
	known := *of
	known.latest = nil // it has those of other weights
	*l.weighs(&known) = (&learning{l.parts, rounds, shrink}).sorting(of, list)
	return &known
}

// write writes the weights of the language.
func (l language) write(t *testing.T, name string, of *sorting) {
	t.Helper()
	writeTable(t, name+"_"+l.name+".bin", *l.weighs(of))
}

// writeTable writes what was learned.
func writeTable(t *testing.T, name string, learned softmax.Table) {
	t.Helper()
	if err := os.WriteFile(name, []byte(learned), 0o644); err != nil {
		t.Fatal(err)
	}
}

// meanings returns what some texts mean for a sorting, worked out on all processors.
func meanings(of *sorting, texts []sorted) [][]float32 {
	list := make([][]float32, len(texts))
	if of.meaning == nil {
		return list
	}
	var all sync.WaitGroup
	workers := runtime.GOMAXPROCS(0)
	for w := range workers {
		all.Go(func() {
			for i := w; i < len(texts); i += workers {
				list[i] = of.meaning(texts[i].text)
			}
		})
	}
	all.Wait()
	return list
}

// A learning is how something is learned from lines: by their parts and what they mean.
type learning struct {
	parts  func(string) iter.Seq[string]
	rounds int
	shrink float64
}

// sorting returns the weights of softmax regression over some lines. Of two classes only the
// second has weights.
func (l *learning) sorting(of *sorting, list []sorted) softmax.Table {
	count, list := map[string]int{}, slices.Clone(list)
	for i := range list {
		list[i].text = lang.OneSelf(list[i].text)
	}
	for _, d := range list {
		for part := range once(l.parts(d.text)) {
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
	meant := meanings(of, list)
	dims := 0
	for _, v := range meant {
		dims = max(dims, len(v))
	}
	rows, classes := make([][]int, len(list)), make([]int, len(list))
	for i, d := range list {
		classes[i] = slices.Index(of.classes, d.class)
		for part := range once(l.parts(d.text)) {
			if k, ok := at[part]; ok {
				rows[i] = append(rows[i], k)
			}
		}
		slices.Sort(rows[i])
	}
	type cell struct{ weight, square float64 }
	size := len(of.classes)
	cells, bias, turns := make([]cell, len(names)*size), make([]cell, size), make([]cell, dims*size)
	step := func(c *cell, slope float64) {
		c.square += slope * slope
		c.weight -= rate * slope / (0.3 + math.Sqrt(c.square))
	}
	chances := make([]float64, size)
	for range l.rounds {
		for n := range rows {
			i := n * 7919 % len(rows) // far apart in the file
			scale, sum := 1/math.Sqrt(float64(max(1, len(rows[i])))), 0.0
			clear(chances)
			for _, k := range rows[i] {
				for c := range chances {
					chances[c] += cells[k*size+c].weight
				}
			}
			for c := range chances {
				chances[c] *= scale
				for d, x := range meant[i] {
					chances[c] += turns[c*dims+d].weight * float64(x)
				}
			}
			for c := range chances {
				chances[c] = math.Exp(chances[c] + bias[c].weight)
				sum += chances[c]
			}
			for c := range chances {
				off := chances[c] / sum
				if size == 2 && c == 0 {
					continue
				}
				if classes[i] == c {
					off--
				}
				step(&bias[c], off)
				for d, x := range meant[i] {
					step(&turns[c*dims+d], off*float64(x)+l.shrink*turns[c*dims+d].weight)
				}
				for _, k := range rows[i] {
					step(&cells[k*size+c], off*scale+l.shrink*cells[k*size+c].weight)
				}
			}
		}
	}
	var records [][softmax.Record]byte
	add := func(part string, class int, weight float64) {
		var r [softmax.Record]byte
		binary.LittleEndian.PutUint32(r[:], softmax.Hash(part))
		r[4], r[5] = byte(class), byte(int8(max(math.MinInt8, min(math.MaxInt8, math.Round(weight*softmax.Unit)))))
		records = append(records, r)
	}
	for c := range bias {
		add("", c, bias[c].weight)
		for d := range dims {
			add(softmax.Dimension(d), c, turns[c*dims+d].weight)
		}
		for k, part := range names {
			if w := cells[k*size+c].weight; math.Abs(w) >= leastSorting {
				add(part, c, w)
			}
		}
	}
	slices.SortStableFunc(records, func(a, b [softmax.Record]byte) int {
		return cmp.Compare(binary.LittleEndian.Uint32(a[:]), binary.LittleEndian.Uint32(b[:]))
	})
	var out strings.Builder
	for _, r := range records {
		out.Write(r[:])
	}
	return softmax.Table(out.String())
}

// leastSorting is the least weight of a class that is kept.
const leastSorting = 0.2

// A tally counts of a class its lines, those taken for it, and how many of these are.
type tally struct{ lines, taken, right int }

// tallied counts what is made of some lines, where it is told with so much of a chance.
func tallied(list []sorted, least float64, of func(string) (string, float64)) map[string]tally {
	all := map[string]tally{}
	for _, d := range list {
		c := all[d.class]
		c.lines++
		all[d.class] = c
		if taken, chance := of(d.text); chance >= least {
			c := all[taken]
			if c.taken++; taken == d.class {
				c.right++
			}
			all[taken] = c
		}
	}
	return all
}

// itself is the class of a section that is called so.
func itself(section string) string { return section }

// tells is the class of a section of the other examples as an act: what tells something.
func tells(section string) string {
	switch section {
	case "death", "pet", "unborn", "illness", "parting", "ruin", "violence", "refused", "relapse", "shame", "alone", "good", "amends", "first":
		return string(Tells)
	}
	return ""
}

// weighsAs is the class of a section of the other examples by what weighs.
func weighsAs(section string) string {
	switch section {
	case "sideways":
		return "hint"
	case "everyday", "notglad", "plain":
		return harmless
	case "weighs", "heavy", "amends", "first":
		return ""
	}
	return section
}

// helpedAs is the class of a section of the examples of what weighs by who needs help.
func helpedAs(section string) string {
	switch lang.Grave(section) {
	case "":
		return ""
	case lang.Danger, lang.Hint:
		return string(lang.Danger)
	case lang.Theirs, lang.Violence, lang.Urgent:
		return section
	}
	return noHelp
}

// feltAs is the mood of a line of the examples of what weighs, where it does.
func feltAs(section string) string {
	if section == harmless || section == glad {
		return ""
	}
	return string(Grave)
}

// feltIn is the mood of a line of the examples of acts, where it tells nothing.
func feltIn(section string) string {
	switch Act(section) {
	case Greets, Introduces, Leaves, Thanks, Asks, AsksDue, WantsKept, OfYou:
		return string(NoMood)
	}
	return ""
}

// What was learned holds for lines of other authors, too: *_unseen_*.txt are in no example.
// With -learn the weights are learned first, and written.
func TestSortings(t *testing.T) {
	asked := func(d sorted) bool { return strings.ContainsAny(d.text, "?？") }
	for _, tt := range []struct {
		name, harmless string
		of             *sorting
		more           func(language string) []sorted // of the other examples
		least          map[float64][2]float64         // from a chance on: the share that is right, and that is heard
	}{
		{"acts", string(Tells), &acts, func(l string) []sorted {
			list := every(3, slices.DeleteFunc(linesOf(t, l+".txt", tells), asked))
			for i, m := range introductionsIn(t, "names_"+l+".txt") {
				if m.name != "" && i%4 == 0 {
					list = append(list, sorted{m.text, string(Introduces)})
				}
			}
			return list
		},
			map[float64][2]float64{0: {0.9, 0.9}, 0.5: {0.92, 0.75}, 0.8: {0.96, 0.5}}},
		{"kinds", harmless, &kinds, func(l string) []sorted {
			list := linesOf(t, l+".txt", weighsAs)
			isLight := func(d sorted) bool { return d.class == harmless }
			light := slices.DeleteFunc(slices.Clone(list), func(d sorted) bool { return !isLight(d) })
			for _, d := range ordinary(t, l) {
				if d.class != string(GoodNews) && d.class != worthKeeping && d.class != string(Tells) { // these may weigh, or be glad
					light = append(light, sorted{d.text, harmless})
				}
			}
			return append(every(2, light), slices.DeleteFunc(list, isLight)...)
		},
			map[float64][2]float64{0: {0.72, 0.72}, 0.6: {0.87, 0.48}}},
		{"helps", noHelp, &helps, func(l string) []sorted {
			list := linesOf(t, "helps_"+l+".txt", itself) // once more: they are few beside what follows
			list = append(list, linesOf(t, "kinds_"+l+".txt", helpedAs)...)
			list = append(list, linesOf(t, l+".txt", func(section string) string { return helpedAs(weighsAs(section)) })...)
			for _, d := range ordinary(t, l) {
				list = append(list, sorted{d.text, noHelp})
			}
			return list
		}, map[float64][2]float64{0: {0.75, 0.75}}},
		{"moods", string(NoMood), &moods, func(l string) []sorted {
			return append(every(8, linesOf(t, "kinds_"+l+".txt", feltAs)), every(8, linesOf(t, "acts_"+l+".txt", feltIn))...)
		}, map[float64][2]float64{0: {0.8, 0.8}, 0.4: {0.9, 0.55}}},
	} {
		for _, l := range languages {
			name, of := tt.name+"_"+l.name+".txt", tt.of.of
			if *learn {
				known := l.learned(tt.of, append(linesOf(t, name, itself), tt.more(l.name)...))
				l.write(t, tt.name, known)
				of = known.of
			}
			unseen := linesOf(t, tt.name+"_unseen_"+l.name+".txt", itself)
			for least, want := range tt.least {
				right, taken := 0, 0
				for class, c := range tallied(unseen, least, of) {
					t.Logf("%s from %.1f, %s: %d of %d heard, %d of %d taken for it rightly", name, least, class, c.right, c.lines, c.right, c.taken)
					right, taken = right+c.right, taken+c.taken
				}
				t.Logf("%s from %.1f: %d of %d are right, of %d", name, least, right, taken, len(unseen))
				if float64(right) < want[0]*float64(taken) || float64(right) < want[1]*float64(len(unseen)) {
					t.Errorf("%s from %.1f: %d of %d are right, of %d; want %.0f %% and %.0f %% of all", name, least, right, taken, len(unseen), want[0]*100, want[1]*100)
				}
			}
			wrong, all := 0, 0
			for _, d := range unseen {
				if class, chance := of(d.text); d.class == tt.harmless {
					if all++; class != tt.harmless && chance >= 0.8 {
						wrong++
					}
				}
			}
			if wrong*20 > all {
				t.Errorf("%s: %d of %d lines that are %s are surely taken for another", name, wrong, all, tt.harmless)
			}
		}
	}
}
