package answer

import (
	"slices"
	"strings"
	"time"

	"yumori/internal/lang"
	"yumori/internal/lang/plain"
	"yumori/internal/lang/question"
	"yumori/internal/lang/statement"
	"yumori/internal/lang/when"
)

// settle finds what the memories from an index on put right of those before them. What puts it
// right answers for it.
func (ts *tellings) settle(from int) {
	all := ts.memories
	for i := from; i < len(all); i++ {
		later := &all[i]
		gives := later.Mine && statement.Telling{Text: later.Text}.GivesUp()
		if !gives && !mayReplace(later) {
			continue
		}
		for j := i - 1; j >= max(0, i-maxSettled); j-- {
			earlier := &all[j]
			if earlier.Ended || earlier.noted || earlier.Lang != later.Lang {
				continue
			}
			if (!gives || !givesUp(earlier, later)) && !ts.replaces(earlier, later) {
				continue
			}
			earlier.endBy(later)
		}
		ts.endThoughts(later)
		if later.Was == nil && !ts.rightsQuoted(i) && !ts.putsOff(later, all[:i]) {
			ts.mayPutRight(i)
		}
	}
	ts.endNoted()
}

// endThoughts ends what was only thought of before, where a telling chooses otherwise.
func (ts *tellings) endThoughts(later *Memory) {
	for i := range ts.uttered {
		if thought := &ts.uttered[i]; thought.line < later.line && !thought.Ended && choosesElse(thought, later) {
			thought.endBy(later)
		}
	}
}

// endBy ends what was told by what puts it right, which from then on says all
// that the two say together: "My interview is on Thursday".
func (m *Memory) endBy(later *Memory) {
	m.Ended, m.Then = true, later
	if later.Was == nil {
		later.Was = m
		if now, ok := m.rightedBy(later); ok && later.Corrects && later.instead == "" {
			later.readAs(now, m)
			later.terms = append(lang.Senses(now), slices.DeleteFunc(later.terms, func(t lang.Sense) bool { return !strings.HasPrefix(t.Key, "@on") })...)
		}
	}
	later.terms = append(later.terms, m.termsAt()...)
}

// mayReplace reports whether a telling may put others in the past.
func mayReplace(m *Memory) bool {
	return m.Corrects || statement.CallsOff(m.Text) || lex.Has("out-of-hospital", m.Text) || lex.Has("stays-put", m.Text) || lex.Has("puts-me", m.Text) || m.Value != "" || lex.Find("chosen-ja", m.Text)["again"] != "" || lex.Has("denial", m.Text) || ofWork(m) && lex.Has("now-first", m.Text)
}

// givesUp reports whether a telling that gives something up speaks of an
// earlier one; of work it then answers what is asked of that.
func givesUp(earlier, later *Memory) bool {
	if !(statement.Telling{Text: later.Text}).Ends(statement.Telling{Text: earlier.Text, Topic: earlier.Topic}) {
		return false
	}
	later.Open = false
	if earlier.Topic == statement.TopicWork {
		later.terms = append(later.terms, lang.Sense{Key: "@work", Weight: 0.7})
	}
	return true
}

// endNoted ends what was noted of something that was put right, or may have
// been: the telling itself says it better.
func (ts *tellings) endNoted() {
	for i := range ts.memories {
		told := &ts.memories[i]
		if told.Then == nil {
			continue
		}
		for j := range ts.memories {
			note := &ts.memories[j]
			if note.noted && note.Lang == told.Lang && !told.Then.When.Before(note.When) && lang.Overlap(lang.Senses(ofMine(note.Text, ts.SubjectName())), lang.Senses(told.Text)) > 0.8 {
				note.Ended = true
			}
		}
	}
}

// ofMine is what was noted of somebody as they would say it.
func ofMine(note, name string) string {
	return strings.NewReplacer(name+"'s ", "my ", name+"さんの", "", name+"の", "", name+"さんは", "", name+"は", "").Replace(note)
}

// maxSettled is how many tellings back something is put right.
const maxSettled = 300

// replaces reports whether a later telling puts an earlier one in the past.
func (ts *tellings) replaces(earlier, later *Memory) bool {
	return !ofOther(earlier, later) && !movesOneOf(earlier, later) && ts.overtakes(earlier, later)
}

