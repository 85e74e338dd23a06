package rules

import (
	"slices"
	"strings"
	"unicode/utf8"

	"yumori/internal/lang"
	"yumori/internal/lang/pending"
	"yumori/internal/lang/statement"
	"yumori/motivation"
)

// An answered question is what the user told of it.
type answered struct {
	state motivation.QuestionState
	by    []Remark // the first is the one that tells
}

// A resolver finds what a day says of one question.
type resolver struct {
	day *Digest
	q   motivation.Question
}

// Resolve finds what of the day answers open questions: a sentence of
// the user's that tells how something came out and speaks of the same things,
// by its own words or by those of the sentence or question just before it.
func (d *Digest) Resolve() []Resolved {
	var list []Resolved
	for _, q := range d.Questions {
		if !q.State.Open() || len(list) == MaxResolved {
			continue
		}
		about := resolver{d, q}
		a, ok := d.answerTo(q)
		if !ok {
			a, ok = about.replied()
		}
		if !ok {
			a, ok = about.overtaken()
		}
		if !ok || a.state == motivation.StatePartial && q.State == motivation.StatePartial {
			continue
		}
		list = append(list, about.resolved(a))
	}
	return list
}

// matter returns the terms that a question is about.
func (d *Digest) matter(q motivation.Question) []string {
	terms := Without(lang.Terms(withoutAsking(q.Topic)), d.Names)
	if len(terms) == 0 {
		terms = Without(lang.Terms(q.Context), d.Names)
	}
	return things(q.Topic, unnamed(q.Topic, terms))
}

// withoutAsking is a question without the words that it is asked with.
func withoutAsking(topic string) string {
	for _, e := range lexicon.Of("asked-with") {
		topic = e.ReplaceAllString(topic, " ")
	}
	return topic
}

// things are the terms of a matter without what is done with it, if there are
// others: who mended the fence did not mend the boiler.
func things(topic string, terms []string) []string {
	var done []string
	for _, w := range strings.Fields(strings.ToLower(topic)) {
		if w = strings.Trim(w, ".,?!"); lang.IsVerb(w) {
			done = append(done, lang.Terms(w)...)
		}
	}
	if rest := Without(terms, done); len(rest) > 0 {
		return rest
	}
	return terms
}

// after reports whether a remark was made after a question came up.
func (d *Digest) after(r Remark, q motivation.Question) bool {
	id := d.Lines[r.line].ID
	if slices.Contains(q.Sources, id) {
		return false
	}
	t := d.Lines[r.line].Time
	return q.Raised.IsZero() || t.IsZero() || t.After(q.Raised)
}

// A matter is what a question is about, and what an answer to it has to say.
type matter struct {
	topic string // "": of anybody
	terms []string
	says  func(answer string) bool // nil: anything that came out
}

// answer finds what the user told of a matter, in the remarks that when takes.
// Of several answers the last counts, it is how things stand, but that
// something is half done undoes no answer.
func (d *Digest) answer(m matter, when func(Remark) bool) (answered, bool) {
	var found answered
	for i, r := range d.Remarks {
		if len(m.terms) == 0 || !when(r) || !d.tellsOf(i, m) {
			continue
		}
		a := answered{state: stateOf(r.out), by: []Remark{r}}
		if found.goesOnIn(r) && found.state == a.state {
			continue
		}
		if next := d.goesOn(i); next != nil {
			a.by = append(a.by, *next)
		}
		if found.by == nil || a.state != motivation.StatePartial || found.state == motivation.StatePartial {
			found = a
		}
	}
	return found, found.by != nil
}

// answerTo finds what the user told after a question came up.
func (d *Digest) answerTo(q motivation.Question) (answered, bool) {
	return d.answer(matter{q.Topic, d.matter(q), pending.AnswerTo(q.Topic)}, func(r Remark) bool { return d.after(r, q) })
}

// tellsOf reports whether a remark tells how a matter came out.
func (d *Digest) tellsOf(i int, m matter) bool {
	r := d.Remarks[i]
	if m.decidedBy(r) {
		return true
	}
	if !r.user || r.Quotes || !d.speaksOf(i, m.terms) || m.topic != "" && !m.sameSubject(r) {
		return false
	}
	told := r.out == pending.Void || r.out != pending.NoOutcome && (m.says == nil || m.says(r.Text))
	return told || m.chosenBy(r)
}

// chosenBy reports whether a remark tells what was done in the end where a matter is
// a choice: "I turned them down", ピアノを手放してきた.
func (m matter) chosenBy(r Remark) bool {
	if !lexicon.Has("choice", m.topic) || r.Asks || r.supposes || r.Reports() || lexicon.Has("wavers", r.Text) {
		return false
	}
	if !r.Japanese {
		return m.says != nil && m.says(r.Text) && lang.ToldAsPast(r.Text)
	}
	done := lexicon.First("choice-verb", m.topic)
	says := m.says != nil && m.says(r.Text) || done != nil && strings.Contains(r.Text, done[1])
	return lexicon.Has("decided", r.Text) || says && lexicon.Has("told-done", r.Text)
}

