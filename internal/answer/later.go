package answer

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"yumori/internal/lang"
	"yumori/internal/lang/plain"
	"yumori/internal/lang/question"
	"yumori/internal/lang/statement"
)

// Whole returns the line that a telling stands in, where it is short, holds as a whole and
// tells of nothing graver: what a sentence means is often said by the one beside it.
func Whole(rd *Reader, m Memory) Memory {
	if m.amended {
		return m
	}
	for i := range rd.messages {
		of := &rd.messages[i]
		if m.line > 0 && of.line == m.line && utf8.RuneCountInString(of.Text) <= likelyMaximum && !rd.rightedLine(m) && sensitive(of.Text) == sensitive(m.Text) {
			return of.Memory
		}
	}
	return m
}

// Overtaken returns what the likeliest of some ranked lines told of a question, where that does not
// hold any more, and the line that ended it; it reports false for a line that holds.
func Overtaken(rd *Reader, q question.Asking, ranked []Ranked) (was, then Memory, ok bool) {
	if len(ranked) == 0 || ranked[0].Fits {
		return was, then, false
	}
	for i := range rd.memories {
		m := &rd.memories[i]
		if !m.Ended || !m.Mine || m.line != ranked[0].line || m.Then == nil || m.Then.Ended || m.Then.line == m.line || lang.Overlap(q.Senses, m.termsAt()) == 0 {
			continue
		}
		then = Whole(rd, *m.Then)
		off := slices.ContainsFunc(lang.Split(then.Text), func(s lang.Sentence) bool { return statement.CallsOff(s.Text) })
		return *m, then, !off // when what is off was to be is not said again
	}
	return was, then, false
}

// SlipOf returns the whole line of a telling that puts a slip of its own right, "it's 71,
// not 17. I always turn them round": its other sentences say little without it.
func SlipOf(rd *Reader, m Memory) (Memory, bool) {
	whole := Whole(rd, m)
	only := lex.Has("only-denies", m.Text)
	if m.Mine && whole.Text != m.Text && (lex.Has("gives-up", m.Text) || m.Corrects && lex.Has("denial", m.Text)) {
		return whole, true
	}
	return whole, m.Mine && whole.Text != m.Text && (lex.Has("not-that", whole.Text) || lex.Has("not-that-ja", whole.Text)) && (only || !m.Corrects)
}

// RightedLater returns the later line of the user's that most likely puts right what a telling
// says of a question, changes it or adds to it, where no telling of it is known to, and the
// chance that it does, in [0, 1]; 0 where no line is likely enough. It is not known that it does,
// so both are to be told. Cost: some 0.5 ms for each line behind it that is near or shares
// something with it or with the question.
func RightedLater(rd *Reader, q question.Asking, m Memory) (Memory, float64) {
	rd.All()
	at := slices.IndexFunc(rd.messages, func(of message) bool { return of.line == m.line })
	if !m.Mine || m.line == 0 || m.Then != nil || at < 0 || q.Kind == question.AskName && !rd.namesAsked(q, &m) {
		return Memory{}, 0 // what has no name gets none from another line
	}
	r := rd.rank(q)
	a := amending{rd: rd, of: r.of, at: at, ranked: r.lines}
	places, lines := a.later()
	chances := amendWeightings()[m.Lang].chances(lines)
	if len(chances) == 0 {
		return Memory{}, 0
	}
	for k, s := range lines {
		if atOnce(s) {
			chances[k] = max(chances[k], amendsNext)
		}
	}
	best := slices.Index(chances, slices.Max(chances))
	if then := &rd.messages[places[best]].Memory; tellsLater(chances[best], lines[best]) && a.mayStandBeside(&m, then) {
		return asPutRight(rd, *then), chances[best]
	}
	return Memory{}, 0
}

// asPutRight returns what put something right that was told in the line of a telling; the telling itself
// where nothing did.
func asPutRight(rd *Reader, m Memory) Memory {
	i := slices.IndexFunc(rd.memories, func(o Memory) bool { return o.line == m.line && o.Ended && o.Mine && o.Then != nil && !o.Then.Ended })
	if m.line == 0 || i < 0 {
		return m
	}
	return *rd.memories[i].Then
}

// OfOneMatter reports whether a text shares more than a time with another, or with what is
// asked. It is pure.
func OfOneMatter(q question.Asking, was, later string) bool {
	return slices.ContainsFunc(firmShared(later, was+" "+q.Text), func(t lang.Sense) bool { return !isWhen(t) })
}

