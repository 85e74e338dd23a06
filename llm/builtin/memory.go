package builtin

import (
	"slices"
	"strings"
	"time"
)

// A memory is a sentence the prompt holds: something that was told, or
// something the persona says of itself.
type memory struct {
	text   string
	lang language
	when   time.Time // when it was told; zero unknown
	id     string    // of a recalled item
	source source
	order  int  // later is newer
	spoken bool // the line names who said it
	noted  bool // somebody wrote it down: it is not known that the user said it
	terms  []term
}

// A source says where a memory stands.
type source int

// The sources of memories. What they hold is told by others than the user as
// well; only fromHistory is the user's own words, in the first person.
const (
	fromSelf source = iota // soul and identity: the persona of itself
	fromKept               // core memory, notepad, evergreen, USER.md
	fromPast               // episodes
	fromLog                // daily log
	fromRecall
	fromHistory
)

// maxMemories bounds the sentences that are looked through.
const maxMemories = 3000

// recollect reads the memories of the prompt once.
func (s *scene) recollect() []memory {
	if s.read {
		return s.memories
	}
	s.read = true
	for _, name := range []string{"core", "evergreen", "notepad", "user"} {
		s.addText(s.sections[name], fromKept)
	}
	s.addText(s.sections["episodes"], fromPast)
	s.addText(s.sections["daily"], fromLog)
	s.addText(fenced(s.sections["recalled"]), fromRecall)
	for i, t := range s.past {
		if t.user {
			s.at, s.reading = i, t.text
			s.addSaid(t)
		}
	}
	s.at, s.reading = len(s.past), s.said
	s.dropDated()
	for i := range s.memories {
		s.memories[i].order = i
	}
	return s.memories
}

// fenced returns what stands in the fence of a section: before it is what the
// section is, which nobody told. All of one without a fence is what it holds.
func fenced(text string) string {
	_, inside, ok := strings.Cut(text, "\n<recalled-")
	if !ok {
		return text
	}
	_, inside, _ = strings.Cut(inside, "\n")
	return inside
}

// dropDated drops what the user said on an earlier day in words that held on
// that day only ("tomorrow"), where the log has it with its date.
func (s *scene) dropDated() {
	logged := map[string]bool{}
	var days []time.Time
	for _, m := range s.memories {
		if m.source == fromLog && !m.when.IsZero() && daysBetween(m.when, s.now) > 0 {
			logged[m.text] = true
			if !slices.Contains(days, m.when) {
				days = append(days, m.when)
			}
		}
	}
	if len(days) > 31 {
		days = days[len(days)-31:]
	}
	s.memories = slices.DeleteFunc(s.memories, func(m memory) bool {
		if m.source != fromHistory || len(days) == 0 || !namesDay.MatchString(m.text) {
			return false
		}
		today := s.keptOn(m, s.now)
		return slices.ContainsFunc(days, func(d time.Time) bool {
			then := s.keptOn(m, d)
			return then != today && logged[then]
		})
	})
}

// namesDay finds the words whose meaning depends on the day.
var namesDay = re(`day|night|week|month|year|tomorrow|[日月火水木金土]曜|昨|明|今|先|来|去年|一昨|週|前|きのう|あした|きょう|あさって|おととい|おととし|ゆうべ`)

// keptOn returns how a message is written down on a day.
func (s *scene) keptOn(m memory, day time.Time) string {
	if m.lang == japanese {
		return s.thirdJapaneseOn(m.text, day)
	}
	return thirdFromFirst(absoluteEnglish(m.text, day), s.subjectName())
}

// hearOut adds what the present message states, for a question in it.
func (s *scene) hearOut(acts []act) {
	s.recollect()
	for _, a := range acts {
		if (a.kind == kindFact || a.kind == kindFeeling || a.kind == kindRemark) && has(acts, kindAsk) {
			s.memories = append(s.memories, memory{text: a.text, lang: languageOf(a.text, s.lang), source: fromHistory, order: len(s.memories)})
		}
	}
}

