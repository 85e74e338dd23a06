package builtin

import (
	"slices"
	"strings"
)

// question answers one question or request.
func (s *scene) question(a act, r *reply) {
	calm := emotion{"contentment", 0.3}
	a = s.meant(a)
	switch a.kind {
	case kindAsk:
		s.sayFound(a.ask, r)
	case kindAskAll:
		s.sayAll(r)
	case kindAskPersona:
		s.sayOfSelf(a.ask, r)
	case kindAskTime:
		r.say(s, strings.ReplaceAll(s.line("time"), "{x}", clock(s.now, s.lang)))
	case kindAskDate:
		r.say(s, strings.ReplaceAll(s.line("date"), "{x}", dateWords(s)))
	case kindAskIntro:
		s.sayIntro(r)
	case kindAskWants:
		s.sayWants(r)
	case kindAskDream:
		s.sayDream(r)
	case kindAskOpinion:
		s.sayOpinion(a, r)
	default:
		key := fixedAnswers[a.kind]
		if key == "" {
			return
		}
		if a.kind == kindCannot {
			calm = emotion{"neutral", 0.3}
		}
		r.say(s, s.line(key))
	}
	r.emotion = r.emotion.or(calm)
}

// meant makes a question about what was told of one that only looks as if it
// were about the persona.
func (s *scene) meant(a act) act {
	switch {
	case a.kind != kindAsk && a.kind >= kindAskAll && s.asksOfSpeaker(a.text):
		a.kind, a.ask = kindAsk, s.newQuestionIn(a.text)
	case a.kind == kindAskDay && s.toldOnAskedDay(a.text):
		a.kind, a.ask = kindAsk, s.newQuestionIn(a.text)
		a.ask.terms = nil
	}
	return a
}

// toldOnAskedDay reports whether a question what somebody did names a day
// before this one of which the user has told: Japanese need not say who.
func (s *scene) toldOnAskedDay(text string) bool {
	sp := spanIn(text, s.now)
	return s.lang == japanese && !sp.empty() && sp.to.Before(dayOf(s.now)) && !s.toPersona(text) && len(s.toldIn(sp, s.current())) > 0
}

// fixedAnswers are the lines that answer what is asked of everybody.
var fixedAnswers = map[kind]string{
	kindAskNature: "nature", kindAskName: "myName", kindAskSelf: "self", kindAskMemory: "memory", kindAskDay: "day",
	kindAskAbility: "ability", kindCannot: "cannot",
}

// dateWords writes the day of the scene in full.
func dateWords(s *scene) string {
	if s.lang == japanese {
		return s.now.Format("2006年1月2日") + "、" + weekdaysJa[s.now.Weekday()] + "曜日"
	}
	return s.now.Format("Monday, 2 January 2006")
}

// sayFound answers a question from what the prompt holds, or says that it
// holds nothing.
func (s *scene) sayFound(q question, r *reply) {
	if q.kind == askName && len(q.terms) == 0 {
		s.sayUserName(r)
		return
	}
	if s.sayOfOthers(q, r) || asksSeveral(q) && s.sayEvidence(q, 4, r) {
		return
	}
	f := s.lookup(q, s.current())
	if len(f.best) == 0 {
		if !s.sayEvidence(q, 1, r) {
			s.sayUnknown(q, f, r)
		}
		return
	}
	if q.kind == askYesNo {
		r.say(s, s.yesOrNo(q, f.best[0]))
	} else if (s.seed+uint32(s.turn))%3 == 0 {
		r.say(s, s.phrase("found"))
	}
	for _, m := range f.best[:s.howMany(q, f.best)] {
		if len(q.terms) == 0 {
			m.when = s.now // the question named the day
		}
		if q.kind == askWhen {
			r.say(s, s.tellWhen(m))
		} else {
			r.say(s, s.tell(m))
		}
		r.traces = append(r.traces, m.id)
	}
	r.emotion = r.emotion.or(emotion{"contentment", 0.4})
}

// howMany says how many memories belong into an answer: one where the newest
// holds, several where the question asks for a list.
func (s *scene) howMany(q question, best []memory) int {
	list := q.kind == askAbout || len(q.terms) == 0
	if q.kind == askWhat && len(q.terms) == 1 {
		switch q.terms[0].key {
		case "@love", "@hate", "@pet", "@plan", "@eat", "@drink", "@family":
			list = true
		}
	}
	if list {
		return min(3, len(best))
	}
	return 1
}

