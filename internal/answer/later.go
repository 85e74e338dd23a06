package answer

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"yumori/internal/lang"
	"yumori/internal/lang/likely"
	"yumori/internal/lang/plain"
	"yumori/internal/lang/question"
)

// Whole returns the line that a telling stands in, where it is short, holds as a whole and
// tells of nothing graver: what a sentence means is often said by the one beside it.
func Whole(rd *Reader, m Memory) Memory {
	for i := range rd.messages {
		of := &rd.messages[i]
		if m.line > 0 && of.line == m.line && utf8.RuneCountInString(of.Text) <= likelyMaximum && !rd.rightedLine(m) && sensitive(of.Text) == sensitive(m.Text) {
			return of.Memory
		}
	}
	return m
}

// SlipOf returns the whole line of a telling that puts a slip of its own right, "it's 71,
// not 17. I always turn them round": its other sentences say little without it.
func SlipOf(rd *Reader, m Memory) (Memory, bool) {
	whole := Whole(rd, m)
	only := lex.Has("only-denies", m.Text)
	if m.Mine && whole.Text != m.Text && lex.Has("gives-up", m.Text) {
		return whole, true
	}
	return whole, m.Mine && whole.Text != m.Text && (lex.Has("not-that", whole.Text) || lex.Has("not-that-ja", whole.Text)) && (only || !m.Corrects)
}

// RightedLater returns the newest line of the user's that may put right what a telling
// says of a question, where no telling of it is known to: it denies a word of its line,
// "it's plot 71, not 17", says that something of it has changed, or is likely to, as
// likely.Amends has it. It is not known that it does, so both are to be told. Cost: one
// look at each line after it.
func RightedLater(rd *Reader, q question.Asking, m Memory) (Memory, bool) {
	rd.All()
	if !m.Mine || m.line == 0 || m.Then != nil {
		return Memory{}, false
	}
	of := righting{rd: rd, q: q, m: m, was: lineOf(rd, m)}
	at := slices.IndexFunc(rd.messages, func(of message) bool { return of.line == m.line })
	of.told = at >= 0 && (q.Kind != question.AskName || rd.namesAsked(q, &m))
	for i := len(rd.messages) - 1; i >= 0 && rd.messages[i].line > m.line; i-- {
		if of.later, of.apart = &rd.messages[i].Memory, i-at; of.holds() {
			return *of.later, true
		}
	}
	return Memory{}, false
}

// A righting is what a question asks for, with what was told of it and a later line.
type righting struct {
	rd    *Reader
	q     question.Asking
	m     Memory
	was   string // the line it stands in
	told  bool   // it is of this talk, and has the name that is asked for, if one is
	later *Memory
	apart int // so many lines are between them
}

// holds reports whether the later line may put right what was told.
func (r *righting) holds() bool {
	text := r.later.Text
	if painful(text) && !painful(r.was+" "+r.q.Text) && len(firmShared(text, r.was+" "+r.q.Text)) == 0 {
		return false // a death is no other word on a cake
	}
	if r.later.Lang != r.m.Lang || strings.Contains(r.was, text) || r.strays() || r.deniesElse() || r.ofAnother() || r.m.Was != nil && !surelyOf(text, r.was) {
		return false
	}
	return saysRight(text, r.was, r.apart) || r.told && linksTo(r.q, r.m.Text, text, r.apart) && mayAmend(r.q, r.m.Text, text, r.apart)
}

// deniesElse reports whether the later line says what is not so, and another line than the
// one told said that it is: "an electrician, not a plumber" of a pharmacist.
func (r *righting) deniesElse() bool {
	for _, name := range []string{"not-that", "not-that-ja"} {
		said := strings.ToLower(lex.Find(name, r.later.Text)["was"])
		of := func(m message) bool { return m.line < r.later.line && strings.Contains(strings.ToLower(m.Text), said) }
		if said != "" && !strings.Contains(strings.ToLower(r.m.Text), said) && slices.ContainsFunc(r.rd.messages, of) {
			return true
		}
	}
	return false
}

