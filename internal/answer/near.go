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

// What a weak word counts, and which weight a name has more than.
const (
	weakCounts = 0.4
	nameWeighs = 1.2 // more is what has a capital
)

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

// otherTaste reports whether a question asks what somebody dislikes, and a telling says only
// what they like, or the other way round.
func otherTaste(q question.Asking, m *Memory) bool {
	have, likes, hates := m.termsAt(), lang.HasSense(q.Senses, "@love"), lang.HasSense(q.Senses, "@hate")
	return q.Kind != question.AskYesNo && likes != hates &&
		(likes && lang.HasSense(have, "@hate") && !lang.HasSense(have, "@love") || hates && lang.HasSense(have, "@love") && !lang.HasSense(have, "@hate"))
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
