package danger

import (
	"flag"
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

var learn = flag.Bool("learn", false, "learn the weights from the examples, and write them")

// An example is a line that somebody may say.
type example struct {
	text   string
	danger bool
}

// examples reads a file: a section is headed by what its lines speak of, [danger] and
// [sideways] by danger to oneself.
func examples(t *testing.T, name string) []example {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	var list []example
	danger := false
	for line := range strings.Lines(string(data)) {
		switch line = strings.TrimSpace(line); {
		case strings.HasPrefix(line, "["):
			danger = strings.HasPrefix(line, "[danger]") || strings.HasPrefix(line, "[sideways]")
		case line != "" && !strings.HasPrefix(line, "#"):
			list = append(list, example{line, danger})
		}
	}
	return list
}

// How the weights are learned: by AdaGrad, a part counting that stands in so many examples.
const (
	rounds   = 25
	rate     = 0.3
	shrink   = 1e-3
	fewest   = 2
	smallest = 5 // hundredths, of a weight that is kept
)

// once returns each of some parts once.
func once(parts iter.Seq[string]) map[string]bool {
	set := map[string]bool{}
	for part := range parts {
		set[part] = true
	}
	return set
}

// learned returns the weights of logistic regression over some examples.
func learned(list []example, parts func(string) iter.Seq[string]) map[string]float64 {
	count := map[string]int{}
	for _, e := range list {
		for part := range once(parts(e.text)) {
			count[part]++
		}
	}
	names := []string{""}
	for _, part := range slices.Sorted(maps.Keys(count)) {
		if count[part] >= fewest {
			names = append(names, part)
		}
	}
	at := map[string]int{}
	for i, part := range names {
		at[part] = i
	}
	rows := make([][]int, len(list))
	for i, e := range list {
		for part := range once(parts(e.text)) {
			if k, ok := at[part]; ok {
				rows[i] = append(rows[i], k)
			}
		}
		slices.Sort(rows[i])
	}
	weights, squares := make([]float64, len(names)), make([]float64, len(names))
	step := func(k int, slope float64) {
		squares[k] += slope * slope
		weights[k] -= rate * slope / (0.3 + math.Sqrt(squares[k]))
	}
	for range rounds {
		for n := range rows {
			i := n * 7919 % len(rows) // far apart in the file
			sum, scale := 0.0, 1/math.Sqrt(float64(max(1, len(rows[i]))))
			for _, k := range rows[i] {
				sum += weights[k]
			}
			off := 1 / (1 + math.Exp(-sum*scale-weights[0]))
			if list[i].danger {
				off--
			}
			step(0, off)
			for _, k := range rows[i] {
				step(k, off*scale+shrink*weights[k])
			}
		}
	}
	out := map[string]float64{}
	for k, part := range names {
		if n := math.Round(weights[k] * 100); math.Abs(n) >= smallest || k == 0 {
			out[part] = n / 100
		}
	}
	return out
}

func write(t *testing.T, name string, weights map[string]float64) {
	t.Helper()
	var b strings.Builder
	for _, part := range slices.Sorted(maps.Keys(weights)) {
		fmt.Fprintf(&b, "%d %s\n", int(math.Round(weights[part]*100)), part)
	}
	if err := os.WriteFile(name, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

// heard counts the lines of danger that are heard, and the others that are taken for it.
func heard(list []example, chance func(string) float64) (hits, dangers, wrong, others int) {
	for _, e := range list {
		over := chance(e.text) >= Likely
		switch {
		case e.danger && over:
			hits++
		case over:
			wrong++
		}
		if e.danger {
			dangers++
		} else {
			others++
		}
	}
	return hits, dangers, wrong, others
}

// What was learned holds for lines of other authors, too: unseen_*.txt are in no example.
// Half of their other lines resemble danger in their words. With -learn the weights are
// learned first, from four fifths of the examples, told, and then from all, and written.
func TestWeights(t *testing.T) {
	for _, tt := range []struct {
		name  string
		parts func(string) iter.Seq[string]
	}{{"en", ofEnglish}, {"ja", ofJapanese}} {
		chanceOf := Chance
		if list := examples(t, tt.name+".txt"); *learn {
			for fold := range 5 {
				var some, rest []example
				for i, e := range list {
					if i%5 == fold {
						rest = append(rest, e)
					} else {
						some = append(some, e)
					}
				}
				weights := learned(some, tt.parts)
				hits, dangers, wrong, others := heard(rest, func(text string) float64 { return chance(weights, tt.parts(text)) })
				t.Logf("%s, a fifth not learned: %d of %d heard, %d of %d wrongly", tt.name, hits, dangers, wrong, others)
			}
			weights := learned(list, tt.parts)
			write(t, "weights_"+tt.name+".txt", weights)
			chanceOf = func(text string) float64 { return chance(weights, tt.parts(text)) }
		}
		hits, dangers, wrong, others := heard(examples(t, "unseen_"+tt.name+".txt"), chanceOf)
		t.Logf("%s, unseen: %d of %d heard, %d of %d wrongly", tt.name, hits, dangers, wrong, others)
		if hits*10 < dangers*7 || wrong*20 > others {
			t.Errorf("%s: %d of %d lines of danger are heard, %d of %d others are taken for it; want 70 %% and at most 5 %%", tt.name, hits, dangers, wrong, others)
		}
	}
}

// What people say every day is far from danger, and nothing makes Chance fail.
func TestChance(t *testing.T) {
	for _, text := range []string{"", " ", "hi", "thanks!", "The dentist is on Friday.", "ただいま", "明日は9時に歯医者", "場所は？", "\xff\xfe", "ﾊﾛｰ！！"} {
		if c := Chance(text); c < 0 || c >= 0.5 {
			t.Errorf("%q: the chance is %.2f; want less than 0.5", text, c)
		}
	}
	for _, text := range []string{"I don't want to be here anymore", "I keep thinking everyone would be better off without me", "もう生きていたくない", "私なんかいないほうがみんな楽になる"} {
		if c := Chance(text); c < Likely {
			t.Errorf("%q: the chance is %.2f; want %.2f or more", text, c, Likely)
		}
	}
}

func BenchmarkChance(b *testing.B) {
	for b.Loop() {
		Chance("We walked along the river and talked about my brother's new flat.")
	}
}
