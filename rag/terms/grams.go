package terms

import (
	"unicode"
	"unicode/utf8"
)

// grams appends the single characters of a run and its pairs, in order. Those
// of hiragana alone are left out: they are endings and particles, half of all
// pairs, and cost more precision than they bring.
func grams(dst []string, s string) []string {
	before, kana := 0, false // of the character before: bytes, and whether it is hiragana
	for i, r := range s {
		size, isKana := utf8.RuneLen(r), unicode.Is(unicode.Hiragana, r)
		if before > 0 && !(isKana && kana) {
			dst = append(dst, s[i-before:i+size])
		}
		if !isKana && r != 'ー' {
			dst = append(dst, s[i:i+size])
		}
		before, kana = size, isKana
	}
	return dst
}
