// Package tools is what a persona may call: each tool is one file, with its
// description for the model beside it as Markdown.
package tools

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"

	"yumori/agent"
	"yumori/llm"
	"yumori/persona"
	"yumori/store"
)

// Deps is what the tools of one turn work with.
type Deps struct {
	Persona *persona.Persona
	Now     func() time.Time // nil: time.Now
	Turn    Turn
	Logger  *slog.Logger // told what the model is not; nil: nobody is
}

// A Turn is what the tools need to know of the turn they are called in.
type Turn struct {
	Message string // id of the user's message; causes and held changes name it

	// Tainted says that the model reads text which neither the user nor the
	// persona wrote. Every write is then held for the user, whatever else
	// is set: the text may have asked for it.
	Tainted bool

	// ApplyCore says that changes of the core memory need no yes.
	ApplyCore bool
}

// New returns the tools for one turn.
func New(d Deps) []agent.Tool {
	if d.Now == nil {
		d.Now = time.Now
	}
	if d.Logger == nil {
		d.Logger = slog.New(slog.DiscardHandler)
	}
	hold := holder{changes: d.Persona, turn: d.Turn, logger: d.Logger}
	core := textTool{
		name: "edit_core_memory", file: persona.Core, texts: d.Persona, apply: d.Persona.EditCore,
		held: d.Turn.Tainted || !d.Turn.ApplyCore, holder: hold,
	}
	notepad := textTool{
		name: "edit_notepad", file: persona.Notepad, texts: d.Persona, apply: d.Persona.EditNotepad,
		held: d.Turn.Tainted, holder: hold,
	}
	daily := dailyTool{log: d.Persona, now: d.Now, held: d.Turn.Tainted, holder: hold}
	return []agent.Tool{editCoreMemory(core), editNotepad(notepad), memoryWrite(daily)}
}

// spec describes a tool that writes: its calls run in the order they were
// asked for.
func spec(name, description, schema string) agent.Tool {
	return agent.Tool{
		Spec:   llm.ToolSpec{Name: name, Description: strings.TrimSpace(description), Schema: json.RawMessage(schema)},
		Serial: true,
	}
}

// changes is the part of a persona that keeps what waits for the user.
type changes interface {
	Hold(persona.Held) (persona.Held, error)
	HeldChanges() ([]persona.Held, error)
}

// A holder lets changes wait for the user's yes.
type holder struct {
	changes changes
	turn    Turn
	logger  *slog.Logger
}

// cause is why a write of tool happens.
func (h holder) cause(tool string) store.Cause {
	return store.Cause{Kind: store.CauseTool, Ref: h.turn.Message, Note: tool}
}

// hold keeps a change and tells the model that it waits. The same change is
// kept only once, as a model asks again for what it does not see happen.
func (h holder) hold(tool string, c persona.Held) (agent.Answer, error) {
	waiting, err := h.changes.HeldChanges()
	if err != nil {
		return agent.Answer{}, h.said(err)
	}
	if slices.ContainsFunc(waiting, func(o persona.Held) bool { return o.State == persona.StateHeld && sameChange(o, c) }) {
		return agent.Answer{Text: "This very change waits for the user's yes already. Nothing was written; do not ask for it again."}, nil
	}
	c.Tool, c.Message = tool, h.turn.Message
	c, err = h.changes.Hold(c)
	if err != nil {
		return agent.Answer{}, h.said(err)
	}
	return agent.Answer{Text: "Not written yet: the change waits for the user's yes, who is shown it. " +
		"If you mention it, say that it waits.", Held: c.ID}, nil
}

// sameChange says whether both changes would do the same to a file; when they
// were proposed does not matter.
func sameChange(a, b persona.Held) bool {
	if a.File != b.File || (a.Append == "") != (b.Append == "") {
		return false
	}
	if a.Append != "" {
		return withoutTime(a.Append) == withoutTime(b.Append)
	}
	return a.Old == b.Old && a.After == b.After
}

// withoutTime takes the time out of the heading of an entry of the daily log.
func withoutTime(block string) string {
	if head, rest, ok := strings.Cut(block, "] "); ok && strings.HasPrefix(head, "## [") {
		return rest
	}
	return block
}

// said puts the errors a model can do something about into words for it. Of
// the others it need not know more than that; the log gets them.
func (h holder) said(err error) error {
	switch {
	case errors.Is(err, persona.ErrTooMany):
		return errors.New("not written: too many changes wait for the user's yes already")
	case errors.Is(err, persona.ErrTooLong):
		return fmt.Errorf("not written: the text would be longer than %d characters; shorten it or take something out first", persona.MaxFile)
	case errors.Is(err, persona.ErrEmpty):
		return &agent.ArgError{Reason: "hold nothing to write"}
	case errors.Is(err, store.ErrConflict):
		return errors.New("not written: the user changed the file at the same moment; look at it and try again")
	case errors.Is(err, persona.ErrNewer):
		return errors.New("not written: this memory belongs to a newer version of the program and can only be read")
	case errors.Is(err, store.ErrFull):
		return errors.New("not written: the disk is full; tell the user")
	case errors.Is(err, store.ErrReadOnly):
		return errors.New("not written: the memory cannot be written to; tell the user")
	}
	h.logger.Error("tool could not write", "error", err)
	return errors.New("not written: the memory could not be used; tell the user")
}
