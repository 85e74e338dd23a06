package builtin

import (
	"slices"
	"strings"

	"yumori/internal/lang"
	"yumori/internal/lang/likely"
	"yumori/internal/lang/plain"
	"yumori/internal/lang/question"
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

// ofOneBefore returns an English question of him or her as one of whom alone the sentences before
// it name: "Oskar made us a pie. Where is he off to?"; and a Japanese one of nobody as one of whom the
// sentence before it asks to recall, 小梅のこと、覚えてますか。何歳でしたか.
func ofOneBefore(q question.Asking, before []lang.Sentence) question.Asking {
	if n := len(before); n > 0 && before[n-1].Japanese {
		return ofOneRecalled(q, before[n-1].Text)
	}
	pronoun := lex.First("he-or-she", q.Text)
	if pronoun == nil || len(lang.ProperNames(q.Text)) > 0 || question.IsPerson(q.Senses) {
		return q
	}
	var named []string
	for _, sen := range before {
		for _, who := range lang.Persons(sen.Text) {
			if fits := who.She && pronoun[1] == "" || who.He && pronoun[1] != ""; fits && !slices.Contains(named, who.Name) {
				named = append(named, who.Name)
			}
		}
	}
	if len(named) == 1 {
		q.Text = lex.Expr("he-or-she").ReplaceAllString(q.Text, named[0])
		q.Senses = append(slices.Clone(q.Senses), lang.Senses(named[0])...)
	}
	return q
}

// ofOneRecalled returns a question as one of whom the sentence before it asks to recall, where it names
// nobody itself.
func ofOneRecalled(q question.Asking, before string) question.Asking {
	who := lex.Find("recalls-whom-ja", before)["who"]
	if who == "" || question.IsPerson(q.Senses) || question.IsPet(q.Senses) || len(lang.ProperNames(q.Text)) > 0 {
		return q
	}
	q.Text, q.Senses = who+"は"+q.Text, append(slices.Clone(q.Senses), lang.Senses(who)...)
	return q
}

// withFragments returns an English question of "it" with what the few words before it name: "my
// supervisor. the email. when's it due?".
func withFragments(q question.Asking, before []lang.Sentence) question.Asking {
	if !lex.Has("asks-of-it", q.Text) {
		return q
	}
	for _, sen := range slices.Backward(before) {
		if words := plain.Words(sen.Text); sen.Japanese || len(words) > maxFragment || slices.ContainsFunc(words, func(w string) bool { return lang.IsVerb(strings.ToLower(w)) }) {
			break
		}
		q.Senses = append(slices.Clone(q.Senses), lang.Senses(sen.Text)...)
	}
	return q
}

// maxFragment is of how many words what names what a question is of is at most.
const maxFragment = 3
