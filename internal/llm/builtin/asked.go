package builtin

import (
	"cmp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"yumori/internal/answer"
	"yumori/internal/lang"
	"yumori/internal/lang/likely"
	"yumori/internal/lang/plain"
	"yumori/internal/lang/question"
	"yumori/internal/lang/statement"
	"yumori/internal/lang/when"
)

// asked answers a question.
func (s *scene) asked(r *reply) bool {
	if asksNothing(s) {
		return false
	}
	switch kind := askedKind(s); {
	case kind == "about":
		return s.sayAll(r)
	case kind == "due":
		return s.sayDue(r)
	case asksPersona(kind), kind == "blame": // "…, are you?"
		return s.sayPersona(kind, r)
	case asksNoFact(s, kind):
		return false
	}
	q, ok := s.asksFact(plain.OwnWords(s.said))
	if !ok {
		return false
	}
	if s.sayDocument(q, r) || s.sayOfOthers(q, r) || sayToldOrNarrower(s, q, r) {
		return true
	}
	if (s.Lang == plain.English && lex.Has("about-you", q.Text) && !q.User || s.asksOfPersona(q.Text)) && s.ownWord(r) {
		return true
	}
	return notKnown(s, q, r)
}

// asksNothing reports whether a message only seems to ask: "can you forget about him?", "what's
// the point", "im dev. well also my job".
func asksNothing(s *scene) bool {
	_, forgets := statement.Forgets(plain.OwnWords(s.said))
	return forgets || tone.Has("despairs", s.said) || isHardOnSelf(s) || s.is(likely.Muses, actAgainst) || s.is(likely.Tells, actSurely) && s.talkKind() != "due" && !asksInWords(plain.OwnWords(s.said)) || s.newName != "" && !strings.ContainsAny(s.said, "?？")
}

// asksInWords reports whether one of several sentences asks, by its mark and its words, or by words that
// need no mark, もう葺き替えましたっけ.
func asksInWords(text string) bool {
	return slices.ContainsFunc(lang.Split(text), func(sen lang.Sentence) bool {
		return tone.Has("needs-no-mark", sen.Text) || sen.Asks && (question.AsksUnmarked(sen) || tone.Has("asks-to-recall", sen.Text) || tone.Has("asks-whether", sen.Text))
	})
}

// askedKind tells what small talk the message asks, "" where it is of somebody else: one
// who was heard, or of whom the line before it speaks, 名前は？
func askedKind(s *scene) string {
	kind := cmp.Or(s.talkKind(), s.actKind(actSurely))
	if kind == "you" && s.is(likely.AsksDue, actAgainst) {
		kind = "due" // "how's the form, Luna? what have I on Wednesday?"
	}
	if kind == "" && (s.act == likely.AsksDue || s.act == likely.AsksAll) {
		kind = s.actKind(actCounts)
	}
	ofThem := kind == "myname" && lex.Has("of-them-ja", plain.OwnWords(s.said)) && answer.SpokenOf(&s.Reader) != ""
	if ofThem || recallsTold(s) || s.NamesSpeaker(s.said) {
		return ""
	}
	return kind
}

// asksNoFact reports whether small talk of a kind, or what is to be kept or not to be, asks
// for no fact.
func asksNoFact(s *scene, kind string) bool {
	switch kind {
	case "listen", "company", "luck", "nice":
		return true
	}
	return s.withholds() || !s.is(likely.Asks, actAgainst) && slices.ContainsFunc(s.statements(), asksToKeep)
}

// asksToKeep reports whether a sentence asks no more than that something be kept: "would
// you remember that for me?".
func asksToKeep(st statement.Statement) bool {
	return st.Keep && (st.Mode == statement.Request || st.Mode == statement.Asserted && st.Asks)
}

// keepsTold reports whether a sentence tells what is to be kept.
func keepsTold(st statement.Statement) bool { return st.Keep && st.Mode == statement.Asserted }

// wantsNoAnswer reports whether what asks only wants a nod, or somebody near: "why me?".
func wantsNoAnswer(s *scene) bool {
	return tone.Has("rhetorical", s.said) || s.is(likely.Muses, actAgainst) || s.is(likely.Tells, actCounts) && !asksInWords(plain.OwnWords(s.said)) || worries(s)
}

