package builtin

import (
	"strings"
	"unicode/utf8"
)

// replaceWord replaces whole words only.
func replaceWord(text, word, with string) string {
	if word == "" {
		return text
	}
	var b strings.Builder
	for {
		i := strings.Index(text, word)
		if i < 0 {
			b.WriteString(text)
			return b.String()
		}
		end := i + len(word)
		whole := (i == 0 || !isLatinByte(text[i-1])) && (end == len(text) || !isLatinByte(text[end]))
		b.WriteString(text[:i])
		if whole {
			b.WriteString(with)
		} else {
			b.WriteString(word)
		}
		text = text[end:]
	}
}

// asksOfPersona reports whether a question is about the persona, which
// Japanese often does not name.
func (s *scene) asksOfPersona(text string) bool {
	if lex.Has("liking-ja", text) && !lex.Has("recall-ja", text) && !strings.Contains(text, "っけ") && !lex.Has("any-self", text) && !lex.Has("any-kin", text) {
		return true
	}
	addressed := containsAny(text, "あなた", "君は", "君の", "きみ") || s.persona != "" && strings.Contains(text, s.persona)
	return addressed && !lex.Has("self-role", text)
}

func firstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

func isLatinByte(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c == '_' || c == '\x01'
}
