package builtin

import (
	"slices"
	"strings"
	"time"

	"yumori/internal/lang"
	"yumori/internal/lang/when"
	"yumori/internal/llm"
)

// addUtterance adds what the user tells in a text of theirs: what they stand
// for, and what they heard, as they put it. like says when and where from;
// before is what they said just before it.
func (s *scene) addUtterance(text string, like memory, before ...string) {
	corrects := false
	for _, st := range lang.Statements(ownWords(text), before...) {
		st.Corrects = st.Corrects || putsRight(st.Text) || corrects && lex.Has("kin-is", st.Plain)
		corrects = st.Corrects
		for _, t := range clausesOf(tellingsOf(st, like)) {
			t.Text = lex.Expr("wrong-lead").ReplaceAllString(t.Text, "")
			if len(s.memories) < maxMemories {
				s.memories = append(s.memories, s.telling(st, t, like))
			}
		}
	}
}

// tellingsOf returns what a statement tells that its speaker stands for, or
// has heard.
func tellingsOf(st lang.Statement, like memory) []lang.Telling {
	switch {
	case lex.Has("remind-me", st.Text), st.Mode == lang.Uttered && lex.Has("has-to", st.Plain):
		return []lang.Telling{{Text: st.Text}}
	case slices.Contains(fillers, wordings()[languageOf(st.Plain, english)].talk.Kind(st.Plain)):
		return nil // it only keeps a talk going
	case st.Mode == lang.Asserted:
		return st.Tells
	case st.Mode == lang.Hearsay, st.Mode == lang.Uttered && like.asked != "":
		return []lang.Telling{{Text: st.Plain}} // the latter answers a question
	}
	return nil
}

// fillers are the kinds of small talk that tell nothing.
var fillers = strings.Fields("nvm nod yes no laugh thanks sorry greet bye night praise joke quiet")

// telling returns one telling as a memory.
func (s *scene) telling(st lang.Statement, t lang.Telling, like memory) memory {
	m := like
	m.mine = true
	m.lang = languageOf(t.Text, s.home)
	m.text, m.value, m.topic, m.about, m.subject = stopped(t.Text, m.lang), t.Value, t.Topic, t.About, st.Subject.Name
	m.corrects, m.instead = st.Corrects, t.Was
	m.open = (leansOn(st, t) || st.Corrects && t.Topic == "" && lex.Has("bare-word", t.Text)) && !stands(t.Text) && (!st.Corrects || !strings.HasPrefix(strings.ToLower(t.Text), "the "))
	last := memory{}
	if n := len(s.memories); n > 0 {
		last = s.memories[n-1]
	}
	if t.Topic == lang.TopicName && namesOther(t, last.text) {
		m.open, m.topic, m.about, m.subject = true, lang.TopicPerson, "name", "?"
	}
	m.terms = append(lang.Senses(m.text+" "+like.asked), lang.Days(s.settledText(m))...)
	if lex.Has("been-in", m.text) {
		m.terms = append(m.terms, lang.Sense{Key: "@go", Weight: 0.7})
	}
	if lex.Has("works-at", m.text) {
		m.terms = append(m.terms, lang.Sense{Key: "@work", Weight: 0.7})
	}
	if m.open && last.mine && when.Between(last.when, m.when) == 0 {
		m.terms = append(m.terms, lang.Senses(last.text)...)
	}
	return m
}

// stands reports whether a text says what is to be done, which needs nothing said before it.
func stands(text string) bool { return lex.Has("remind-me", text) || lex.Has("to-do", text) }

// bare reports whether a memory is one word.
func bare(m *memory) bool { return lex.Has("bare-word", strings.TrimRight(m.text, ".")) }

// clausesOf takes what a sentence tells of several apart: "my son is called
// Mark and my daughter is called May".
func clausesOf(tells []lang.Telling) []lang.Telling {
	var out []lang.Telling
	for _, t := range tells {
		if len(tells) > 1 {
			return tells
		}
		border := lex.Expr("clause-en")
		if strings.ContainsFunc(t.Text, isJapanese) {
			border = lex.Expr("clause-ja")
		}
		start := 0
		for _, at := range border.FindAllStringSubmatchIndex(t.Text, 6) {
			out = append(out, lang.Telling{Text: strings.TrimRight(t.Text[start:at[2]], " ,、")})
			start = at[3]
		}
		if start == 0 {
			return tells
		}
		out = append(out, lang.Telling{Text: upperFirst(strings.TrimSpace(t.Text[start:]))})
	}
	return out
}

// namesOther reports whether a name that is told without whose it is, 名前は…,
// is that of an animal or a child spoken of just before.
func namesOther(t lang.Telling, before string) bool {
	return strings.HasPrefix(t.Text, "名前は") && lex.Has("brought-in", before)
}

