package likely

import (
	"iter"
	"slices"
	"strconv"
	"strings"

	"yumori/internal/lang"
	"yumori/internal/lang/cache"
	"yumori/internal/lang/encoder"
	"yumori/internal/lang/plain"
	"yumori/internal/lang/softmax"
	"yumori/internal/lang/wordvec"
)

// A sorting tells of which of some classes a text is, by softmax regression over the parts of
// a text, divided by the square root of their number, and what it means. Its weights are learned
// by `go test -learn` from the lines in testdata.
type sorting struct {
	classes           []string
	meaning           func(text string) []float32 // nil where it does not count
	english, japanese softmax.Table
	latest            *cache.Cache[[]float64] // the chances of the texts looked at last; they change no answer
}

// behindGreeting returns what stands behind the greeting that a text begins with, of which that says
// nothing: "Good evening, Luna. Today I am not so well".
func behindGreeting(text string) string {
	rest := lang.Lexicon().Cut("greeting-lead", text)
	if !lang.Japanese(rest) && !strings.Contains(strings.TrimSpace(rest), " ") {
		return text // "Good evening, Luna."
	}
	return rest
}

// chances returns how likely a text is of each class, in [0, 1]. Nobody may write to them.
func (s *sorting) chances(text string) []float64 {
	return s.latest.Of(text, func() []float64 { return s.chancesOf(text) })
}

// chancesOf is chances of a text that is not remembered.
func (s *sorting) chancesOf(text string) []float64 {
	text = lang.OneSelf(behindGreeting(text))
	known, parts := s.japanese, sortedJa
	if plain.LanguageOf(text, plain.English) == plain.English {
		known, parts, text = s.english, sortedEn, respelt(text)
	}
	return known.Chances(parts(text), s.meaning(text), len(s.classes))
}

// at is of some chances that of a class.
func (s *sorting) at(chances []float64, class Act) float64 {
	return chances[slices.Index(s.classes, string(class))]
}

// of returns the class that a text most likely is of, and how likely that is, in [0, 1].
func (s *sorting) of(text string) (string, float64) {
	chances := s.chances(text)
	best := slices.Index(chances, slices.Max(chances))
	return s.classes[best], chances[best]
}

// What the meaning of the words of a text and that of a text as a whole is multiplied with, to
// be about as large as what its parts weigh: of 2, 3, 5 and 8, and of 3, 4, 5, 8 and 20, these did
// best on lines of authors in no example, few examples of a class wanting less of the whole.
const (
	wordsCount = 3
	wholeCount = 4
)

// byWords returns what the words of a text mean together.
func byWords(text string) []float32 {
	v := wordvec.Mean(wordvec.Words(text))
	for i := range v {
		v[i] *= wordsCount
	}
	return v[:]
}

// byWhole returns what the words of a text mean together and, of an English one, what it means
// as a whole. Of lines of authors in no example that halves those whose worth is misjudged, and
// takes a fifth from those otherwise misheard. Cost: some 5 ms for a text that is new.
func byWhole(text string) []float32 {
	v := byWords(text)
	if plain.LanguageOf(text, plain.English) == plain.Japanese {
		return v
	}
	for _, x := range encoder.Of(text)[0] {
		v = append(v, wholeCount*x)
	}
	return v
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
