package tools

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"yumori/internal/agent"
	"yumori/internal/store"
	"yumori/persona"
)

// maxShown is how much of a file is quoted to the model that could not change
// it, in characters.
const maxShown = 4_000

// What the tools that write answer.
const (
	written   = "Written."
	alreadySo = "Nothing to change: the text is like that already."
)

// editSchema is what the tools take that change a text.
const editSchema = `{
	"type": "object",
	"properties": {
		"append": {"type": "string", "minLength": 1, "maxLength": 20000, "description": "a new line to add at the end"},
		"old": {"type": "string", "minLength": 1, "maxLength": 20000, "description": "the text to replace, letter by letter as it stands there, long enough to be there only once"},
		"new": {"type": "string", "maxLength": 20000, "description": "what to put in place of old; empty to take old out"}
	},
	"additionalProperties": false
}`

// editable is the part of a persona that knows its texts.
type editable interface {
	Propose(persona.File, persona.Edit) (persona.Held, error)
	Core() (store.Text, error)
	Notepad() (store.Text, error)
}

// A textTool changes one of the persona's texts.
type textTool struct {
	name  string
	file  persona.File
	texts editable
	apply func(persona.File, persona.Edit, store.Cause) error
	held  bool // whatever the turn
	holder
}

// editText is the tool for a text that is always in the prompt. What is held
// waits for the user's yes.
func editText(t textTool) agent.Tool {
	tool := spec(t.name, editSchema)
	tool.Call = t.call
	return tool
}

func (t textTool) call(_ context.Context, args json.RawMessage) (agent.Answer, error) {
	e, err := editOf(args)
	if err != nil {
		return agent.Answer{}, err
	}
	if t.held || t.session.tainted() {
		c, err := t.texts.Propose(t.file, e)
		if err != nil {
			return agent.Answer{}, t.explain(err, e)
		}
		if c.Before == c.After {
			return agent.Answer{Text: alreadySo}, nil
		}
		if e.Append != "" && c.Old != "" {
			// Can be accepted whatever else is changed until then.
			c.Append = strings.TrimPrefix(c.After, c.Before)
		}
		return t.hold(t.name, c)
	}
	if err := t.apply(t.file, e, t.cause(t.name)); err != nil {
		return agent.Answer{}, t.explain(err, e)
	}
	return agent.Answer{Text: written, Announce: t.name}, nil
}

// editOf reads the arguments: either append, or old and new.
func editOf(args json.RawMessage) (persona.Edit, error) {
	var a struct {
		Append *string `json:"append"`
		Old    *string `json:"old"`
		New    *string `json:"new"`
	}
	if err := json.Unmarshal(args, &a); err != nil {
		return persona.Edit{}, &agent.ArgError{Reason: "cannot be read: " + err.Error()}
	}
	switch {
	case a.Append != nil && (a.Old != nil || a.New != nil):
		return persona.Edit{}, &agent.ArgError{Path: "append", Reason: "cannot go together with old and new; make two calls"}
	case a.Append != nil && strings.TrimSpace(*a.Append) == "":
		return persona.Edit{}, &agent.ArgError{Path: "append", Reason: "holds nothing to write"}
	case a.Append != nil:
		return persona.Edit{Append: *a.Append}, nil
	case a.Old == nil && a.New == nil:
		return persona.Edit{}, &agent.ArgError{Reason: "need append, or old and new"}
	case a.Old == nil:
		return persona.Edit{}, &agent.ArgError{Path: "old", Reason: "is required with new; to add something, use append"}
	case a.New == nil:
		return persona.Edit{}, &agent.ArgError{Path: "new", Reason: `is required with old; to take old out, give ""`}
	}
	return persona.Edit{Old: *a.Old, New: *a.New}, nil
}

// explain tells the model why an edit was not made, with the text as it is
// where the model was mistaken about it.
func (t textTool) explain(err error, e persona.Edit) error {
	if !errors.Is(err, persona.ErrNoMatch) && !errors.Is(err, persona.ErrManyMatches) {
		return t.said(err)
	}
	read := t.texts.Core
	if t.file == persona.Notepad {
		read = t.texts.Notepad
	}
	now, rerr := read()
	if rerr != nil {
		return t.said(rerr)
	}
	n := strings.Count(now.S, e.Old)
	hint := "copy it letter by letter"
	if n > 0 {
		hint = "take more of the text around it"
	}
	return &agent.ArgError{Path: "old", Reason: fmt.Sprintf(
		"must be there exactly once, but was found %d times; %s. The current text is:\n%s", n, hint, shown(now.S))}
}

// shown is the text as it is quoted to the model.
func shown(text string) string {
	if text == "" {
		return "(empty)"
	}
	if utf8.RuneCountInString(text) <= maxShown {
		return text
	}
	return string([]rune(text)[:maxShown]) + "\n…"
}
