package document

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"
)

// unwrap joins the lines of a page that were broken only because the paper
// ended: a word that is cut in two would not be found. Lines stay apart where
// one is clearly shorter than the page is wide, or the next begins a list or a
// heading; blank lines stay.
func unwrap(page string) string {
	list := strings.Split(page, "\n")
	width := usualWidth(list)
	var b []byte // a Builder could not take the hyphens back without a copy of all
	for i, l := range list {
		l = strings.TrimSpace(l)
		if i == 0 {
			b = append(b, l...)
			continue
		}
		before := strings.TrimSpace(list[i-1])
		switch {
		case before == "" || l == "" || !joins(before, l, width):
			b = append(append(b, '\n'), l...)
		case hyphenated(before, l):
			b = bytes.TrimSuffix(bytes.TrimSuffix(b, []byte("-")), []byte("\u00ad"))
			b = append(b, l...)
		case wideAt(lastRune(before)) || wideAt(firstRune(l)):
			b = append(b, l...)
		default:
			b = append(append(b, ' '), l...)
		}
	}
	return strings.TrimSpace(squeeze(string(b)))
}

// usualWidth is how wide the full lines of a page are, in Latin letters.
func usualWidth(list []string) int {
	most := 0
	for _, l := range list {
		most = max(most, widthOf(strings.TrimSpace(l)))
	}
	return most
}

func widthOf(s string) int {
	n := 0
	for _, r := range s {
		if n++; wideAt(r) {
			n++
		}
	}
	return n
}

// joins reports whether a line goes on in the next.
func joins(before, next string, width int) bool {
	if widthOf(before)*4 < width*3 {
		return false
	}
	switch last := lastRune(before); last {
	case ':', '：', '」', '』':
		return false
	case '。', '！', '？':
		return wideAt(firstRune(next)) && widthOf(before)*20 >= width*19
	}
	first := firstRune(next)
	return !strings.ContainsRune("•●■◆○□▪–—*#・※【（", first) && !numbered(next)
}

// numbered reports whether a line begins with the number of a list.
func numbered(s string) bool {
	digits := strings.TrimLeft(s, "0123456789０１２３４５６７８９")
	return digits != s && (strings.HasPrefix(digits, ". ") || strings.HasPrefix(digits, ") ") || strings.HasPrefix(digits, "．"))
}

// hyphenated reports whether a word was divided at the line's end.
func hyphenated(before, next string) bool {
	if !strings.HasSuffix(before, "-") && !strings.HasSuffix(before, "\u00ad") {
		return false
	}
	r := []rune(before)
	return len(r) > 1 && unicode.IsLower(r[len(r)-2]) && unicode.IsLower(firstRune(next))
}

// wideAt reports whether a character stands in text without spaces.
func wideAt(r rune) bool {
	return r >= 0x2e80 && r <= 0xd7ff && !unicode.Is(unicode.Hangul, r) || r >= 0xf900 && r <= 0xfaff || r >= 0xff00 && r <= 0xffef || r >= 0x20000
}

func firstRune(s string) rune { r, _ := utf8.DecodeRuneInString(s); return r }
func lastRune(s string) rune  { r, _ := utf8.DecodeLastRuneInString(s); return r }

// squeeze takes the spaces out that setting Japanese letter by letter leaves,
// and blank lines beyond one.
func squeeze(s string) string {
	for strings.Contains(s, "\n\n\n") {
		s = strings.ReplaceAll(s, "\n\n\n", "\n\n")
	}
	runes := []rune(s)
	var b strings.Builder
	for i, r := range runes {
		if r == ' ' && i > 0 && i < len(runes)-1 && wideAt(runes[i-1]) && wideAt(runes[i+1]) {
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}
