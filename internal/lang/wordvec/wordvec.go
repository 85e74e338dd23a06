// Package wordvec tells how alike two words are in meaning, by vectors in which words that
// stand among the same words lie near one another: "coriander" near "food", 病院 near 医者.
// It hears what shares no letter; it knows nothing of what a sentence says.
package wordvec

import (
	_ "embed" // the vectors
	"math"
	"sort"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"yumori/internal/lang/plain"
)

// The vectors of a language. All numbers are unsigned 32-bit little-endian:
//
//	words  how many words there are
//	rows   how many vectors; forms of one word share one
//	ends   where each word ends among the letters, in bytes
//	row    the row of each word
//	vector of each row, dims signed bytes, of any length
//	weight of each row, a byte: the rarer the word, the nearer to 255
//	letters of all words, in the order of their bytes
//
// They are written by scripts/vectors from vectors of GloVe; a Japanese word has the mean of
// those of its English meanings in EDICT.
var (
	//go:embed en.vec
	fileEn string
	//go:embed ja.vec
	fileJa string

	english, japanese = open(fileEn), open(fileJa)
)

// dims is of how many numbers a vector is.
const dims = 64

// A table finds the vectors of words in a file, which it only cuts into its parts.
type table struct {
	words                                int
	ends, row, vectors, weights, letters string
}

func open(file string) *table {
	t := &table{words: at(file, 0)}
	rows, rest := at(file, 1), file[8:]
	cut := func(n int) (part string) { part, rest = rest[:n], rest[n:]; return part }
	t.ends, t.row = cut(4*t.words), cut(4*t.words)
	t.vectors, t.weights, t.letters = cut(dims*rows), cut(rows), rest
	return t
}

// at is the i-th of some numbers.
func at(numbers string, i int) int {
	return int(numbers[4*i]) | int(numbers[4*i+1])<<8 | int(numbers[4*i+2])<<16 | int(numbers[4*i+3])<<24
}

// word is the i-th word.
func (t *table) word(i int) string {
	from := 0
	if i > 0 {
		from = at(t.ends, i-1)
	}
	return t.letters[from:at(t.ends, i)]
}

// find returns the row of a word; it reports false for one that is not known.
func (t *table) find(word string) (int, bool) {
	i := sort.Search(t.words, func(i int) bool { return t.word(i) >= word })
	if i == t.words || t.word(i) != word {
		return 0, false
	}
	return at(t.row, i), true
}

// A Vector points to a meaning; its length is 1, or 0 for what has none.
type Vector [dims]float32

// A Word is a word of a text whose meaning is known.
type Word struct {
	Text   string
	Weight float64 // in (0, 1], how much the word tells: little for "go", much for "coriander"
	Vector Vector
}

// meant returns a word with what stands in a row.
func (t *table) meant(row int, text string) Word {
	w := Word{Text: text, Weight: (float64(t.weights[row]) + 1) / 256}
	for d := range w.Vector {
		w.Vector[d] = float32(int8(t.vectors[row*dims+d]))
	}
	w.Vector.normalize()
	return w
}

// normalize makes the length of a vector 1, where it has one.
func (v *Vector) normalize() {
	sum := 0.0
	for _, x := range v {
		sum += float64(x) * float64(x)
	}
	if sum == 0 {
		return
	}
	scale := float32(1 / math.Sqrt(sum))
	for i := range v {
		v[i] *= scale
	}
}

// Dot returns how alike two meanings are: the cosine of their angle, in [-1, 1]; from about
// 0.4 on they are of one matter. It is 0 where one of them is none.
func (v *Vector) Dot(w *Vector) float64 {
	sum := float32(0)
	for i := range v {
		sum += v[i] * w[i]
	}
	return float64(sum)
}

// Words returns the words of a text whose meaning is known, in their order. Pure; it may be
// called by many goroutines at once; some 2 µs a word.
func Words(text string) []Word {
	if plain.LanguageOf(text, plain.English) == plain.Japanese {
		return wordsJa(text)
	}
	return wordsEn(text)
}

func wordsEn(text string) (list []Word) {
	t := english
	for _, w := range plain.Words(strings.ToLower(strings.ReplaceAll(text, "’", "'"))) {
		w = strings.TrimSuffix(w, "'s")
		row, ok := t.find(w)
		if !ok && strings.HasSuffix(w, "in") {
			row, ok = t.find(w + "g")
		}
		if ok {
			list = append(list, t.meant(row, w))
		}
	}
	return list
}

// longest is of how many bytes a Japanese word is at most: twelve characters.
const longest = 36

// Known reports whether a word is in the vectors of Japanese: whether a dictionary has it
// among the common ones, in this form.
func Known(word string) bool {
	_, ok := japanese.find(word)
	return ok
}

// KnownEnglish reports whether a word is in the vectors of English: among its 40,000 commonest,
// names among them. It is in lower case.
func KnownEnglish(word string) bool {
	_, ok := english.find(word)
	return ok
}

// wordsJa takes the longest known word at each place.
func wordsJa(text string) (list []Word) {
	text = norm.NFKC.String(text)
	for len(text) > 0 {
		_, size := utf8.DecodeRuneInString(text)
		for end := min(len(text), longest); end > 0; {
			if row, ok := japanese.find(text[:end]); ok {
				list = append(list, japanese.meant(row, text[:end]))
				size = end
				break
			}
			_, last := utf8.DecodeLastRuneInString(text[:end])
			end -= last
		}
		text = text[size:]
	}
	return list
}

// Mean returns the meaning of some words together, each by its weight.
func Mean(words []Word) Vector {
	var v Vector
	for i := range words {
		for d, x := range words[i].Vector {
			v[d] += x * float32(words[i].Weight)
		}
	}
	v.normalize()
	return v
}
