package answer

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"yumori/internal/lang"
	"yumori/internal/lang/plain"
	"yumori/internal/lang/question"
	"yumori/internal/lang/statement"
	"yumori/internal/lang/when"
	"yumori/internal/llm"
)

// addUtterance adds what the user tells in a text of theirs: what they stand
// for, and what they heard, as they put it. like says when and where from;
// before is what they said just before it.
func (ts *tellings) addUtterance(text string, like Memory, before ...string) {
	corrects, off := false, false
	ts.line++
	like.line = ts.line
	list := statement.Statements(plain.OwnWords(text), before...)
	ts.addMessage(list, like)
	like.whole = ts.wholeLine(list)
	for _, st := range list {
		st.Corrects = st.Corrects || PutsRight(st.Text) || corrects && lex.Has("kin-is", st.Plain) || off && hasMoment(st.Text)
		corrects, off = st.Corrects, lex.Has("puts-off", st.Text)
		tells := ts.tellingsOf(st, like)
		if tells == nil && mayBeToldNear(st) && !slices.Contains(fillers, ts.Idle(st.Plain)) && len(ts.uttered) < maxMemories {
			ts.uttered = append(ts.uttered, ts.telling(st, statement.Telling{Text: st.Text}, like))
		}
		if st.Mode != statement.Hearsay {
			tells = clausesOf(tells)
		}
		for _, t := range tells {
			t.Text = lex.Expr("wrong-lead").ReplaceAllString(t.Text, "")
			if len(ts.memories) < maxMemories {
				ts.memories = append(ts.memories, ts.telling(st, t, like))
			}
		}
	}
}

// mayBeToldNear reports whether a statement that tells nothing may be near to a question:
// a part of a sentence, or what its speaker thinks of doing.
func mayBeToldNear(st statement.Statement) bool {
	return st.Mode == statement.Uttered || st.Mode == statement.Supposed && lex.Has("mulls-ja", st.Plain)
}

// tellingsOf returns what a statement tells that its speaker stands for, or
// has heard.
func (ts *tellings) tellingsOf(st statement.Statement, like Memory) []statement.Telling {
	switch {
	case lex.Has("of-reply", st.Plain):
		return nil
	case lex.Has("remind-me", st.Text), st.Mode == statement.Uttered && lex.Has("has-to", st.Plain):
		return []statement.Telling{{Text: st.Text}}
	case !st.Corrects && slices.Contains(fillers, ts.Idle(st.Plain)):
		return nil // it only keeps a talk going
	case st.Mode == statement.Asserted:
		return st.Tells
	case st.Mode == statement.Hearsay, st.Mode == statement.Uttered && like.asked != "":
		return []statement.Telling{{Text: st.Plain}} // the latter answers a question
	}
	return nil
}

// fillers are the kinds of small talk that tell nothing.
var fillers = strings.Fields("nvm nod yes no laugh thanks sorry greet bye night praise joke quiet protest")

// telling returns one telling as a memory.
func (ts *tellings) telling(st statement.Statement, t statement.Telling, like Memory) Memory {
	m := like
	m.Mine = true
	m.Lang = plain.LanguageOf(t.Text, ts.Home)
	m.Text, m.Value, m.Topic, m.about, m.subject = plain.Stopped(t.Text, m.Lang), t.Value, t.Topic, t.About, st.Subject.Name
	m.of = st.Subject.Who
	if t.About == "name" && t.Of.Name != "" { // of each its own, where a sentence names two
		m.subject = t.Of.Name
	}
	if lex.Has("self-first-ja", t.Text) { // 兄は医学部、私は浪人生
		m.of, m.subject = statement.Speaker, ""
	}
	m.Corrects, m.chosen, m.instead = st.Corrects, lex.Has("chosen-en", st.Text), t.Was
	m.amended = t.Was != ""
	work := t.Topic == statement.TopicWork
	if st.Japanese && st.Subject.Who == statement.Nobody { // it is of the user, or of whom was spoken of
		t.Topic, t.About = "", ""
		m.Topic, m.about, m.Value = "", "", ""
	}
	m.toDo = lex.Has("to-do", t.Text) || lex.Has("to-do-part-ja", t.Text) && lex.Has("to-do", st.Text)
	m.Open = isOpen(st, t)
	last := Memory{}
	if n := len(ts.memories); n > 0 {
		last = ts.memories[n-1]
	}
	if t.Topic == statement.TopicName && NamesOther(t, last.Text) {
		m.Open, m.Topic, m.about, m.subject = true, statement.TopicPerson, "name", "?"
	}
	m.terms = append(lang.Senses(m.Text+" "+like.asked), question.Days(ts.Settled(m))...)
	m.terms = append(m.terms, impliedIn(m.Text)...)
	if work {
		m.terms = append(m.terms, lang.Sense{Key: "@work", Weight: 0.7})
	}
	m.leanOn(last)
	return m
}

