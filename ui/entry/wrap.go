package entry

import (
	"unicode"

	"fyne.io/fyne/v2"
)

// wrapSample is how many characters of a text tell how it is wrapped.
const wrapSample = 2_000

// Wrap is how the toolkit is to break the lines of a text. Between words, but
// a text without spaces between them, such as Japanese, wherever a line is
// full: to the toolkit a whole paragraph of it is one word, and would leave the
// line that it begins in empty.
func Wrap(text string) fyne.TextWrap {
	seen, spaceless := 0, 0
	for _, r := range text {
		if seen++; seen > wrapSample {
			break
		}
		if isSpaceless(r) {
			spaceless++
		}
	}
	if 4*spaceless > seen {
		return fyne.TextWrapBreak
	}
	return fyne.TextWrapWord
}

func isSpaceless(r rune) bool { return unicode.In(r, unicode.Hiragana, unicode.Katakana, unicode.Han) }

// SetText puts a text in.
func (e *Entry) SetText(text string) {
	e.Wrapping = Wrap(text)
	e.Entry.SetText(text)
}

// put takes a character in.
func (e *Entry) put(r rune) {
	if e.Wrapping == fyne.TextWrapWord && isSpaceless(r) {
		e.Wrapping = Wrap(e.Text + string(r))
	}
	e.Entry.TypedRune(r)
}
