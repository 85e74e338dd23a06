package answer

import (
	"slices"

	"yumori/internal/lang"
	"yumori/internal/lang/question"
)

// Against returns the telling that says otherwise than a question whether something is
// so supposes: that somebody is of another kin, 「シュレヤは私の妹？」 of a cousin, or
// that what may still have to be done was. It reports false where none does.
func Against(rd *Reader, q question.Asking) (Memory, bool) {
	if q.Kind != question.AskYesNo {
		return Memory{}, false
	}
	if m, ok := ofOtherKin(rd, q); ok {
		return m, true
	}
	return doneSince(rd, q)
}

// ofOtherKin returns what tells of which kin somebody is of whom a question asks whether
// they are of another.
func ofOtherKin(rd *Reader, q question.Asking) (found Memory, ok bool) {
	asked := lex.Find("kin-supposed-ja", q.Text)
	if asked == nil {
		return Memory{}, false
	}
	kin := lang.Senses(asked["kin"])
	for _, m := range rd.All() {
		who := question.PeopleIn([]string{m.Text})[asked["name"]]
		switch {
		case who == "" || !m.Mine:
		case slices.ContainsFunc(kin, func(t lang.Sense) bool { return t.Key == who || lang.Answers(t.Key, who) }):
			return Memory{}, false
		default:
			found, ok = m, true
		}
	}
	found.Open = false
	return found, ok
}

// doneSince returns the report that what a question asks of as still to be done is done.
func doneSince(rd *Reader, q question.Asking) (Memory, bool) {
	if !lex.Has("still-to-do", q.Text) {
		return Memory{}, false
	}
	told := rd.Told()
	for i, plan := range told {
		if !lex.Has("to-do", plan.Text) || lang.Overlap(q.Senses, plan.termsAt()) < 0.5 {
			continue
		}
		done := slices.IndexFunc(told[i+1:], func(m Memory) bool {
			return m.Mine && isDoneText(m.Text) && lang.Overlap(lang.Senses(m.Text), plan.termsAt()) > 0
		})
		if done >= 0 {
			return told[i+1+done], true
		}
	}
	return Memory{}, false
}
