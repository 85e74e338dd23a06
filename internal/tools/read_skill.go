package tools

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"yumori/internal/agent"
	"yumori/internal/llm"
)

// ReadSkill is the name of the tool that reads a skill.
const ReadSkill = "read_skill"

const readSkillSchema = `{
	"type": "object",
	"properties": {
		"name": {"type": "string", "minLength": 1, "maxLength": 64, "description": "the name of the skill, as it is listed"},
		"from": {"type": "integer", "minimum": 1, "description": "the first line to show; 1 without it"}
	},
	"required": ["name"],
	"additionalProperties": false
}`

// ErrNoSkill says that the persona has no skill of a name.
var ErrNoSkill = errors.New("no such skill")

// A Teacher has the skills that the user enabled.
type Teacher interface {
	// Skill returns the skill of a name, and ErrNoSkill.
	Skill(name string) (Lesson, error)
}

// A Lesson is a skill with its text.
type Lesson struct {
	Name string
	Text string
	Hash string // the store.Version of the text's bytes
	Own  bool   // the user wrote it, or calls it their own
}

// A skillTool reads skills.
type skillTool struct {
	teacher  Teacher
	language string
	holder
}

// readSkill is the tool that reads a skill.
func readSkill(t skillTool) agent.Tool {
	tool := lookIn(t.language, ReadSkill, readSkillSchema)
	tool.Call = t.call
	return tool
}

func (t skillTool) call(_ context.Context, args json.RawMessage) (agent.Answer, error) {
	a := struct {
		Name string `json:"name"`
		From int    `json:"from"`
	}{From: 1}
	if err := arguments(args, &a); err != nil {
		return agent.Answer{}, err
	}
	l, err := t.teacher.Skill(a.Name)
	if errors.Is(err, ErrNoSkill) {
		return agent.Answer{}, &agent.ArgError{Path: "name", Reason: fmt.Sprintf("%q is no skill of yours; the prompt lists those you have", a.Name)}
	}
	if err != nil {
		return agent.Answer{}, t.unread(err)
	}
	v := viewFrom(l.Text, a.From, maxLines)
	if v.last < v.first {
		return agent.Answer{}, &agent.ArgError{Path: "from", Reason: fmt.Sprintf("must be at most %d, the last line of %s", v.of, l.Name)}
	}
	if err := t.admit(l); err != nil {
		return agent.Answer{}, err
	}
	v.text = llm.Fence(t.turn.Message, strings.Split(v.text, "\n"))
	said := v.titled(l.Name)
	if v.last < v.of {
		said += "\n\n" + fmt.Sprintf(answersIn(t.language).further, v.last+1)
	}
	if !l.Own {
		said += "\n\n" + answersIn(t.language).data
	}
	return agent.Answer{Text: said, Announce: ReadSkill}, nil
}

// admit lets a skill into the turn.
func (t skillTool) admit(l Lesson) error {
	o := Outside{Kind: OutsideSkill, Name: l.Name, Hash: l.Hash}
	if l.Own {
		t.session.admitOwn([]Outside{o})
		return nil
	}
	return t.session.admitForeign(o)
}