// impliedIn returns what a text says without a word for it: that somebody has gone to a place, cannot
// stand something, works, lives somewhere, or goes to a school.
func impliedIn(text string) (list []lang.Sense) {
	for expr, implied := range map[string]lang.Sense{
		"been-in": {Key: "@go", Weight: 0.7}, "works-at": {Key: "@work", Weight: 0.7}, "school-at": {Key: "school", Weight: 0.7}, "lives-at": {Key: "@live", Weight: 0.7},
	} {
		if lex.Has(expr, text) {
			list = append(list, implied)
		}
	}
	if cannotBear(text) {
		list = append(list, lang.Sense{Key: "@hate", Weight: 1})
	}
	return list
}

// cannotBear reports whether a text says, or asks, what somebody cannot stand.
func cannotBear(text string) bool {
	return lex.Has("cant-stand", text) && !lex.Has("cant-stand-not", text)
}

// isOpen reports whether a telling does not say by itself of whom or what it is.
func isOpen(st statement.Statement, t statement.Telling) bool {
	leans := leansOn(st, t) || st.Corrects && t.Topic == "" && lex.Has("bare-word", t.Text)
	return leans && !stands(t.Text) && (!st.Corrects || !strings.HasPrefix(strings.ToLower(t.Text), "the "))
}

// leanOn gives a telling that does not say by itself of whom it is what was said
// just before it.
func (m *Memory) leanOn(last Memory) {
	if !m.Open || !last.Mine || when.Between(last.When, m.When) != 0 {
		return
	}
	if last.line == m.line || m.leansBack() {
		m.lead = last.Text
		m.terms = append(m.terms, lang.Senses(last.Text)...)
	}
}

// stands reports whether a text says what is to be done, which needs nothing said before it.
func stands(text string) bool { return lex.Has("remind-me", text) || lex.Has("to-do", text) }

// bare reports whether a memory is one word.
func bare(m *Memory) bool { return lex.Has("bare-word", strings.TrimRight(m.Text, ".")) }

// NamesOther reports whether a name that is told without whose it is, 名前は…,
// is that of an animal or a child spoken of just before.
func NamesOther(t statement.Telling, before string) bool {
	return strings.HasPrefix(t.Text, "名前は") && lex.Has("brought-in", before)
}

// leansOn reports whether a telling does not say by itself whom it is about.
func leansOn(st statement.Statement, t statement.Telling) bool {
	switch {
	case !st.Japanese:
		return st.Subject.Who == statement.Nobody || lex.Has("lean-start", t.Text)
	case lex.Has("explains-ja", t.Text), pointsBack(st, t.Text):
		return true
	case lex.Has("any-self", t.Text):
		return false
	}
	begun := lex.Has("lean-start-ja", t.Text)
	return (begun || st.Subject.Who != statement.Someone) && (begun && t.About != "name" || !strings.ContainsAny(t.Text, "はを") && t.Topic != statement.TopicName && t.Topic != statement.TopicWork)
}

// pointsBack reports whether a Japanese telling is of whom the one before it is of: by a word for that, by
// handing on what they said, or by leaving out who does it where somebody was just spoken of.
func pointsBack(st statement.Statement, text string) bool {
	if lex.Has("points-back-ja", text) {
		return true
	}
	if lex.Has("other-topic", lex.Expr("time-topic").ReplaceAllString(text, "")) {
		return false
	}
	return lex.Has("heard-ja", text) && len(lang.Persons(text)) == 0 || st.Subject.Who == statement.Nobody && !lex.Has("any-self", text)
}

