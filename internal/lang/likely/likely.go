// Package likely tells how likely it is that somebody speaks of danger to themselves, of
// what weighs on them, of what makes them glad, or puts right what they told before, also
// where no single word says so. It has learned that from examples: testdata/en.txt and
// testdata/ja.txt, lines of the kind that people type to a friend.
package likely

import (
	_ "embed" // the weights
	"iter"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"yumori/internal/lang/cache"
	"yumori/internal/lang/plain"
	"yumori/internal/lang/softmax"
)

// What a text may speak of, each told from what does not.
var (
	danger   = speaksOf(dangerEn, dangerJa)
	weight   = speaksOf(weightEn, weightJa)
	gladness = speaksOf(gladnessEn, gladnessJa)
	amending = speaksOf(amendingEn, amendingJa)
)

// The weights. They are written by `go test -run TestWeights -learn` from the examples.
var (
	//go:embed danger_en.bin
	dangerEn string
	//go:embed danger_ja.bin
	dangerJa string
	//go:embed weight_en.bin
	weightEn string
	//go:embed weight_ja.bin
	weightJa string
	//go:embed gladness_en.bin
	gladnessEn string
	//go:embed gladness_ja.bin
	gladnessJa string
	//go:embed amending_en.bin
	amendingEn string
	//go:embed amending_ja.bin
	amendingJa string
)

// speaksOf returns what tells whether a text speaks of something.
func speaksOf(english, japanese string) *sorting {
	return &sorting{[]string{"not", "speaks"}, byWhole, softmax.Table(english), softmax.Table(japanese), &cache.Cache[[]float64]{}}
}

// chance is that of the second of two classes.
func (s *sorting) chance(text string) float64 { return s.chances(text)[1] }

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
// below. Pure; it may be called by many goroutines at once. Cost: some 200 µs, and 5 ms where
// an English text is looked at for the first time.
func Danger(text string) float64 { return min(danger.chance(text), weight.chance(text)) }

// Weighs returns how likely it is, in [0, 1], that a text tells of what weighs on who says
// it: a loss, an illness, a shame, being alone. Cost and concurrency are those of Danger.
func Weighs(text string) float64 { return weight.chance(text) }

// Glad returns how likely it is, in [0, 1], that a text tells good news, or of joy. Cost
// and concurrency are those of Danger.
func Glad(text string) float64 { return gladness.chance(text) }

// Amends returns how likely it is, in [0, 1], that a text puts right or changes something
// that the same person told before: a slip, another value, a plan that is off. Cost and
// concurrency are those of Danger.
func Amends(text string) float64 { return amending.chance(text) }

// apart takes what is written as one English word apart, and writes out what is shortened.
var apart = strings.NewReplacer("’", "'", "can't", "can not", "cannot", "can not", "won't", "will not", "n't", " not", "'m", " am", "'ve", " have", "'ll", " will",
	"'re", " are", "'d", " would", "'s", " is", "gonna", "going to", "wanna", "want to")

// unmarked are English words as they are typed without their mark.
var unmarked = map[string]string{"im": "i am", "ive": "i have", "id": "i would", "ill": "i will", "dont": "do not", "cant": "can not", "wont": "will not", "didnt": "did not",
	"doesnt": "does not", "isnt": "is not", "wasnt": "was not", "wouldnt": "would not", "thats": "that is", "its": "it is", "theres": "there is"}

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
