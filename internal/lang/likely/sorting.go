package likely

import (
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"

	"yumori/internal/lang/plain"
	"yumori/internal/lang/wordvec"
)

// A sorting tells of which of some classes a text is. Its weights stand in a file for each
// language, one part of a text a line: pairs of a class, by its place among them, and what
// the part weighs for it, in hundredths, then the part. They are written by `go test -run
// TestSortings -learn`: softmax regression over the parts of a text, divided by the square
// root of their number, and what its words mean together, whose i-th number has the part "~i".
type sorting struct {
	classes           []string
	english, japanese func() map[string][]weighing
}

// A weighing is what a part weighs for one class.
type weighing struct {
	class  int
	weight float64
}

// chances returns how likely a text is of each class, in [0, 1].
func (s *sorting) chances(text string) []float64 {
	known, parts := s.english, sortedEn
	if plain.LanguageOf(text, plain.English) == plain.Japanese {
		known, parts = s.japanese, sortedJa
	}
	return softmax(known(), parts(text), meaning(text), len(s.classes))
}

// of returns the class that a text most likely is of, and how likely that is, in [0, 1].
func (s *sorting) of(text string) (string, float64) {
	chances := s.chances(text)
	best := slices.Index(chances, slices.Max(chances))
	return s.classes[best], chances[best]
}

// meaning returns what the words of a text mean together, in numbers as large as what its
// parts weigh: 2, 3, 5 and 8 times the vector were tried.
func meaning(text string) wordvec.Vector {
	v := wordvec.Mean(wordvec.Words(text))
	for i := range v {
		v[i] *= 3
	}
	return v
}

// dimensions names the numbers of a meaning.
var dimensions = func() (names [len(wordvec.Vector{})]string) {
	for i := range names {
		names[i] = "~" + strconv.Itoa(i)
	}
	return names
}()

// softmax returns how likely each of so many classes is by the weights of some parts, each
// counted once, and of what the text means.
func softmax(known map[string][]weighing, parts iter.Seq[string], meant wordvec.Vector, classes int) []float64 {
	chances := make([]float64, classes)
	seen := make(map[string]bool, usual)
	for part := range parts {
		if all := known[part]; len(all) > 0 && !seen[part] {
			seen[part] = true
			for _, w := range all {
				chances[w.class] += w.weight
			}
		}
	}
	scale := 1 / math.Sqrt(float64(max(1, len(seen))))
	for i := range chances {
		chances[i] *= scale
	}
	for i, x := range meant {
		for _, w := range known[dimensions[i]] {
			chances[w.class] += w.weight * float64(x)
		}
	}
	for _, w := range known[""] {
		chances[w.class] += w.weight
	}
	sum := 0.0
	for i, c := range chances {
		chances[i] = math.Exp(c)
		sum += chances[i]
	}
	for i := range chances {
		chances[i] /= sum
	}
	return chances
}

// parseSorting reads weights of classes; a line that is none is left out.
func parseSorting(text string) map[string][]weighing {
	known := make(map[string][]weighing, strings.Count(text, "\n"))
	for line := range strings.Lines(text) {
		pairs, part, ok := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		if !ok {
			continue
		}
		for pair := range strings.SplitSeq(pairs, ",") {
			class, weight, _ := strings.Cut(pair, ":")
			i, err := strconv.Atoi(class)
			n, nerr := strconv.Atoi(weight)
			if err == nil && nerr == nil && i >= 0 {
				known[part] = append(known[part], weighing{i, float64(n) / 100})
			}
		}
	}
	return known
}

// sortedEn returns the parts of an English text by which its class is told: those of its
// words, its first and last words, its marks and how long it is.
func sortedEn(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		words := wordsOf(text)
		n := len(words)
		for _, part := range []string{edge("first", words, 0, 1), edge("first", words, 0, 2), edge("first", words, 0, 3), edge("last", words, n-1, n), edge("last", words, n-2, n), marksOf(text), length(n)} {
			if part != "" && !yield(part) {
				return
			}
		}
		for i := range n {
			if !yield("word "+words[i]) || i > 0 && !yield("two "+words[i-1]+" "+words[i]) {
				return
			}
		}
		runs([]string{"^ " + strings.Join(words, " ") + " $"}, 3, 5)(yield)
	}
}

// sortedJa returns the parts of a Japanese text by which its class is told.
func sortedJa(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		pieces := piecesOf(text)
		size := 0
		for _, p := range pieces {
			size += len(p) / 3
		}
		if yield(marksOf(text)) && yield(length(size/2)) {
			runs([]string{"^" + strings.Join(pieces, "|") + "$"}, 1, 5)(yield)
		}
	}
}

// edge names the words of a text from one place to another, "" where it has not so many.
func edge(name string, words []string, from, to int) string {
	if from < 0 || to > len(words) {
		return ""
	}
	return name + " " + strings.Join(words[from:to], " ")
}

// marksOf names which marks a text has that say how it is meant.
func marksOf(text string) string {
	asks, exclaims := strings.ContainsAny(text, "?？"), strings.ContainsAny(text, "!！")
	switch {
	case asks:
		return "marks ?"
	case exclaims:
		return "marks !"
	}
	return "marks none"
}

// length names how long a text of so many words is.
func length(n int) string {
	size := 0
	for ; n > 0; n /= 2 {
		size++
	}
	return "length " + strconv.Itoa(size)
}
