package record

import (
	"unicode"

	"yumori/internal/transcript"
)

// Terms are the words of a text as two texts are compared by: of scripts
// without spaces, pairs of characters.
func Terms(s string) map[string]bool {
	out := map[string]bool{}
	var word, wide []rune
	end := func() {
		if len(word) > 0 {
			out[string(word)] = true
		}
		for i := range wide {
			if i > 0 {
				out[string(wide[i-1:i+1])] = true
			} else if len(wide) == 1 {
				out[string(wide)] = true
			}
		}
		word, wide = word[:0], wide[:0]
	}
	for _, r := range transcript.Fold(s) {
		switch {
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul) || r == 'ー':
			if len(word) > 0 {
				end()
			}
			wide = append(wide, r)
		case unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r):
			if len(wide) > 0 {
				end()
			}
			word = append(word, r)
		default:
			end()
		}
	}
	end()
	return out
}

// similarity returns how much two texts have in common, in [0, 1].
func similarity(a, b string) float64 {
	x, y := Terms(a), Terms(b)
	return float64(Common(x, y)) / float64(max(1, len(x), len(y)))
}

// Contained returns how much of a text another has, in [0, 1].
func Contained(part, whole string) float64 {
	x := Terms(part)
	return float64(Common(x, Terms(whole))) / float64(max(1, len(x)))
}

// Common returns how many terms two texts have in common.
func Common(x, y map[string]bool) int {
	n := 0
	for t := range x {
		if y[t] {
			n++
		}
	}
	return n
}