// Settled is what a memory says with its days named.
func (ts *tellings) Settled(m Memory) string {
	day := cmp.Or(m.dated, m.When)
	if day.IsZero() {
		day = ts.Now
	}
	text := lex.Expr("changed-to").ReplaceAllString(m.Text, "is on")
	if m.Lang == plain.Japanese {
		text := lex.Expr("changed-ja").ReplaceAllString(m.Text, "曜日にある")
		if m.Corrects {
			text = lex.Expr("was-day-ja").ReplaceAllString(text, "曜日にある")
		}
		return when.SettleJapanese(text, day)
	}
	if m.Corrects {
		text = lex.Expr("was-day").ReplaceAllString(text, "is $1")
	}
	return when.SettleEnglish(text, day, lang.ToldAsPast)
}

// addTalk adds what the user said so far in this talk, oldest first.
func (ts *tellings) addTalk() {
	var before []string
	asked, said := "", ""
	for i, t := range ts.Past {
		ts.KeepTyped(t)
		if !t.User {
			if asked = lastQuestion(t.Text); asked == "" && ts.KnewNot(t.Text) && i+1 < len(ts.Past) && isShort(ts.Past[i+1].Text) {
				asked = said // what the persona did not know, the user may tell now
			}
			ts.addGivenBack(t)
			continue
		}
		said = t.Text
		like := Memory{source: fromHistory, asked: asked, When: ts.dayOf(t), after: saidBefore(ts.Past, i)}
		if like.When.IsZero() {
			like.When = ts.Now
		}
		ts.addUtterance(t.Text, like, before...)
		if ts.Idle(t.Text) == "greet" {
			continue
		}
		if before = append(before, plain.OwnWords(t.Text)); len(before) > MaxBefore {
			before = before[1:]
		}
		asked = ""
	}
	ts.before = before
}

// isShort reports whether a line has no more words than an answer.
func isShort(line string) bool {
	if lang.Japanese(line) {
		return utf8.RuneCountInString(line) <= 12
	}
	return len(strings.Fields(line)) <= 5
}

// addGivenBack reads what the persona quoted of the user in a reply, which the
// next lines may put right. Nothing is answered from it: what was said may have
// been taken back since, which recall knows and an old reply does not.
func (ts *tellings) addGivenBack(t Turn) {
	told := ts.memories
	defer func() { ts.memories = told }()
	for _, at := range marks.Expr("given-back").FindAllStringSubmatchIndex(t.Text, maxGivenBack) {
		text := t.Text[at[2]:at[3]]
		if slices.ContainsFunc(ts.memories, func(m Memory) bool { return strings.Trim(m.Text, ".。") == strings.Trim(text, ".。") }) {
			continue
		}
		day := ts.dayOf(t)
		if days := when.Find(t.Text[:at[0]], day); len(days) > 0 {
			day = days[len(days)-1].From
		}
		ts.memories = ts.givenBack
		ts.addUtterance(text, Memory{source: fromRecall, When: day, order: -1})
		ts.givenBack, ts.memories = ts.memories, told
	}
}

// saidBefore returns the last replies of the persona before a turn.
func saidBefore(past []Turn, at int) string {
	var last []string
	for i := at - 1; i >= 0 && len(last) < quoteReach; i-- {
		if !past[i].User {
			last = append(last, past[i].Text)
		}
	}
	return strings.Join(last, "\n")
}

// maxGivenBack bounds the quotations that are read of one reply.
const maxGivenBack = 8

// quoteReach is how many replies back one lies that a correction is of.
const quoteReach = 2

// MaxBefore is how many lines back a pronoun reaches.
const MaxBefore = 5

// lastQuestion returns the question that a text of the persona ends with.
func lastQuestion(text string) string {
	all := lang.Split(plain.OwnWords(marks.Expr("tag-text").ReplaceAllString(text, "")))
	if len(all) == 0 || !all[len(all)-1].Asks {
		return ""
	}
	return all[len(all)-1].Text
}

// addHeard adds what the user said in what was recalled, and what they told of
// themselves on whatever day, the oldest first.
func (ts *tellings) addHeard() {
	heard := slices.Clone(ts.utterances())
	for _, m := range ts.Holds["known"] {
		if !slices.ContainsFunc(heard, func(u *utterance) bool { return u.id == m.ID }) {
			heard = append(heard, &utterance{id: m.ID, day: ts.dayAt(m.Time), speaker: m.Speaker, text: llm.OneLine(m.Text)})
		}
	}
	slices.SortStableFunc(heard, func(a, b *utterance) int { return a.day.Compare(b.day) })
	asked := ""
	for _, u := range heard {
		switch {
		case ts.IsPersona(u.speaker):
			asked = lastQuestion(u.text)
			continue
		case u.noted, u.speaker == "":
			ts.addNoted(u)
		case ts.isUser(u.speaker) != "" && !ts.saidHere(u):
			ts.addUtterance(u.text, Memory{source: fromRecall, When: u.day, ID: u.id, asked: asked, righted: u.righted})
		}
		asked = ""
	}
}

