package rules

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"yumori/dreaming/record"
	"yumori/internal/lang"
	"yumori/internal/lang/en"
	"yumori/internal/lang/pending"
	"yumori/motivation"
)

// A Raised question is one that a remark leaves open.
type Raised struct {
	pending.Opening
	from    Remark
	context string
}

// A questionFinder finds what a day leaves open.
type questionFinder struct{ day *Digest }

// raise returns what the day really leaves open: the weightiest first, each
// once, nothing that a later remark answered and nothing that is asked already.
func (qf questionFinder) raise() []Raised {
	var list []Raised
	for i, r := range qf.day.Remarks {
		if !r.user || unasked(r.Text) {
			continue
		}
		for _, o := range r.opens {
			if o, ok := qf.anchored(o, i); ok {
				list = append(list, Raised{Opening: o, from: r})
			}
		}
	}
	list = append(list, qf.unanswered()...)
	list = qf.pruned(list)
	if len(list) < fewestQuestions {
		list = append(list, qf.curious(list)...)
		list = qf.pruned(list)
	}
	slices.SortStableFunc(list, func(a, b Raised) int { return cmp.Compare(b.Priority, a.Priority) })
	return list[:min(len(list), MaxNewQuestions)]
}

// timeOf returns when a remark was made; without a time, the noon of the day.
func (d *Digest) timeOf(r Remark) time.Time {
	if t := d.Lines[r.line].Time; !t.IsZero() {
		return t
	}
	t, err := time.Parse(time.DateOnly, string(d.Date))
	if err != nil {
		return time.Time{}
	}
	return t.Add(12 * time.Hour)
}

// anchored adds to what is awaited without a name what was spoken of just
// before: "I'll tell you when the results are in".
func (qf questionFinder) anchored(o pending.Opening, at int) (pending.Opening, bool) {
	r := qf.day.Remarks[at]
	if o.Kind == pending.Worry && lexicon.Has("past-worry", r.Text) || o.Kind == pending.Trouble && qf.day.ofOthers(r) {
		return o, false
	}
	if o.Generic() {
		name := qf.spokenBefore(at)
		if name == "" || lang.Japanese(name) != r.Japanese {
			return o, false
		}
		o.Terms = append([]string{name}, o.Terms...)
		o.Question = qf.day.nameOf(name) + "の" + o.Question
	}
	if r.Japanese {
		o = qf.ofWhom(o, at)
	} else if !lexicon.Has("self", r.Text) {
		o.Question = lexicon.Replace("as-yours", o.Question) // of whom it is was not said
	}
	if mood := r.mood; mood.Bad() && o.Kind != pending.Wish {
		o.Priority = min(0.95, o.Priority+0.05)
	}
	if qf.day.Lines[r.line].Arousal >= Starred {
		o.Priority = min(1, o.Priority+0.1)
	}
	return o, true
}

// ofWhom says in a question whose a birthday or a heart is that the message
// named before.
func (qf questionFinder) ofWhom(o pending.Opening, at int) pending.Opening {
	organ := o.Kind == pending.Trouble && strings.HasSuffix(o.Question, "の調子、その後どう？")
	if !organ && !strings.Contains(o.Question, "）の誕生日、") {
		return o
	}
	name := qf.kinBefore(at)
	switch {
	case name == "":
		return o
	case organ:
		o.Question = name + "の" + o.Question
	default:
		o.Question = strings.Replace(o.Question, "の誕生日", "の"+name+"の誕生日", 1)
	}
	o.Terms = append(o.Terms, name)
	return o
}

// kinBefore returns whom the message named last before a remark.
func (qf questionFinder) kinBefore(at int) string {
	for k := at - 1; k >= 0 && qf.day.Remarks[k].line == qf.day.Remarks[at].line; k-- {
		if list := lang.PersonsJa(qf.day.Remarks[k].Text); len(list) > 0 {
			return list[len(list)-1]
		}
		if m := lexicon.First("pet-name", qf.day.Remarks[k].Text); m != nil {
			return m[1]
		}
	}
	return ""
}

