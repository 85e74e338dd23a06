package terms

import (
	"unicode"
	"unicode/utf8"
)

// grams appends the single characters of a run and its pairs, in order. Those
// of hiragana alone are left out: they are endings and particles, half of all
// pairs, and cost more precision than they bring. Hiragana words of three
// characters and more (うどん, さくら) are found by its triples, which endings
// make seldom enough: on JSQuAD they cost nothing.
func grams(dst []string, s string) []string {
	before, kana := 0, 0 // bytes of the character before; how many hiragana end here
	for i, r := range s {
		size := utf8.RuneLen(r)
		if unicode.Is(unicode.Hiragana, r) {
			kana++
		} else {
			kana = 0
		}
		if before > 0 && kana < 2 {
			dst = append(dst, s[i-before:i+size])
		}
		if kana >= 3 { // hiragana are all of one size
			dst = append(dst, s[i-2*size:i+size])
		}
		if kana == 0 && r != 'ー' {
			dst = append(dst, s[i:i+size])
		}
		before = size
	}
	return dst
}
