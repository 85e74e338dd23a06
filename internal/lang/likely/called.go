package likely

import (
	_ "embed" // the weights
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"yumori/internal/lang"
	"yumori/internal/lang/cache"
	"yumori/internal/lang/plain"
	"yumori/internal/lang/softmax"
	"yumori/internal/lang/wordvec"
)

// What a unit of a message, a word of an English and a character of a Japanese one, is of the
// name of who writes it.
const (
	outside = "no"
	begins  = "begins"
	inside  = "inside"
)

// tags tells it, by what stands around a unit. Their examples are testdata/names_en.txt and
// names_ja.txt, messages with the name in braces.
var tags = sorting{
	classes:  []string{outside, begins, inside},
	english:  softmax.Table(namesEn),
	japanese: softmax.Table(namesJa),
	latest:   &cache.Cache[[]float64]{},
}

var (
	//go:embed names_en.bin
	namesEn string
	//go:embed names_ja.bin
	namesJa string

	// Japanese names, one a line, of the dictionary of IPA.
	//
	//go:embed surnames_ja.txt
	surnamesFile string
	//go:embed given_ja.txt
	givenFile string

	surnames = sync.OnceValue(func() words { return setOf(surnamesFile) })
	given    = sync.OnceValue(func() words { return setOf(givenFile) })
)

// words are a set of them.
type words map[string]bool

func (w words) has(word string) bool { return w[word] }

func setOf(file string) words {
	set := make(words, strings.Count(file, "\n"))
	for line := range strings.Lines(file) {
		set[strings.TrimSuffix(line, "\n")] = true
	}
	return set
}

// A unit is a word, a mark or a character of a message.
type unit struct {
	text string
	at   int // its first byte
}

// meetsFrom is the chance to greet or to introduce somebody from which on a message may tell a
// name.
const meetsFrom = 0.3

// longestName is of how many units a name is at most.
const longestName = 8

// Called returns the name by which somebody who writes a message most likely wants to be
// called, as it stands there, and how likely it is that they tell it, in [0, 1]; "" where no
// unit may be one, or where the message hardly greets or introduces anybody. It is for the first
// messages of a talk. Pure; it may be called by many goroutines at once; some 20 µs a word, or a
// Japanese character.
func Called(text string) (string, float64) {
	if chances := acts.chances(text); acts.at(chances, Introduces)+acts.at(chances, Greets) < meetsFrom {
		return "", 0
	}
	known, units := tags.english, wordUnits(text)
	parts := aroundEn
	if plain.LanguageOf(text, plain.English) == plain.Japanese {
		known, units, parts = tags.japanese, letterUnits(text), aroundJa
	}
	chances := make([][]float64, len(units))
	for i := range units {
		chances[i] = known.Chances(slices.Values(parts(units, i)), nil, len(tags.classes))
	}
	name, most := "", 0.0
	for i := range units {
		chance := chances[i][1]
		for j := i + 1; j <= min(len(units), i+longestName); j++ {
			ends := chance
			if j < len(units) {
				ends *= 1 - chances[j][2]
				chance *= chances[j][2]
			}
			if last := units[j-1]; ends > most && !cuts(units, i) && !cuts(units, j) {
				name, most = text[units[i].at:last.at+len(last.text)], ends
			}
		}
	}
	return strings.TrimSuffix(strings.TrimSuffix(name, "'s"), "’s"), most
}

// cuts reports whether a run of Han characters or of katakana is cut before a unit: 岩瀬 is no
// 岩 and no 瀬.
func cuts(units []unit, i int) bool {
	if i <= 0 || i >= len(units) || units[i-1].at+len(units[i-1].text) != units[i].at {
		return false
	}
	before, _ := utf8.DecodeLastRuneInString(units[i-1].text)
	kind := script(units[i].text)
	return kind == script(string(before)) && (kind == "k" || kind == "t")
}

// wordUnits cuts a text into its words and marks.
func wordUnits(text string) (list []unit) {
	for at := 0; at < len(text); {
		first, size := utf8.DecodeRuneInString(text[at:])
		if wordly(first) {
			for at+size < len(text) {
				r, n := utf8.DecodeRuneInString(text[at+size:])
				if !wordly(r) && r != '\'' && r != '’' && r != '-' && r != '.' || r == '.' && !wordly(runeAt(text, at+size+1)) {
					break
				}
				size += n
			}
		}
		if !unicode.IsSpace(first) {
			list = append(list, unit{text[at : at+size], at})
		}
		at += size
	}
	return list
}