// spokenBefore returns what the user last spoke of before a remark; "" if a
// remark before it left something open, which is asked there.
func (qf questionFinder) spokenBefore(at int) string {
	name := ""
	for k := at - 1; k >= 0; k-- {
		b := qf.day.Remarks[k]
		if !b.user {
			continue
		}
		if len(b.opens) > 0 {
			return ""
		}
		for _, t := range b.terms {
			if name == "" && lang.Noun(t) {
				name = t
			}
		}
	}
	return name
}

// Starred is the arousal from which a line has a ★.
const Starred = 0.6

// pruned drops what was answered, what is asked already, and of two questions
// about one thing the weaker.
func (qf questionFinder) pruned(list []Raised) []Raised {
	slices.SortStableFunc(list, func(a, b Raised) int {
		return cmp.Or(cmp.Compare(b.Priority, a.Priority), cmp.Compare(b.from.line, a.from.line))
	})
	var kept []Raised
	for _, q := range list {
		q.Terms = Without(q.Terms, qf.day.Names)
		if len(q.Terms) == 0 || qf.day.Asked(q) || qf.day.answeredLater(q) || qf.day.settled(q) || qf.day.unwanted(q) {
			continue
		}
		if slices.ContainsFunc(kept, func(k Raised) bool { return sameMatter(k, q) }) {
			continue
		}
		if kept = append(kept, q); len(kept) == 2*MaxNewQuestions {
			break // more than are asked
		}
	}
	return kept
}

// sameMatter reports whether two questions are about one thing.
func sameMatter(a, b Raised) bool {
	if lang.Fold(a.Question) == lang.Fold(b.Question) {
		return true
	}
	n := len(lang.Shared(b.Terms, a.Terms))
	return n > 0 && 3*n >= 2*min(len(a.Terms), len(b.Terms))
}

// Asked reports whether a question is open already.
func (d *Digest) Asked(q Raised) bool {
	return slices.ContainsFunc(d.Questions, func(o motivation.Question) bool {
		if !o.State.Open() {
			return false
		}
		terms := Without(lang.Terms(o.Topic), d.Names)
		n := len(lang.Shared(q.Terms, terms))
		return lang.Fold(o.Topic) == lang.Fold(q.Question) || n > 0 && 3*n >= 2*min(len(q.Terms), len(terms))
	})
}

// answeredLater reports whether the user told, after a question came up, how
// it came out.
func (d *Digest) answeredLater(q Raised) bool {
	a, ok := d.answer(matter{q.Question, q.Terms, pending.AnswerTo(q.Question)}, func(r Remark) bool {
		return r.line > q.from.line || r.line == q.from.line && r.at > q.from.at
	})
	return ok && a.state != motivation.StatePartial
}

// openAsked is a question of the persona's own that got no answer.
const openAsked pending.Kind = "asked"

// unanswered returns the questions of the persona that the user put off, or
// never answered.
func (qf questionFinder) unanswered() []Raised {
	var list []Raised
	for i, rs := range qf.day.ByLine {
		if len(rs) == 0 || rs[0].user {
			continue
		}
		q := rs[len(rs)-1]
		if !q.Asks || !worthAsking(q) {
			continue
		}
		how := qf.replyTo(i, q)
		if how == "" || !qf.spokenOfByUser(i, q) || qf.toldByPersona(i, q) {
			continue
		}
		list = append(list, Raised{
			Opening: pending.Opening{Kind: openAsked, Question: strings.TrimSpace(q.Raw), Terms: q.terms, Priority: 0.6},
			from:    q, context: how,
		})
	}
	return list
}

// spokenOfByUser reports whether a question of the persona is about what the
// user had brought up before it.
func (qf questionFinder) spokenOfByUser(line int, q Remark) bool {
	return slices.ContainsFunc(qf.day.Remarks, func(r Remark) bool {
		return r.user && r.line < line && len(lang.Shared(q.terms, r.terms)) > 0 || r.user && r.line == line-1
	})
}

// toldByPersona reports whether the persona itself went on to say what it had
// asked for.
func (qf questionFinder) toldByPersona(line int, q Remark) bool {
	return slices.ContainsFunc(qf.day.Remarks, func(r Remark) bool {
		return !r.user && !r.Asks && r.line > line && 3*len(lang.Shared(q.terms, r.terms)) >= 2*len(q.terms)
	})
}