// overtakes is replaces of tellings that are not of the names of two.
func (ts *tellings) overtakes(earlier, later *Memory) bool {
	names := []string{ts.SubjectName(), ts.User}
	if otherValue(earlier, later) || choosesElse(earlier, later) || barely(earlier, later) || endsPlan(earlier, later) {
		return true
	}
	if later.Corrects {
		if _, ok := earlier.rightedBy(later); ok {
			return true
		}
	}
	if lang.Overlap(later.termsAt(), earlier.termsAt()) == 0 {
		return false
	}
	contradicts := !onlyBecame(later) && (len(matter(later)) == 0 || sharesSense(earlier, later)) && lang.Compare(earlier.Text, later.Text, names...).Stance == lang.Contradicts
	return contradicts || later.Corrects && rightsMatter(earlier, later)
}

// endsPlan reports whether a telling says that what an earlier one tells is off, over, or elsewhere.
func endsPlan(earlier, later *Memory) bool {
	return callsOff(earlier, later) || fallsThrough(earlier, later) || isHome(earlier, later) || stays(earlier, later) || movesIt(earlier, later)
}

// ofOther reports whether one telling gives the user's name and a later one that of somebody
// else, "her name is Simi", or is on a day that the later one does not deny.
func ofOther(earlier, later *Memory) bool {
	return deniesOtherDay(later.Text, earlier.Text) || statement.DeniesOtherDay(later.Text, earlier.Text) || earlier.Topic == statement.TopicName && earlier.of != statement.Someone && lex.Has("name-of-theirs", later.Text)
}

// movesIt reports whether a telling says that what was told lately of a place is to be at
// another: "they've moved it to the library".
func movesIt(earlier, later *Memory) bool {
	moves := later.Was == nil && later.Mine && lex.Has("moves-it", later.Text) && !hasMoment(later.Text) && when.Between(earlier.When, later.When) <= movedDays
	if !moves || !question.HoldsPlace(earlier.Text) || earlier.Topic == statement.TopicHome || earlier.Topic == statement.TopicOrigin {
		return false
	}
	later.Open = false // what was said just before it need not be of that
	return true
}

// movedDays is for how many days it is what was told of a place.
const movedDays = 1

// rightsMatter reports whether a correction is of what an earlier telling is about.
func rightsMatter(earlier, later *Memory) bool {
	if onlyBecame(later) {
		return sameTopic(earlier, later) || hasMoment(earlier.Text) && hasMoment(later.Text) && sameMatter(earlier, later)
	}
	return sameMatter(earlier, later) || bothName(earlier, later) || sameTopic(earlier, later)
}

// stays reports whether a telling says that its speaker does not move house after all.
func stays(earlier, later *Memory) bool {
	return lex.Has("stays-put", later.Text) && lex.Has("to-move", earlier.Text) && earlier.subject == later.subject
}

// otherValue reports whether a telling gives another value of what an earlier one does.
func otherValue(earlier, later *Memory) bool {
	if named, other := namedIn(earlier.Text), namedIn(later.Text); len(named) > 0 && len(other) > 0 && lang.Overlap(named, other) == 0 {
		return false // "my dog is called Friday and my horse is called June"
	}
	if later.of == statement.Nobody && earlier.of != statement.Nobody && !later.Corrects {
		return false // "her name is nadia" is of somebody else, as far as is known
	}
	if lex.Has("formerly", later.Text) && !later.Corrects {
		return false // "as a student I lived in Derby"
	}
	return later.Value != "" && later.about == earlier.about && later.Topic == earlier.Topic && later.subject == earlier.subject &&
		!strings.EqualFold(later.Value, earlier.Value) && (later.Corrects || later.Topic != statement.TopicTaste)
}

// choosesElse reports whether a telling that puts something right chooses, in Japanese,
// something else than what an earlier one last chose.
func choosesElse(earlier, later *Memory) bool {
	if later.Was != nil || !later.Mine || !earlier.Mine || when.Between(earlier.When, later.When) > chosenDays {
		return false
	}
	was, is := lex.Find("chosen-ja", earlier.Text), lex.Find("chosen-ja", later.Text)
	if was == nil || is == nil || was["value"] == is["value"] || !later.Corrects && is["again"] == "" || hasMoment(later.Text) {
		return false
	}
	of, _, _ := strings.Cut(strings.Replace(later.Text, is["again"], "", 1), is["value"]) // "the trip, after all to …" is not of shoes
	if slices.ContainsFunc(lang.Senses(of), func(t lang.Sense) bool {
		return !lang.IsWeak(t.Key) && !lang.Is(lang.Putting, t.Key) && !lang.HasSense(earlier.termsAt(), t.Key)
	}) {
		return false
	}
	later.Open = false
	return true
}