// ofAnother reports whether the later line is of somebody whom neither the question nor what
// was told names, and says the word of nothing in it.
func (r *righting) ofAnother() bool {
	who := lang.ProperNames(subjectBefore(r.later.Text))
	known := r.q.Text + " " + r.m.lead + " " + r.m.Text
	return r.m.Lang == plain.English && len(who) > 0 && !slices.ContainsFunc(who, func(n string) bool { return strings.Contains(known, n) }) &&
		!slices.ContainsFunc(firmShared(r.later.Text, r.m.Text), func(t lang.Sense) bool { return t.Key[0] != '@' && !ofSomebody(t) })
}

// strays reports whether the later line is unfit or, well behind the other, says nothing of
// what is asked: it has no value of the kind that is asked for, and shares no more with the
// question than somebody's name.
func (r *righting) strays() bool {
	if unfit(r.q, r.later.Text) {
		return true
	}
	if r.apart <= nearBehind {
		return false
	}
	holds, who := holdsAsked(r.rd, r.q), lang.ProperNames(r.q.Text)
	if len(who) > 0 && len(lang.ProperNames(r.later.Text)) > 0 && !slices.ContainsFunc(who, func(n string) bool { return strings.Contains(r.later.Text, n) }) {
		return true
	}
	return (holds == nil || !holds(r.later)) && !slices.ContainsFunc(firmShared(r.later.Text, r.q.Text), func(t lang.Sense) bool {
		return t.Weight <= 1 && !ofSomebody(t)
	})
}

// surelyOf reports whether a line surely puts something right, and is of what another one is.
func surelyOf(later, was string) bool {
	return likely.Amends(later) >= amendsSurely && len(firmShared(later, was)) > 0
}

// saysRight reports whether a line, said so many lines after another, says by itself that
// something of that is not so, or has changed.
func saysRight(later, was string, apart int) bool {
	return deniesOf(later, was) || changesOf(later, was) || apart == 1 && lex.Has("own-slip", later)
}

// What speaks for it that a line puts right an earlier one, in points: how likely it is to
// put anything right, that both have a value of the kind that is asked for, that they speak
// of one thing, that the one follows the other. Against it is that it speaks of somebody
// or something else.
const (
	amendsEnough = 3
	amendsSome   = 0.2  // the chance that is the least, of a line just behind another
	amendsValue  = 0.12 // of one that has a time or a number that is asked for
	amendsSurely = 0.6
	amendsOthers = 0.85 // of one that speaks of somebody else

	amendsUnlinked = 0.75 // of one that shares nothing with what it may put right

	amendsAlone = 0.45 // from which on it may bring more that is new than
	mostNovel   = 2    // things
)

// mayAmend reports whether a line said so many lines after another is likely to put right
// what a question asks of that.
func mayAmend(q question.Asking, was, later string, apart int) bool {
	chance := likely.Amends(later)
	if chance < leastChance(q, later, apart) || was == later || lex.Has("formerly", later) || deniesOther(later, was) || q.HoldsNumber(was) && !countsSame(was, later) {
		return false
	}
	if mayBring(q, later, chance) && isNews(later, was, q) || sharesNone(q, was, later, apart) || otherKind(q, later, chance) || ofForeign(q, was, later) {
		return false
	}
	points := 1
	for _, more := range []float64{likely.AmendsFrom, amendsSurely} {
		if chance >= more {
			points++
		}
	}
	if sameKindOf(q, was, later) {
		points += 2
	}
	return points+kinship(was+" "+q.Text, later, apart) >= amendsEnough
}

