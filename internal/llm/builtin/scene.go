package builtin

import (
	"cmp"
	"hash/fnv"
	"strings"
	"time"
	"unicode"

	"yumori/internal/lang"
	"yumori/internal/llm"
)

// A scene is everything one answer is made from: the request, read once.
type scene struct {
	lang    language // of the message and the answer
	home    language // of the persona
	now     time.Time
	persona string
	user    string // the user's name; "" unknown
	profile string // the user's name as the program has it
	voice   voice

	said    string // the user's message, bounded
	long    bool   // it was shortened
	empty   bool   // it holds no letters or digits
	pasted  bool   // it holds text that is not the user's own words
	past    []turn // before the message, oldest first
	lately  []string
	turn    int    // messages the user has written so far
	seed    uint32 // of the message
	newName string // told in this message
	former  string // the user's name before this message
	said1   []lang.Statement
	before  []string // the user's last lines, the newest last

	holds   map[string][]llm.Memory // what the sections of the prompt tell, by their names
	tools   map[string]llm.ToolSpec
	calls   []llm.Call // made in this turn already
	results []llm.Result

	memories  []memory // read when first asked for
	givenBack []memory // what the persona quoted of the user in this talk
	read      bool
	heard     []*utterance // what was recalled, likewise
}

// A turn is one earlier message.
type turn struct {
	user bool
	text string
	when time.Time // zero unknown
}

// maxPast is how many earlier messages are looked at.
const maxPast = 600

func (m *Mind) scene(req *llm.Request) *scene {
	s := &scene{holds: map[string][]llm.Memory{}, tools: map[string]llm.ToolSpec{}, home: english}
	for _, sec := range req.System {
		for _, held := range sec.Memories {
			held.ID, held.Text, held.Speaker = llm.OneWord(held.ID), strings.ToValidUTF8(held.Text, ""), strings.ToValidUTF8(llm.OneLine(held.Speaker), "")
			s.holds[sec.Name] = append(s.holds[sec.Name], held)
		}
	}
	for _, t := range req.Tools {
		s.tools[t.Name] = t
	}
	s.readMessages(req.Messages)
	s.now, s.persona, s.user = req.Setting.Now, cmp.Or(req.Setting.Persona, "Yumori"), req.Setting.User
	if s.now.IsZero() {
		s.now = m.now()
	}
	if strings.HasPrefix(req.Setting.Language, "ja") {
		s.home = japanese
	}
	s.voice = parseVoice(s.text("soul"))
	s.lang = languageOf(ownWords(s.said), s.home)
	s.profile = s.user
	s.findUser()
	return s
}

// readMessages finds the message to answer, what was done for it already, and
// what came before.
func (s *scene) readMessages(msgs []llm.Message) {
	last := len(msgs) - 1
	for last >= 0 && msgs[last].Role != llm.RoleUser {
		last--
	}
	for _, m := range msgs[last+1:] {
		s.calls = append(s.calls, m.Calls...)
		s.results = append(s.results, m.Results...)
	}
	if last >= 0 {
		s.said, s.long = bounded(msgs[last].Text)
		s.pasted = ownWords(s.said) != s.said
		msgs = msgs[:last]
	} else {
		msgs = nil
	}
	s.empty = !hasWords(s.said)
	for _, m := range msgs {
		if m.Role == llm.RoleUser {
			s.turn++
		}
	}
	if len(msgs) > maxPast {
		msgs = msgs[len(msgs)-maxPast:]
	}
	for _, m := range msgs {
		if m.Text == "" || m.Role == llm.RoleTool {
			continue
		}
		text, _ := bounded(m.Text)
		s.past = append(s.past, turn{m.Role == llm.RoleUser, text, m.Time})
	}
	for i := len(s.past) - 1; i >= 0 && len(s.lately) < 6; i-- {
		if !s.past[i].user {
			s.lately = append(s.lately, s.past[i].text)
		}
	}
	h := fnv.New32a()
	h.Write([]byte(s.said))
	s.seed = h.Sum32() % 9973
}

// text returns what a section tells, such as the text of a file.
func (s *scene) text(section string) string {
	var list []string
	for _, m := range s.holds[section] {
		list = append(list, m.Text)
	}
	return strings.Join(list, "\n")
}

// dayAt is the day of a memory, the zero time if nobody knows.
func (s *scene) dayAt(t time.Time) time.Time {
	if t.IsZero() {
		return t
	}
	y, m, d := t.Date()
	return time.Date(y, m, d, 0, 0, 0, 0, s.now.Location())
}

// hasWords reports whether text holds a letter or a digit.
func hasWords(text string) bool {
	for _, r := range text {
		if unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r) {
			return true
		}
	}
	return false
}

// answered reports whether the tools of this turn have been called already.
func (s *scene) answered() bool { return len(s.calls) > 0 || len(s.results) > 0 }
