package answer

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"yumori/internal/lang"
	"yumori/internal/lang/likely"
	"yumori/internal/lang/question"
)

// What a telling has to share with a question to be near it: of the weight of what
// the question speaks of, or of the pairs of letters of a Japanese one.
const (
	nearEnough   = 0.34
	nearLeast    = 0.6 // in weight: more than one sign of a word
	weakCounts   = 0.4
	aroundCounts = 0.7 // what only the sentence before it has
	nameWeighs   = 1.2 // more is what has a capital
	nearSign     = 2   // a pair of letters that are not both hiragana
	nearPairs    = 3   // in weight, of pairs
	nearGrams    = 0.3 // of what is asked
)

// Nearest returns of what was told the one telling that shares most with a question
// that nothing answers, the newest of several. It reports false where none shares
// enough. It need not answer, and is to be shown as no more than near; what weighs is
// not told for that little. Cost: one comparison for each telling.
func (rd *Reader) Nearest(q question.Asking) (Memory, bool) {
	told := mayBeTold(rd)
	texts := make([]string, 0, len(told))
	for _, m := range told {
		texts = append(texts, m.Text)
	}
	kin := question.PeopleIn(texts)
	best, top := -1, 0.0
	weighs := painful(q.Text)
	for i := range told {
		m := &told[i]
		if !mayBeNear(rd, q, m, kin) || ofAnotherPet(q, m) || q.Kind == question.AskName && !rd.namesAsked(q, m) {
			continue
		}
		if sc := rd.nearness(q, m, kin); sc > 0 && sc >= top && (weighs || !painful(m.Text+" "+rd.leadOf(*m))) {
			best, top = i, sc
		}
	}
	if best < 0 {
		return Memory{}, false
	}
	return told[best], true
}

// ofAnotherPet reports whether a question asks for the name of an animal, and a telling
// speaks of another kind.
func ofAnotherPet(q question.Asking, m *Memory) bool {
	return q.Kind == question.AskName && question.IsPet(q.Senses) && question.IsPet(m.termsAt()) && lang.Overlap(q.Senses, m.termsAt()) == 0
}

// mayBeTold returns what may be told as near to a question: what still holds of what the
// user said in part of a sentence, and of what was told.
func mayBeTold(rd *Reader) []Memory {
	told := rd.Told() // reads both
	return append(slices.DeleteFunc(slices.Clone(rd.uttered), func(m Memory) bool { return m.Ended }), told...)
}

// sensitive reports whether a text tells of what is not brought up on a mere likeness,
// whoever told it.
func sensitive(text string) bool {
	switch lang.GraveOf(text) {
	case lang.Death, lang.Danger, lang.Theirs, lang.Unborn, lang.Violence, lang.Harm, lang.Pet, lang.Parting, lang.Shame:
		return true
	}
	return false
}

// painful reports whether the user told in a text what weighs on them, which is not given
// back to them on a mere likeness: "I'm safe, just sad".
func painful(text string) bool {
	switch lang.GraveOf(text) {
	case lang.NotGrave, lang.Longing, lang.Illness, lang.Refused, lang.Urgent:
		return lex.Has("own-low", text) || likely.Danger(text) >= likely.DangerFrom
	}
	return true
}

// Painful reports whether a question is of what weighs: what is not so itself is no answer
// near to it. It is pure.
func Painful(q question.Asking) bool { return painful(q.Text) }

// withoutPain leaves out what weighs on the user where a question does not, and shares no
// more with it than a verb: "how did the dentist go" of "I've let myself go".
func withoutPain(q question.Asking, list []Memory) []Memory {
	if painful(q.Text) {
		return list
	}
	return slices.DeleteFunc(list, func(m Memory) bool { return m.Mine && painful(m.Text) && !touches(q, &m) })
}

// termsBefore returns the terms of the sentence before a telling in the same message.
func termsBefore(rd *Reader, m *Memory) []lang.Sense {
	if m.order < 1 || m.line == 0 || m.order >= len(rd.memories) || rd.memories[m.order-1].line != m.line {
		return nil
	}
	return rd.memories[m.order-1].termsAt()
}

// mayBeNear reports whether a telling is the user's, of those a question is about and
// of its days.
func mayBeNear(rd *Reader, q question.Asking, m *Memory, kin question.People) bool {
	if !m.Mine || rd.isOwn(m) || notSo(q, m) || saysOnly("formerly", m, q) || otherTaste(q, m) || isSomebodyElse(q, m) || lacksKin(q, m) || lacksDated(q, m.lead+m.Text, m.termsAt()) || asksOfOne(q) && rd.ofAnother(q, m, kin) {
		return false
	}
	return q.Days.Empty() || q.Days.Has(m.When) || namesDay(q.Days, m)
}

