package statement

import (
	"slices"

	"yumori/internal/lang"
)

// ToKeep returns what somebody asks in a message to be kept: the sentences of it that
// they ask to keep, or, of a message that asks and tells nothing ("remember that for me"),
// what they said in the line just before it. It costs up to twice what Statements does,
// and is pure.
func ToKeep(text string, before ...string) []Statement {
	list := Statements(text, before...)
	if asked := slices.DeleteFunc(slices.Clone(list), func(st Statement) bool { return !st.Keep || st.Mode != Asserted }); len(asked) > 0 {
		return asked
	}
	last := len(before) - 1
	if last < 0 || !onlyWishes(list) {
		return nil
	}
	both := Statements(before[last]+"\n"+text, before[:last]...)
	return slices.DeleteFunc(both, func(st Statement) bool { return !st.Keep || st.Mode != Asserted })
}

// OnlyWishes reports whether a message asks that what was said before it be kept, and tells
// nothing itself: "remember that for me". It is pure.
func OnlyWishes(text string) bool { return onlyWishes(Statements(text)) }

func onlyWishes(list []Statement) bool {
	return slices.ContainsFunc(list, wishes) && !slices.ContainsFunc(list, func(st Statement) bool { return st.Mode != Request && st.Mode != Uttered })
}

// wishes reports whether a sentence asks that something be kept, and does not say what.
func wishes(st Statement) bool { return st.Keep && st.Mode == Request }

// giveWish gives the wish to keep something, which names nothing, to what it is of: the sentence
// before it in the message or, if it leads the message in, the one behind it.
func giveWish(t *talk, st *Statement, before []Statement) {
	switch last := len(before) - 1; {
	case wishes(*st) && last >= 0 && isKept(before[last]):
		keep(t, &before[last])
	case isKept(*st) && slices.ContainsFunc(before, wishes) && !slices.ContainsFunc(before, isKept):
		keep(t, st)
	}
}

// isKept reports whether a sentence says something that one may want to be kept.
func isKept(st Statement) bool {
	l := lang.PatternsOf(st.Sentence)
	return (st.Mode == Asserted || st.Mode == Uttered) && !l.Has("utters", st.Plain) && !l.Has("keep-empty", st.Plain)
}

// keep marks a sentence as one to keep; if it only gives a thing and a number, it tells
// that.
func keep(t *talk, st *Statement) {
	st.Keep, st.Mode = true, Asserted
	if len(st.Tells) == 0 {
		st.Tells = t.tellings(st)
	}
}