// chosenDays is for how many days what was chosen may be chosen otherwise.
const chosenDays = 7

// callsOff reports whether a telling says that what an earlier one plans does not
// take place.
func callsOff(earlier, later *Memory) bool {
	if toldAsPast(earlier) || !statement.CalledOff(earlier.Text, later.Text) {
		return false
	}
	return later.of != statement.Someone || later.subject == "" || strings.Contains(strings.ToLower(earlier.Text), strings.ToLower(later.subject))
}

// fallsThrough reports whether a telling says that somebody cannot do after all what an
// earlier one says they will: "she can't come at all now".
func fallsThrough(earlier, later *Memory) bool {
	others := later.subject != "" && earlier.subject != "" && !strings.EqualFold(later.subject, earlier.subject)
	near := when.Between(earlier.When, later.When) <= chosenDays
	return near && !others && later.Was == nil && statement.FallsThrough(earlier.Text, later.Text) && isPlanned(earlier) && !hasMoment(later.Text)
}

// isPlanned reports whether a telling is of what is to come at some time.
func isPlanned(m *Memory) bool {
	return m.Mine && !toldAsPast(m) && hasMoment(m.Text) && !lex.Has("denial", m.Text)
}

// isHome reports whether a telling says that somebody has left the hospital in which an
// earlier one has them.
func isHome(earlier, later *Memory) bool {
	if !lex.Has("in-hospital", earlier.Text) || !lex.Has("out-of-hospital", later.Text) || !earlier.Mine || !later.Mine {
		return false
	}
	was, is := peopleIn(earlier), peopleIn(later)
	if len(was)+len(is) == 0 {
		return earlier.subject == later.subject
	}
	return lang.Overlap(is, was) > 0 // "I'm in hospital" is not over when "mum came home"
}

// peopleIn returns the words of a telling, and of whom it is, that are for relations.
func peopleIn(m *Memory) []lang.Sense {
	return slices.DeleteFunc(lang.Senses(m.subject+" "+m.Text), func(t lang.Sense) bool { return !question.IsPerson([]lang.Sense{t}) })
}

// barely reports whether a telling puts an earlier one right with a bare value, or
// with other work.
func barely(earlier, later *Memory) bool {
	if worksElse(earlier, later) {
		return true
	}
	if later.Corrects && bare(later) && bare(earlier) && later.order == earlier.order+1 {
		later.Open = false // "Green. No, sage."
		return true
	}
	if later.instead == "" || !strings.EqualFold(strings.Trim(earlier.Text, ".。"), strings.Trim(later.instead, ".。")) {
		return false
	}
	later.Open = false
	return true
}

// worksElse reports whether a telling says where the same one works now.
func worksElse(earlier, later *Memory) bool {
	if earlier.Topic != statement.TopicWork || later.subject != earlier.subject {
		return false
	}
	works := ofWork(later) && lex.Has("now-first", later.Text) || later.Mine && lex.Has("puts-me", later.Text)
	return works && !sensitive(later.Text)
}

// ofWork reports whether a telling, or the clause of one, is of work.
func ofWork(m *Memory) bool {
	return m.Topic == statement.TopicWork || m.Topic == "" && lang.HasSense(m.termsAt(), "@work")
}

// onlyBecame reports whether a telling says no more than what has come to be so, which
// may be news of anything: 娘が病気になった.
func onlyBecame(m *Memory) bool {
	return m.Lang == plain.Japanese && lex.Has("became-ja", m.Text) && m.instead == "" && m.Value == "" && !lex.Has("puts-right-lead", m.Text) && !lex.Has("denial", m.Text)
}

// sameTopic reports whether two Japanese tellings give one thing two values: 会場は公民館
// and 会場は市民会館になった.
func sameTopic(earlier, later *Memory) bool {
	if earlier.Lang != plain.Japanese {
		return false
	}
	was, is := lex.Find("topic-value-ja", earlier.Text), lex.Find("topic-value-ja", later.Text)
	return was != nil && is != nil && was["value"] != is["value"] && (was["topic"] == is["topic"] || strings.HasSuffix(was["topic"], "の"+is["topic"]) || strings.HasSuffix(is["topic"], "の"+was["topic"]))
}

