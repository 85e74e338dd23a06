package statement

import (
	"slices"
	"strings"

	"yumori/internal/lang"
	"yumori/internal/lang/likely"
	"yumori/internal/lang/question"
	"yumori/internal/pattern"
)

// amendsFrom is from which chance on a message whose words do not say that it puts
// something right does, where a value of it stands in place of the only one of its kind.
const amendsFrom = 0.6

// likelyAmended returns what was told of late with the one day, hour or number of a
// sentence in place of its own, where the message is likely to put something right: of
// "my train goes from platform 9", "platform 12 now, the lady just said". What it is of has
// to be what was told just before, or named in both.
func (t *talk) likelyAmended(l *pattern.Set, st Statement) (heard, bool) {
	kind, value := onlyValue(l, st.Plain)
	if value == "" || st.Denies || l.Has("value-over", st.Plain) || l.Has("was-then", st.Plain) || likely.Amends(t.message) < amendsFrom {
		return heard{}, false
	}
	t.catchUp()
	for i := len(t.told) - 1; i >= max(0, len(t.told)-maxBareBack); i-- {
		h := t.told[i]
		if ofOther(l, st, h.Text) || !speaksOf(st, h.Text) && (i < len(t.told)-1 || !addsNothing(st, h.Text)) {
			continue
		}
		was, is := numberLike(l, h.Text, value), value
		if kind != "a-number" {
			was, is, _ = h.valueLike(l, value)
		}
		if was == "" || strings.EqualFold(was, is) {
			continue
		}
		if now, ok := h.otherwise(l, st, was, is); ok {
			return h.as(now, was, is), true
		}
	}
	return heard{}, false
}

// ownThing returns what was told of late of a thing of the speaker's with another value, where a sentence
// says which is theirs: of "our boat was the Pauline", "the Pauline was his. Ours was the Wind".
func ownThing(t *talk, l *pattern.Set, st Statement) (heard, bool) {
	m := l.Find("own-is", st.Plain)
	if m == nil || likely.Amends(t.message) < amendsFrom {
		return heard{}, false
	}
	t.catchUp()
	for _, h := range slices.Backward(t.told) {
		of := l.Find("own-thing", h.Text)
		if was := strings.TrimRight(of["was"], "."); was != "" && lang.Mentions(t.message, was) {
			now, ok := exchangedLast(h.Text, was, m["is"])
			return h.as(now, was, m["is"]), ok
		}
	}
	return heard{}, false
}

// otherwise returns a telling with one value in place of another, unless it would be again as it was
// before it was put right, by what says of what else the value is: "the gig's half 9, not half 8.
// half 8 is the soundcheck".
func (h heard) otherwise(l *pattern.Set, st Statement, was, is string) (string, bool) {
	now, ok := exchangedLast(h.Text, was, is)
	return now, ok && !(strings.EqualFold(now, h.Was) && l.Has("value-of-other", st.Plain))
}

// From which chance on a sentence tells, though its words seem to ask, 「会がありましてね」, and
// from which on it is said to the listener alone, though they seem to tell: "I told you that".
const (
	tellsSurely = 0.95
	saidTo      = 0.8
)

// toListener are the acts of which nothing is to be known of who does them.
var toListener = map[likely.Act]Mode{
	likely.Complains: Uttered, likely.Thanks: Uttered, likely.Greets: Uttered, likely.Nods: Uttered, likely.Leaves: Uttered,
	likely.Asks: Question, likely.AsksDue: Question, likely.AsksAll: Question, likely.OfYou: Question, likely.OfWorld: Question, likely.WantsAdvice: Question,
}

