package builtin

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"yumori/internal/lang"
	"yumori/internal/llm"
)

// The tools the rules know how to use.
const (
	toolWrite  = "memory_write"
	toolCore   = "edit_core_memory"
	toolSearch = "search_knowledge_base"
)

// maxWrites bounds what one message makes the rules write.
const maxWrites = 6

// statements are what the message says, read once.
func (s *scene) statements() []lang.Statement {
	if s.said1 == nil {
		s.said1 = lang.Statements(ownWords(s.said), s.lastLines()...)
	}
	return s.said1
}

// lastLines are the user's last lines before the message, the newest last.
func (s *scene) lastLines() []string {
	var out []string
	for i := len(s.past) - 1; i >= 0 && len(out) < maxBefore; i-- {
		if t := s.past[i]; t.user && !greets(t.text) {
			out = append(out, ownWords(t.text))
		}
	}
	slices.Reverse(out)
	return out
}

// greets reports whether a text only greets: whoever says their name next still
// begins the talk.
func greets(text string) bool {
	return wordings()[languageOf(text, english)].talk.Kind(text) == "greet"
}

// nameTold returns the name with which the user introduces themselves in some
// statements.
func (s *scene) nameTold(list []lang.Statement) string {
	before := ""
	for _, st := range list {
		for _, t := range st.Tells {
			if namesOther(t, before) {
				continue
			}
			before = t.Text
			if t.Topic == lang.TopicName && t.About == "name" && t.Value != "" && !strings.EqualFold(t.Value, s.persona) {
				return t.Value
			}
		}
	}
	return ""
}

// maxNamed is how many lines back a name is looked for that is not known
// otherwise.
const maxNamed = 40

// findUser works out the user's name: what they said last, else what the
// program says. former is what it was before this message.
func (s *scene) findUser() {
	s.former = strings.TrimSuffix(s.user, "さん")
	if strings.HasPrefix(s.former, "(") {
		s.former = ""
	}
	if s.former == "" {
		for _, re := range []*expr{marks.Expr("name-fact"), marks.Expr("name-fact-ja")} {
			if m := re.FindStringSubmatch(s.text("core")); m != nil {
				s.former = strings.TrimSuffix(m[1], "さん")
			}
		}
	}
	n := 0
	for i := len(s.past) - 1; i >= 0 && n < maxNamed; i-- {
		if !s.past[i].user {
			continue
		}
		n++
		if name := cmp.Or(s.nameTold(lang.Statements(ownWords(s.past[i].text))), s.nameGiven(i, s.past[i].text)); name != "" {
			s.former = name
			break
		}
	}
	s.newName = cmp.Or(s.nameTold(s.statements()), s.nameGiven(len(s.past), s.said))
	if s.user = s.newName; s.user == "" {
		s.user = s.former
	}
}

// nameGiven returns the name in what the user said after so many earlier turns
// if the persona had just asked for it.
func (s *scene) nameGiven(turns int, said string) string {
	if turns == 0 || s.past[turns-1].user {
		return ""
	}
	for _, w := range wordings() {
		for _, key := range []string{"hello.name", "hello.name~"} {
			for _, asks := range w.replies()[key] {
				if strings.HasSuffix(strings.TrimSpace(s.past[turns-1].text), asks) {
					return lang.NameGiven(ownWords(said))
				}
			}
		}
	}
	return ""
}

// remember returns the tool calls that a message wants: what it asks to keep is
// written down, a name goes to core memory, a question about a document is
// looked up; none once this turn has called its tools.
func (s *scene) remember() []llm.Call {
	if s.answered() {
		return nil
	}
	var calls []llm.Call
	add := func(name string, args map[string]string) {
		data, err := json.Marshal(args)
		if err != nil { // unreachable: a map of strings
			return
		}
		id := "rules-" + strconv.Itoa(s.turn+1) + "-" + strconv.Itoa(len(calls)+1)
		calls = append(calls, llm.Call{ID: id, Name: name, Args: data})
	}
	if spec, ok := s.tools[toolWrite]; ok {
		for _, text := range s.toKeep() {
			add(toolWrite, map[string]string{"content": text, "category": allowed(spec, "category", "fact")})
		}
	}
	if spec, ok := s.tools[toolCore]; ok && s.newName != "" && !strings.Contains(s.text("core"), s.newName) {
		if args := s.coreEdit(spec); args != nil {
			add(toolCore, args)
		}
	}
	if _, ok := s.tools[toolSearch]; ok && lex.Has("document-asked", s.said) {
		if q, ok := s.asksFact(ownWords(s.said)); ok {
			add(toolSearch, map[string]string{"query": shortened(q.Text, 200)})
		}
	}
	return calls
}

// toKeep returns what the user asks to keep, quoted.
func (s *scene) toKeep() []string {
	var out []string
	for _, st := range s.statements() {
		if !st.Keep || st.Mode != lang.Asserted {
			continue
		}
		for _, t := range st.Tells {
			text := s.subjectName() + ": “" + stopped(t.Text, english) + "”"
			if s.lang == japanese {
				text = strings.TrimSuffix(cmp.Or(s.user, "ユーザー"), "さん") + "「" + t.Text + "」"
			}
			if len(out) < maxWrites && !slices.Contains(out, text) {
				out = append(out, text)
			}
		}
	}
	return out
}

// schema is the part of a tool's JSON Schema that the rules read.
type schema struct {
	Properties map[string]struct {
		Enum []string `json:"enum"`
	} `json:"properties"`
}

func schemaOf(spec llm.ToolSpec) schema {
	var sc schema
	if json.Unmarshal(spec.Schema, &sc) != nil {
		return schema{}
	}
	return sc
}

// allowed returns want if the tool takes it for the argument, else the
// nearest word it does take.
func allowed(spec llm.ToolSpec, argument, want string) string {
	enum := schemaOf(spec).Properties[argument].Enum
	if len(enum) == 0 {
		return want
	}
	for _, try := range []string{want, "fact", "other", "note"} {
		for _, e := range enum {
			if strings.EqualFold(e, try) {
				return e
			}
		}
	}
	return enum[0]
}

// coreEdit returns the arguments that put the user's name into core memory:
// in place of an older name or of the line that says it is not known, else at
// the end. nil when the tool takes neither.
func (s *scene) coreEdit(spec llm.ToolSpec) map[string]string {
	line := "The one I talk with is called " + s.newName + "."
	if s.home == japanese {
		line = "お話しする人の名前は" + s.newName + "さん。"
	}
	props := schemaOf(spec).Properties
	_, hasOld := props["old"]
	_, hasNew := props["new"]
	if old := s.coreLine(); old != "" && hasOld && hasNew {
		return map[string]string{"old": old, "new": line}
	}
	for _, arg := range []string{"append", "content", "text"} {
		if _, ok := props[arg]; ok {
			return map[string]string{arg: line}
		}
	}
	return nil
}

// coreLine returns the line of core memory that a name replaces.
func (s *scene) coreLine() string {
	found := ""
	for line := range strings.Lines(s.text("core")) {
		line = strings.TrimSpace(line)
		if marks.Has("name-fact", line) || marks.Has("name-fact-ja", line) || containsAny(line, "do not know yet whom", "don't know yet who", "まだうかがっていない") {
			if found != "" || strings.Count(s.text("core"), line) != 1 {
				return ""
			}
			found = line
		}
	}
	return found
}