// selfDescription returns what the persona says of itself.
func (s *scene) selfDescription() []memory {
	kept := s.memories
	s.memories = nil
	s.addText(s.sections["soul"], fromSelf)
	own := s.memories
	s.memories = kept
	return own
}

var (
	dateIn    = rx(`(\d{4})-(\d{2})-(\d{2})`)
	idIn      = rx(`\bid\s*[=:]\s*["']?([^\s"'<>\])]+)`)
	tagText   = rx(`</?[A-Za-z][^<>]*>|<!--.*?-->|<!--.*$|^.*-->`)
	listMark  = rx(`^\s*(?:[-*・+>]|\d+[.)])\s+|^\s*[-*・]\s*`)
	itemHead  = rx(`^\s*(?:[-*]\s*)?\[[^\]]{1,200}\]\s*`)
	fieldLine = rx(`^([\p{L} ]{1,24})\s*[:：]\s*(.*)$`)
)

// addText adds the sentences of a section. Dates and ids in headings hold
// until the next.
func (s *scene) addText(text string, from source) {
	var when time.Time
	id, phrases := "", false
	var comments commentCutter
	for line := range strings.Lines(text) {
		if len(s.memories) >= maxMemories {
			return
		}
		line = comments.cut(strings.TrimSpace(line))
		when, id = s.headOf(line, from, when, id)
		if strings.HasPrefix(line, "#") || strings.HasPrefix(line, "```") {
			phrases = containsAny(strings.ToLower(line), "phrase", "voice", "口ぐせ", "口癖", "話し方", "tools", "道具")
			continue
		}
		if from == fromSelf && (phrases || phraseLine.MatchString(line)) {
			continue
		}
		if from == fromRecall && (dreamtLine.MatchString(line) || exchangeLine.MatchString(line)) {
			continue // a dream is no fact, and who said what to whom stands in the log
		}
		s.addLine(line, memory{when: when, id: id, source: from, spoken: from == fromRecall && isSpoken(line), noted: from == fromPast || from == fromRecall && isNoted(line)})
	}
}

// headOf reads the date and the id that a line gives to itself and the lines
// below it.
func (s *scene) headOf(line string, from source, when time.Time, id string) (time.Time, string) {
	listed := from == fromRecall || from == fromPast
	if t, ok := dateOf(line, s.now); ok && (strings.HasPrefix(line, "#") || listed) {
		when = t
	}
	if m := idIn.FindStringSubmatch(line); m != nil && listed {
		id = m[1]
	}
	return when, id
}

// A commentCutter takes HTML comments of several lines out of a text.
type commentCutter struct{ inside bool }

// cut returns the next line without what belongs to such a comment.
func (c *commentCutter) cut(line string) string {
	if c.inside {
		_, after, closed := strings.Cut(line, "-->")
		c.inside = !closed
		return after
	}
	before, after, opened := strings.Cut(line, "<!--")
	if !opened || strings.Contains(after, "-->") {
		return line
	}
	c.inside = true
	return before
}

func dateOf(line string, now time.Time) (time.Time, bool) {
	m := dateIn.FindString(line)
	if m == "" {
		return time.Time{}, false
	}
	t, err := time.ParseInLocation("2006-01-02", m, now.Location())
	return t, err == nil
}

// addLine adds the sentences of one line of a section.
func (s *scene) addLine(line string, like memory) {
	line = bareLine(line)
	if m := fieldLine.FindStringSubmatch(line); m != nil && strings.TrimSpace(m[2]) == "" || endsWithAny(line, ":", "：") {
		return
	}
	if speaker, said, ok := spokenLine(line); ok && like.spoken {
		if s.isUser(speaker) != "" { // what others said is no news of the user
			s.addRecalled(said, like)
		}
		return
	}
	if said := s.quotedOfUser(line); said != "" {
		s.addRecalled(said, like)
		return
	}
	for _, sen := range sentences(line) {
		if sen.asks || len(s.memories) >= maxMemories || saysNothing(sen, like) {
			continue
		}
		m := like
		for _, old := range s.formerNames() {
			if nameFact.MatchString(sen.text) || nameFactJa.MatchString(sen.text) {
				break
			}
			sen.text = replaceWord(sen.text, old, s.user)
		}
		m.text = stopped(sen.text, languageOf(sen.text, s.home))
		m.lang = languageOf(sen.text, s.home)
		s.memories = append(s.memories, m)
	}
}

