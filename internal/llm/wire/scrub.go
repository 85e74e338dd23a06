package wire

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxDetail bounds the provider's words in an error, in characters.
const maxDetail = 300

// keyShapes are what keys look like, for servers that quote one we do not know.
var keyShapes = regexp.MustCompile(`(?i)(bearer\s+)[^\s"',;]+|\b(sk-|AIza|gsk_|xai-|hf_)[A-Za-z0-9_\-.*]{6,}|([?&](?:key|api_key|token)=)[^&\s"']+`)

// Scrub makes a server's words fit for a screen and a log: keys removed, one
// line, no control characters, at most 300 characters.
func Scrub(text, key string) string {
	if len(text) > maxErrorBody {
		text = text[:maxErrorBody]
	}
	text = strings.ToValidUTF8(text, "\uFFFD")
	if key = strings.TrimSpace(key); key != "" {
		text = strings.ReplaceAll(text, key, "[key]")
	}
	text = keyShapes.ReplaceAllString(text, "${1}${3}[key]")
	text = strings.Join(strings.FieldsFunc(text, func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)
	}), " ")
	if utf8.RuneCountInString(text) > maxDetail {
		text = string([]rune(text)[:maxDetail-1]) + "…"
	}
	return text
}