func wordly(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

func runeAt(text string, i int) rune {
	r, _ := utf8.DecodeRuneInString(text[min(i, len(text)):])
	return r
}

// IsName reports whether a Japanese word is among the usual names, and no word otherwise: 恵美, but
// not 光. It is pure.
func IsName(word string) bool {
	return (given().has(word) || surnames().has(word)) && !wordvec.Known(word)
}

// letterUnits cuts a text into its characters, without spaces.
func letterUnits(text string) (list []unit) {
	for at := 0; at < len(text); {
		r, size := utf8.DecodeRuneInString(text[at:])
		if !unicode.IsSpace(r) {
			list = append(list, unit{text[at : at+size], at})
		}
		at += size
	}
	return list
}

// beside is the unit so far from another, a mark of its own where there is none.
func beside(units []unit, i int) string {
	if i < 0 || i >= len(units) {
		return "|"
	}
	return strings.ToLower(units[i].text)
}

// aroundEn returns by what an English word is told to be a name.
func aroundEn(units []unit, i int) []string {
	w := beside(units, i)
	b1, b2, a1, a2 := beside(units, i-1), beside(units, i-2), beside(units, i+1), beside(units, i+2)
	first, _ := utf8.DecodeRuneInString(units[i].text)
	list := []string{
		"word " + w, "-1 " + b1, "-2 " + b2, "-2-1 " + b2 + " " + b1, "-3-1 " + beside(units, i-3) + " " + b2 + " " + b1, "+1 " + a1, "+2 " + a2, "+1+2 " + a1 + " " + a2,
		"-1+1 " + b1 + " " + a1, "at " + strconv.Itoa(min(i, 4)), "left " + strconv.Itoa(min(len(units)-i, 4)), "end " + w[max(0, len(w)-3):], "units " + strconv.Itoa(min(len(units), 6)),
	}
	for name, is := range map[string]bool{
		"upper": unicode.IsUpper(first), "given": lang.IsGivenName(w), "none": lang.NoName(w), "mark": !wordly(first), "digit": unicode.IsDigit(first), "stop": lang.Is(lang.StopWord, w),
		"known": len(wordvec.Words(w)) > 0,
	} {
		if is {
			list = append(list, name, name+" -1 "+b1, name+" at "+strconv.Itoa(min(i, 2)), name+" +1 "+a1)
		}
	}
	slices.Sort(list[13:])
	return list
}

// aroundJa returns by what a Japanese character is told to be of a name.
func aroundJa(units []unit, i int) []string {
	var list []string
	at := func(k int) string { return beside(units, i+k) }
	for k := -4; k <= 5; k++ {
		list = append(list, strconv.Itoa(k)+" "+at(k), strconv.Itoa(k)+": "+at(k)+at(k+1), strconv.Itoa(k)+"; "+at(k)+at(k+1)+at(k+2))
	}
	kinds := ""
	for k := -3; k <= 4; k++ {
		kinds += script(at(k))
	}
	for from := 0; from < len(kinds)-2; from++ {
		list = append(list, "script "+strconv.Itoa(from)+kinds[from:from+3])
	}
	for _, names := range []struct {
		name string
		has  func(string) bool
	}{{"surname", surnames().has}, {"given", given().has}, {"word", wordvec.Known}} {
		for back := 0; back < longestKnown; back++ {
			if n := knownAt(units, i-back, names.has); n > back {
				after := " " + beside(units, i-back+n)
				list = append(list, names.name+" -"+strconv.Itoa(back), names.name+" "+strconv.Itoa(back)+"/"+strconv.Itoa(n), names.name+" -"+strconv.Itoa(back)+" before "+at(-back-1),
					names.name+" -"+strconv.Itoa(back)+" after"+after, names.name+" -"+strconv.Itoa(back)+" after"+after+beside(units, i-back+n+1))
				break
			}
		}
	}
	return append(list, "scripts "+kinds[1:6], "at "+strconv.Itoa(min(i, 6)), "left "+strconv.Itoa(min(len(units)-i, 8)))
}

// longestKnown is of how many characters a known name is at most.
const longestKnown = 6

// knownAt is of how many characters the longest name of a set is that begins at a unit, 0 for
// none.
func knownAt(units []unit, i int, known func(string) bool) int {
	if i < 0 || i >= len(units) {
		return 0
	}
	word, longest := "", 0
	for n := 1; n <= longestKnown && i+n <= len(units); n++ {
		if word += units[i+n-1].text; known(word) {
			longest = n
		}
	}
	return longest
}

// script names in which script a character is.
func script(letter string) string {
	r, _ := utf8.DecodeRuneInString(letter)
	switch {
	case unicode.Is(unicode.Han, r):
		return "k"
	case unicode.Is(unicode.Hiragana, r):
		return "h"
	case unicode.Is(unicode.Katakana, r), r == 'ー':
		return "t"
	case unicode.IsLetter(r):
		return "l"
	case unicode.IsDigit(r):
		return "d"
	}
	return "m"
}
