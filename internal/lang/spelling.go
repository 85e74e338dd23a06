package lang

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// Spelled writes an English text as one does: a few words as they are written
// in haste, and what somebody is to the speaker with one slip in it, "my
// dauhgter", as are a few long words that are often asked for, "alergic".
func Spelled(text string) string {
	text = longWord.ReplaceAllStringFunc(EnglishSet.Replace("loose", text), respelt)
	m := ownWord.FindStringSubmatchIndex(text)
	if m == nil {
		return text
	}
	word := strings.ToLower(text[m[2]:m[3]])
	if EnglishSet.Has("no-typo", word) {
		return text
	}
	for _, kin := range longKin() {
		if word == kin {
			return text
		}
	}
	for _, kin := range longKin() {
		if OneSlip(word, kin) {
			return text[:m[2]] + kin + text[m[3]:]
		}
	}
	return text
}

// respelt returns the word that a long one is with one slip in it, or the word itself.
func respelt(word string) string {
	for _, right := range longWords() {
		if strings.TrimSuffix(word, "s") == right || word+"s" == right {
			return word
		}
		if OneSlip(word, right) {
			return right
		}
	}
	return word
}

// longWords are those in which a slip is put right wherever they stand.
var longWords = sync.OnceValue(func() []string { return EnglishSet.Words("spelt") })

// longWord is one that is no name.
var longWord = rx(`\b[a-z]{6,13}\b`)

var ownWord = rx(`(?i)\b(?:my|our|his|her) (?:(?:older|little|younger|big|best|new|oldest|eldest|youngest|twin) )?([a-z]{5,12})\b`)

// longKin are the words for what somebody is to the speaker that are long
// enough for a slip in them to be told from another word.
var longKin = sync.OnceValue(func() []string {
	var list []string
	for _, w := range EnglishSet.Words("kin") {
		w = strings.TrimSuffix(w, "s?")
		if len(w) >= 6 && strings.Trim(w, "abcdefghijklmnopqrstuvwxyz") == "" {
			list = append(list, w)
		}
	}
	return list
})

// OneSlip reports whether a word is another with one letter missing, too many,
// wrong, or changed with the next.
func OneSlip(word, right string) bool {
	if len(word) > len(right) {
		word, right = right, word
	}
	if len(right)-len(word) > 1 || word == right {
		return false
	}
	i := 0
	for i < len(word) && word[i] == right[i] {
		i++
	}
	if len(word) < len(right) {
		return word[i:] == right[i+1:]
	}
	return word[i+1:] == right[i+1:] ||
		i+1 < len(word) && word[i] == right[i+1] && word[i+1] == right[i] && word[i+2:] == right[i+2:]
}

// Capitalised begins a text with a capital.
func Capitalised(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	if n == 0 {
		return s
	}
	return string(unicode.ToUpper(r)) + s[n:]
}