// notKnown says that a question has no answer, so far as it wants one.
func notKnown(s *scene, q question.Asking, r *reply) bool {
	if kind := s.actKind(actCounts); asksPersona(kind) && !recallsTold(s) {
		return s.sayPersona(kind, r)
	}
	g, _ := s.under()
	grave := g != lang.NotGrave || s.sadLately()
	switch {
	case grave && (q.Kind == question.AskWhy || tone.Has("advice", s.said)) && !tone.Has("recalls", s.said), wantsNoAnswer(s):
		return false
	case s.foundInNone(q):
		return s.says(r, "document.none", calm)
	case q.Kind == question.AskYesNo && s.Lang == plain.English && len(plain.Words(q.Text)) < 3:
		return s.says(r, "unclear", calm) // "Glad?"
	case sayNear(s, q, r):
	case s.is(likely.OfWorld, actCounts):
		r.say(s, s.reply("cannot"))
	case asksOfTold(s, q), s.is(likely.Asks, actCounts):
		r.say(s, s.reply("unsure"))
	default:
		r.say(s, s.reply("beyond"))
	}
	return true
}

// worries reports whether the message surely tells how the user feels, in words that ask: "how
// am i gonna pay rent".
func worries(s *scene) bool {
	mood, sure := likely.MoodOf(plain.OwnWords(s.said))
	return sure >= worriesFrom && strings.HasPrefix(moodKinds[mood], "feeling.") && !s.is(likely.Asks, actCounts)
}

// worriesFrom is the chance from which on it does.
const worriesFrom = 0.5

// asksOfTold reports whether a question is of what the user may have told, rather
// than of the world, the persona or the talk.
func asksOfTold(s *scene, q question.Asking) bool {
	if s.asksOfPersona(q.Text) && !lex.Has("any-self", q.Text) {
		return false
	}
	return tone.Has("of-told", q.Text) || lex.Has("any-self", q.Text) || lex.Has("about-me", q.Text) || question.IsPerson(q.Senses) || question.IsPet(q.Senses) ||
		q.Kind == question.AskWho || q.Kind == question.AskWhen || q.Kind == question.AskName || q.Kind == question.AskAbout ||
		slices.ContainsFunc(s.Told(), func(m answer.Memory) bool { return lang.Overlap(q.Senses, lang.Senses(m.Text)) > 0 })
}

// sayOfOthers answers a question about others in their own words, or says that
// it does not know. It reports false when the question is about nobody else.
func (s *scene) sayOfOthers(q question.Asking, r *reply) bool {
	others, ok := s.OfOthers(q)
	if !ok {
		return false
	}
	lead, shape := "", "{x}"
	if others.Near {
		shape = s.reply("found.near")
	} else if (s.seed+uint32(s.turn))%3 == 0 {
		lead = s.phrase("found")
	}
	text, ids := others.Quote(answerLimit - utf8.RuneCountInString(lead+shape))
	if text == "" {
		r.say(s, s.reply("unsure"))
		return true
	}
	r.say(s, lead)
	r.say(s, strings.ReplaceAll(shape, "{x}", text))
	r.traces = append(r.traces, ids...)
	return true
}

// asksFact returns what a text asks, if it asks something.
func (s *hearing) asksFact(text string) (question.Asking, bool) {
	if s.Lang == plain.English {
		text = answer.AsNamed(&s.Reader, text)
	} else {
		text = s.AsSelf(text)
	}
	list, rest := lang.Split(text), question.Asking{}
	for i, sen := range slices.Backward(list) {
		if !sen.Asks && !question.AsksUnmarked(sen) && slices.ContainsFunc(statement.Statements(sen.Text), corrects) {
			return question.Asking{}, false // "I said Spain? He moved, actually"
		}
		q, ok := s.askedIn(sen, len(list), text)
		switch {
		case !ok, len(list) > 1 && tone.Has("rhetorical", sen.Text): // "no, viola. what am i saying"
		case onlyRecalls(q) && len(list) > 1 && rest.Text == "":
			rest = ofSentenceBefore(q, list, i) // "what is she studying? u remember?", 父がいつ…、話しましたよね。いつでしたっけ
		default:
			return withFragments(ofOneBefore(q, list[:i]), list[:i]), true
		}
	}
	return rest, rest.Text != ""
}

