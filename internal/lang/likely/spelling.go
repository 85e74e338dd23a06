package likely

import (
	"iter"
	"strings"

	"yumori/internal/lang"
	"yumori/internal/lang/encoder"
	"yumori/internal/lang/wordvec"
)

// respelt writes the words of an English text that nobody knows as the common ones that they are
// with one slip in them: "my legs over the egde". With a slip in one word of six, lines of authors
// in no example are sorted rightly 92 times of a hundred instead of 89 by their act, and 82 instead
// of 79 by their mood; without slips as often as before, or one line of 400 less.
func respelt(text string) string {
	words := strings.Split(text, " ")
	for i, w := range words {
		word := strings.TrimRight(w, ".,!?;:")
		if right := rightFor(word); right != "" {
			words[i] = right + w[len(word):]
		}
	}
	return strings.Join(words, " ")
}

// rightFor returns the commonest word that an unknown one is with one slip in it, "" for a known
// one, or one that is like none. Names and what is shortened, "wasnt", stay as they are.
func rightFor(word string) string {
	if len(word) < 4 || len(word) > longestRespelt || strings.Trim(word, "abcdefghijklmnopqrstuvwxyz") != "" || strings.HasSuffix(word, "nt") || strings.HasSuffix(word, "s") || isKnown(word) {
		return ""
	}
	best, most := "", float32(leastCommon)
	for candidate, rarer := range slipsOf(word) {
		if common, ok := encoder.Commonness(candidate); ok && common-rarer > most {
			best, most = candidate, common-rarer
		}
	}
	return best
}

// longestRespelt is of how many letters a word is at most that is put right.
const longestRespelt = 14

// leastCommon is the logarithm of how common a word is at least that another stands for.
const leastCommon = -14.0

// isKnown reports whether an English word is one.
func isKnown(word string) bool {
	if _, ok := encoder.Commonness(word); ok || wordvec.KnownEnglish(word) || lang.Concept(lang.SenseStem(word)) != "" || lang.EnglishSet.Has("no-typo", word) {
		return true
	}
	return strings.HasSuffix(word, "in") && wordvec.KnownEnglish(word+"g")
}

// By how much less likely than that two letters are changed with one another, or one is doubled
// or not, it is that a letter is missing or too many, in logarithms. What a wrong letter makes of a
// word is too often another: "lodger" is not "longer".
const (
	missing = 2
	tooMany = 3
)

// slipsOf returns what a word may be with one slip in it behind its first letter, and how much less
// likely that slip is than the likeliest. A letter is too many only in a long word, and those of a
// short one only change places.
func slipsOf(word string) iter.Seq2[string, float32] {
	return func(yield func(string, float32) bool) {
		for i := 1; i < len(word); i++ {
			before, rest := word[:i], word[i:]
			if len(rest) > 1 && !yield(before+rest[1:2]+rest[:1]+rest[2:], 0) {
				return
			}
			rarer := float32(tooMany)
			if word[i] == word[i-1] {
				rarer = 0
			}
			if len(rest) > 1 && (rarer == 0 || len(word) > 6) && !yield(before+rest[1:], rarer) {
				return
			}
			for c := byte('a'); c <= 'z' && len(word) > 4; c++ {
				if rarer = missing; c == word[i-1] || c == word[i] {
					rarer = 0
				}
				if !yield(before+string(c)+rest, rarer) {
					return
				}
			}
		}
	}
}