// likelyMode is the mode of a sentence that is of one by its words, where what was learned is
// not surely against it.
func likelyMode(t *talk, st Statement, mode Mode) Mode {
	act, sure := likely.ActOf(st.Text)
	switch other, ok := toListener[act]; {
	case act == likely.Greets && saysMore(st.Text), act == likely.Leaves && question.HoldsTime(st.Text): // 「こんばんは、アデです」, 明日病院行ってくる
	case (mode == Question || mode == Request) && !st.Asks && act == likely.Tells && sure >= tellsSurely:
		return Asserted
	case ok && mode == Asserted && !st.Keep && !st.Corrects && sure >= saidTo && t.profile(st) == nil:
		return other
	}
	return mode
}

// ofOther reports whether a sentence says of whom or of what it is, and that is not all in
// what was told, or that says what is not so.
func ofOther(l *pattern.Set, st Statement, told string) bool {
	had := lang.Senses(told)
	if l.Has("denies", told) { // what is not so has no other value
		return true
	}
	if st.Subject.Who == Someone && lang.Overlap(lang.Senses(st.Subject.Name), had) == 0 || st.Keep && !addsNothing(st, told) {
		return true // "remember that: the gate's code is 7730" puts no other code right
	}
	if OfElse(st.Plain, told) {
		return true
	}
	return slices.ContainsFunc(lang.Senses(l.Find("own-topic", st.Plain)["topic"]), func(s lang.Sense) bool { return isFirm(s) && !lang.HasSense(had, s.Key) })
}

// OfElse reports whether a Japanese text names a property of one thing, オートロックの番号, where
// another text names that property of another thing, 部室の鍵の番号, and does not go on to that:
// 六月三日は祖母の誕生日で、孫は七月九日. It is pure.
func OfElse(text, other string) bool {
	m := lang.JapaneseSet.Find("of-what", text)
	if of := lang.JapaneseSet.Find("of-what", other)["of"]; of != "" && strings.Contains(text, of+"は") {
		return false
	}
	return m != nil && strings.Contains(other, "の"+m["head"]) && !strings.Contains(other, m["of"])
}

// isFirm reports whether a sense tells of what somebody speaks: it goes not with anything.
func isFirm(s lang.Sense) bool {
	return !lang.IsWeak(s.Key) && !lang.Is(lang.Putting, s.Key) && !strings.ContainsAny(s.Key, "0123456789")
}

// speaksOf reports whether a sentence and what was told share something of which they speak.
func speaksOf(st Statement, told string) bool {
	had := lang.Senses(told)
	return slices.ContainsFunc(lang.Senses(st.Plain), func(s lang.Sense) bool { return isFirm(s) && lang.HasSense(had, s.Key) })
}

// addsNothing reports whether a sentence speaks of nothing that was not told.
func addsNothing(st Statement, told string) bool {
	had := lang.Senses(told)
	return !slices.ContainsFunc(lang.Senses(st.Plain), func(s lang.Sense) bool { return isFirm(s) && !lang.HasSense(had, s.Key) })
}

// onlyValue returns the one day, hour or number that a text names, and of which kind it is;
// "" where there is none, or more.
func onlyValue(l *pattern.Set, text string) (kind, value string) {
	for _, k := range []string{"a-day", "an-hour", "a-number"} {
		found := l.All(k, text)
		if len(found) > 1 || len(found) == 1 && value != "" && k != "a-number" {
			return "", ""
		}
		if len(found) == 1 && value == "" {
			kind, value = k, found[0]
		}
	}
	return kind, value
}

// numberLike returns the one number in a text that counts the same as another; "" if there
// is none, or more than one.
func numberLike(l *pattern.Set, text, number string) string {
	unit := strings.TrimLeft(number, numberRunes)
	found := slices.DeleteFunc(l.All("a-number", text), func(n string) bool {
		return unit != "" && strings.TrimLeft(n, numberRunes) != unit
	})
	if len(found) != 1 {
		return ""
	}
	if unit == "" {
		return found[0][:len(found[0])-len(strings.TrimLeft(found[0], numberRunes))] // its own unit stays
	}
	return found[0]
}

// numberRunes are what numbers are written with, their unit aside.
const numberRunes = "0123456789.,:-£$€"
