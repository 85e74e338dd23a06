package answer

import (
	"slices"

	"yumori/internal/lang/question"
)

// Others are what people who are not the user said that bears on a question.
type Others struct {
	in     *inquiry
	ranked []evidence
	rd     *Reader

	Near bool // it is about the same, and may not answer
}

// OfOthers finds what answers a question about people who speak in what was recalled
// and are not the user. It reports false when the question is about nobody of them.
func (rd *Reader) OfOthers(q question.Asking) (*Others, bool) {
	lines := spoken(rd.utterances())
	in := rd.inquire(q, lines)
	named := slices.ContainsFunc(in.people, func(p string) bool { return rd.isUser(p) == "" })
	alone := len(lines) > 0 && !AsksOfUser(q) && !slices.ContainsFunc(lines, func(u *utterance) bool {
		return u.speaker == "" || rd.isUser(u.speaker) != "" || rd.IsPersona(u.speaker)
	})
	if !named && !alone {
		return nil, false
	}
	o := &Others{in: in, ranked: in.rank(rd, &defaultWeights), rd: rd}
	if o.Near = in.doubts(rd, o.ranked); named && !o.Near {
		o.ranked = in.relevant(o.ranked)
	}
	return o, true
}

// spoken returns what somebody said, or all where nobody did: what a dream made of a
// talk says it a second time, by halves.
func spoken(lines []*utterance) []*utterance {
	said := slices.DeleteFunc(slices.Clone(lines), func(u *utterance) bool { return u.speaker == "" })
	if len(said) == 0 {
		return lines
	}
	return said
}

// Quote returns what they said, in at most so many characters, and the memories
// it was taken from; "" when nothing answers, or what is only near weighs.
func (o *Others) Quote(limit int) (string, []string) {
	text, chosen := o.rd.answerOfOthers(o.in, o.ranked, limit)
	if o.Near && sensitive(text) {
		return "", nil
	}
	var ids []string
	for _, c := range chosen {
		ids = append(ids, c.of.id)
	}
	return text, ids
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

// AsksOfUser reports whether a question says "I" or "my". In Japanese nothing
// need say it.
func AsksOfUser(q question.Asking) bool {
	return lex.Has("about-me", q.Text) || lex.Has("any-self", q.Text)
}