// isNews reports whether a line that shares nothing with another tells much that is new,
// rather than another value of the same make.
func isNews(later, was string, q question.Asking) bool {
	shared := slices.DeleteFunc(firmShared(later, was), func(t lang.Sense) bool { return isWhen(t) || t.Key[0] == '@' })
	if len(shared) > 0 || slices.ContainsFunc(makes(later), func(m string) bool { return slices.Contains(makes(was), m) }) {
		return false
	}
	had := lang.Senses(was + " " + q.Text)
	return len(slices.DeleteFunc(lang.Senses(later), func(t lang.Sense) bool {
		return lang.IsWeak(t.Key) || lang.Is(lang.Putting, t.Key) || lang.HasSense(had, t.Key) || isWhen(t)
	})) > mostNovel
}

// mostNovel is how many things that are new a line has that gives another value of the same.
const mostNovel = 2

// isWhen reports whether a sense is a time, a number or a sum of money.
func isWhen(t lang.Sense) bool {
	return strings.HasSuffix(t.Key, "円") || strings.Trim(t.Key, "百千万億") == "" || question.HoldsTime(t.Key) || strings.HasPrefix(t.Key, "@on") || strings.HasSuffix(t.Key, "day") || strings.HasSuffix(t.Key, "曜") || strings.ContainsAny(t.Key, "0123456789")
}

// makes are the figures of a text that are more than a number, with each number as 9:
// "24-8-31" is made as "24-8-13" is, and "180k" as "210k".
func makes(text string) []string {
	list := lex.All("figure-made", text)
	for i, f := range list {
		list[i] = strings.TrimSpace(lex.Expr("digits").ReplaceAllString(strings.ToLower(f), "9"))
	}
	return slices.DeleteFunc(list, func(f string) bool { return f == "9" })
}

// unfit reports whether a line is of nothing to eat where an allergy is asked about: what hurts
// somebody is no guess.
func unfit(q question.Asking, later string) bool {
	of := lang.Senses(later)
	return lang.HasSense(q.Senses, "@allergy") && !lang.HasSense(of, "@allergy") && !lang.HasSense(of, "@eat") && len(firmShared(later, q.Text)) == 0
}

// sameKindOf reports whether two lines both have a value of the kind that a question asks for.
func sameKindOf(q question.Asking, was, later string) bool {
	switch q.Kind {
	case question.AskWhen:
		return question.HoldsTime(later)
	case question.AskNumber:
		return q.HoldsNumber(later)
	}
	return question.HoldsTime(was) && question.HoldsTime(later) || q.HoldsNumber(was) && q.HoldsNumber(later) && countsSame(was, later) || len(q.OfKind(later)) > 0
}

// countsSame reports whether the numbers of a line may count what those of an earlier one
// do: "3 weeks" is of no floor.
func countsSame(was, later string) bool {
	for _, g := range lex.Expr("counted-thing").FindAllStringSubmatch(strings.ToLower(later), -1) {
		if thing := g[1] + g[2]; !lang.Is(lang.StopWord, thing) && !lang.IsVerb(thing) && !strings.Contains(strings.ToLower(was), strings.TrimSuffix(thing, "s")) {
			return false
		}
	}
	return true
}

// ofForeign reports whether a line, in all of its clauses that have a value of the kind that
// is asked for, or else in all, is of something else than an earlier one: "my daughter is 5"
// of a son.
func ofForeign(q question.Asking, was, later string) bool {
	known := lang.Senses(was + " " + q.Text)
	foreign := func(of string) bool {
		return !question.HoldsTime(of) && slices.ContainsFunc(lang.Senses(of), func(t lang.Sense) bool {
			return !lang.IsWeak(t.Key) && !lang.Is(lang.Putting, t.Key) && !lang.HasSense(known, t.Key)
		})
	}
	clauses := lex.Expr("clause-border").Split(later, -1)
	if valued := slices.DeleteFunc(slices.Clone(clauses), func(c string) bool { return !sameKindOf(q, was, c) }); len(valued) > 0 {
		clauses = valued
	}
	return foreign(lex.Find("bare-topic-ja", later)["topic"]) || timeIsTopic(later, known) || !slices.ContainsFunc(clauses, func(c string) bool { return !foreign(subjectBefore(c)) })
}

// timeIsTopic reports whether a Japanese line tells what some day is for, and that is
// nothing known: 火曜は休みにした of a dentist's Monday.
func timeIsTopic(later string, known []lang.Sense) bool {
	m := lex.Find("time-topic-ja", later)
	return m != nil && question.HoldsTime(m["when"]) && slices.ContainsFunc(lang.Senses(m["of"]), func(t lang.Sense) bool {
		return !lang.IsWeak(t.Key) && !lang.Is(lang.Putting, t.Key) && !lang.HasSense(known, t.Key)
	})
}

