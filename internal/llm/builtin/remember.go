package builtin

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"yumori/internal/answer"
	"yumori/internal/lang"
	"yumori/internal/lang/likely"
	"yumori/internal/lang/plain"
	"yumori/internal/lang/statement"
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
func (s *hearing) statements() []statement.Statement {
	if s.said1 == nil {
		s.said1 = statement.Statements(plain.OwnWords(s.said), userLines(s.Past)...)
	}
	return s.said1
}

// userLines are the user's last lines in a talk, the newest last.
func userLines(past []answer.Turn) []string {
	var out []string
	for i := len(past) - 1; i >= 0 && len(out) < answer.MaxBefore; i-- {
		if t := past[i]; t.User && !greets(t.Text) {
			out = append(out, plain.OwnWords(t.Text))
		}
	}
	slices.Reverse(out)
	return out
}

// greets reports whether a text only greets: whoever says their name next still
// begins the talk.
func greets(text string) bool {
	return smallTalkOf(text) == "greet"
}

// nameTold returns the name with which the user introduces themselves in some
// statements, before which they said something else. Who is known by a name does so only where the
// statement says that it is one: not "I'm starved", けんただよ of 健太, 名前は柚葉です of a grandchild.
func (s *hearing) nameTold(list []statement.Statement, before string) string {
	for _, st := range list {
		if s.former != "" && !statement.SaysName(st) {
			continue
		}
		for _, t := range st.Tells {
			if answer.NamesOther(t, before) {
				continue
			}
			before = t.Text
			ofUser := t.Topic == statement.TopicName && t.About == "name" && t.Of.Who == statement.Speaker && !lex.Has("of-honorific", t.Value)
			if ofUser && t.Value != "" && !strings.EqualFold(t.Value, s.Persona) {
				return t.Value
			}
		}
	}
	return ""
}

// lastSaid returns what the user said last in some turns.
func lastSaid(past []answer.Turn) string {
	for _, t := range slices.Backward(past) {
		if t.User {
			return t.Text
		}
	}
	return ""
}

// maxNamed is how many lines back a name is looked for that is not known
// otherwise.
const maxNamed = 40

// findUser works out the user's name: what they said last, else what the
// program says. former is what it was before this message.
func (s *hearing) findUser() {
	s.former = strings.TrimSuffix(s.User, "さん")
	if strings.HasPrefix(s.former, "(") {
		s.former = ""
	}
	if s.former == "" {
		s.former = strings.TrimSuffix(answer.NameIn(s.Section("core")), "さん")
	}
	n := 0
	for i := len(s.Past) - 1; i >= 0 && n < maxNamed; i-- {
		if !s.Past[i].User {
			continue
		}
		n++
		if name := cmp.Or(s.nameTold(statement.Statements(plain.OwnWords(s.Past[i].Text), userLines(s.Past[:i])...), lastSaid(s.Past[:i])), s.nameGiven(i, s.Past[i].Text)); name != "" {
			s.former = name
			for _, t := range s.Past[i+1:] {
				if t.User {
					s.former = cmp.Or(nameInstead(s.former, t.Text), s.former)
				}
			}
			break
		}
	}
	s.newName = cmp.Or(nameInstead(s.former, s.said), s.nameTold(s.statements(), lastSaid(s.Past)), s.nameGiven(len(s.Past), s.said))
	if s.User = s.newName; s.User == "" {
		s.User = s.former
	}
}

// nameInstead returns the name that a text puts in the place of one, "it's not Walker it's
// Walter"; "" where it puts none.
func nameInstead(name, text string) string {
	put := lex.Find("not-name-but", plain.OwnWords(text))
	if name == "" || !strings.EqualFold(put["was"], name) {
		return ""
	}
	return put["is"]
}

// askedBack is how many replies back the persona may have asked for the name that
// is given with a word for it.
const askedBack = 3

// nameGiven returns the name in what the user said after so many earlier turns
// if the persona had just asked for it, or a little before and it is said to be one.
func (s *hearing) nameGiven(turns int, said string) string {
	replies := 0
	for i := turns - 1; i >= 0 && replies < askedBack; i-- {
		if s.Past[i].User {
			continue
		}
		replies++
		if !asksName(s.Past[i].Text) {
			continue
		}
		if own := plain.OwnWords(said); i == turns-1 || tone.Has("gives-name", own) {
			return statement.NameGiven(own)
		}
		return ""
	}
	return ""
}

// asksName reports whether a reply of the persona ends by asking for the name.
func asksName(reply string) bool {
	for _, w := range wordings() {
		for _, key := range []string{"hello.name", "hello.name~"} {
			for _, asks := range w.replies()[key] {
				if strings.HasSuffix(strings.TrimSpace(reply), asks) {
					return true
				}
			}
		}
	}
	return false
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
	if spec, ok := s.tools[toolWrite]; ok && !statement.OnlyWishes(plain.OwnWords(s.said)) { // what was said before is kept with its own message
		for _, text := range s.toKeep() {
			add(toolWrite, map[string]string{"content": text, "category": allowed(spec, "category", "fact")})
		}
	}
	if spec, ok := s.tools[toolCore]; ok && s.newName != "" && !strings.Contains(s.Section("core"), s.newName) {
		if args := s.coreEdit(spec); args != nil {
			add(toolCore, args)
		}
	}
	if _, ok := s.tools[toolSearch]; ok && lex.Has("document-asked", s.said) {
		if q, ok := s.asksFact(plain.OwnWords(s.said)); ok {
			add(toolSearch, map[string]string{"query": plain.Shortened(q.Text, 200)})
		}
	}
	return calls
}

// toKeep returns what the user asks to keep, quoted.
func (s *scene) toKeep() []string {
	var out []string
	if s.is(likely.Asks, actAgainst) {
		return nil // 「覚えていてくださいますか」
	}
	for _, st := range statement.ToKeep(plain.OwnWords(s.said), userLines(s.Past)...) {
		for _, t := range st.Tells {
			text := s.SubjectName() + ": “" + plain.Stopped(t.Text, plain.English) + "”"
			if s.Lang == plain.Japanese {
				text = strings.TrimSuffix(cmp.Or(s.User, "ユーザー"), "さん") + "「" + t.Text + "」"
			}
			if t.Was != "" {
				text = lang.MarkPutRight(text)
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
	if s.Home == plain.Japanese {
		line = "お話しする人の名前は" + s.newName + "さん。"
	}
	props := schemaOf(spec).Properties
	_, hasOld := props["old"]
	_, hasNew := props["new"]
	if old := coreLine(s.Section("core")); old != "" && hasOld && hasNew {
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
func coreLine(core string) string {
	found := ""
	for line := range strings.Lines(core) {
		line = strings.TrimSpace(line)
		if answer.NameIn(line) != "" || plain.HoldsAny(line, "do not know yet whom", "don't know yet who", "まだうかがっていない") {
			if found != "" || strings.Count(core, line) != 1 {
				return ""
			}
			found = line
		}
	}
	return found
}