// leansOn reports whether a telling does not say by itself whom it is about.
func leansOn(st lang.Statement, t lang.Telling) bool {
	if st.Japanese {
		begun := lex.Has("lean-start-ja", t.Text)
		return (begun || st.Subject.Who != lang.Someone) && !lex.Has("any-self", t.Text) && (begun && t.About != "name" || !strings.ContainsAny(t.Text, "はを") && t.Topic != lang.TopicName && t.Topic != lang.TopicWork)
	}
	return st.Subject.Who == lang.Nobody || lex.Has("lean-start", t.Text)
}

// settledText is what a memory says with its days named.
func (s *scene) settledText(m memory) string {
	day := m.when
	if day.IsZero() {
		day = s.now
	}
	text := lex.Expr("changed-to").ReplaceAllString(m.text, "is on")
	if m.lang == japanese {
		text := lex.Expr("changed-ja").ReplaceAllString(m.text, "曜日にある")
		if m.corrects {
			text = lex.Expr("was-day-ja").ReplaceAllString(text, "曜日にある")
		}
		return when.SettleJapanese(text, day)
	}
	if m.corrects {
		text = lex.Expr("was-day").ReplaceAllString(text, "is $1")
	}
	return when.SettleEnglish(text, day, lang.ToldAsPast)
}

// addTalk adds what the user said so far in this talk, oldest first.
func (s *scene) addTalk() {
	var before []string
	asked, said := "", ""
	for i, t := range s.past {
		if !t.user {
			if asked = lastQuestion(t.text); asked == "" && s.knewNot(t.text) {
				asked = said // what the persona did not know, the user may tell now
			}
			s.addGivenBack(t)
			continue
		}
		said = t.text
		like := memory{source: fromHistory, asked: asked, when: s.dayOf(t), after: saidBefore(s.past, i)}
		if like.when.IsZero() {
			like.when = s.now
		}
		s.addUtterance(t.text, like, before...)
		if greets(t.text) {
			continue
		}
		if before = append(before, ownWords(t.text)); len(before) > maxBefore {
			before = before[1:]
		}
		asked = ""
	}
	s.before = before
}

// addGivenBack reads what the persona quoted of the user in a reply, which the
// next lines may put right. Nothing is answered from it: what was said may have
// been taken back since, which recall knows and an old reply does not.
func (s *scene) addGivenBack(t turn) {
	told := s.memories
	defer func() { s.memories = told }()
	for _, at := range marks.Expr("given-back").FindAllStringSubmatchIndex(t.text, maxList) {
		text := t.text[at[2]:at[3]]
		if slices.ContainsFunc(s.memories, func(m memory) bool { return strings.Trim(m.text, ".。") == strings.Trim(text, ".。") }) {
			continue
		}
		day := s.dayOf(t)
		if days := when.Find(t.text[:at[0]], day); len(days) > 0 {
			day = days[len(days)-1].From
		}
		s.memories = s.givenBack
		s.addUtterance(text, memory{source: fromRecall, when: day, order: -1})
		s.givenBack, s.memories = s.memories, told
	}
}

// saidBefore returns the last replies of the persona before a turn.
func saidBefore(past []turn, at int) string {
	var last []string
	for i := at - 1; i >= 0 && len(last) < quoteReach; i-- {
		if !past[i].user {
			last = append(last, past[i].text)
		}
	}
	return strings.Join(last, "\n")
}

// quoteReach is how many replies back one lies that a correction is of.
const quoteReach = 2

// knewNot reports whether a reply of the persona says that it does not know.
func (s *scene) knewNot(reply string) bool {
	return slices.ContainsFunc(s.replies("unsure"), func(l string) bool { return strings.Contains(reply, l) })
}

// maxBefore is how many lines back a pronoun reaches.
const maxBefore = 5

// lastQuestion returns the question that a text of the persona ends with.
func lastQuestion(text string) string {
	all := lang.Split(ownWords(marks.Expr("tag-text").ReplaceAllString(text, "")))
	if len(all) == 0 || !all[len(all)-1].Asks {
		return ""
	}
	return all[len(all)-1].Text
}

// addHeard adds what the user said in what was recalled, and what they told of
// themselves on whatever day, the oldest first.
func (s *scene) addHeard() {
	heard := slices.Clone(s.utterances())
	for _, m := range s.holds["known"] {
		if !slices.ContainsFunc(heard, func(u *utterance) bool { return u.id == m.ID }) {
			heard = append(heard, &utterance{id: m.ID, day: s.dayAt(m.Time), speaker: m.Speaker, text: llm.OneLine(m.Text)})
		}
	}
	slices.SortStableFunc(heard, func(a, b *utterance) int { return a.day.Compare(b.day) })
	asked := ""
	for _, u := range heard {
		switch {
		case s.isPersona(u.speaker):
			asked = lastQuestion(u.text)
			continue
		case u.noted, u.speaker == "":
			s.addNoted(u)
		case s.isUser(u.speaker) != "" && !s.saidHere(u):
			s.addUtterance(u.text, memory{source: fromRecall, when: u.day, id: u.id, asked: asked})
		}
		asked = ""
	}
}