// yesOrNo answers with the word first.
func (s *scene) yesOrNo(q question, m memory) string {
	if preferred.MatchString(m.text) && (strings.Contains(q.text, " or ") || !hasTerm(q.terms, "@love") || len(forWhat(q, m)) > 0) {
		return "" // neither yes nor no
	}
	yes := isDenied(q.text) == isDenied(m.text)
	if s.lang == english && startsWithAny(strings.ToLower(q.text), "don't ", "didn't ", "isn't ", "aren't ", "haven't ", "doesn't ") {
		yes = !isDenied(m.text)
	}
	if isOpposite(q, &m) {
		yes = !yes
	}
	if len(forbidden(q, &m)) > 0 || ended.MatchString(m.text) && !ended.MatchString(q.text) && !isDenied(m.text) {
		yes = false
	}
	return s.line(map[bool]string{true: "itIs", false: "itIsNot"}[yes])
}

// isOpposite reports whether one of question and memory speaks of liking and
// the other of disliking.
func isOpposite(q question, m *memory) bool {
	if hasTerm(q.terms, "@hate") {
		return !hasTerm(m.termsAt(), "@hate")
	}
	return hasTerm(q.terms, "@love") && !hasTerm(m.termsAt(), "@love") && hasTerm(m.termsAt(), "@hate")
}

// preferred is a liking for one thing over another.
var preferred = re(`\bprefers? .+ (?:to|than|over) (.+)$`)

// forWhat returns the terms of a question that a preference puts second.
func forWhat(q question, m memory) []term {
	g := preferred.FindStringSubmatch(m.text)
	if g == nil {
		return nil
	}
	return slices.DeleteFunc(termsOf(g[1]), func(t term) bool { return !hasTerm(q.terms, t.key) })
}

func hasTerm(ts []term, key string) bool {
	for _, t := range ts {
		if t.key == key {
			return true
		}
	}
	return false
}

// tell says a memory to the user, with the day it was told if that was
// another one.
func (s *scene) tell(m memory) string {
	text := s.spoken(m)
	if m.lang != s.lang {
		return strings.ReplaceAll(s.line("otherLanguage"), "{x}", strings.TrimRight(text, ".。"))
	}
	when := ""
	_, named := firstDate(m.text, m.lang)
	sameDay := !named.IsZero() && daysBetween(m.when, named) == 0 // nobody need hear it twice
	if !m.when.IsZero() && daysBetween(m.when, s.now) > 0 && !sameDay && !dateIn.MatchString(m.text) && (m.source == fromLog || m.source == fromRecall) {
		when = map[language]func() string{
			english:  func() string { return dayEnglish(m.when, s.now) },
			japanese: func() string { return dayJapanese(m.when, s.now) },
		}[s.lang]()
	}
	if s.lang == japanese {
		key := m.toldIn("toldWhen")
		if m.source == fromKept {
			key = "keptWhen" // the persona wrote it, or somebody else
		}
		return s.tellJapanese(text, when, key)
	}
	text = stopped(upperFirst(text), english)
	if when == "" {
		return text
	}
	if strings.Contains(when, " ") {
		when = "on " + when
	}
	return text + " " + strings.ReplaceAll(s.line(m.toldIn("toldWhen")), "{x}", when)
}

func isDigit(s string) bool { return s != "" && s[0] >= '0' && s[0] <= '9' }

// toldIn returns the key of the line that says when a memory was told, or
// written down.
func (m memory) toldIn(key string) string {
	if m.noted {
		return strings.Replace(key, "told", "noted", 1)
	}
	return key
}

func (s *scene) tellJapanese(text, when, key string) string {
	text = strings.TrimRight(text, "。")
	if endsInNoun(text) && !s.voice.casual {
		text += "だ"
	}
	if when == "" {
		key = map[bool]string{true: "tellKept", false: "tell"}[key == "keptWhen"]
	}
	if isDigit(when) && key == "toldWhen" {
		when += "に"
	}
	if when != "" {
		return strings.NewReplacer("{x}", text, "{d}", when).Replace(s.line(key))
	}
	return strings.NewReplacer("{x}", text, "{e}", s.voice.recalling(text)).Replace(s.line(key))
}