// onlyRecalls reports whether a question names nothing that it asks for.
func onlyRecalls(q question.Asking) bool {
	return lex.Has("only-told", q.Text) || len(q.Senses) == 0 && (q.Kind == question.AskYesNo || q.Kind == question.AskWhen)
}

// askedIn returns what a sentence, one of so many of a text, asks, if it does.
func (s *hearing) askedIn(sen lang.Sentence, of int, text string) (question.Asking, bool) {
	if (of > 1 && !strings.ContainsAny(text, "?？") && lex.Has("muses-ja", sen.Text) || lex.Has("insists-ja", sen.Text)) && !lex.Has("asks-which-ja", sen.Text) {
		return question.Asking{}, false // "…。絵里ちゃんだったかしら", 女の子だよ？
	}
	if slices.ContainsFunc(statement.Statements(sen.Text), keepsTold) || tone.Has("thinks-aloud", sen.Text) {
		return question.Asking{}, false // "please remember that I park on level 3"
	}
	sen.Asks = sen.Asks || s.asksUnmarked(sen, of)
	q, ok := question.Asked(sen, s.Persona, s.Now)
	return q, ok && !greets(sen.Text+"?")
}

// answerLimit is how long an answer from memory is at most, in characters.
const answerLimit = 300

// How many tellings an answer holds, and how many a list.
const (
	maxAnswer = 3
	maxList   = 8
)

// sayTold answers from what the user told, in their words. It reports false
// when nothing of it answers.
func (s *scene) sayTold(q question.Asking, r *reply) bool {
	asked := q
	asked.Senses = slices.Clone(q.Senses)
	s.Refer(&q)
	refers := len(q.Senses) > len(asked.Senses) && lex.Has("he-or-she", q.Text)
	if q.Kind == question.AskName && len(q.Senses) == 0 && !lex.Has("he-or-she", q.Text) {
		return !lex.Has("name-of-other-ja", plain.OwnWords(s.said)) && s.sayUserName(r)
	}
	if m, ok := answer.Against(&s.Reader, q); ok {
		s.sayListed("found", []answer.Memory{m}, r)
		return true
	}
	s.ranked = answer.Rank(&s.Reader, q)
	best := slices.DeleteFunc(s.Best(&q), func(m answer.Memory) bool { return refers && onlyOfWhom(asked, m) || hurtsAside(q, m) })
	if m, ok := answer.Valued(&s.Reader, q, best); ok && !lacksNamed(s, q, m) {
		sayAsNear(s, q, m, r)
		return true
	}
	if former := s.Former(q); len(former) > 0 && (len(best) == 0 || best[0].Was == nil) {
		return sayEnded(s, former[0], r)
	}
	if best = surest(s, q, best); len(best) == 0 {
		return false
	}
	return sayBest(s, q, best[:min(wanted(q), len(best))], r)
}

// hurtsAside reports whether a telling is of what weighs and of little that a question asks.
func hurtsAside(q question.Asking, m answer.Memory) bool {
	return !answer.Painful(q) && lang.GraveOf(m.Text) == lang.Death && lang.Overlap(q.Senses, lang.Senses(m.Text)) < 0.5
}

// sayBest answers with the best of what was told, so much as is wanted. It reports false
// where that does not say when.
func sayBest(s *scene, q question.Asking, best []answer.Memory, r *reply) bool {
	if wanted(q) == 1 && (s.sayFormer(q, best[0], r) || s.sayBoth(q, best[0], r)) || (wanted(q) == 1 || q.Kind == question.AskWhen) && sayRighted(s, q, best[0], r) {
		return true
	}
	if q.Kind == question.AskWhere && !s.Fits(q, &best[0]) {
		return false
	}
	if q.Kind == question.AskWhen {
		if onlyWhom(q, best[0]) || lacksHour(q, best[0].Text) {
			return false
		}
		if sayMoment(s, q, best[0], r) {
			return true
		}
		if !s.Fits(q, &best[0]) {
			return false
		}
	}
	s.sayListed("found", best, r)
	return true
}

// lacksHour reports whether a question asks for a time of day, and a text has none.
func lacksHour(q question.Asking, text string) bool {
	v, _ := q.ValueAsked()
	return v == question.Clock && !v.In(text) || lex.Has("hour-asked-ja", q.Text) && !strings.ContainsAny(text, "時:：")
}

