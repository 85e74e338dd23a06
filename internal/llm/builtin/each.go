package builtin

import (
	"yumori/internal/answer"
	"yumori/internal/lang"
	"yumori/internal/lang/plain"
	"yumori/internal/lang/question"
)

// sayEach answers both questions of a sentence that asks two, "when's the baby due, and when's our
// concert?": each from what was told, or that it is not known. It reports false for any other message, and
// where neither is known.
func sayEach(s *scene, r *reply) bool {
	first, then, ok := bothAsked(&s.hearing)
	if !ok {
		return false
	}
	known := 0
	for _, q := range []question.Asking{first, then} {
		one := &reply{}
		if s.sayTold(q, one) || sayNear(s, q, one) {
			known++
		} else {
			one.say(s, s.reply("unsure.then"))
		}
		r.parts, r.traces = append(r.parts, one.parts...), append(r.traces, one.traces...)
	}
	if known == 0 {
		*r = reply{}
	}
	r.emotion = calm
	return known > 0
}

// bothAsked returns the two questions that a message asks in one sentence; it reports false for any other.
func bothAsked(s *hearing) (first, then question.Asking, ok bool) {
	for _, sen := range lang.Split(plain.OwnWords(s.said)) {
		m := lex.Find("asks-two", sen.Text)
		if m == nil || sen.Japanese {
			continue
		}
		first, ok = question.Asked(lang.Sentence{Text: answer.AsNamed(&s.Reader, m["first"]), Asks: true}, s.Persona, s.Now)
		if !ok {
			continue
		}
		if then, ok = question.Asked(lang.Sentence{Text: answer.AsNamed(&s.Reader, m["then"]), Asks: true}, s.Persona, s.Now); ok {
			return first, then, len(first.Senses) > 0 && len(then.Senses) > 0
		}
	}
	return first, then, false
}