// recalling is a plain sentence before でしたね or だったよね: 三歳になるん, カレー.
func (v voice) recalling(text string) string {
	if noun, ok := strings.CutSuffix(text, "だ"); ok && !endsWithAny(noun, "ん", "い", "好き", "得意", "苦手") {
		return noun
	}
	e := v.explained(text)
	return strings.TrimSuffix(strings.TrimSuffix(e, "です"), "だ")
}

// spoken turns a memory to the persona's side.
func (s *scene) spoken(m memory) string {
	text := supersede.ReplaceAllString(m.text, "")
	text = strings.TrimSpace(strings.TrimRight(strings.TrimSpace(text), ".。 "))
	if m.lang == japanese {
		if m.source == fromHistory {
			return relativeJapanese(absoluteJapanese(s.mirrorJapanese(text), s.now), s.now)
		}
		return relativeJapanese(s.secondJapanese(text), s.now)
	}
	if m.source == fromHistory {
		return relativeEnglish(absoluteEnglish(strings.TrimSpace(factLead.ReplaceAllString(secondFromFirst(text), "")), s.now), s.now)
	}
	second, _ := secondFromThird(text, s.user)
	return relativeEnglish(second, s.now)
}

func (s *scene) sayUserName(r *reply) {
	if s.user == "" {
		r.say(s, s.phrase("unsure"))
		r.say(s, s.line("askWho"))
		r.asked = true
		return
	}
	r.say(s, strings.ReplaceAll(s.line("userName"), "{x}", s.user))
	r.emotion = r.emotion.or(emotion{"joy", 0.4})
}

// sayUnknown says that nothing answers q, and the little that comes near.
func (s *scene) sayUnknown(q question, f finding, r *reply) {
	r.emotion = r.emotion.or(emotion{"neutral", 0.2})
	if !q.user && f.near == nil && q.span.empty() && s.worldly(q) {
		r.say(s, s.line("world"))
		return
	}
	if f.near == nil && s.lang == japanese && s.sayOwnInstead(q, r) {
		return
	}
	r.say(s, s.phrase("unsure"))
	if f.near != nil && f.near.lang == s.lang {
		near := strings.TrimRight(s.spoken(*f.near), ".。")
		r.say(s, strings.NewReplacer("{X}", upperFirst(near), "{x}", near).Replace(s.line("near")))
		r.traces = append(r.traces, f.near.id)
		return
	}
	if s.seed%2 == 0 && !s.asksTooMuch() {
		r.say(s, s.line("tellMe"))
		r.asked = true
	}
}

// sayOwnInstead answers a question that names nobody of the persona, which
// Japanese need not name: どうして駅にいるの. It reports false where it is
// not meant.
func (s *scene) sayOwnInstead(q question, r *reply) bool {
	if !anySelf.MatchString(q.text) && !recallJa.MatchString(q.text) {
		whatever := q
		whatever.kind = askWhat
		if own := s.lookup(whatever, s.selfDescription()); len(own.best) > 0 && touches(q, &own.best[0]) {
			r.say(s, stopped(own.best[0].text, s.lang))
			return true
		}
	}
	key := unsureOfSelf(q.text)
	if key == "selfUnsure" || !s.mayMeanPersona(q) {
		return false
	}
	r.say(s, s.line(key))
	return true
}

// mayMeanPersona reports whether a Japanese question that names nobody may be
// meant for the persona.
func (s *scene) mayMeanPersona(q question) bool {
	if !strings.Contains(q.text, s.persona) && slices.ContainsFunc(s.utterances(), func(u *utterance) bool {
		return s.isUser(u.speaker) != "" && slices.ContainsFunc(u.claims, func(c *claim) bool { return slices.ContainsFunc(q.terms, c.holds) })
	}) {
		return false // they have talked of it
	}
	return s.lang == japanese && q.kind == askYesNo && !anySelf.MatchString(q.text) && !recallJa.MatchString(q.text) && !strings.Contains(q.text, "っけ")
}