// sayMoment tells the time that a telling names, where it is of the kind that is asked for.
func sayMoment(s *scene, q question.Asking, m answer.Memory, r *reply) bool {
	w := s.Moment(q, m)
	weekly := strings.Contains(m.Text, "曜") && (!strings.ContainsAny(w, "日曜") || lex.Has("weekday-asked-ja", q.Text))
	always := s.Lang == plain.Japanese && (lex.Has("weekdays-ja", m.Text) || weekly)
	if w == "" || namesSeveral(s, m, w) || always || lacksHour(q, w) {
		return false
	}
	r.say(s, s.worded("found.when", m, w))
	r.traces = append(r.traces, m.ID)
	r.emotion = calm
	return true
}

// namesSeveral reports whether a Japanese telling names another day beside one: which of them
// is asked for is not known.
func namesSeveral(s *scene, m answer.Memory, day string) bool {
	m.Text = lex.Replace("moved-from", m.Text)
	return s.Lang == plain.Japanese && when.MomentJapanese(strings.Replace(s.Settled(m), day, "", 1)) != ""
}

// wanted is how many tellings a question wants at most.
func wanted(q question.Asking) int {
	switch {
	case q.Kind == question.AskAbout || len(q.Senses) == 0:
		return maxList
	case answer.AsksSeveral(q):
		return maxAnswer
	}
	return 1
}

// sayFormer tells, where it is asked for, what was so before as well, and until
// when: the day that the later telling names, else the one it was told on.
func (s *scene) sayFormer(q question.Asking, m answer.Memory, r *reply) bool {
	if m.Was == nil || !m.Was.Ended || m.Was.Text == m.Text || !lex.Has("past-asked", q.Text) && !lex.Has("was-asked", q.Text) {
		return false
	}
	m.Open = false
	r.say(s, s.worded("found", m, ""))
	until, day := "was", untilDay(s, m.When)
	if changed := s.Moment(q, m); changed != "" {
		until, day = "was.from", strings.TrimPrefix(strings.TrimPrefix(changed, "On "), "In ")
	} else if when.Between(m.Was.When, m.When) == 0 {
		until = "was.sameday"
	}
	r.say(s, s.worded(until, answer.Memory{Text: m.Was.Text, When: m.When}, day))
	r.traces = append(r.traces, m.ID, m.Was.ID)
	r.emotion = calm
	return true
}

// sayEnded tells what was so before, and what is so since.
func sayEnded(s *scene, was answer.Memory, r *reply) bool {
	now := *was.Then
	for now.Ended && now.Then != nil { // what puts right is later: this ends
		now = *now.Then
	}
	now.Open = false
	r.say(s, s.worded("found", now, ""))
	r.say(s, s.worded("was.sameday", answer.Memory{Text: was.Text, When: now.When}, ""))
	r.traces = append(r.traces, now.ID, was.ID)
	r.emotion = calm
	return true
}

// untilDay names the day up to which something was so.
func untilDay(s *scene, t time.Time) string {
	if s.Lang == plain.Japanese {
		return when.NameJapanese(t, s.Now)
	}
	return when.NameEnglish(t, s.Now)
}

// worded puts a telling into a reply, w being the time it speaks of.
func (s *scene) worded(key string, m answer.Memory, w string) string {
	d := s.onDay(m.When)
	return strings.NewReplacer("{d}", d, "{x}", s.Quote(m), "{w}", w).Replace(s.reply(key))
}

// sayListed says some tellings, each with its day.
func (s *scene) sayListed(key string, list []answer.Memory, r *reply) {
	day := list[0].When
	switch {
	case key == "found" && !list[0].Mine:
		key = "found.noted"
	case key == "about":
		day = s.Now // each has its own
	}
	var parts []string
	for _, m := range inMessages(list) {
		m.Open = m.Open && len(list) == 1 // in a list, what was said before it stands for itself
		part := s.Quote(m)
		if slices.Contains(parts, part) {
			continue
		}
		if when.Between(m.When, day) != 0 && !m.When.IsZero() {
			d := strings.Trim(s.onDay(m.When), " 、")
			if s.Lang == plain.Japanese {
				part += "（" + when.NameJapanese(m.When, s.Now) + "）"
			} else if d != "" {
				part += " (" + strings.TrimPrefix(d, "on ") + ")"
			}
		}
		parts = append(parts, part)
		r.traces = append(r.traces, m.ID)
	}
	sep := map[plain.Language]string{plain.English: " "}[s.Lang]
	text := strings.Join(parts, sep)
	r.say(s, strings.NewReplacer("{d}", s.onDay(day), "{x}", text).Replace(s.reply(key)))
	r.emotion = calm
}

