// Package quote finds what a text quotes, and whose words they are.
package quote

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"yumori/internal/lang"
	"yumori/internal/pattern"
)

// A Quotation is what stands between quotation marks in a text. Quotations
// within it are a part of it.
type Quotation struct {
	Begin, End int    // bytes of the text, marks and all
	Words      string // between the marks
}

// How far apart in bytes two marks may be that belong together, and two that
// may be apostrophes.
const (
	maxQuotation   = 16_000
	maxApostrophes = 600
)

// A markPair is how a quotation begins and ends. Marks that are letters'
// neighbours as well need a gap on their outer side; of a plain mark both ends
// look the same.
type markPair struct {
	open, shut rune
	apostrophe bool // the end is an apostrophe elsewhere
	plain      bool
}

var markPairs = []markPair{
	{open: '“', shut: '”'}, {open: '「', shut: '」'}, {open: '『', shut: '』'}, {open: '«', shut: '»'}, {open: '„', shut: '“'}, {open: '｢', shut: '｣'},
	{open: '‘', shut: '’', apostrophe: true}, {open: '\'', shut: '\'', apostrophe: true, plain: true},
	{open: '"', shut: '"', plain: true}, {open: '＂', shut: '＂', plain: true},
}

// Quotations returns the outermost quotations of a text, in order. A mark that
// nothing closes quotes up to the end of its line, unless it may be an
// apostrophe. It takes any text.
func Quotations(text string) []Quotation {
	var list []Quotation
	before := rune(0)
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		if end, inner := quotationAt(text[i:], before); end > 0 {
			list = append(list, Quotation{i, i + end, text[i+n : i+inner]})
			before, _ = utf8.DecodeLastRuneInString(text[:i+end])
			i += end
			continue
		}
		before = r
		i += n
	}
	return list
}

// quotationAt returns where the quotation ends that a text begins with, and
// where its words do; 0 if it begins with none.
func quotationAt(text string, before rune) (end, inner int) {
	r, n := utf8.DecodeRuneInString(text)
	for _, p := range markPairs {
		if p.open != r || !p.opens(before, text[n:]) {
			continue
		}
		if at := p.closing(text[n:]); at >= 0 {
			return n + at + utf8.RuneLen(p.shut), n + at
		}
		if p.apostrophe {
			return 0, 0
		}
		end = len(text)
		if k := strings.IndexByte(text, '\n'); k >= 0 {
			end = k
		}
		return end, end
	}
	return 0, 0
}

// opens reports whether a mark between a rune and a text begins a quotation.
func (p markPair) opens(before rune, after string) bool {
	if !p.plain && !p.apostrophe {
		return true
	}
	next, _ := utf8.DecodeRuneInString(after)
	gap := before == 0 || !lang.IsWord(before) && before != '\'' || before >= 0x2E80
	return gap && after != "" && !unicode.IsSpace(next) && (!p.apostrophe || lang.IsWord(next))
}

// closing returns where the mark is that ends a quotation; -1 if none does.
func (p markPair) closing(text string) int {
	depth := 0
	before := rune(0)
	for i, r := range text {
		switch {
		case i > maxQuotation, i > maxApostrophes && p.apostrophe, r == '\n' && p.plain, r == '\n' && strings.HasPrefix(text[i:], "\n\n"):
			return -1
		case r == p.open && !p.plain:
			depth++
		case r == p.shut && p.shuts(before, text[i+utf8.RuneLen(r):]):
			if depth == 0 {
				return i
			}
			depth--
		}
		before = r
	}
	return -1
}

// shuts reports whether a mark between a rune and a text ends a quotation.
func (p markPair) shuts(before rune, after string) bool {
	next, _ := utf8.DecodeRuneInString(after)
	follows := after != "" && lang.IsWord(next) && next < 0x2E80 // the mark stands before a word
	switch {
	case p.apostrophe:
		return !follows && !unicode.IsSpace(before)
	case p.plain:
		return !follows || !unicode.IsSpace(before)
	}
	return true
}

// Bounds from which a quotation hands on what somebody said: what is shorter
// names something, or is a word that the writer does not want to have said.
const (
	leastWords  = 3 // of English
	leastJa     = 4 // letters of Japanese that と follows, or nothing of a sentence
	leastJaBare = 8 // of others
)

// Speaks reports whether a quotation of a text hands on words, and does not
// only name something.
func (q Quotation) Speaks(text string) bool {
	words := strings.TrimSpace(lang.Clean(q.Words))
	if !lang.Japanese(words) {
		return len(strings.Fields(words)) >= leastWords && !lang.TitleLike(words)
	}
	n := 0
	for _, r := range words {
		if lang.IsWord(r) {
			n++
		}
	}
	after := text[q.End:]
	next, _ := utf8.DecodeRuneInString(after)
	switch {
	case n < leastJa:
		return false
	case sayingJa.MatchString(after) || !unicode.In(next, unicode.Hiragana):
		return true
	}
	return n >= leastJaBare && !strings.HasPrefix(text[q.Begin:], "『") // a title
}

var sayingJa = pattern.New(`^(?:と|って)`)