// saidHere reports whether a recalled message stands in the talk as well, where
// it has its place in time: whether the index has it already is chance.
func (ts *tellings) saidHere(u *utterance) bool {
	return slices.ContainsFunc(ts.Past, func(t Turn) bool {
		return t.User && !t.When.IsZero() && when.Between(ts.dayOf(t), u.day) == 0 && strings.Contains(t.Text, strings.TrimSpace(u.text))
	})
}

// addNoted adds what stands in a diary, an episode or among facts.
func (ts *tellings) addNoted(u *utterance) {
	like := Memory{When: u.day, ID: u.id, source: fromRecall, noted: u.noted, Ended: marks.Has("until-day", u.text)}
	if ts.addQuotes(u.text, like) {
		return
	}
	for _, c := range u.claims {
		if !c.asks && len(ts.memories) < maxMemories {
			m := like
			m.Text, m.Lang = c.text, c.lang
			ts.memories = append(ts.memories, m)
		}
	}
}

// addQuotes adds what a text quotes of the user, each quotation for itself. It
// reports false for a text that quotes nothing.
func (ts *tellings) addQuotes(text string, like Memory) bool {
	quotes := marks.Expr("episode-quote").FindAllStringSubmatch(ts.userAsYou(text), -1)
	for _, g := range quotes {
		if len(ts.memories) < maxMemories {
			m := like
			m.Text, m.Quoted = g[1]+g[2], true
			m.Lang = plain.LanguageOf(m.Text, ts.Home)
			ts.memories = append(ts.memories, m)
		}
	}
	return quotes != nil
}

// userAsYou puts "You" for the user's name where an episode quotes them.
func (k *Talk) userAsYou(text string) string {
	name := strings.TrimSuffix(k.User, "さん")
	if name == "" {
		return text
	}
	return strings.NewReplacer(name+": “", "You: “", name+"さん「", "相手「", name+"「", "相手「").Replace(text)
}

// Told returns what holds of what was told.
func (rd *Reader) Told() []Memory {
	return slices.DeleteFunc(slices.Clone(rd.All()), func(m Memory) bool { return m.Ended })
}

// stopBetween stands between two sentences; it is never written to.
var stopBetween = map[plain.Language]string{plain.English: ". ", plain.Japanese: "。"}

// Quote is what was told, in the user's own words, with what was said before
// it where it leans on that.
func (rd *Reader) Quote(m Memory) string {
	text := rd.typed(strings.TrimRight(m.Text, ".。 "))
	sep := stopBetween[m.Lang]
	if whole := strings.Join(m.whole, sep); !rd.rightedLine(m) && strings.Contains(strings.ToLower(whole), strings.ToLower(strings.TrimRight(m.Text, ".。"))) && sensitive(whole) == sensitive(m.Text) {
		var typed []string
		for _, part := range m.whole {
			if part = strings.TrimRight(rd.typed(part), "."); !slices.Contains(typed, part) { // a whole line, for each sentence of it
				typed = append(typed, part)
			}
		}
		text = cmp.Or(rd.stretch(typed), strings.Join(typed, sep))
		m.Open = m.Open && !rd.leadInLine(m)
	}
	text = strings.TrimRight(marks.Expr("chat-tail").ReplaceAllString(strings.Replace(text, " actually ", " ", 1), "$1"), " ,")
	if m.Mine {
		text = statement.WithoutWish(text)
	}
	marks := [2]string{"“", "”"}
	if rd.Lang == plain.Japanese {
		marks = [2]string{"「", "」"}
	}
	text = strings.NewReplacer("“", "'", "”", "'", `"`, "'", "「", "『", "」", "』").Replace(text)
	out := marks[0] + text + marks[1]
	if m.righted || m.amended && !strings.Contains(strings.ToLower(lineOf(rd, m)), strings.ToLower(strings.TrimRight(m.Text, ".。"))) {
		out += putRight[rd.Lang]
	}
	if lead := leadQuoted(rd, m); lead != "" {
		return rd.Quote(Memory{Text: lead, Lang: m.Lang}) + map[plain.Language]string{plain.English: " "}[rd.Lang] + out
	}
	return out
}