// inMessages returns some tellings in their order, but those of one message as they
// were said in it.
func inMessages(list []answer.Memory) []answer.Memory {
	out := slices.Clone(list)
	for i := 0; i < len(out); {
		n := i + 1
		for n < len(out) && out[n].ID == out[i].ID && out[n].When.Equal(out[i].When) {
			n++
		}
		slices.SortStableFunc(out[i:n], answer.Said)
		i = n
	}
	return out
}

func (s *scene) sayUserName(r *reply) bool {
	if s.User == "" {
		r.say(s, s.reply("unsure"))
		return true
	}
	r.say(s, strings.ReplaceAll(s.reply("name.user"), "{x}", strings.TrimSuffix(s.User, "さん")))
	r.emotion = emotion{"joy", 0.4}
	return true
}

// sayAll tells what is known of the user, of what tells most the newest.
func (s *scene) sayAll(r *reply) bool {
	r.emotion = calm
	mine := s.Known()
	if len(mine) == 0 {
		if s.User != "" {
			r.say(s, strings.ReplaceAll(s.reply("name.user"), "{x}", strings.TrimSuffix(s.User, "さん")))
		}
		r.say(s, s.reply("about.none"))
		return true
	}
	mine = mine[:min(maxList, len(mine))]
	if s.User != "" && !slices.ContainsFunc(mine, func(m answer.Memory) bool { return m.Topic == statement.TopicName }) {
		r.say(s, strings.ReplaceAll(s.reply("name.user"), "{x}", strings.TrimSuffix(s.User, "さん")))
	}
	s.sayListed("about", mine, r)
	return true
}

// sayBoth tells both of two tellings of one thing, the later first, where it
// is not known which of them holds, or the later takes one from a number.
func (s *scene) sayBoth(q question.Asking, m answer.Memory, r *reply) bool {
	if lost, ok := s.LostSince(m); ok && q.Kind == question.AskNumber {
		m.Then = &lost
	}
	first, then, ok := m.Both()
	if !ok || len(q.Senses) > 0 && lang.Overlap(q.Senses, lang.Senses(first.Text+" "+then.Text)) == 0 {
		return false // neither says by itself what is asked for
	}
	if lex.Has("denial", then.Text) && !answer.OfOneMatter(q, first.Text, then.Text) && s.Lang == plain.English && len(lang.ProperNames(then.Text)) == 0 {
		return false // "not speaking now" puts no brother's name right
	}
	if newer, chance := answer.RightedLater(&s.Reader, q, *then); chance > 0 {
		first, then = then, &newer
	}
	if whole, ok := answer.SlipOf(&s.Reader, *then); ok {
		then = &whole
	}
	if s.Fits(q, then) && !s.Fits(q, first) {
		s.sayListed("found", []answer.Memory{*then}, r) // "he fell" says nothing of which hospital
		return true
	}
	sayInTurn(s, "found.both", []answer.Memory{{Text: first.Text, ID: first.ID}, {Text: then.Text, ID: then.ID, When: then.When}}, r)
	return true
}

// sayRighted tells what was told with the later line that likely puts it right, and no more of
// that than that it came later.
func sayRighted(s *scene, q question.Asking, m answer.Memory, r *reply) bool {
	if then, chance := answer.RightedLater(&s.Reader, q, m); chance > 0 && s.Quote(then) != s.Quote(m) {
		sayInTurn(s, "found.later", []answer.Memory{m, then}, r)
		return true
	}
	whole, ok := answer.SlipOf(&s.Reader, m)
	if ok {
		s.sayListed("found", []answer.Memory{whole}, r)
	}
	return ok
}

// onDay says on which day something was told, "" for today.
func (s *hearing) onDay(t time.Time) string {
	if t.IsZero() || when.Between(t, s.Now) == 0 {
		return ""
	}
	if s.Lang == plain.Japanese {
		return when.NameJapanese(t, s.Now) + "、"
	}
	day := when.NameEnglish(t, s.Now)
	if strings.Contains(day, " ") {
		return " on " + day
	}
	return " " + day
}
