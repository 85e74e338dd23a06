package builtin

import (
	"hash/fnv"
	"strings"
	"time"

	"yumori/internal/lang"
	"yumori/llm"
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
	picked  int    // lines chosen so far
	newName string // told in this message
	former  string // the user's name before this message
	said1   []lang.Statement
	before  []string // the user's last lines, the newest last

	sections map[string]string
	tools    map[string]llm.ToolSpec
	calls    []llm.Call // made in this turn already
	results  []llm.Result

	memories []memory // read when first asked for
	read     bool
	heard    []*utterance // what was recalled, likewise
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
	s := &scene{sections: map[string]string{}, tools: map[string]llm.ToolSpec{}, home: english}
	for _, sec := range req.System {
		sec.Text = strings.ToValidUTF8(sec.Text, "")
		if old := s.sections[sec.Name]; old != "" {
			s.sections[sec.Name] = old + "\n" + sec.Text
		} else {
			s.sections[sec.Name] = sec.Text
		}
	}
	for _, t := range req.Tools {
		s.tools[t.Name] = t
	}
	s.readMessages(req.Messages)
	s.readRuntime(m.now)
	s.voice = parseVoice(s.sections["soul"])
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

var runtimeLine = rx(`(?m)^[\s\-*]*([A-Za-z_ ]{2,20}?)\**\s*:\**[ \t]*(.*)$`)

// readRuntime takes time, language and names from the prompt, the clock and
// English where it does not say.
func (s *scene) readRuntime(now func() time.Time) {
	s.now = now()
	if len(s.sections["runtime"]) > maxRead {
		s.sections["runtime"] = s.sections["runtime"][:maxRead]
	}
	if languageOf(s.sections["soul"], english) == japanese {
		s.home = japanese
	}
	for _, m := range runtimeLine.FindAllStringSubmatch(s.sections["runtime"], 40) {
		value := strings.TrimSpace(m[2])
		switch strings.ToLower(m[1]) {
		case "now", "time":
			if t, err := time.Parse(time.RFC3339, value); err == nil {
				s.now = t
			}
		case "language":
			if l := language(strings.ToLower(value)); strings.HasPrefix(string(l), "ja") {
				s.home = japanese
			} else if l != "" {
				s.home = english
			}
		case "persona":
			s.persona = value
		case "user":
			s.user = value
		}
	}
	if s.persona == "" {
		s.persona = fieldOf(s.sections["identity"], "name", "名前")
	}
	if s.persona == "" {
		s.persona = soulName(s.sections["soul"])
	}
	if s.persona == "" {
		s.persona = "Yumori"
	}
}

// fieldOf returns the value of the first "- key: value" line in text.
func fieldOf(text string, keys ...string) string {
	for line := range strings.Lines(text) {
		line = strings.TrimLeft(strings.TrimSpace(line), "-*・ ")
		name, value, ok := strings.Cut(strings.Replace(line, "：", ":", 1), ":")
		if !ok {
			continue
		}
		name = strings.ToLower(strings.Trim(name, "* "))
		for _, k := range keys {
			if value = strings.Trim(strings.TrimSpace(value), "*"); name == k && value != "" && len(value) < 100 {
				return strings.TrimSpace(value)
			}
		}
	}
	return ""
}

// hasWords reports whether text holds a letter or a digit.
func hasWords(text string) bool {
	for _, r := range text {
		if isWordRune(r) {
			return true
		}
	}
	return false
}

// answered reports whether the tools of this turn have been called already.
func (s *scene) answered() bool { return len(s.calls) > 0 || len(s.results) > 0 }
