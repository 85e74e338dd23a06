// Package likely tells how likely it is that somebody speaks of danger to themselves, of
// what weighs on them, of what makes them glad, or puts right what they told before, also
// where no single word says so. It has learned that from examples: testdata/en.txt and
// testdata/ja.txt, lines of the kind that people type to a friend.
package likely

import (
	_ "embed" // the weights
	"iter"
	"math"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"yumori/internal/lang/plain"
)

// The weights, one part of a text a line: what it weighs for danger, for what weighs on
// somebody, for good news and for what puts something right, in hundredths, and the part, a
// space between them. The part that is empty is in every text. They are written by `go test -run TestWeights -learn` from the examples:
// logistic regression, the parts of a text divided by the square root of their number.
var (
	//go:embed weights_en.txt
	weightsEn string
	//go:embed weights_ja.txt
	weightsJa string

	english  = sync.OnceValue(func() map[string]weights { return parse(weightsEn) })
	japanese = sync.OnceValue(func() map[string]weights { return parse(weightsJa) })
)

// What a text may speak of.
const (
	ofDanger = iota
	ofWeight
	ofGladness
	ofAmending
	targets // how many there are
)

// weights are what a part of a text weighs for each of them.
type weights [targets]float64

// From which chance on a text is met as one that speaks so where no words plainly say it:
// about one in a hundred everyday lines reaches that of danger; one in ten that of what
// weighs, to which no more is said than that one is near; of gladness, which is shared,
// only what is likely to be; of what may put something right, which is told beside that,
// what is more likely than not.
const (
	DangerFrom = 0.5
	WeighsFrom = 0.4
	GladFrom   = 0.6
	AmendsFrom = 0.3
)

// Danger returns how likely it is, in [0, 1], that the speaker of a text is in danger from
// themselves: what weighs little is none, whatever words it has. From 0.5 on it is more
// likely than not among lines half of which speak of grave things; usual talk lies far
// below. Pure; it may be called by many goroutines at once. The first call reads the
// weights, some 30 ms; every other takes some 100 µs.
func Danger(text string) float64 { return min(chance(text, ofDanger), chance(text, ofWeight)) }

// Weighs returns how likely it is, in [0, 1], that a text tells of what weighs on who says
// it: a loss, an illness, a shame, being alone. Cost and concurrency are those of Danger.
func Weighs(text string) float64 { return chance(text, ofWeight) }

// Glad returns how likely it is, in [0, 1], that a text tells good news, or of joy. Cost
// and concurrency are those of Danger.
func Glad(text string) float64 { return chance(text, ofGladness) }

// Amends returns how likely it is, in [0, 1], that a text puts right or changes something
// that the same person told before: a slip, another value, a plan that is off. Cost and
// concurrency are those of Danger.
func Amends(text string) float64 { return chance(text, ofAmending) }

func chance(text string, target int) float64 {
	if plain.LanguageOf(text, plain.English) == plain.Japanese {
		return logistic(japanese(), ofJapanese(text), target)
	}
	return logistic(english(), ofEnglish(text), target)
}

// usual is of how many known parts a message usually is.
const usual = 128

// logistic is the logistic function of the weights of some parts, each counted once.
func logistic(known map[string]weights, parts iter.Seq[string], target int) float64 {
	sum, seen := 0.0, make(map[string]bool, usual)
	for part := range parts {
		if w, ok := known[part]; ok && w[target] != 0 && !seen[part] {
			seen[part] = true
			sum += w[target]
		}
	}
	if len(seen) > 0 {
		sum /= math.Sqrt(float64(len(seen)))
	}
	return 1 / (1 + math.Exp(-sum-known[""][target]))
}

// parse reads weights; a line that is none is left out.
func parse(text string) map[string]weights {
	known := make(map[string]weights, strings.Count(text, "\n"))
	for line := range strings.Lines(text) {
		fields := strings.SplitN(strings.TrimSuffix(line, "\n"), " ", targets+1)
		if len(fields) <= targets {
			continue
		}
		var all weights
		for target := range all {
			n, err := strconv.Atoi(fields[target])
			if err != nil {
				continue
			}
			all[target] = float64(n) / 100
		}
		known[fields[targets]] = all
	}
	return known
}

// apart takes what is written as one English word apart, and writes out what is shortened.
var apart = strings.NewReplacer("’", "'", "can't", "can not", "cannot", "can not", "won't", "will not", "n't", " not", "'m", " am", "'ve", " have", "'ll", " will",
	"'re", " are", "'d", " would", "'s", " is", "gonna", "going to", "wanna", "want to")

// unmarked are English words as they are typed without their mark.
var unmarked = map[string]string{"im": "i am", "ive": "i have", "id": "i would", "ill": "i will", "dont": "do not", "cant": "can not", "wont": "will not", "didnt": "did not",
	"doesnt": "does not", "isnt": "is not", "wasnt": "was not", "wouldnt": "would not", "thats": "that is", "its": "it is", "theres": "there is"}

// ofEnglish returns the parts of an English text: three to five characters in a row, words
// being one space apart. So what is typed without its last letter, or with one too many,
// is heard as well. Numbers are all the same.
func ofEnglish(text string) iter.Seq[string] {
	return runs([]string{" " + strings.Join(wordsOf(text), " ") + " "}, 3, 5)
}

// wordsOf returns the words of an English text, written out; numbers are all the same.
func wordsOf(text string) []string {
	words := plain.Words(apart.Replace(strings.ToLower(text)))
	for i, w := range words {
		if whole, ok := unmarked[w]; ok {
			words[i] = whole
		} else if w[0] >= '0' && w[0] <= '9' {
			words[i] = "0"
		}
	}
	return words
}

// ofJapanese returns the parts of a Japanese text: up to four characters in a row, without
// marks between them. Numbers are all the same.
func ofJapanese(text string) iter.Seq[string] { return runs(piecesOf(text), 1, 4) }

// piecesOf returns what stands between the marks of a Japanese text; digits are all the same.
func piecesOf(text string) []string {
	text = strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			return '0'
		}
		return unicode.ToLower(r)
	}, norm.NFKC.String(text))
	return strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != 'ー' })
}

// runs returns all runs of so many characters of some texts; one that stands there twice
// is returned twice.
func runs(texts []string, shortest, longest int) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, text := range texts {
			var at []int // where each character begins, and the end
			for i := range text {
				at = append(at, i)
			}
			at = append(at, len(text))
			for i := range at {
				for n := shortest; n <= longest && i+n < len(at); n++ {
					if !yield(text[at[i]:at[i+n]]) {
						return
					}
				}
			}
		}
	}
}
