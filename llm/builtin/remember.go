package builtin

import (
	"encoding/json"
	"strconv"
	"strings"

	"yumori/llm"
)

// The tools the rules know how to use.
const (
	toolWrite = "memory_write"
	toolCore  = "edit_core_memory"
)

// maxWrites bounds what one message makes the rules write.
const maxWrites = 6

// remember returns the tool calls that write down what the message told and
// nothing of the prompt knows yet; none once this turn has called its tools.
func (s *scene) remember(acts []act) []llm.Call {
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
		for _, f := range s.news(acts) {
			if len(calls) == maxWrites {
				break
			}
			add(toolWrite, map[string]string{"content": f.text, "category": allowed(spec, "category", f.category)})
		}
	}
	if spec, ok := s.tools[toolCore]; ok && s.newName != "" && !strings.Contains(s.sections["core"], s.newName) {
		if args := s.coreEdit(spec); args != nil {
			add(toolCore, args)
		}
	}
	return calls
}

// news returns the facts of the acts that are not known yet, each once.
func (s *scene) news(acts []act) []fact {
	var out []fact
	var kept [][]term
	for _, a := range acts {
		for _, f := range a.facts {
			terms := s.comparable(f.text)
			if s.knows(terms) && (!a.told || a.category != "correction") || containsTerms(kept, terms) {
				continue
			}
			kept = append(kept, terms)
			out = append(out, f)
		}
	}
	return out
}

func containsTerms(all [][]term, terms []term) bool {
	for _, t := range all {
		if sameTerms(t, terms) {
			return true
		}
	}
	return false
}

// comparable returns the terms of a sentence without the user's name and with
// its denial, so that the same thing said by "I" and of "Alex" is the same.
func (s *scene) comparable(text string) []term {
	denied := isDenied(text)
	text = supersede.ReplaceAllString(text, "")
	if !strings.Contains(text, "name is") && !strings.Contains(text, "名前は") {
		text = strings.ReplaceAll(replaceWord(text, s.subjectName(), " "), s.subjectName()+"さん", " ")
	}
	var out []term
	for _, t := range termsOf(text) {
		if t.key != "@name" {
			out = append(out, t)
		}
	}
	if denied {
		out = append(out, term{"@not", 1})
	}
	return out
}

// isDenied reports whether a sentence says that something is not so.
func isDenied(text string) bool {
	low := " " + strings.ToLower(text) + " "
	return containsAny(low, " not ", "n't ", " never ", " no longer ", " no ", "ない", "ません", "なかった", "やめた", "じゃなく")
}

// knows reports whether the prompt already says what terms say.
func (s *scene) knows(terms []term) bool {
	for _, m := range s.recollect() {
		text := m.text
		if m.source == fromHistory {
			if m.lang == japanese {
				text = s.thirdJapanese(text)
			} else {
				text = thirdFromFirst(absoluteEnglish(text, s.now), s.subjectName())
			}
		}
		if sameTerms(s.comparable(text), terms) {
			return true
		}
	}
	return false
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
	for line := range strings.Lines(s.sections["core"]) {
		line = strings.TrimSpace(line)
		if nameFact.MatchString(line) || nameFactJa.MatchString(line) || containsAny(line, "do not know yet whom", "don't know yet who", "まだうかがっていない") {
			if found != "" || strings.Count(s.sections["core"], line) != 1 {
				return ""
			}
			found = line
		}
	}
	return found
}