// spokenLine splits a recalled message, "Alex: I like tea.", into who spoke and
// what.
func spokenLine(line string) (speaker, said string, ok bool) {
	m := saidIn.FindStringSubmatch(strings.TrimSpace(line))
	if m == nil {
		return "", "", false
	}
	return m[1], m[2], true
}

var saidIn = rx(`^([^\s:：][^:：。.!?]{0,23}): (.+)$`)

// addRecalled adds what the user said on an earlier day, the way it would have
// been written down then.
func (s *scene) addRecalled(text string, like memory) {
	before := ""
	for _, sen := range sentences(ownWords(text)) {
		if sen.asks || len(s.memories) >= maxMemories || asksUnmarked(sen.text) || partsOnly(sen.text) {
			before = ""
			continue
		}
		m := like
		m.lang = languageOf(sen.text, s.home)
		m.text = sen.text
		if before != "" && m.lang == english && theirStart.MatchString(sen.text) {
			m.text = before + ". " + sen.text // who "he" is stands before it
		}
		if m.lang == japanese {
			if m.text = s.ownerTold(text, sen.text); m.text == "" {
				continue
			}
		}
		before = sen.text
		m.text = stopped(s.keptSettled(m), m.lang)
		s.memories = append(s.memories, m)
	}
}

// theirStart begins a sentence about somebody named before it.
var theirStart = re(`^(?:she|he|it|they|her|his|its|their)(?:'\w+)?\b`)

// addSaid adds what the user stated in an earlier message; what they said on an
// earlier day as it would have been written down then.
func (s *scene) addSaid(t turn) {
	earlier := !t.when.IsZero() && daysBetween(s.dayOf(t), s.now) > 0
	for _, sen := range sentences(ownWords(t.text)) {
		if len(s.memories) >= maxMemories || sen.asks {
			continue
		}
		l := languageOf(sen.text, s.home)
		if a, ok := s.corrected(sen.text, l); ok {
			s.memories = append(s.memories, memory{text: a.facts[0].text, lang: l, source: fromLog})
			continue
		}
		for _, part := range s.stated(sen, l) {
			if l == japanese && callMeJa.MatchString(part) {
				continue // how they are called stands elsewhere
			}
			m := memory{text: part, lang: l, source: fromHistory}
			if earlier { // its "yesterday" is not today's
				m.when = s.dayOf(t)
				m.text, m.source = stopped(s.keptSettled(m), l), fromRecall
				s.memories = append(s.memories, m)
				continue
			}
			if namesDay.MatchString(part) {
				m.terms = append(termsOf(part), dayMarks(s.keptOn(m, s.now))...)
			}
			s.memories = append(s.memories, m)
		}
	}
}

// corrected understands a correction the user made before.
func (s *scene) corrected(text string, l language) (act, bool) {
	var a act
	var ok bool
	if l == japanese {
		if !containsAny(text, "じゃなく", "ではなく") {
			return act{}, false
		}
		_, rest := s.takeLeadsJa(text)
		a, ok = s.correctionJapanese(rest)
	} else {
		if !strings.Contains(text, "not ") && !meantRe.MatchString(text) {
			return act{}, false
		}
		acts, rest := s.takeLeads(text)
		a, ok = s.correction(rest, acts)
	}
	return a, ok && a.kind == kindFact
}

