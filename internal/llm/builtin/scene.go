package builtin

import (
	"cmp"
	"hash/fnv"
	"strings"
	"unicode"

	"yumori/internal/answer"
	"yumori/internal/lang"
	"yumori/internal/lang/likely"
	"yumori/internal/lang/plain"
	"yumori/internal/lang/statement"
	"yumori/internal/llm"
	"yumori/internal/memory"
)

// A scene is everything one answer is made from: the request, read once. It answers from
// what it heard, in the persona's voice.
type scene struct {
	hearing
	toolUse
}

// A hearing is what the user says, and how it is meant after all that was said before.
type hearing struct {
	speaking

	said    string // the user's message, bounded
	long    bool   // it was shortened
	empty   bool   // it holds no letters or digits
	pasted  bool   // it holds text that is not the user's own words
	lately  []string
	newName string // told in this message
	former  string // the user's name before this message
	said1   []statement.Statement
	act     likely.Act            // what the message most likely is
	sure    float64               // how likely, in [0, 1]
	whole   string                // its kind as a whole
	ranked  []answer.Ranked       // the user's lines, by how likely each answers what is asked
	graves  map[string]lang.Grave // what weighs in the texts that were looked at
}

// A speaking is the persona's part of the talk: its voice, and what it said so far.
type speaking struct {
	answer.Reader
	voice voice
	turn  int    // messages the user has written so far
	seed  uint32 // of the message
}

// A toolUse is what there is of tools in a turn, and what they did in it so far.
type toolUse struct {
	tools   map[string]llm.ToolSpec
	calls   []llm.Call // made in this turn already
	results []llm.Result
}

// maxPast is how many earlier messages are looked at.
const maxPast = 600

func (m *Mind) scene(req *llm.Request) *scene {
	s := &scene{hearing: hearing{graves: map[string]lang.Grave{}}, toolUse: toolUse{tools: map[string]llm.ToolSpec{}}}
	s.Reader = answer.New(answer.Talk{Holds: map[string][]memory.Item{}, Home: plain.English, Idle: smallTalkOf})
	s.KnewNot = s.saidUnsure
	for _, sec := range req.System {
		for _, held := range sec.Memories {
			held.ID, held.Text, held.Speaker = llm.OneWord(held.ID), strings.ToValidUTF8(held.Text, ""), strings.ToValidUTF8(llm.OneLine(held.Speaker), "")
			s.Holds[sec.Name] = append(s.Holds[sec.Name], held)
		}
	}
	for _, t := range req.Tools {
		s.tools[t.Name] = t
	}
	s.readMessages(req.Messages)
	s.Now, s.Persona, s.User = req.Setting.Now, cmp.Or(req.Setting.Persona, "Yumori"), req.Setting.User
	if s.Now.IsZero() {
		s.Now = m.now()
	}
	if strings.HasPrefix(req.Setting.Language, "ja") {
		s.Home = plain.Japanese
	}
	s.voice = parseVoice(s.Section("soul"))
	s.Lang = languageOf(s)
	own := plain.OwnWords(s.said)
	s.act, s.sure = actOf(own)
	if spelled := lang.Spelled(own); s.Lang == plain.English && spelled != own && !asksForTold[s.act] {
		s.act, s.sure = actOf(spelled)
	}
	s.whole = cmp.Or(wholeKind(own, s.Lang), feelingIn(own, s.Lang))
	s.Profile = s.User
	s.findUser()
	return s
}

// languageOf tells in which language to answer: that of the message. A word or two
// in Latin letters, "hi", are no change of language.
func languageOf(s *scene) plain.Language {
	own := plain.OwnWords(s.said)
	was := s.Home
	if last := lastSaid(s.Past); last != "" {
		was = plain.LanguageOf(plain.OwnWords(last), s.Home)
	}
	if was == plain.Japanese && len(plain.Words(own)) <= 2 {
		return was
	}
	return plain.LanguageOf(own, s.Home)
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
		s.said, s.long = plain.Bounded(msgs[last].Text)
		s.pasted = plain.OwnWords(s.said) != s.said
		s.KeepTyped(answer.Turn{User: true, Text: s.said, Said: msgs[last].Text})
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
		text, _ := plain.Bounded(m.Text)
		s.Past = append(s.Past, answer.Turn{User: m.Role == llm.RoleUser, Text: text, Said: m.Text, When: m.Time})
	}
	for i := len(s.Past) - 1; i >= 0 && len(s.lately) < 6; i-- {
		if !s.Past[i].User {
			s.lately = append(s.lately, s.Past[i].Text)
		}
	}
	h := fnv.New32a()
	h.Write([]byte(s.said))
	s.seed = h.Sum32() % 9973
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
func (u *toolUse) answered() bool { return len(u.calls) > 0 || len(u.results) > 0 }
