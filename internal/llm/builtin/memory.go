package builtin

import (
	"strings"
	"time"

	"yumori/internal/lang"
)

// A memory is a sentence the prompt holds: something that was told, or
// something the persona says of itself.
type memory struct {
	text   string
	lang   language
	when   time.Time // when it was told; zero unknown
	id     string    // of a recalled item
	source source
	order  int  // later is newer
	noted  bool // somebody wrote it down: it is not known that the user said it
	terms  []lang.Sense

	mine     bool       // the user said it
	quoted   bool       // what is noted has it as the user's words
	about    string     // what of the subject has the value
	value    string     // "" if about is
	subject  string     // of whom it tells; "" for the user
	topic    lang.Topic // of what sort it is; "" for none
	asked    string     // the question it answers
	after    string     // what the persona said last, which it may put right
	corrects bool       // it puts something right
	instead  string     // the text that it puts right with another value; "" unknown
	open     bool       // it does not say by itself whom it is about
	ended    bool       // it was put right later
	was      *memory    // what it puts right, or may, where that has not ended
	then     *memory    // what puts it right, or may
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
		s.addText(s.text(name), memory{source: fromKept})
	}
	for _, m := range s.holds["episodes"] {
		if like := (memory{source: fromPast, when: s.dayAt(m.Time), id: m.ID, noted: true}); !s.addQuotes(m.Text, like) {
			s.addLine(m.Text, like)
		}
	}
	for _, m := range s.holds["daily"] {
		s.addText(m.Text, memory{source: fromLog, when: s.dayAt(m.Time)})
	}
	s.addHeard()
	s.addTalk()
	for i := range s.memories {
		s.memories[i].order = i
	}
	s.settle()
	return s.memories
}

// selfDescription returns what the persona says of itself.
func (s *scene) selfDescription() []memory {
	kept := s.memories
	s.memories = nil
	s.addText(s.text("soul"), memory{source: fromSelf})
	own := s.memories
	s.memories = kept
	return own
}

// addText adds the sentences of a file. The date in a heading holds until the
// next.
func (s *scene) addText(text string, like memory) {
	phrases := false
	var comments commentCutter
	for line := range strings.Lines(text) {
		if len(s.memories) >= maxMemories {
			return
		}
		line = comments.cut(strings.TrimSpace(line))
		if strings.HasPrefix(line, "#") || strings.HasPrefix(line, "```") {
			if t, ok := dateOf(line, s.now); ok {
				like.when = t
			}
			phrases = containsAny(strings.ToLower(line), "phrase", "voice", "口ぐせ", "口癖", "話し方", "tools", "道具")
			continue
		}
		if like.source != fromSelf || !phrases && !marks.Has("phrase-line", line) {
			s.addLine(line, like)
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
func (s *scene) addLine(line string, like memory) {
	line = bareLine(line)
	if m := marks.First("field-line", line); m != nil && strings.TrimSpace(m[2]) == "" || endsWithAny(line, ":", "：") {
		return
	}
	if said := s.quotedOfUser(line); said != "" {
		s.addUtterance(said, like)
		return
	}
	all := lang.Split(line)
	if like.source == fromKept && len(all) > 0 && s.isOwn(&memory{text: all[0].Text}) && !s.tellsOfUser(line) {
		return // the persona introduces itself
	}
	for _, sen := range all {
		if sen.Asks || len(s.memories) >= maxMemories || saysNothing(sen, like) {
			continue
		}
		m := like
		m.text = stopped(sen.Text, languageOf(sen.Text, s.home))
		m.lang = languageOf(sen.Text, s.home)
		s.memories = append(s.memories, m)
	}
}

// holdsWord reports whether text holds a word, whatever its case; in Japanese,
// which has no words to see, anywhere.
func holdsWord(text, word string) bool {
	text, word = strings.ToLower(text), strings.ToLower(word)
	return word != "" && replaceWord(text, word, "\x00") != text
}

// termsAt returns the terms of a memory, worked out once.
func (m *memory) termsAt() []lang.Sense {
	if m.terms == nil {
		m.terms = append(lang.Senses(m.text), lang.Days(m.text)...)
		if m.terms == nil {
			m.terms = []lang.Sense{}
		}
	}
	return m.terms
}

// tellsOfUser reports whether a line of what is kept names whom the persona
// talks with.
func (s *scene) tellsOfUser(line string) bool {
	return s.user != "" && strings.Contains(line, s.user) || containsAny(line, "user", "User", "I talk with", "ユーザー", "お話しする", "相手")
}
