package document

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
)

// A verdict says what a text is.
type verdict int

// The verdicts.
const (
	blank   verdict = iota // too little to tell
	legible                // a language
	garbled                // letters by accident
)

// enough is from how many letters on a text is judged.
const enough = 8

// A census counts the characters of a text.
type census struct {
	all, letters, digits, spaces int // all is without spaces
	broken                       int // no characters: U+FFFD, private, unassigned, control
	signs                        int
	latin, vowels, ascii         int
	accented                     int
	kana, han, rare              int // rare han is in none of the lists of common ones
	others                       map[*unicode.RangeTable]int
	odd                          int // letters that no language of ours has
}

// judge tells language from what a font without a key makes of it. It knows
// nothing of words: English and Japanese are told by their letters, other
// languages are given the benefit of the doubt.
func judge(text string) verdict {
	c := count(text)
	if c.broken == 0 && c.letters+c.digits < enough {
		return blank
	}
	dominant := 0
	for _, n := range c.others {
		dominant = max(dominant, n)
	}
	for _, n := range c.others {
		c.odd += n
	}
	c.odd -= dominant
	switch {
	case c.broken*20 > c.all,
		c.signs*10 > c.all*4 && c.all > 40,
		c.odd*10 > c.letters,
		c.latin*10 > c.letters*7 && c.latinIsNone(),
		c.han >= 30 && c.rare*10 > c.han*4:
		return garbled
	}
	return legible
}

// latinIsNone reports whether Latin letters make no language: no vowels, or no
// spaces, or accents everywhere.
func (c census) latinIsNone() bool {
	if c.latin < 40 {
		return false
	}
	return c.ascii > 0 && (c.vowels*100 < c.ascii*18 || c.vowels*100 > c.ascii*70) ||
		c.spaces*100 < c.all*4 && c.all > 80 ||
		c.accented*10 > c.latin*4
}

func count(text string) census {
	c := census{others: map[*unicode.RangeTable]int{}}
	for _, r := range text {
		c.add(r)
	}
	return c
}

func (c *census) add(r rune) {
	if unicode.IsSpace(r) {
		c.spaces++
		return
	}
	c.all++
	switch {
	case r == utf8.RuneError, unicode.IsControl(r), unicode.Is(unicode.Co, r), !unicode.IsGraphic(r) && !unicode.Is(unicode.Cf, r):
		c.broken++
	case unicode.IsLetter(r):
		c.letters++
		c.letter(r)
	case unicode.IsDigit(r):
		c.digits++
	case unicode.IsMark(r), leader(r):
	default:
		c.signs++
	}
}

// leader reports whether r stands in long rows in tables and lists.
func leader(r rune) bool {
	switch r {
	case '.', '-', '_', '…', '・', '─', '━', '=', '*', '|', '。', '、', '「', '」', ',':
		return true
	}
	return false
}

func (c *census) letter(r rune) {
	switch {
	case r < 0x80:
		c.latin++
		c.ascii++
		switch r | 0x20 {
		case 'a', 'e', 'i', 'o', 'u', 'y':
			c.vowels++
		}
	case unicode.Is(unicode.Latin, r):
		c.latin++
		switch {
		case r < 0x180:
			c.accented++
		case r >= 0x1e00 && r <= 0x1eff, r == 'ơ', r == 'ư', r == 'Ơ', r == 'Ư', r >= 0xff00, r >= 0xfb00 && r <= 0xfb06:
		default:
			c.odd++
		}
	case unicode.In(r, unicode.Hiragana, unicode.Katakana), r == 'ー', r == '々':
		c.kana++
	case unicode.Is(unicode.Han, r):
		c.han++
		if !common(r) {
			c.rare++
		}
	default:
		for _, script := range []*unicode.RangeTable{
			unicode.Hangul, unicode.Cyrillic, unicode.Greek, unicode.Arabic, unicode.Hebrew, unicode.Thai, unicode.Devanagari,
		} {
			if unicode.Is(script, r) {
				c.others[script]++
				return
			}
		}
		c.odd++
	}
}

// common reports whether a Chinese character is one of the some three thousand
// in daily use: of the first level of JIS X 0208 or GB 2312, or of Big5's
// frequent ones.
func common(r rune) bool {
	s := string(r)
	if b, err := japanese.ShiftJIS.NewEncoder().String(s); err == nil && len(b) == 2 && b[0] >= 0x88 && b[0] <= 0x98 {
		return true
	}
	if b, err := simplifiedchinese.GBK.NewEncoder().String(s); err == nil && len(b) == 2 && b[0] >= 0xb0 && b[0] <= 0xd7 && b[1] >= 0xa1 {
		return true
	}
	b, err := traditionalchinese.Big5.NewEncoder().String(s)
	return err == nil && len(b) == 2 && b[0] >= 0xa4 && b[0] <= 0xc6
}
