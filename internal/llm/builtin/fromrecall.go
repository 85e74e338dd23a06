package builtin

import (
	"slices"
	"strings"
	"unicode/utf8"

	"yumori/internal/lang"
)

// sayOfOthers answers a question about people who speak in what was recalled
// and are not the user, in their own words, or says that it does not know. It
// reports false when the question is about nobody of them.
func (s *scene) sayOfOthers(q lang.Asking, r *reply) bool {
	lines := s.utterances()
	in := s.inquire(q, lines)
	named := slices.ContainsFunc(in.people, func(p string) bool { return s.isUser(p) == "" })
	alone := len(lines) > 0 && !asksOfUser(q) && !slices.ContainsFunc(lines, func(u *utterance) bool { return u.speaker == "" || s.isUser(u.speaker) != "" || s.isPersona(u.speaker) })
	if !named && !alone {
		return false
	}
	ranked := in.rank(s, &defaultWeights)
	lead, shape := "", "{x}"
	switch {
	case len(ranked) == 0:
		r.say(s, s.reply("unsure"))
		return true
	case in.doubts(s, ranked):
		lead, shape = "", s.reply("found.near")
	case (s.seed+uint32(s.turn))%3 == 0:
		lead = s.phrase("found")
	}
	if named && shape == "{x}" {
		ranked = in.relevant(ranked)
	}
	text, chosen := s.answerOfOthers(in, ranked, answerLimit-utf8.RuneCountInString(lead+shape))
	if len(chosen) == 0 {
		r.say(s, s.reply("unsure"))
		return true
	}
	r.say(s, lead)
	r.say(s, strings.ReplaceAll(shape, "{x}", text))
	r.trace(chosen)
	return true
}

// relevant leaves out what people say of themselves of whom nothing is asked,
// where those who are asked about have spoken.
func (in *inquiry) relevant(ranked []evidence) []evidence {
	if !slices.Contains(in.people, ranked[0].of.speaker) {
		return ranked
	}
	return slices.DeleteFunc(ranked, func(e evidence) bool {
		return speaksOfSelf(e.claim) && !lex.Has("you-in", e.text) && e.of.speaker != "" && !slices.Contains(in.people, e.of.speaker) &&
			!slices.ContainsFunc(in.people, func(p string) bool { return holdsWord(e.text, p) })
	})
}

// asksOfUser reports whether a question says "I" or "my". In Japanese nothing
// need say it.
func asksOfUser(q lang.Asking) bool {
	return lex.Has("about-me", q.Text) || lex.Has("any-self", q.Text)
}

// trace notes the memories that an answer was taken from.
func (r *reply) trace(claims []*claim) {
	for _, c := range claims {
		r.traces = append(r.traces, c.of.id)
	}
}
