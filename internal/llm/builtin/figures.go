package builtin

import (
	"slices"
	"strconv"
	"strings"

	"yumori/internal/lang"
	"yumori/internal/lang/when"
)

// inOwnWords leaves out what is told in another language where the answer's
// own has the same: told on the same day, or with the same numbers.
func (s *scene) inOwnWords(ms []memory) []memory {
	return slices.DeleteFunc(slices.Clone(ms), func(m memory) bool {
		return m.lang != s.lang && slices.ContainsFunc(ms, func(own memory) bool {
			figures := figuresIn(m.text)
			return own.lang == s.lang && (own.when.Equal(m.when) || figures != "" && figures == figuresIn(own.text))
		})
	})
}

// figuresIn returns the numbers of a text, in the order they stand, however
// they are written.
func figuresIn(text string) string {
	var b strings.Builder
	for _, w := range lex.Expr("figure").FindAllString(text, 8) {
		n := when.Number(w)
		if n == 0 {
			n = when.Number(w)
		}
		b.WriteString(strconv.Itoa(n) + " ")
	}
	return b.String()
}

// holdsNumber reports whether a memory holds a number besides its dates, or
// one of what is asked for: "a cat".
func holdsNumber(q lang.Asking, m *memory) bool {
	text := when.WithoutDates(m.text)
	if g := lex.First("counted-ja", q.Text); g != nil && m.lang == japanese {
		return strings.Contains(lex.Expr("numeral-ja").ReplaceAllString(text, "\x00"), "\x00"+g[1]) || g[1] == "人" && containsAny(text, "ひとり", "ふたり")
	}
	text = lex.Expr("time-only").ReplaceAllString(lex.Expr("no-number-ja").ReplaceAllString(text, " "), " ")
	if lex.Has("number-in", text) {
		return true
	}
	if !lex.Has("how-many-en", q.Text) {
		return false
	}
	for _, g := range lex.Expr("one-of").FindAllStringSubmatch(text, 4) {
		if slices.ContainsFunc(lang.Senses(g[1]), func(t lang.Sense) bool { return lang.HasSense(q.Senses, t.Key) }) {
			return true
		}
	}
	return false
}