// stated returns the statements in a sentence the user said before.
func (s *scene) stated(sen sentence, l language) []string {
	if l == japanese {
		return s.statedJapanese(sen.text)
	}
	_, rest := s.takeLeads(sen.text)
	if rest == "" || whStart.MatchString(rest) && whAsks(rest) || cannotRe.MatchString(rest) {
		return nil
	}
	if m := rememberRe.FindStringSubmatch(rest); m != nil {
		rest = m[1]
	} else if w, wrapped := unwrap(rest); wrapped && w != rest {
		return nil
	}
	var out []string
	for _, c := range clauses(laughEnd.ReplaceAllString(rest, "")) {
		c = withSubject(c)
		if len(words(c)) < 2 || hedged(c) || talkKey(c, talkEnglish) != "" {
			continue
		}
		if named, ok := s.resolvePronoun(c); ok {
			c = named
		}
		out = append(out, c)
	}
	return out
}

// holdsWord reports whether text holds a word, whatever its case; in Japanese,
// which has no words to see, anywhere.
func holdsWord(text, word string) bool {
	text, word = strings.ToLower(text), strings.ToLower(word)
	return word != "" && replaceWord(text, word, "\x00") != text
}

// termsAt returns the terms of a memory, worked out once.
func (m *memory) termsAt() []term {
	if m.terms == nil {
		m.terms = append(termsOf(m.text), dayMarks(m.text)...)
		if m.terms == nil {
			m.terms = []term{}
		}
	}
	return m.terms
}

// newestWith returns the newest thing told that holds word, as it is written
// down; "" if there is none. A name that the correction begins with has to be
// in it too, unless it is nowhere with the word.
func (s *scene) newestWith(word, name string) string {
	all := s.recollect()
	for i := len(all) - 1; i >= 0; i-- {
		m := all[i]
		if !holdsWord(m.text, word) || !strings.Contains(m.text, name) {
			continue
		}
		if m.source != fromHistory {
			return m.text
		}
		if m.lang == japanese {
			return s.thirdJapanese(m.text)
		}
		return thirdFromFirst(m.text, s.subjectName())
	}
	return ""
}

var (
	nameFact   = rx(`(?:[Tt]he user's name is|[Tt]he user is called|[Uu]ser(?:'s)? name:|The one I talk with is called|The name of the one I talk with is)\s*([\p{L}][\p{L}'-]*(?: [A-Z][\p{L}'-]*)?)`)
	nameFactJa = rx(`(?:ユーザー|お話しする人|相手)の名前は、?「?([^」、。\s]{1,20}?)」?(?:さん)?(?:です|だ)?(?:。|\n|$)`)
)

// formerNames returns the other names under which the user was written down.
func (s *scene) formerNames() []string {
	if s.former != nil || s.user == "" {
		return s.former
	}
	s.former = []string{}
	for _, name := range []string{"daily", "recalled", "core"} {
		for _, re := range []*expr{nameFact, nameFactJa} {
			for _, m := range re.FindAllStringSubmatch(s.sections[name], 20) {
				if old := strings.TrimSuffix(m[1], "さん"); old != s.user && len(old) > 1 && !slices.Contains(s.former, old) {
					s.former = append(s.former, old)
				}
			}
		}
	}
	return s.former
}

// introducedIn returns the name with which the user introduced themselves in
// an earlier message.
func (s *scene) introducedIn(text string) string {
	if !containsAny(text, "name", "I'm", "I am", "call", "i'm", "go by", "名前", "申し", "呼", "です", "だよ", "でいい", "といい", "っていい", "It's") {
		return ""
	}
	for _, sen := range sentences(ownWords(text)) {
		if sen.asks {
			continue
		}
		if languageOf(sen.text, s.home) == japanese {
			_, rest := s.takeLeadsJa(sen.text)
			for _, part := range clausesJa(rest) {
				n := nameInJapanese(s.withOwner(part))
				if n == "" && s.saysHowCalled(part) {
					n = s.nameGivenJapanese(part)
				}
				if n != "" && !s.isPersona(n) {
					return n
				}
			}
			continue
		}
		_, rest := s.takeLeads(sen.text)
		for _, c := range clauses(rest) {
			if n := nameIn(c); n != "" && !s.isPersona(n) {
				return n
			}
		}
	}
	return ""
}