// decidedBy reports whether a remark says in so many words what was decided where a matter is a choice
// of the user's: "I have decided to carry on alone with the pharmacy". What they decided of another thing,
// or do in the same place, is no answer.
func (m matter) decidedBy(r Remark) bool {
	if !r.user || r.Japanese || r.Asks || r.Quotes || r.supposes || r.Reports() || !lexicon.Has("choice", m.topic) || !lexicon.Has("decided", r.Text) || lexicon.Has("wavers", r.Text) {
		return false
	}
	rest := lexicon.Cut("decided", r.Text)
	told, asked := lang.Terms(rest), Without(lang.Terms(withoutAsking(m.topic)), lang.Terms("whether"))
	shared := lang.Shared(asked, told)
	if of := lang.Shared(things(m.topic, unnamed(m.topic, asked)), told); len(of) > 0 && !slices.ContainsFunc(of, lang.IsVerb) {
		return true
	}
	return len(shared) > 0 && (len(shared) == len(told) && lexicon.Has("pronoun-object", rest) || lexicon.Has("takes-or-not", rest))
}

// goesOnIn reports whether a remark is the rest of an answer.
func (a answered) goesOnIn(r Remark) bool {
	return len(a.by) == 2 && a.by[1].line == r.line && a.by[1].at == r.at
}

func stateOf(o pending.Outcome) motivation.QuestionState {
	switch o {
	case pending.Void:
		return motivation.StateContradicted
	case pending.Partly:
		return motivation.StatePartial
	}
	return motivation.StateResolved
}

// speaksOf reports whether a remark is about a matter: it shares its words, or
// leans on the sentence or the question just before it, which does.
func (d *Digest) speaksOf(i int, terms []string) bool {
	r := d.Remarks[i]
	if sharesEnough(terms, append(bareIn(terms, r.Sentence), r.terms...)) {
		return true
	}
	if i == 0 || len(r.terms) > 2 && !r.leans {
		return false
	}
	before := d.Remarks[i-1]
	switch {
	case before.line == r.line:
		return len(before.opens) == 0 && (len(r.terms) == 0 || r.leans) && sharesEnough(terms, slices.Concat(before.terms, r.terms))
	case !before.user && before.Asks:
		return sharesEnough(terms, slices.Concat(before.terms, r.terms))
	}
	return false
}

// bareIn returns those of some terms that stand by themselves in a Japanese sentence, where no
// particle tells that they are words of their own: 髪 of 髪ばっさり切ってきた.
func bareIn(terms []string, s lang.Sentence) (bare []string) {
	for _, term := range terms {
		before, after, ok := strings.Cut(s.Text, term)
		if ok && s.Japanese && !lexicon.Has("one-word-ja", lastRune(before)+firstRune(term)) && !lexicon.Has("one-word-ja", lastRune(term)+firstRune(after)) {
			bare = append(bare, term)
		}
	}
	return bare
}

// firstRune is the first character of a text, lastRune the last; "" of none.
func firstRune(s string) string {
	_, n := utf8.DecodeRuneInString(s)
	return s[:n]
}

func lastRune(s string) string {
	_, n := utf8.DecodeLastRuneInString(s)
	return s[len(s)-n:]
}

// sharesEnough reports whether words speak of a matter: of one with few words
// they have one, of one with many a third.
func sharesEnough(terms, words []string) bool {
	n := len(lang.Shared(terms, words))
	return n > 0 && 3*n >= len(terms)
}

// unnamed are the terms of a matter without the names of those it is about and
// what they are to the user: who is named is not thereby what is told of.
func unnamed(topic string, terms []string) []string {
	var names []string
	for _, p := range lang.Persons(topic) {
		names = append(names, lang.Terms(p.Name)...)
	}
	for _, name := range lang.ProperNames(topic) {
		names = append(names, lang.Terms(name)...)
	}
	if rest := Without(terms, append(names, lang.Terms(lexicon.Text("kin-of", topic))...)); len(rest) > 0 {
		return rest
	}
	return terms
}

// goesOn returns the user's next sentence in the same message, if it says more
// of the same.
func (d *Digest) goesOn(i int) *Remark {
	if i+1 >= len(d.Remarks) {
		return nil
	}
	next := d.Remarks[i+1]
	if next.line != d.Remarks[i].line || next.Asks || next.Quotes {
		return nil
	}
	return &next
}