// worthAsking reports whether a question of the persona is about something,
// and can be understood by itself.
func worthAsking(q Remark) bool {
	n := len([]rune(q.Text))
	if n < 6 || n > 120 || len(q.terms) == 0 || lexicon.Has("of-somebody", q.Text) {
		return false
	}
	if q.Japanese {
		return !lexicon.Has("small-talk", q.Text) && !q.leans && (len(q.terms) > 1 || n > 12)
	}
	if len(q.terms) == 1 && len(strings.Fields(q.Text)) < 4 {
		return false // "Why a goat"
	}
	return !lexicon.Has("small-talk", q.Text) && !q.leans && (len(q.terms) > 1 || !lexicon.Has("leaning", q.Text))
}

// replyTo tells why a question of line i was not answered; "" if it was, or if
// the user does not want to answer.
func (qf questionFinder) replyTo(i int, q Remark) string {
	j := i + 1
	for j < len(qf.day.ByLine) && (len(qf.day.ByLine[j]) == 0 || !qf.day.ByLine[j][0].user) {
		j++
	}
	if j >= len(qf.day.ByLine) {
		return qf.day.Pick("I asked it and there was no answer any more.", "聞いたまま、返事のないうちに話が終わった。")
	}
	reply := qf.day.ByLine[j]
	first := reply[0]
	about := 0
	for _, r := range reply {
		if r.refuses() {
			return ""
		}
		about += len(r.terms)
	}
	switch {
	case len(lang.Shared(first.terms, q.terms)) > 0:
	case about <= 4 && (first.putsOff() || len(first.terms) == 0 && len([]rune(first.Text)) < 8 && len(reply) > 1 && reply[1].putsOff()):
		return qf.day.Pick("I asked, and the answer was "+qf.day.said(first, 80)+".", "聞いたら、"+qf.day.said(first, 60)+"という返事だった。")
	case first.turns():
		return qf.day.Pick("I asked, and we came to speak of something else.", "聞いたけれど、別の話になった。")
	}
	return ""
}

func (r Remark) refuses() bool { return lexicon.Has("refuses", r.Text) }
func (r Remark) putsOff() bool { return lexicon.Has("puts-off", r.Text) }
func (r Remark) turns() bool   { return lexicon.Has("turns", r.Text) }

// Pick returns a text in the persona's language.
func (in Material) Pick(en, ja string) string {
	if in.Japanese() {
		return ja
	}
	return en
}

// curious returns what one would like to know more of, where the day leaves
// little open: what somebody loves and did not say why, how one is called who
// has no name yet.
func (qf questionFinder) curious(have []Raised) []Raised {
	var list []Raised
	for _, r := range qf.day.Remarks {
		if !r.user || r.Asks || r.joke || r.Reports() || r.leans || len(list) > 2*MaxNewQuestions {
			continue
		}
		if q, terms := likingQuestion(r); q != "" {
			list = append(list, Raised{Opening: pending.Opening{Kind: pending.Reason, Question: q, Terms: terms, Priority: 0.35}, from: r})
		}
		if q, terms := qf.placeQuestion(r); q != "" {
			list = append(list, Raised{Opening: pending.Opening{Kind: pending.Reason, Question: q, Terms: terms, Priority: 0.3}, from: r})
		}
		if q, terms := qf.nameQuestion(r); q != "" {
			list = append(list, Raised{Opening: pending.Opening{Kind: pending.Reason, Question: q, Terms: terms, Priority: 0.3}, from: r})
		}
	}
	return append(have, list...)
}

func likingQuestion(r Remark) (string, []string) {
	if lexicon.Has("why-has", r.Text) {
		return "", nil
	}
	if r.Japanese {
		m := lexicon.First("likes", r.Text)
		if m == nil {
			return "", nil
		}
		n := lang.NounJa(m[1])
		if n == "" {
			return "", nil
		}
		if m[2] == "好き" {
			return n + "のどんなところが好き？", lang.Terms(n)
		}
		return n + "が" + m[2] + "なのはどうして？", lang.Terms(n)
	}
	m := lexicon.First("likes", r.Text)
	if m == nil {
		return "", nil
	}
	p := en.NounPhrase(m[2])
	if p == "" || len(lang.Terms(p)) == 0 || lexicon.Has("clause-start", p) {
		return "", nil
	}
	switch verb := strings.ToLower(m[1]); verb {
	case "hate", "can't stand":
		return "What is it about " + p + " that you " + verb + "?", lang.Terms(p)
	default:
		return "What is it about " + p + " that you " + verb + " so much?", lang.Terms(p)
	}
}