// subjectBefore is what a clause names before its verb, also a shortened one, in Japanese
// before は, が or も; "" where a pronoun stands there, or somebody who hands something on.
func subjectBefore(clause string) string {
	if lang.Japanese(clause) {
		return lex.Find("clause-topic-ja", clause)["topic"]
	}
	words := plain.Words(clause)
	for i, w := range words {
		switch w = strings.ToLower(w); {
		case lex.Has("stands-for-it", w), lex.Has("of-it", clause), lex.Has("hands-on", w):
			return ""
		case i > 0 && (lex.Has("is-or-has", w) || lang.IsVerb(w)):
			return strings.Join(words[:i], " ")
		}
	}
	for i, w := range words {
		if of, is := strings.CutSuffix(w, "'s"); is { // "funeral's Tuesday"
			return strings.Join(append(words[:i:i], of), " ")
		}
	}
	return ""
}

// deniesOther reports whether a line says what something is not, and an earlier one did not
// say that: "Thursday, not Friday, the driving test" of a birthday on the 30th.
func deniesOther(later, was string) bool {
	for _, name := range []string{"not-that", "not-that-ja"} {
		if said := lex.Find(name, later)["was"]; isValue(said) && !strings.Contains(strings.ToLower(was), strings.ToLower(said)) {
			return true
		}
	}
	return false
}

// deniesOtherDay reports whether a line says that something is not on some weekday, and an earlier
// one is only on others: "Friday instead of Wednesday" of "I go on Thursdays".
func deniesOtherDay(later, was string) bool {
	had, denied := lex.All("weekday", was), lex.Find("not-that", later)["was"]
	return len(had) > 0 && lex.Has("weekday", denied) && !slices.ContainsFunc(had, func(day string) bool { return strings.EqualFold(day, denied) })
}

// isValue reports whether a word is a time, a number or a name.
func isValue(word string) bool {
	return question.HoldsTime(word) || (question.Asking{}).HoldsNumber(word) || unicode.IsUpper(firstRune(word))
}

// firmShared are the senses that two lines both speak of, those aside that go with anything.
func firmShared(a, b string) []lang.Sense {
	return slices.DeleteFunc(sharedSenses(a, b), func(t lang.Sense) bool { return lang.IsWeak(t.Key) || lang.Is(lang.Putting, t.Key) })
}

// namesOthers reports whether a line speaks of a person or an animal of whom another says
// nothing.
func namesOthers(later, was string) bool {
	had := lang.Senses(was)
	return slices.ContainsFunc(lang.Senses(later), func(t lang.Sense) bool {
		one := []lang.Sense{t}
		return (question.IsPerson(one) || question.IsPet(one)) && !lang.HasSense(had, t.Key)
	})
}

// LinesOf returns the line that a telling stands in, behind the one that it puts right.
func LinesOf(rd *Reader, m Memory) string {
	if m.amended && m.Was != nil {
		return lineOf(rd, *m.Was) + " " + lineOf(rd, m)
	}
	return m.Text
}

// lineOf returns the whole line that a telling stands in.
func lineOf(rd *Reader, m Memory) string {
	for i := range rd.messages {
		if rd.messages[i].line == m.line {
			return rd.messages[i].Text
		}
	}
	return m.Text
}

// deniesOf reports whether a line puts something in the place of a word of an earlier one.
func deniesOf(later, was string) bool {
	for _, name := range []string{"not-that", "not-that-ja"} {
		said := lex.Find(name, later)["was"]
		if said == "" || !slices.ContainsFunc(lang.Senses(said), func(t lang.Sense) bool { return !lang.IsWeak(t.Key) }) {
			continue
		}
		if name == "not-that-ja" && strings.Contains(was, said) || slices.ContainsFunc(plain.Words(was), func(w string) bool { return strings.EqualFold(w, said) }) {
			return true
		}
	}
	return false
}

// changesOf reports whether a line says that something of which an earlier one speaks has
// changed.
func changesOf(later, was string) bool {
	if lex.Has("changed-since", later) && len(firmShared(later, was)) > 1 {
		return true
	}
	return lex.Has("changed-loosely", later) && slices.ContainsFunc(firmShared(later, was), func(t lang.Sense) bool { return t.Key[0] != '@' })
}

// sharedSenses are those that two lines both speak of.
func sharedSenses(a, b string) []lang.Sense {
	had := lang.Senses(b)
	return slices.DeleteFunc(lang.Senses(a), func(t lang.Sense) bool { return !lang.HasSense(had, t.Key) })
}

// whoDied returns the words for whom a telling of a death is of: its subject, or a parent who needs no
// "my", "Dad died this morning".
func whoDied(m *Memory) string {
	if m.subject != "" {
		return m.subject
	}
	return lex.Find("parent-first", m.Text)["kin"]
}

// LostSince returns what the user told, after m, of the death of somebody whom m
// counts in.
func (rd *Reader) LostSince(m Memory) (Memory, bool) {
	counted := lang.Senses(m.Text)
	for _, later := range slices.Backward(rd.Told()) {
		if later.order > m.order && later.Mine && lang.GraveOf(later.Text) == lang.Death && lang.Overlap(lang.Senses(whoDied(&later)), counted) > 0 {
			return later, true
		}
	}
	return Memory{}, false
}