// worldly reports whether a question is about the world rather than about
// what somebody told.
func (s *scene) worldly(q question) bool {
	for _, m := range s.current() {
		for _, t := range q.terms {
			if hasTerm(m.termsAt(), t.key) && !weak(t.key) {
				return false
			}
		}
	}
	if s.lang == japanese {
		return containsAny(q.text, "とは", "首都", "世界", "意味", "歴史", "どうやって", "方法")
	}
	return true
}

// maxToldOfUser is how many things are told at once of the user.
const maxToldOfUser = 5

// sayAll tells what is known of the user, newest first, a few things.
func (s *scene) sayAll(r *reply) {
	var mine []memory
	for _, m := range slices.Backward(s.current()) {
		if !s.isOwn(&m) && moodOf(m) == moodNone && m.lang == s.lang && m.source != fromPast && s.isOfUser(m) {
			mine = append(mine, m)
		}
	}
	mine = distinctSaid(s, mine)
	r.emotion = r.emotion.or(emotion{"contentment", 0.4})
	switch {
	case len(mine) == 0 && s.user == "":
		r.say(s, s.line("nothing"))
		return
	case len(mine) == 0:
		r.say(s, strings.ReplaceAll(s.line("onlyName"), "{x}", s.user))
		return
	case s.user != "":
		r.say(s, strings.ReplaceAll(s.line("userName"), "{x}", s.user))
	}
	r.say(s, s.listed(mine, r))
}

// listed tells the first few of a list of memories. What is told once with a
// day of the week and once with its date comes once.
func (s *scene) listed(list []memory, r *reply) string {
	between := map[language]string{english: " ", japanese: "。"}[s.lang]
	var said []string
	for _, m := range list {
		text := strings.TrimRight(s.spoken(m), ".。")
		if s.lang == english {
			text = upperFirst(text) + "."
		}
		if !slices.Contains(said, text) {
			said = append(said, text)
			r.traces = append(r.traces, m.id)
		}
		if len(said) == maxToldOfUser {
			break
		}
	}
	return strings.ReplaceAll(s.line("list"), "{x}", strings.Join(said, between))
}

func moodOf(m memory) mood {
	if m.lang == japanese {
		return moodJapanese(m.text)
	}
	return moodEnglish(m.text)
}

// distinctSaid drops what says the same as something newer, the user's name
// and what says too little.
func distinctSaid(s *scene, ms []memory) []memory {
	var out []memory
	var kept [][]term
	for _, m := range ms {
		terms := s.comparable(m.text)
		if len(terms) == 0 || nameFact.MatchString(m.text) || nameFactJa.MatchString(m.text) || nameIn(m.text) != "" || nameInJapanese(m.text) != "" || len(m.text) > 300 {
			continue
		}
		same := false
		for _, k := range kept {
			same = same || overlap(terms, k) > 0.75 && overlap(k, terms) > 0.75
		}
		if !same {
			kept = append(kept, terms)
			out = append(out, m)
		}
	}
	return out
}

// isOfUser reports whether a memory tells something of the user or theirs.
func (s *scene) isOfUser(m memory) bool {
	if m.source == fromHistory {
		if m.lang == japanese {
			return lifeJa.MatchString(m.text) || selfTopic.MatchString(m.text) || selfPossessive.MatchString(m.text) || ownTopic.MatchString(m.text)
		}
		return aboutUser(m.text) && !hedged(m.text)
	}
	if m.lang == japanese {
		return s.user != "" && strings.Contains(m.text, s.user) || strings.Contains(m.text, "ユーザー")
	}
	_, ok := secondFromThird(m.text, s.user)
	return ok
}

// sayIntro says who the persona is, as its soul begins.
func (s *scene) sayIntro(r *reply) {
	r.say(s, s.line("myName"))
	n := 0
	for _, m := range s.selfDescription() {
		if m.lang == s.lang && n < 2 {
			r.say(s, stopped(selfAsFirst(m.text), s.lang))
			n++
		}
	}
	if n == 0 {
		r.say(s, s.line("nature"))
	}
}

// selfAsFirst turns a soul written as "You are …" to the first person.
func selfAsFirst(text string) string {
	if !strings.HasPrefix(text, "You") {
		return text
	}
	ts := tokens(text)
	for i := range ts {
		ts[i].word = swap(ts[i].word, youToI)
		if i > 0 && ts[i-1].word == "I" && ts[i].word == "are" {
			ts[i].word = "am"
		}
	}
	return joinTokens(ts)
}