// saidHere reports whether a recalled message stands in the talk as well, where
// it has its place in time: whether the index has it already is chance.
func (s *scene) saidHere(u *utterance) bool {
	return slices.ContainsFunc(s.past, func(t turn) bool {
		return t.user && !t.when.IsZero() && when.Between(s.dayOf(t), u.day) == 0 && strings.Contains(t.text, strings.TrimSpace(u.text))
	})
}

// addNoted adds what stands in a diary, an episode or among facts.
func (s *scene) addNoted(u *utterance) {
	like := memory{when: u.day, id: u.id, source: fromRecall, noted: u.noted, ended: marks.Has("until-day", u.text)}
	if s.addQuotes(u.text, like) {
		return
	}
	for _, c := range u.claims {
		if !c.asks && len(s.memories) < maxMemories {
			m := like
			m.text, m.lang = c.text, c.lang
			s.memories = append(s.memories, m)
		}
	}
}

// addQuotes adds what a text quotes of the user, each quotation for itself. It
// reports false for a text that quotes nothing.
func (s *scene) addQuotes(text string, like memory) bool {
	quotes := marks.Expr("episode-quote").FindAllStringSubmatch(s.userAsYou(text), -1)
	for _, g := range quotes {
		if len(s.memories) < maxMemories {
			m := like
			m.text, m.quoted = g[1]+g[2], true
			m.lang = languageOf(m.text, s.home)
			s.memories = append(s.memories, m)
		}
	}
	return quotes != nil
}

// userAsYou puts "You" for the user's name where an episode quotes them.
func (s *scene) userAsYou(text string) string {
	name := strings.TrimSuffix(s.user, "さん")
	if name == "" {
		return text
	}
	return strings.NewReplacer(name+": “", "You: “", name+"さん「", "相手「", name+"「", "相手「").Replace(text)
}

// told returns what holds of what was told.
func (s *scene) told() []memory {
	return slices.DeleteFunc(slices.Clone(s.recollect()), func(m memory) bool { return m.ended })
}

// quoted is what was told, in the user's own words, with what was said before
// it where it leans on that.
func (s *scene) quoted(m memory) string {
	text := strings.TrimRight(marks.Expr("chat-tail").ReplaceAllString(strings.Replace(strings.TrimRight(m.text, ".。 "), " actually ", " ", 1), "$1"), " ,")
	marks := [2]string{"“", "”"}
	if s.lang == japanese {
		marks = [2]string{"「", "」"}
	}
	text = strings.NewReplacer("“", "'", "”", "'", `"`, "'", "「", "『", "」", "』").Replace(text)
	out := marks[0] + text + marks[1]
	if m.open {
		if lead := s.leadOf(m); lead != "" {
			return s.quoted(memory{text: lead}) + map[language]string{english: " "}[s.lang] + out
		}
	}
	return out
}

// leadOf returns what the user said just before a telling on the same day.
func (s *scene) leadOf(m memory) string {
	if m.order == 0 || m.order > len(s.memories)-1 {
		return ""
	}
	lead := s.memories[m.order-1]
	if lead.lang != m.lang || when.Between(lead.when, m.when) != 0 || lead.noted || len(lead.text) > 200 {
		return ""
	}
	return lead.text
}

// onDay says on which day something was told, "" for today.
func (s *scene) onDay(t time.Time) string {
	if t.IsZero() || when.Between(t, s.now) == 0 {
		return ""
	}
	if s.lang == japanese {
		return when.NameJapanese(t, s.now) + "、"
	}
	day := when.NameEnglish(t, s.now)
	if strings.Contains(day, " ") {
		return " on " + day
	}
	return " " + day
}

// distinct drops what says the same as something before it.
func (s *scene) distinct(ms []memory) []memory {
	var out []memory
	for _, m := range ms {
		same := slices.ContainsFunc(out, func(o memory) bool { return strings.EqualFold(o.text, m.text) })
		if !same {
			out = append(out, m)
		}
	}
	return out
}

// toldIn returns what was told within the days of sp, the newest first.
func (s *scene) toldIn(sp when.Days, all []memory) []memory {
	var out []memory
	for _, m := range slices.Backward(all) {
		if m.source != fromSelf && m.topic != lang.TopicName && (!m.when.IsZero() && sp.Has(m.when) || namesDay(sp, &m)) {
			out = append(out, m)
		}
	}
	return s.distinct(out)
}