// toldOf reports whether the user told more of what a remark names.
func (qf questionFinder) toldOf(r Remark, terms []string) bool {
	return slices.ContainsFunc(qf.day.Remarks, func(o Remark) bool {
		return o.user && (o.line != r.line || o.at != r.at) && len(lang.Shared(terms, o.terms)) > 0 || o.line == r.line && o.at == r.at+1 && o.leans
	})
}

// placeQuestion asks how something was that the user went to, saw or read, and
// told no more of.
func (qf questionFinder) placeQuestion(r Remark) (string, []string) {
	m := lexicon.First("went", r.Text)
	if m == nil || r.mood != lang.Calm {
		return "", nil
	}
	thing := en.NounPhrase(m[1])
	if r.Japanese {
		thing = lang.NounJa(m[1])
	}
	terms := Without(lang.Terms(thing), qf.day.Names)
	if len(terms) == 0 || lexicon.Has("ordinary", thing) || lexicon.Has("habit", r.Text) {
		return "", nil
	}
	if qf.toldOf(r, terms) {
		return "", nil
	}
	if r.Japanese {
		return thing + "、どうだった？", terms
	}
	if rest, ok := strings.CutPrefix(strings.TrimPrefix(thing, "an "), "a "); ok || strings.HasPrefix(thing, "an ") {
		thing = "the " + rest
	}
	return "What was " + thing + " like for you?", terms
}

// nameQuestion asks for the name of somebody close who has none yet, unless something grave is told of
// them: who has lost a husband is not asked what he was called.
func (qf questionFinder) nameQuestion(r Remark) (string, []string) {
	m := lexicon.First("kin", r.Text)
	if m == nil || qf.knowsName(m[1]) || lang.GraveOf(r.Text) != lang.NotGrave {
		return "", nil
	}
	if r.Japanese {
		return m[1] + "の名前は何ていうの？", []string{m[1], "名前"}
	}
	return "What is your " + strings.ToLower(m[1]) + "'s name?", append(lang.Terms(m[1]), "name")
}

// knowsName reports whether something known tells of one of that kin, so that
// the name may be there.
func (qf questionFinder) knowsName(kin string) bool {
	kin = lang.Fold(kin)
	has := func(s string) bool { return strings.Contains(lang.Fold(s), kin) }
	for _, e := range qf.day.Entities {
		if has(string(e.Name)) || has(e.Text) {
			return true
		}
	}
	for _, f := range qf.day.Facts {
		if has(f.Text) {
			return true
		}
	}
	return slices.ContainsFunc(qf.day.Remarks, func(r Remark) bool {
		return r.user && (has(r.Text) && lexicon.Has("called-so", r.Text) || lexicon.Has("of-one-spoken", r.Text))
	})
}

// question makes a raised question one for the record.
func (qf questionFinder) question(q Raised) NewQuestion {
	why := q.context
	if why == "" {
		why = qf.day.Pick(
			fmt.Sprintf("On %s %s said: %s", qf.day.timeOf(q.from).Format("2 January 2006"), qf.day.you(), qf.day.said(q.from, 220)),
			fmt.Sprintf("%s、%sが%sと言っていた。", qf.day.timeOf(q.from).Format("2006年1月2日"), qf.day.youJa(), qf.day.said(q.from, 200)),
		)
	}
	question := q.Question
	if lang.Japanese(question) != qf.day.Japanese() { // the user speaks another language than the persona
		question = qf.day.Pick(
			closed("You said "+qf.day.said(q.from, 120)+". What has come of it?"),
			qf.day.said(q.from, 100)+"と言っていたけど、その後どうなった？")
	}
	asked := NewQuestion{
		Topic: lang.Cut(question, MaxTopic), Context: lang.Cut(why, MaxContext),
		Priority: min(1, q.Priority), Evidence: []record.Evidence{qf.day.evidence(q.from)},
	}
	if after := pending.Afterwards(asked.Topic); after != "" && q.Dated && !q.When.To.IsZero() {
		asked.Due, asked.Afterwards = q.When.To.Format(time.DateOnly), lang.Cut(after, MaxTopic)
	}
	return asked
}