// bothName reports whether two tellings name one sort of being: a later name is
// the right one.
func bothName(earlier, later *Memory) bool {
	return lex.Has("naming", earlier.Text) && lex.Has("naming", later.Text) && slices.ContainsFunc(lang.Senses(later.Text), func(t lang.Sense) bool {
		return t.Key[0] == '@' && !lang.IsWeak(t.Key) && lang.HasSense(lang.Senses(earlier.Text), t.Key)
	})
}

// matter returns the senses of what a telling is about, without its day and what
// only says that something is put right.
func matter(m *Memory) []lang.Sense {
	return slices.DeleteFunc(lang.Senses(m.Text), func(t lang.Sense) bool {
		return lang.Is(lang.Putting, t.Key) || strings.ContainsAny(t.Key, "0123456789") || lex.Has("number-stem", t.Key) || t.Key == "@name" || strings.HasPrefix(t.Key, "@on") || strings.HasSuffix(t.Key, "day") || strings.HasSuffix(t.Key, "曜")
	})
}

// sameMatter reports whether a telling and what corrects speak of one thing:
// half of what each names is in the other.
func sameMatter(earlier, later *Memory) bool {
	a, b := matter(earlier), matter(later)
	firm := slices.ContainsFunc(b, func(t lang.Sense) bool { return !lang.IsWeak(t.Key) && lang.HasSense(a, t.Key) })
	return firm && lang.Overlap(a, b) >= 0.5 && lang.Overlap(b, a) >= 0.5
}

// PutsRight reports whether a sentence by itself says that something is not
// so any more as it was said before.
func PutsRight(text string) bool {
	return lex.Has("changed-to", text) || lex.Has("chosen-en", text) && !lex.Has("does-next", text) || lex.Has("quit-ja", text) || lex.Has("wrong-lead", text)
}

// rightsQuoted finds what the correction at i puts right among what the persona
// had just quoted: "I said Friday?" - "No, it's Thursday". It reports false if
// that is nothing.
func (ts *tellings) rightsQuoted(i int) bool {
	later := &ts.memories[i]
	if !later.Corrects || later.noted || later.after == "" {
		return false
	}
	for j := i - 1; j >= -len(ts.givenBack); j-- {
		earlier := memoryAt(ts.givenBack, ts.memories, j)
		if earlier.Ended || earlier.noted || earlier.Lang != later.Lang || !isOfQuoted(earlier, later) {
			continue
		}
		earlier.endBy(later)
		later.Open = false
		later.putOff(earlier)
		return true
	}
	return false
}

// putsOff ends the one plan of those told before that falls on the day of a telling
// which gives another day and says no more than that: "not today. I'll go on Friday".
func (ts *tellings) putsOff(later *Memory, before []Memory) bool {
	var plan *Memory
	for i := range before {
		m := &before[i]
		if !later.Corrects || later.noted || m.Ended || !m.Mine || m.Lang != later.Lang || toldAsPast(m) || when.Between(m.When, later.When) == 0 ||
			!slices.ContainsFunc(when.Written(ts.Settled(*m)), func(d time.Time) bool { return when.Between(d, later.When) == 0 }) {
			continue
		}
		if plan != nil {
			return false
		}
		plan = m
	}
	if plan == nil || !later.putOff(plan) {
		return false
	}
	plan.endBy(later)
	return true
}

// putOff gives a telling that says no more than another day the text of the plan that
// it is of. It reports false for any other.
func (m *Memory) putOff(plan *Memory) bool {
	says := slices.DeleteFunc(matter(m), func(t lang.Sense) bool { return lang.IsWeak(t.Key) || t.Key == "@go" })
	now, ok := statement.OtherMoment(plan.Text, m.Text)
	if !ok || m.Lang != plain.Japanese || len(says) > 0 {
		return false
	}
	m.readAs(now, plan)
	return true
}

// lastReply is what the persona said last before a telling.
func (m *Memory) lastReply() string {
	last, _, _ := strings.Cut(m.after, "\n")
	return last
}

// sharesSense reports whether two tellings speak of one thing.
func sharesSense(a, b *Memory) bool { return lang.Overlap(matter(b), a.termsAt()) > 0 }

// memoryAt returns the Memory at j, which counts on below 0 in those given back.
func memoryAt(givenBack, memories []Memory, j int) *Memory {
	if j < 0 {
		return &givenBack[-j-1]
	}
	return &memories[j]
}

// maxApart is how many tellings lie between one and what may put it right.
const maxApart = 3

