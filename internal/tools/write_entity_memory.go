package tools

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"yumori/entity"
	"yumori/internal/agent"
	"yumori/internal/store"
	"yumori/persona"
)

// WriteEntityMemory is the name of the tool that writes such a page.
const WriteEntityMemory = "write_entity_memory"

const writeEntityMemorySchema = `{
	"type": "object",
	"properties": {
		"name": {"type": "string", "minLength": 1, "maxLength": 200, "description": "whose page it is"},
		"content": {"type": "string", "minLength": 1, "maxLength": 20000, "description": "what to write, understandable by itself"},
		"mode": {"type": "string", "enum": ["append", "consolidate"], "description": "append adds to the page, which is also what happens without it; consolidate puts content in place of the whole page"}
	},
	"required": ["name", "content"],
	"additionalProperties": false
}`

// keepShare is how much of a page a consolidation may not fall below, as a
// share of its characters, without the user's yes.
const keepShare = 0.7

// writeEntityMemory is the tool that writes a page.
func writeEntityMemory(t entityTool) agent.Tool {
	tool := spec(WriteEntityMemory, writeEntityMemorySchema)
	tool.Call = t.write
	return tool
}

func (t entityTool) write(_ context.Context, args json.RawMessage) (agent.Answer, error) {
	var a struct {
		Name    string      `json:"name"`
		Content string      `json:"content"`
		Mode    entity.Mode `json:"mode"`
	}
	if err := arguments(args, &a); err != nil {
		return agent.Answer{}, err
	}
	if strings.TrimSpace(a.Content) == "" {
		return agent.Answer{}, &agent.ArgError{Path: "content", Reason: "holds nothing to write"}
	}
	name, err := entity.CleanName(entity.Name(a.Name))
	if err != nil {
		return agent.Answer{}, t.refused(err)
	}
	note := entity.Note{Text: a.Content, Mode: a.Mode, Sources: t.sources()}
	page, err := t.target(name, a.Mode)
	if err != nil {
		return agent.Answer{}, err
	}
	if t.session.tainted() || t.shrinks(page, note) {
		return t.holdCall(WriteEntityMemory, args, heldPage(name, page, note))
	}
	w, err := t.pages.Write(name, note, t.cause(WriteEntityMemory))
	if err != nil {
		return agent.Answer{}, t.refused(err)
	}
	if w.Line == 0 {
		return agent.Answer{Text: "Nothing to add: the page has that already."}, nil
	}
	return agent.Answer{Text: fmt.Sprintf("Written on the page of %s, as %s.", w.Name, w.Source()), Announce: WriteEntityMemory}, nil
}

// target returns the page that is written to, an empty one if it is to be
// made. A page that is rewritten on the user's yes has to be the one that was
// shown.
func (t entityTool) target(name entity.Name, mode entity.Mode) (entity.Page, error) {
	page, err := t.pages.Read(name)
	switch {
	case errors.Is(err, entity.ErrNoPage):
		if mode == entity.Consolidate {
			return page, t.nobody(string(name))
		}
		return entity.Page{}, nil
	case err != nil:
		return page, t.refused(err)
	}
	if shown := t.turn.accepted.Old; shown != "" && page.Version != shown {
		return page, t.said(store.ErrConflict)
	}
	return page, nil
}

// shrinks reports whether a page would lose so much to a note that the user is
// asked. A held call was asked about.
func (t entityTool) shrinks(page entity.Page, note entity.Note) bool {
	return note.Mode == entity.Consolidate && t.turn.accepted.ID == "" &&
		float64(utf8.RuneCountInString(note.Text)) < keepShare*float64(utf8.RuneCountInString(page.Text))
}

// heldPage tells in words what a note would do to a page.
func heldPage(name entity.Name, page entity.Page, note entity.Note) persona.Held {
	h := persona.Held{File: page.File, Before: page.Text, After: note.Text}
	if h.File == "" {
		h.File = "entity_memory/" + entity.FileName(name)
	}
	switch {
	case note.Mode == entity.Consolidate:
		h.Old = page.Version
	case page.Text != "":
		h.After = strings.TrimRight(page.Text, "\n") + "\n\n" + note.Text
	default:
		h.After = "# " + string(name) + "\n\n" + note.Text
	}
	return h
}
