package card

import (
	"regexp"
	"strings"
)

var (
	macro   = regexp.MustCompile(`(?i)\{\{\s*(?:char|user)\s*\}\}|<(?:char|bot|user)>`)
	comment = regexp.MustCompile(`(?i)\{\{(?://|comment:|hidden_key:)[^{}]*\}\}`)
)

// Resolve puts the names of the character and of the user in the places that a
// text of a card has for them, and leaves its comments out. Nothing else that
// looks like an order to a program is carried out: it stays as text.
func Resolve(text, char, user string) string {
	if !strings.ContainsAny(text, "{<") {
		return text
	}
	text = comment.ReplaceAllString(text, "")
	return macro.ReplaceAllStringFunc(text, func(m string) string {
		if strings.Contains(strings.ToLower(m), "user") {
			return user
		}
		return char
	})
}