// mayPutRight finds what the correction at i may put right where nothing it
// says tells: what was said just before. It is not known that it does, so both
// are told, in their order.
func (ts *tellings) mayPutRight(i int) {
	later := &ts.memories[i]
	chosen := later.chosen || lex.Has("changed-to", later.Text) || later.Open && lex.Has("rechosen", later.Text) && !strings.HasPrefix(strings.ToLower(later.Text), "the ")
	if !later.Corrects || later.noted || !chosen || lang.GraveOf(later.Text) != lang.NotGrave || lex.Has("moved-house", later.Text) {
		return
	}
	for j := i - 1; j >= max(0, i-maxSettled); j-- {
		earlier := &ts.memories[j]
		if !mayBeOf(earlier, later, i-j) || ofOther(earlier, later) {
			continue
		}
		earlier.Then, later.Was = later, earlier
		later.terms = append(later.terms, earlier.termsAt()...)
		return
	}
}

// mayBeOf reports whether a correction may be of an earlier telling so many tellings
// before it: one of just before, or one that gives another time of who is named in both.
func mayBeOf(earlier, later *Memory, apart int) bool {
	if !earlier.Mine || earlier.Ended || earlier.Lang != later.Lang || !momentFits(earlier, later) || deniesOther(later.Text, earlier.Text) || ofForeign(question.Asking{}, earlier.Text, later.Text) {
		return false
	}
	if (later.of == statement.Someone || question.IsPerson(lang.Senses(later.Text))) && !sharesSense(earlier, later) {
		return false // "Calum's on the sweeper now" is of him
	}
	if number := (question.Asking{}).HoldsNumber; number(later.Text) && !number(earlier.Text) && !hasMoment(later.Text) {
		return false // "she's ten, actually" is of no name
	}
	return apart <= maxApart && when.Between(earlier.When, later.When) == 0 || sharesName(earlier, later)
}

// sharesName reports whether two tellings that give a time are of one who is named
// in both, or of one thing with a name.
func sharesName(earlier, later *Memory) bool {
	return hasMoment(earlier.Text) && hasMoment(later.Text) && slices.ContainsFunc(matter(later), func(t lang.Sense) bool {
		return t.Weight >= 1 && !lang.IsWeak(t.Key) && t.Key[0] != '@' && lang.HasSense(matter(earlier), t.Key)
	})
}

// momentFits reports whether a correction that gives a time may be of an earlier
// telling: that gives one too, and is of the same, where the correction says of what it is.
func momentFits(earlier, later *Memory) bool {
	if !hasMoment(later.Text) {
		return true
	}
	firm := matter(later)
	leans := later.Open && later.Lang == plain.English // in Japanese that says little
	return hasMoment(earlier.Text) && (leans || len(firm) == 0 || lang.Overlap(firm, earlier.termsAt()) > 0)
}

// hasMoment reports whether a text names a time.
func hasMoment(text string) bool { return question.HoldsTime(text) }

// A Righting is a telling that puts something right.
type Righting struct {
	Put  Memory // as it was put
	Read Memory // with what it puts right
}

// SaysSo reports whether a telling says by itself that it puts something right:
// with a value in place of another, a denial, or a word for it. That something is
// so now may be news.
func (m *Memory) SaysSo() bool {
	return m.instead != "" || m.Value != "" || PutsRight(m.Text) || lex.Has("denial", m.Text) || lex.Has("puts-right-lead", m.Text) || !lex.Has("only-now", m.Text)
}

// Rights takes in what the user says now. It returns what puts something right of
// what was told before, and how many things it tells.
func (rd *Reader) Rights(said string) (list []Righting, tells int) {
	before := len(rd.All())
	rd.addUtterance(plain.OwnWords(said), Memory{source: fromHistory, When: rd.Now, after: saidBefore(rd.Past, len(rd.Past))}, rd.before...)
	for i := range rd.memories {
		rd.memories[i].order = i
	}
	put := slices.Clone(rd.memories[before:])
	rd.settle(before)
	for i, m := range rd.memories[before:] {
		if m.Was != nil && m.Was.order < before { // a message does not put itself right
			list = append(list, Righting{put[i], m})
		}
	}
	return list, len(put)
}

// Both returns two tellings of one thing, the later second, where it is not known
// that it puts the other right, or it does not say by itself of what it speaks.
func (m *Memory) Both() (first, then *Memory, ok bool) {
	first, then = m, m.Then
	if m.Was != nil && (!m.Was.Ended || m.Open) {
		first, then = m.Was, m
	}
	return first, then, then != nil
}