// replied returns the user's answer to a question that the persona put to them
// on this day in much the same words.
func (s resolver) replied() (answered, bool) {
	terms := s.day.matter(s.q)
	for i, r := range s.day.Remarks {
		if r.user || !r.Asks || !s.day.after(r, s.q) || len(terms) == 0 || 2*len(lang.Shared(terms, r.terms)) < len(terms) {
			continue
		}
		j := i + 1
		for j < len(s.day.Remarks) && !s.day.Remarks[j].user {
			j++
		}
		if j == len(s.day.Remarks) {
			continue
		}
		reply := s.day.Remarks[j]
		if !answers(reply) && reply.out != pending.Partly || besides(reply, slices.Concat(terms, r.terms)) {
			continue
		}
		a := answered{state: reply.stateAsAnswer(), by: []Remark{reply}}
		if next := s.day.goesOn(j); next != nil {
			a.by = append(a.by, *next)
		}
		return a, true
	}
	return answered{}, false
}

// answers reports whether a remark is an answer: it says something, and does
// not put off or refuse.
func answers(r Remark) bool {
	if r.Asks || r.putsOff() || r.refuses() || lexicon.Has("not-yet", r.Text) {
		return false
	}
	return len(r.terms) > 0 || lexicon.Has("yes-no", r.Text)
}

// stateAsAnswer is how far a remark settles what it answers.
func (r Remark) stateAsAnswer() motivation.QuestionState {
	switch {
	case r.out != pending.NoOutcome:
		return stateOf(r.out)
	case lang.Halfway(r.Sentence):
		return motivation.StatePartial
	}
	return motivation.StateResolved
}

// besides reports whether a reply puts something else right than a question
// with these words is about: it answers nothing.
func besides(reply Remark, asked []string) bool {
	if len(reply.terms) == 0 || len(lang.Shared(asked, reply.terms)) > 0 || lexicon.Has("yes-no", reply.Text) {
		return false
	}
	return slices.ContainsFunc(statement.Statements(reply.Raw), func(st statement.Statement) bool { return st.Corrects })
}

// resolved makes the record of an answer.
func (s resolver) resolved(a answered) Resolved {
	var said []string
	r := Resolved{ID: s.q.ID, State: a.state, Convert: motivation.Skip}
	for _, by := range a.by {
		said = append(said, strings.TrimSpace(by.Raw))
		r.Evidence = append(r.Evidence, s.day.evidence(by))
	}
	joint := " "
	if a.by[0].Japanese {
		joint = ""
	}
	r.Answer = lang.Cut(strings.Join(said, joint), MaxContext)
	if a.state == motivation.StateResolved {
		r.Convert, r.Entity, r.Text = s.convert(a)
	}
	return r
}

// convert says what becomes of an answer: what will still be so is a fact of
// somebody, what tells why an insight, all else has been told and is done.
func (s resolver) convert(a answered) (motivation.Conversion, string, string) {
	first := a.by[0]
	lasting := slices.ContainsFunc(a.by, func(r Remark) bool { return pending.Lasting(r.Sentence) })
	why := slices.ContainsFunc(a.by, func(r Remark) bool { return pending.Reasons(r.Sentence) })
	day := s.day.timeOf(first)
	var said []string
	for _, r := range a.by {
		said = append(said, r.Raw)
	}
	quote := s.day.inQuotes(strings.Join(said, map[bool]string{true: "", false: " "}[first.Japanese]), 220)
	switch {
	case lasting:
		name := s.day.User
		if known := s.entityOf(a.by); known != "" {
			name = known
		}
		if name == "" {
			return motivation.Skip, "", ""
		}
		text := s.day.Pick(
			"Asked "+s.day.inQuotes(s.q.Topic, 120)+", "+s.day.you()+" said on "+day.Format("2 January 2006")+": "+quote+".",
			s.day.inQuotes(s.q.Topic, 80)+"という問いに、"+s.day.youJa()+"は"+day.Format("2006年1月2日")+"、"+quote+"と話した。")
		text = closed(text)
		return motivation.Fact, name, text
	case why:
		return motivation.Insight, "", lang.Cut(s.day.Pick(
			closed("I had wondered: "+s.day.inQuotes(s.q.Topic, 90)+" The answer was "+quote+"."),
			s.day.inQuotes(s.q.Topic, 60)+"と気になっていた。答えは"+quote+"だった。"), MaxInsight)
	}
	return motivation.Skip, "", ""
}

// entityOf returns the known entity that a question and its answer are about.
func (s resolver) entityOf(by []Remark) string {
	text := s.q.Topic
	for _, r := range by {
		text += " " + r.Raw
	}
	for _, e := range s.day.Entities {
		for _, n := range append([]string{string(e.Name)}, NamesOf(e)...) {
			if len([]rune(n)) > 1 && lang.Mentions(text, n) && n != s.day.User && n != s.day.Persona {
				return string(e.Name)
			}
		}
	}
	return ""
}

// NamesOf returns the other names of a page.
func NamesOf(e Known) []string {
	var list []string
	for _, a := range e.Aliases {
		list = append(list, string(a))
	}
	return list
}
