package speech

import (
	"regexp"
	"strings"
	"unicode"
)

// What of Markdown is not spoken.
var (
	fenced  = regexp.MustCompile("(?s)```.*?(```|$)")
	linked  = regexp.MustCompile(`!?\[([^\]]*)\]\([^)]*\)`)
	address = regexp.MustCompile(`https?://\S+`)
	marks   = regexp.MustCompile("(?m)^\\s*(#+|[-*+]|>|\\d+\\.)\\s+|[*_`~|]+")
)

// spoken is a text as it is read aloud: without code, addresses and marks.
func spoken(text string) string {
	text = fenced.ReplaceAllString(text, "")
	text = linked.ReplaceAllString(text, "$1")
	text = address.ReplaceAllString(text, "")
	return strings.TrimSpace(marks.ReplaceAllString(text, ""))
}

// isSpoken reports whether a character has a sound.
func isSpoken(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
