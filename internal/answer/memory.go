package answer

import (
	"cmp"
	"strings"
	"time"

	"yumori/internal/lang"
	"yumori/internal/lang/plain"
	"yumori/internal/lang/question"
	"yumori/internal/lang/statement"
	"yumori/internal/lang/when"
)

// A Memory is a sentence the prompt holds: something that was told, or
// something the persona says of itself.
type Memory struct {
	Text   string
	Lang   plain.Language
	When   time.Time // when it was told; zero unknown
	dated  time.Time // from when its words for days are, where that is not When
	ID     string    // of a recalled item
	source source
	order  int      // later is newer
	line   int      // of the talk, or of what was recalled, that it was told in
	whole  []string // the sentences of that line, where it is short and they belong together
	noted  bool     // somebody wrote it down: it is not known that the user said it
	terms  []lang.Sense

	Mine        bool            // the user said it
	Quoted      bool            // what is noted has it as the user's words
	about       string          // what of the subject has the value
	Value       string          // "" if about is
	subject     string          // of whom it tells; "" for the user
	of          statement.Who   // of what sort that is
	Topic       statement.Topic // of what sort it is; "" for none
	asked       string          // the question it answers
	lead        string          // what was said before it, where it leans on that
	after       string          // what the persona said last, which it may put right
	toDo        bool            // it is to be done
	Corrects    bool            // it puts something right
	chosen      bool            // it says what is so now
	instead     string          // the text that it puts right with another value; "" unknown
	Open        bool            // it does not say by itself whom it is about
	namesNobody bool            // it names nobody, and a question asks who
	amended     bool            // its text is an earlier one with the value that it puts right
	righted     bool            // it was kept with the value that puts it right: nobody said it so
	Ended       bool            // it was put right later
	Was         *Memory         // what it puts right, or may, where that has not ended
	Then        *Memory         // what puts it right, or may
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

// All reads the memories of the prompt once.
func (ts *tellings) All() []Memory {
	if ts.read {
		return ts.memories
	}
	ts.read = true
	for _, name := range []string{"core", "evergreen", "notepad", "user"} {
		ts.addText(ts.Section(name), Memory{source: fromKept})
	}
	for _, m := range ts.Holds["episodes"] {
		if like := (Memory{source: fromPast, When: ts.dayAt(m.Time), ID: m.ID, noted: true}); !ts.addQuotes(m.Text, like) {
			ts.addLine(m.Text, like)
		}
	}
	for _, m := range ts.Holds["daily"] {
		ts.addText(m.Text, Memory{source: fromLog, When: ts.dayAt(m.Time)})
	}
	ts.addHeard()
	ts.addTalk()
	for i := range ts.memories {
		ts.memories[i].order = i
	}
	ts.nameBoth()
	ts.settle(0)
	return ts.memories
}

// OfPersona returns what the persona says of itself.
func (ts *tellings) OfPersona() []Memory {
	kept := ts.memories
	ts.memories = nil
	ts.addText(ts.Section("soul"), Memory{source: fromSelf})
	own := ts.memories
	ts.memories = kept
	return own
}

// addText adds the sentences of a file. The date in a heading holds until the
// next.
func (ts *tellings) addText(text string, like Memory) {
	phrases := false
	var comments commentCutter
	for line := range strings.Lines(text) {
		if len(ts.memories) >= maxMemories {
			return
		}
		line = comments.cut(strings.TrimSpace(line))
		if strings.HasPrefix(line, "#") || strings.HasPrefix(line, "```") {
			if t, ok := dateOf(line, ts.Now); ok {
				like.When = t
			}
			phrases = plain.HoldsAny(strings.ToLower(line), "phrase", "voice", "口ぐせ", "口癖", "話し方", "tools", "道具")
			continue
		}
		if like.source != fromSelf || !phrases && !marks.Has("phrase-line", line) {
			ts.addLine(line, like)
		}
	}
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
	m := marks.Text("date-in", line)
	if m == "" {
		return time.Time{}, false
	}
	t, err := time.ParseInLocation("2006-01-02", m, now.Location())
	return t, err == nil
}

// addLine adds the sentences of one line of a section.
func (ts *tellings) addLine(line string, like Memory) {
	line = bareLine(line)
	if m := marks.First("field-line", line); m != nil && strings.TrimSpace(m[2]) == "" || plain.EndsWithAny(line, ":", "：") {
		return
	}
	if said, righted := ts.quotedOfUser(line); said != "" {
		like.righted = righted
		ts.addUtterance(said, like)
		return
	}
	all := lang.Split(line)
	if like.source == fromKept && len(all) > 0 && ts.isOwn(&Memory{Text: all[0].Text}) && !ts.tellsOfUser(line) {
		return // the persona introduces itself
	}
	for _, sen := range all {
		if sen.Asks || len(ts.memories) >= maxMemories || saysNothing(sen, like) {
			continue
		}
		m := like
		m.Text = plain.Stopped(sen.Text, plain.LanguageOf(sen.Text, ts.Home))
		m.Lang = plain.LanguageOf(sen.Text, ts.Home)
		ts.memories = append(ts.memories, m)
	}
}

// holdsWord reports whether text holds a word, whatever its case; in Japanese,
// which has no words to see, anywhere.
func holdsWord(text, word string) bool {
	text, word = strings.ToLower(text), strings.ToLower(word)
	return word != "" && replaceWord(text, word, "\x00") != text
}

// termsAt returns the terms of a memory, worked out once.
func (m *Memory) termsAt() []lang.Sense {
	if m.terms == nil {
		m.terms = append(lang.Senses(m.Text), question.Days(m.Text)...)
		if m.Topic == statement.TopicHome && !lang.HasSense(m.terms, "@live") { // "Leeds", of somebody who says who they are
			m.terms = append(m.terms, lang.Sense{Key: "@live", Weight: 1})
		}
		if m.terms == nil {
			m.terms = []lang.Sense{}
		}
	}
	return m.terms
}

// tellsOfUser reports whether a line of what is kept names whom the persona
// talks with.
func (k *Talk) tellsOfUser(line string) bool {
	return k.User != "" && strings.Contains(line, k.User) || plain.HoldsAny(line, "user", "User", "I talk with", "ユーザー", "お話しする", "相手")
}

// readAs makes of a telling what it and the one that it puts right say together. Where it
// names no day itself, those words are of when the other was told.
func (m *Memory) readAs(text string, was *Memory) {
	settled := when.SettleEnglish(m.Text, m.When, lang.ToldAsPast)
	if m.Lang == plain.Japanese {
		settled = when.SettleJapanese(m.Text, m.When)
	}
	if len(when.Written(settled)) == 0 {
		m.dated = cmp.Or(was.dated, was.When)
	}
	m.Text, m.Open, m.amended = text, false, true
}

// rightedBy returns a telling as a later one has it that corrects something; what that is of may
// stand in another sentence of its line.
func (m *Memory) rightedBy(later *Memory) (string, bool) {
	said := statement.Telling{Text: later.Text}
	if lex.Has("not-any-more", m.Text) {
		return m.Text, false // "It's not Thursday any more, it's Friday" never said "it's not Saturday any more"
	}
	if now, ok := said.Rights(m.Text); ok || len(m.whole) < 2 {
		return now, ok
	}
	if _, ok := said.Rights(strings.Join(m.whole, " ")); !ok {
		return m.Text, false
	}
	return statement.PutRight(m.Text, later.Text)
}

// isOfQuoted reports whether a correction may be of what the persona had just quoted: both give a
// time or neither does, and what is of somebody, "Julian comes on Sunday, not on Saturday", is of
// nothing else.
func isOfQuoted(earlier, later *Memory) bool {
	told := strings.Trim(earlier.Text, ".。")
	if told == "" || !strings.Contains(later.after, told) || hasMoment(later.Text) != hasMoment(told) || onlyHour(later) && !question.Clock.In(told) || statement.DeniesOtherDay(later.Text, told) {
		return false
	}
	return sharesSense(earlier, later) || later.of != statement.Someone && hasMoment(told) || strings.Contains(later.lastReply(), told) && bare(later)
}

// onlyHour reports whether a telling gives an hour, and no day.
func onlyHour(m *Memory) bool {
	return question.Clock.In(m.Text) && len(when.Find(m.Text, m.When)) == 0
}
