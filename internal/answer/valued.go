package answer

import (
	"slices"
	"strings"

	"yumori/internal/lang"
	"yumori/internal/lang/plain"
	"yumori/internal/lang/question"
	"yumori/internal/lang/statement"
	"yumori/internal/lang/when"
)

// How much of a question a telling with the value that is asked for has to share with
// it, itself or by what was said around it; how much what stands so many lines from it
// counts; and how far back a question reaches that names nothing.
const (
	valuedEnough = 0.3
	valuedAlone  = 0.25 // on top, for what the telling itself shares
	focusReach   = 8    // lines
)

// aroundCountsAt is how much a term counts that stands so many lines away; it is never
// written to.
var aroundCountsAt = [...]float64{0.9, 0.7, 0.55, 0.4}

// Valued returns the telling that holds a value of the kind that a question asks for,
// an amount of money, a time of day, and is of what it asks about, by its own words or
// by those around it: "80 quid" two lines behind "I bought a bike". It reports false
// where the question asks for no such kind, no telling is near enough, or the best that
// was found holds such a value already. It need not answer, see Nearest. Cost: one
// comparison for each pair of tellings of a day.
func Valued(rd *Reader, q question.Asking, best []Memory) (Memory, bool) {
	holds := holdsAsked(rd, q)
	if holds == nil || len(best) > 0 && gives(rd, q, &best[0]) {
		return Memory{}, false
	}
	told := slices.DeleteFunc(mayBeTold(rd), func(m Memory) bool { return !m.Mine || rd.isOwn(&m) })
	texts := make([]string, 0, len(told))
	for _, m := range told {
		texts = append(texts, m.Text)
	}
	kin := question.PeopleIn(texts)
	of := asked{q, kindTerms(q)}
	weighs := painful(q.Text)
	at, top := -1, valuedEnough
	for i := range told {
		m := &told[i]
		if !holds(m) || rightedInLine(told, m) || !mayHold(rd, q, m, kin) || !weighs && painful(m.Text) {
			continue
		}
		if sc := linked(rd, of, told, i); sc >= top {
			at, top = i, sc
		}
	}
	if at < 0 {
		return Memory{}, false
	}
	return told[at], true
}

// rightedInLine reports whether the line of a telling goes on to put something right:
// "pink. no, coral".
func rightedInLine(told []Memory, m *Memory) bool {
	return !m.Corrects && slices.ContainsFunc(told, func(o Memory) bool { return o.line == m.line && o.Corrects })
}

// asked is a question with those of its terms that the value itself stands for:
// "tablets", of what one is on.
type asked struct {
	question.Asking
	kind []lang.Sense
}

// kindTerms returns the terms of a question that only say which kind of value it asks
// for, and so need not be in what holds one.
func kindTerms(q question.Asking) []lang.Sense {
	return slices.DeleteFunc(lang.Senses(strings.ReplaceAll(q.ValueWords(), "何", "")), ofSomebody)
}

// ofSomebody reports whether a term is for somebody, or a name.
func ofSomebody(t lang.Sense) bool {
	one := []lang.Sense{t}
	return t.Weight > nameWeighs || question.IsPerson(one) || question.IsPet(one)
}

// gives reports whether a telling may be left as the answer to a question: it puts
// something right, holds a value of the kind that is asked for, or shares all of the
// question where it need not.
func gives(rd *Reader, q question.Asking, m *Memory) bool {
	holds := holdsAsked(rd, q)
	_, needed := q.ValueAsked()
	return holds == nil || m.Corrects || m.Was != nil || !needed && lang.Overlap(q.Senses, m.termsAt()) == 1 || holds(m)
}

// holdsAsked returns what tells whether a telling holds what a question asks for; nil
// where that shows by no kind of value.
func holdsAsked(rd *Reader, q question.Asking) func(*Memory) bool {
	if v, _ := q.ValueAsked(); v != "" {
		return func(m *Memory) bool { return v.In(m.Text) }
	}
	switch q.Kind {
	case question.AskNumber:
		return func(m *Memory) bool { return q.HoldsNumber(m.Text) }
	case question.AskWhen:
		return func(m *Memory) bool { return rd.Fits(q, m) }
	case question.AskWhere:
		return func(m *Memory) bool { return rd.Fits(q, m) || namesPlace(m.Text) }
	case question.AskWho:
		return func(m *Memory) bool { return m.of == statement.Someone || q.HoldsSomebody(m.Text, m.termsAt()) }
	}
	return nil
}

// mayHold reports whether a telling may be of what a question is about: of its days,
// and not of somebody of whom it says nothing.
func mayHold(rd *Reader, q question.Asking, m *Memory, kin question.People) bool {
	if isSomebodyElse(q, m) || lacksKin(q, m) || lacksDated(q, m.lead+m.Text, append(m.termsAt(), termsBefore(rd, m)...)) || !q.Days.Empty() && !q.Days.Has(m.When) && !namesDay(q.Days, m) {
		return false
	}
	somebody := (m.of == statement.Someone || slices.ContainsFunc(lang.Senses(rd.subjectOf(m)), ofSomebody)) && !lex.Has("and-self", m.Text)
	return q.Kind == question.AskWho || !somebody || rd.subjectFits(q, m, kin)
}

// linked says how much of a question the telling at i shares with it, itself or by the
// tellings around it of the same day, of all the user told; 0 where somebody whom the
// question names is in none of them.
func linked(rd *Reader, q asked, told []Memory, i int) float64 {
	m := &told[i]
	if !slices.ContainsFunc(q.Senses, func(t lang.Sense) bool { return !lang.IsWeak(t.Key) && !lang.HasSense(q.kind, t.Key) }) && lex.Has("it-asked", q.Text) || len(q.Senses) == 0 {
		if back := rd.line - m.line; back <= focusReach && m.source == fromHistory {
			return valuedEnough + float64(focusReach-back)/100
		}
		return 0
	}
	total, shared, alone := 0.0, 0.0, 0.0
	for _, t := range q.Senses {
		one := []lang.Sense{t}
		total += t.Weight
		switch near := nearTerm(one, told, i); {
		case lang.Overlap(one, m.termsAt()) > 0, lang.HasSense(q.kind, t.Key), cutShort(t.Key, m.Text):
			shared += t.Weight
			alone += t.Weight
		case near > 0:
			shared += near * t.Weight
		case ofSomebody(t):
			return 0
		}
	}
	if alone == 0 && isNews(m.Text, "", q.Asking) {
		return 0 // a whole telling of something else, and no value of what stands beside it
	}
	return (shared + valuedAlone*alone) / total
}

// nearTerm says how near to the telling at i one of the same day has a term.
func nearTerm(term []lang.Sense, told []Memory, i int) float64 {
	best := 0.0
	for j := range told {
		apart := max(told[i].line-told[j].line, told[j].line-told[i].line)
		if j != i && apart < len(aroundCountsAt) && when.Between(told[i].When, told[j].When) == 0 && lang.Overlap(term, told[j].termsAt()) > 0 {
			best = max(best, aroundCountsAt[apart])
		}
	}
	return best
}

// namesPlace reports whether a text has the name of a town or a country.
func namesPlace(text string) bool {
	return slices.ContainsFunc(plain.Words(text), lang.IsPlaceName)
}
