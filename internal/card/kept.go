package card

import (
	"strings"
	"unicode"
)

// LoreFile is the lore of a persona, in its folder.
const LoreFile = "lore.json"

// Text is a text of a card as it can be kept in a text file.
func Text(s string) string {
	s = strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\r\n", "\n")
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' {
			return -1
		}
		return r
	}, s))
}
