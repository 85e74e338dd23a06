package terms

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Fold returns text with the differences removed that do not change a word:
// compatibility forms (NFKC: full and half width, ligatures, circled digits),
// case, and voicing marks written apart. Invalid UTF-8 becomes U+FFFD.
// Folding twice changes nothing. Plain lower-case ASCII is returned as it is.
func Fold(text string) string {
	if isFolded(text) {
		return text
	}
	if !utf8.ValidString(text) {
		text = strings.ToValidUTF8(text, "\uFFFD")
	}
	// Lower case first and again after: NFKC may bring new capitals (㏒ is
	// fine, but K-like signs are not) and lower-casing may undo a composition.
	text = norm.NFKC.String(strings.Map(lower, text))
	return norm.NFKC.String(strings.Map(lower, text))
}

// lower maps a rune to lower case. The voicing marks that stand alone become
// the combining ones, so that NFKC joins them to their kana.
func lower(r rune) rune {
	switch r {
	case '゛', 'ﾞ':
		return '\u3099'
	case '゜', 'ﾟ':
		return '\u309A'
	}
	return unicode.ToLower(r)
}

func isFolded(text string) bool {
	for i := range len(text) {
		if c := text[i]; c >= utf8.RuneSelf || c >= 'A' && c <= 'Z' {
			return false
		}
	}
	return true
}

// classOf sorts folded runes into the runs that are analysed alike.
func classOf(r rune) runKind {
	switch {
	case r < utf8.RuneSelf:
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return wordRun
		}
		return gapRun
	case unspaced(r):
		return gramRun
	case unicode.IsLetter(r), unicode.IsDigit(r), unicode.IsMark(r) && !unicode.Is(unicode.Variation_Selector, r):
		return wordRun
	case r != utf8.RuneError && unicode.Is(unicode.So, r):
		return symbolRun
	}
	return gapRun
}

// unspaced reports whether r belongs to a script whose words are not set
// apart by spaces, or (Hangul) carry their particles with them.
func unspaced(r rune) bool {
	switch {
	case r == 'ー' || r == '々' || r == '〆':
		return true
	case r < 0x0E00:
		return false
	}
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar)
}
