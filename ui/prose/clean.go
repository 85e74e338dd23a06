package prose

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// marksMost is how many marks may stand on one letter. Writing needs five or
// so; with forty, a page of them took fifteen seconds to draw.
const marksMost = 8

// clean is s as it may be shown: valid UTF-8 with \n line ends, without
// terminal escapes, control characters, overrides of the direction, and
// characters that exist to be invisible, and with at most marksMost marks on a
// letter.
func clean(s string) string {
	if plain(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	marks := 0
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		marks = marksAt(r, marks)
		switch {
		case marks > marksMost:
		case r == 0x1b || r == 0x9b:
			i += max(n, escape(s[i:], n))
			continue
		case r == '\r':
			if !strings.HasPrefix(s[i+1:], "\n") {
				b.WriteByte('\n')
			}
		case r == '\u2028' || r == '\u2029' || r == '\v' || r == '\f' || r == 0x85:
			b.WriteByte('\n')
		case !hidden(r):
			b.WriteRune(r) // U+FFFD where the bytes were wrong
		}
		i += n
	}
	return b.String()
}

// plain says whether s is shown as it is.
func plain(s string) bool {
	marks := 0
	for i := 0; i < len(s); {
		if c := s[i]; c < utf8.RuneSelf {
			marks = 0
			if c < ' ' && c != '\n' && c != '\t' || c == 0x7f {
				return false
			}
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		marks = marksAt(r, marks)
		if r == utf8.RuneError && n == 1 || hidden(r) || r == '\u2028' || r == '\u2029' || marks > marksMost {
			return false
		}
		i += n
	}
	return true
}

// marksAt is how many marks stand on the present letter once r has come, where
// there were some before it.
func marksAt(r rune, before int) int {
	if unicode.In(r, unicode.Mn, unicode.Me) {
		return before + 1
	}
	return 0
}

// hidden says whether r is never shown. Joiners and variation selectors stay:
// emoji and some scripts are made with them.
func hidden(r rune) bool {
	switch {
	case r == '\n', r == '\t':
		return false
	case unicode.IsControl(r):
		return true
	case r >= 0x202A && r <= 0x202E, r >= 0x2066 && r <= 0x2069, // direction
		r == 0x200E, r == 0x200F, r == 0x061C,
		r == 0x200B, r == 0x2060, r == 0xFEFF, r == 0x00AD, // nothing
		r >= 0xE0000 && r <= 0xE007F, // tags
		r >= 0xFFF9 && r <= 0xFFFB:   // interlinear
		return true
	default:
		return false
	}
}

// escape is the length of the terminal escape sequence that s begins with,
// given the length of its first character: CSI … letter, OSC … BEL or ST.
func escape(s string, n int) int {
	rest := s[n:]
	switch {
	case n > 1 || strings.HasPrefix(rest, "["): // CSI; 0x9b is CSI in one character
		i := 0
		if n == 1 {
			i = 1
		}
		for ; i < len(rest); i++ {
			if c := rest[i]; c >= 0x40 && c <= 0x7e {
				return n + i + 1
			} else if c < 0x20 || c > 0x3f {
				break
			}
		}
		return n + i
	case strings.HasPrefix(rest, "]"):
		const longest = 4096 // an unended one must not eat the text
		end := strings.IndexAny(rest[:min(len(rest), longest)], "\a\x1b\n")
		switch {
		case end < 0, rest[end] == '\n':
			return n + 1
		case rest[end] == 0x1b && strings.HasPrefix(rest[end+1:], `\`):
			return n + end + 2
		default:
			return n + end + 1
		}
	default:
		return n
	}
}