// otherTaste reports whether a question asks what somebody dislikes, and a telling says only
// what they like, or the other way round.
func otherTaste(q question.Asking, m *Memory) bool {
	have, likes, hates := m.termsAt(), lang.HasSense(q.Senses, "@love"), lang.HasSense(q.Senses, "@hate")
	return q.Kind != question.AskYesNo && likes != hates &&
		(likes && lang.HasSense(have, "@hate") && !lang.HasSense(have, "@love") || hates && lang.HasSense(have, "@love") && !lang.HasSense(have, "@hate"))
}

// asksOfOne reports whether what is told of anybody else is not even near to what a
// question asks for.
func asksOfOne(q question.Asking) bool {
	return q.Kind == question.AskYesNo || q.Kind != question.AskWho && AsksOfUser(q)
}

// ofAnother reports whether a telling is of somebody of whom a question says nothing.
func (rd *Reader) ofAnother(q question.Asking, m *Memory, kin question.People) bool {
	if rd.subjectFits(q, m, kin) {
		return false
	}
	subject := rd.subjectOf(m)
	return ownedByAnother(q, subject) || lang.Overlap(q.Senses, lang.Senses(m.Text)) == 0 ||
		!slices.ContainsFunc(q.Senses, func(t lang.Sense) bool {
			one := []lang.Sense{t}
			return (question.IsPerson(one) || question.IsPet(one)) && lang.HasSense(m.termsAt(), t.Key)
		})
}

// nearness says how much of what a question speaks of is in a telling or in what was
// said just before it, in [0, 1]; 0 where somebody whom the question names is not.
func (rd *Reader) nearness(q question.Asking, m *Memory, kin question.People) float64 {
	have, _ := offered(q, m, kin)
	around := append(lang.Senses(m.lead), termsBefore(rd, m)...)
	total, shared, firm := 0.0, 0.0, false
	onlyWeak := !slices.ContainsFunc(q.Senses, func(t lang.Sense) bool { return !lang.IsWeak(t.Key) })
	for _, t := range q.Senses {
		w := t.Weight
		if lang.IsWeak(t.Key) {
			w *= weakCounts
		}
		total += w
		one := []lang.Sense{t}
		switch {
		case lang.Overlap(one, have) > 0, cutShort(t.Key, m.Text):
			shared += w
			firm = firm || onlyWeak && m.Topic != "" || !lang.IsWeak(t.Key)
		case lang.Overlap(one, around) > 0:
			shared += aroundCounts * w
			firm = firm || t.Weight > nameWeighs
		case t.Weight > nameWeighs || question.IsPerson(one) || question.IsPet(one):
			return 0
		}
	}
	grams := gramsShared(q.Text, m.Text)
	if !firm || shared < max(nearLeast, nearEnough*total) {
		return grams
	}
	return max(shared/total, grams)
}

// cutShort reports whether a word in katakana begins one of a text, ハム and ハムスター, or one
// of a text begins it: チケット and チケ.
func cutShort(word, text string) bool {
	letters := []rune(word)
	if len(letters) < 2 || !unicode.Is(unicode.Katakana, letters[0]) {
		return false
	}
	if strings.Contains(text, word) {
		return true
	}
	for n := len(letters) - 1; n >= leastCut; n-- {
		_, after, found := strings.Cut(text, string(letters[:n]))
		if next, _ := utf8.DecodeRuneInString(after); found && !unicode.Is(unicode.Katakana, next) && next != 'ー' {
			return true
		}
	}
	return false
}

// leastCut is to how many letters a word in katakana is cut short at least.
const leastCut = 2

// gramsShared returns which share of the pairs of letters of a Japanese question stands
// in a telling, a pair with kanji or katakana for more, where that is enough to tell
// something: the two may say otherwise what they speak of, 朝五時に起きた of 何時に起きたっけ.
func gramsShared(question, told string) float64 {
	letters := []rune(lex.Cut("question-words-ja", question))
	if !lang.Japanese(question) || len(letters) < 2 {
		return 0
	}
	total, shared := 0.0, 0.0
	for i := range letters[1:] {
		pair, w := letters[i:i+2], 1.0
		if !unicode.Is(unicode.Hiragana, pair[0]) || !unicode.Is(unicode.Hiragana, pair[1]) {
			w = nearSign
		}
		total += w
		if strings.Contains(told, string(pair)) && !lex.Has("common-pair-ja", string(pair)) {
			shared += w
		}
	}
	if shared < nearPairs || shared/total < nearGrams {
		return 0
	}
	return shared / total
}
