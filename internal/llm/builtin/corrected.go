package builtin

import (
	"cmp"
	"slices"
	"strings"

	"yumori/internal/lang"
)

// corrected acknowledges what the user puts right: that, and nothing else.
func (s *scene) corrected(r *reply) bool {
	own := ownWords(s.said)
	if s.newName != "" || s.talkKind() != "" || !slices.ContainsFunc(s.statements(), corrects) {
		return false
	}
	before := len(s.recollect())
	s.addUtterance(own, memory{source: fromHistory, when: s.now, after: saidBefore(s.past, len(s.past))}, s.before...)
	for i := range s.memories {
		s.memories[i].order = i
	}
	said := slices.Clone(s.memories[before:]) // as it was put
	s.settle()
	for i, m := range s.memories[before:] {
		if m.was == nil || m.was.order >= before {
			continue // a message does not put itself right
		}
		if !m.was.ended && !m.open && !lex.Has("puts-right-lead", own) {
			continue // it may be news
		}
		r.emotion = calm
		x := fewWords(cmp.Or(newWords(*m.was, m), rightValue(said[i])))
		if x == "" {
			r.say(s, s.reply("fixed"))
			return true
		}
		r.say(s, strings.NewReplacer("{X}", upperFirst(x), "{x}", x).Replace(s.reply("fixed.to")))
		return true
	}
	return lex.Has("puts-right-lead", own) && len(s.memories) > before && s.says(r, "fixed", calm)
}

// newWords returns what an English telling that was read anew has in place of the
// words of the one it puts right; "" if it was not.
func newWords(was, m memory) string {
	a, b := strings.Fields(strings.Trim(was.text, ".")), strings.Fields(strings.Trim(m.text, "."))
	if m.lang == japanese || len(a) != len(b) {
		return ""
	}
	var list []string
	for i, w := range b {
		if w != a[i] {
			list = append(list, w)
		}
	}
	if len(list) > 2 {
		return ""
	}
	return strings.Join(list, " ")
}

// corrects reports whether a statement puts something right.
func corrects(st lang.Statement) bool {
	return (st.Corrects || putsRight(st.Text)) && !st.Asks && st.Mode != lang.Question && st.Mode != lang.Withheld
}

// fewWords returns what names a value by itself, without the clause that it
// stands in; "" where that is all there is.
func fewWords(x string) string {
	if strings.ContainsFunc(x, isJapanese) {
		if lex.Has("clause-end", x) {
			return ""
		}
		return x
	}
	x = lex.Expr("until-value").ReplaceAllString(x, "")
	if ws := words(x); len(ws) > 4 || len(ws) == 1 && lang.Is(lang.StopWord, strings.ToLower(x)) || slices.ContainsFunc(ws, func(w string) bool {
		return lang.IsVerb(strings.ToLower(w)) || lang.Is(lang.Talked, strings.ToLower(w))
	}) {
		return ""
	}
	return x
}

// rightValue returns the few words in which a correction says what is right,
// "" where they are not to be told from the rest.
func rightValue(m memory) string {
	for _, e := range []*expr{lex.Expr("right-only"), lex.Expr("right-to"), lex.Expr("right-chosen"), lex.Expr("right-to-ja"), lex.Expr("right-in-ja")} {
		if g := e.FindStringSubmatch(m.text); g != nil {
			return strings.TrimSpace(lex.Expr("right-again").ReplaceAllString(g[1], ""))
		}
	}
	if m.value != "" {
		return m.value
	}
	if g := lex.First("right-not", m.text); g != nil && m.lang == english {
		return strings.TrimSpace(g[1])
	}
	return ""
}
