package facts

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// fold returns what texts are compared by: case, width and spaces do not
// count.
func fold(s string) string {
	ascii := true
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			ascii = false
			break
		}
	}
	if !ascii {
		s = norm.NFKC.String(s)
	}
	return strings.Join(strings.Fields(strings.ToLower(s)), " ")
}

// foldText is fold without what ends or joins sentences, so that "I like tea."
// is "I like tea".
func foldText(s string) string {
	return strings.Join(strings.FieldsFunc(fold(s), func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune(`.,!?;:"'。、！？「」『』“”‘’…`, r)
	}), " ")
}

// oneLine makes one clean line of s: no control characters, no marks that turn
// the direction of text, single spaces.
func oneLine(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case r == utf8.RuneError, unicode.IsControl(r), r == '\u2028', r == '\u2029':
			return ' '
		case r >= '\u202a' && r <= '\u202e', r >= '\u2066' && r <= '\u2069':
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, " "))
	return norm.NFC.String(strings.Join(strings.Fields(s), " "))
}

// shortened returns at most n characters of s.
func shortened(s string, n int) string {
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	return strings.TrimSpace(string([]rune(s)[:n-1])) + "…"
}