// linksTo reports whether a line so many lines after another is of what that is, or of what is
// asked: they share more than a time; or it comes just behind it, and surely puts something
// right or has another value of the kind that is asked for.
func linksTo(q question.Asking, was, later string, apart int) bool {
	if OfOneMatter(q, was, later) {
		return true
	}
	switch {
	case q.Kind == question.AskWho && !q.HoldsSomebody(later, lang.Senses(later)), question.HoldsTime(later) && !question.HoldsTime(was) && q.Kind != question.AskWhen:
		return false
	}
	return apart == 1 && sameKindOf(q, was, later) && (likely.Amends(later) >= amendsAlone || unicode.IsDigit(firstRune(later))) || apart <= nearBehind && likely.Amends(later) >= amendsUnlinked
}

// OfOneMatter reports whether a text shares more than a time with another, or with what is
// asked. It is pure.
func OfOneMatter(q question.Asking, was, later string) bool {
	return slices.ContainsFunc(firmShared(later, was+" "+q.Text), func(t lang.Sense) bool { return !isWhen(t) })
}

// mayBring reports whether a line may rather bring what is new: it is not likely enough to
// put anything right, or a name is asked for, which is said in a word or two.
func mayBring(q question.Asking, later string, chance float64) bool {
	return chance < amendsAlone || q.Kind == question.AskName && !lang.Japanese(later)
}

// sharesNone reports whether a line so many lines after another shares nothing with it and is
// of something else: it is far behind, or speaks of others and does not surely correct.
func sharesNone(q question.Asking, was, later string, apart int) bool {
	if len(firmShared(later, was)) > 0 {
		return false
	}
	return apart > farBehind(q) || likely.Amends(later) < amendsOthers && namesOthers(later, was+" "+q.Text)
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

// isWhen reports whether a sense is a time or a number.
func isWhen(t lang.Sense) bool {
	return question.HoldsTime(t.Key) || strings.HasPrefix(t.Key, "@on") || strings.HasSuffix(t.Key, "day") || strings.HasSuffix(t.Key, "曜") || strings.ContainsAny(t.Key, "0123456789")
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

// leastChance is the chance from which on a line so many lines after another may put right
// what a question asks of that.
func leastChance(q question.Asking, later string, apart int) float64 {
	switch {
	case apart > 2:
		return likely.AmendsFrom
	case q.Kind == question.AskWhen, q.Kind == question.AskNumber, unicode.IsDigit(firstRune(later)):
		return amendsValue
	}
	return amendsSome
}

// unfit reports whether a line is of nothing to eat where an allergy is asked about: what hurts
// somebody is no guess.
func unfit(q question.Asking, later string) bool {
	of := lang.Senses(later)
	return lang.HasSense(q.Senses, "@allergy") && !lang.HasSense(of, "@allergy") && !lang.HasSense(of, "@eat") && len(firmShared(later, q.Text)) == 0
}

// nearBehind is how many lines behind another one is at most that needs not say of what it is.
const nearBehind = 2

// farBehind is how many lines after another one is at most that shares nothing with it.
func farBehind(q question.Asking) int {
	if q.Kind == question.AskWhen || q.Kind == question.AskNumber {
		return 3
	}
	return 2
}

// kinship says in points how much speaks for it, or against it, that a line so many lines
// later is of what is known.
func kinship(known, later string, apart int) int {
	points := min(2, len(firmShared(later, known)))
	if apart == 1 {
		points++
	}
	if namesOthers(later, known) {
		points--
	}
	return points
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

// isValue reports whether a word is a time, a number or a name.
func isValue(word string) bool {
	return question.HoldsTime(word) || strings.ContainsAny(word, "0123456789") || unicode.IsUpper(firstRune(word))
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

// otherKind reports whether a line is of another kind than what a question asks for: one that
// surely corrects may be of somebody, and one that gives a name is of nothing else.
func otherKind(q question.Asking, later string, chance float64) bool {
	switch q.Kind {
	case question.AskName:
		return chance < amendsSurely
	case question.AskWho:
		return chance < amendsSurely || len(lang.ProperNames(later)) == 0 && !lang.Japanese(later)
	case question.AskWhen:
		return !question.HoldsTime(later)
	case question.AskNumber:
		return !q.HoldsNumber(later)
	}
	return lex.Has("gives-name", later)
}
