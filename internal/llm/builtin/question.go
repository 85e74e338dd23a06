package builtin

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"yumori/internal/lang"
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

// aboutNamed reports whether a clause is about somebody or something with a
// name: "Mika has two cats".
func aboutNamed(c, persona string) bool {
	ws := words(c)
	if len(ws) < 3 || strings.EqualFold(ws[0], persona) {
		return false
	}
	first := firstRune(ws[0])
	low := strings.ToLower(ws[0])
	if !unicode.IsUpper(first) || lang.Is(lang.StopWord, low) || lang.Is(lang.Adverb, low) || lang.Is(lang.BaseVerb, low) {
		return false
	}
	for i, w := range ws[1:min(len(ws), 4)] {
		lw := strings.ToLower(w)
		if lang.Is(lang.ThirdVerb, lw) || lang.Is(lang.Past, lw) || i < 2 && strings.HasSuffix(lw, "ed") {
			return true
		}
		if !unicode.IsUpper(firstRune(w)) && lw != "and" {
			return false
		}
	}
	return false
}

// isOrigin reports whether a capitalised word after "I'm" is no name.
func isOrigin(w string) bool {
	low := strings.ToLower(w)
	return strings.HasSuffix(low, "ese") || strings.HasSuffix(low, "ish") || strings.HasSuffix(low, "ian") || strings.HasSuffix(low, "ican") ||
		low == "german" || low == "french" || low == "dutch" || low == "greek" || low == "swiss" || low == "thai" || strings.HasSuffix(low, "day")
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
