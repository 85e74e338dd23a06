package builtin

import (
	"strings"

	"yumori/internal/lang/likely"
	"yumori/internal/lang/plain"
)

// asksOfPersona reports whether a question is about the persona, which
// Japanese often does not name.
func (s *hearing) asksOfPersona(text string) bool {
	if lex.Has("liking-ja", text) && !lex.Has("recall-ja", text) && !strings.Contains(text, "っけ") && !lex.Has("any-self", text) && !lex.Has("any-kin", text) {
		return true
	}
	addressed := plain.HoldsAny(text, "あなた", "君は", "君の", "きみ") || s.Persona != "" && strings.Contains(text, s.Persona)
	return addressed && !lex.Has("self-role", text)
}

// asksYou reports whether a text asks something of the one it is said to, "should i let him see
// her you think".
func (s *hearing) asksYou(text string) bool {
	act, sure := likely.ActOf(text)
	return s.asksOfPersona(text) && strings.ContainsAny(text, "?？") || tone.Has("asks-you", text) || (act == likely.WantsAdvice || act == likely.OfWorld) && sure >= actCounts
}

// recallsTold reports whether the message asks in Japanese whether something that was told is known
// still, and nothing of the persona: どこに住んでるか覚えてますか.
func recallsTold(s *scene) bool {
	own := plain.OwnWords(s.said)
	return s.talkKind() == "" && lex.Has("recall-ja", own) && lex.Has("asks-which-ja", own) && !s.asksOfPersona(own)
}