// leadQuoted returns what is quoted before a telling that says too little by itself: the sentence before
// it, or all of another line, "my sister-in-law Saya got engaged. To Kohei" of "those two"; "" for none.
func leadQuoted(rd *Reader, m Memory) string {
	if !m.Open || utf8.RuneCountInString(m.Text) > maxLeaning[m.Lang] {
		return ""
	}
	lead := rd.leadOf(m)
	if lead == "" || rd.memories[m.order-1].line == m.line {
		return lead
	}
	return Whole(rd, rd.memories[m.order-1]).Text
}

// maxLeaning is of how many characters a telling is at most that says too little without what was said
// before it.
var maxLeaning = map[plain.Language]int{plain.English: 100, plain.Japanese: 50}

// putRight stands behind words that nobody said as they stand: a line with the value that
// another put into it.
var putRight = map[plain.Language]string{plain.English: " (as you put it right)", plain.Japanese: "（訂正後）"}

// rightedLine reports whether something told in the line of a telling was put right since.
func (ts *tellings) rightedLine(m Memory) bool {
	righted := func(o Memory) bool { return o.line == m.line && o.Ended && o.Mine && m.line > 0 }
	return slices.ContainsFunc(ts.memories, righted) || slices.ContainsFunc(ts.uttered, righted)
}

// leadInLine reports whether what was said before a telling stands in its own line.
func (ts *tellings) leadInLine(m Memory) bool {
	return m.order > 0 && m.order < len(ts.memories) && ts.memories[m.order-1].line == m.line
}

// leadOf returns what the user said just before a telling on the same day.
func (ts *tellings) leadOf(m Memory) string {
	if m.order < 1 || m.order > len(ts.memories)-1 {
		return ""
	}
	lead := ts.memories[m.order-1]
	if lead.line != m.line && !(m.namesNobody && (len(lang.Persons(lead.Text)) > 0 || lex.Has("any-kin", lead.Text))) && (!m.leansBack() || lex.Has("he-does", m.Text) && len(lang.Persons(lead.Text)) == 0) {
		return ""
	}
	if lead.Lang != m.Lang || when.Between(lead.When, m.When) != 0 || lead.noted || len(lead.Text) > 200 {
		return ""
	}
	return lead.Text
}

// maxBareTime is of how many characters a text is at most that only gives a time.
const maxBareTime = 24

// leansBack reports whether a telling leans on what was said in a line before: it
// begins with a word for that, "she", それ, has one anywhere, その妹, hands on what somebody
// else said, or puts a time right.
func (m *Memory) leansBack() bool {
	return lex.Has("lean-start-ja", m.Text) || lex.Has("explains-ja", m.Text) || lex.Has("points-back-ja", m.Text) || lex.Has("heard-ja", m.Text) || lex.Has("lean-start", m.Text) || m.Corrects && (bare(m) || hasMoment(m.Text) && utf8.RuneCountInString(m.Text) <= maxBareTime && len(matter(m)) == 0)
}

// distinct drops what says the same as something before it.
func (rd *Reader) distinct(ms []Memory) []Memory {
	var out []Memory
	for _, m := range ms {
		same := slices.ContainsFunc(out, func(o Memory) bool { return strings.EqualFold(o.Text, m.Text) })
		if !same {
			out = append(out, m)
		}
	}
	return out
}

// toldIn returns what was told within the days of a question, the newest first: of
// what was done, where it asks for that.
func (rd *Reader) toldIn(q question.Asking, all []Memory) []Memory {
	sp, ofDoings := q.Days, lex.Has("doings-asked", q.Text)
	var out []Memory
	for _, m := range slices.Backward(all) {
		if ofDoings && !toldAsPast(&m) {
			continue
		}
		if m.source != fromSelf && m.Topic != statement.TopicName && (!m.When.IsZero() && sp.Has(m.When) || namesDay(sp, &m)) {
			out = append(out, m)
		}
	}
	return rd.distinct(out)
}
