package tools

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"

	"yumori/internal/agent"
	"yumori/internal/store"
	"yumori/persona"
)

// changes is the part of a persona that keeps what waits for the user.
type changes interface {
	Hold(persona.Held) (persona.Held, error)
}

// A holder lets changes wait for the user's yes.
type holder struct {
	changes changes
	asked   func() ([]persona.Held, error)
	now     func() time.Time
	turn    Turn
	logger  *slog.Logger
	session *session
}

// cause is why a write of tool happens.
func (h holder) cause(tool string) store.Cause {
	return store.Cause{Kind: store.CauseTool, Ref: h.turn.Message, Note: tool}
}

// sources is what a memory made in this turn is derived from.
func (h holder) sources() []string {
	if h.turn.Message == "" {
		return nil
	}
	return []string{h.turn.Message}
}

// hold keeps a change and tells the model that it waits. The same change is
// kept only once, as a model asks again for what it does not see happen.
func (h holder) hold(tool string, c persona.Held) (agent.Answer, error) {
	waiting, err := h.asked()
	if err != nil {
		return agent.Answer{}, h.said(err)
	}
	if slices.ContainsFunc(waiting, func(o persona.Held) bool { return o.State == persona.StateHeld && sameChange(o, c) }) {
		return agent.Answer{Text: "This very change waits for the user's yes already. Nothing was written; do not ask for it again."}, nil
	}
	c.Tool, c.Message, c.Time = tool, h.turn.Message, h.now()
	c, err = h.changes.Hold(c)
	if err != nil {
		return agent.Answer{}, h.said(err)
	}
	return agent.Answer{Text: "Not written yet: the change waits for the user's yes, who is shown it. " +
		"If you mention it, say that it waits.", Held: c.ID}, nil
}

// holdCall is hold for a change that is made by calling tool with args.
func (h holder) holdCall(tool string, args json.RawMessage, c persona.Held) (agent.Answer, error) {
	c.Tool, c.Call = tool, string(args)
	return h.hold(tool, c)
}

// sameChange says whether both changes would do the same to a file; when they
// were proposed does not matter.
func sameChange(a, b persona.Held) bool {
	switch {
	case a.File != b.File || (a.Append == "") != (b.Append == "") || a.Call != b.Call:
		return false
	case a.Call != "":
		return a.Tool == b.Tool && a.Old == b.Old
	case a.Append != "":
		return withoutTime(a.Append) == withoutTime(b.Append)
	}
	return a.Old == b.Old && a.After == b.After
}

// withoutTime takes the time out of the heading of an entry of the daily log
// or of a diary.
func withoutTime(block string) string {
	if head, rest, ok := strings.Cut(block, "] "); ok && strings.HasPrefix(head, "## [") {
		return rest
	}
	if head, rest, ok := strings.Cut(block, "\n\n"); ok && strings.HasPrefix(head, "## ") {
		return rest
	}
	return block
}

// Private reports whether what a tool is called with, and what it answers, is
// nobody's but the persona's: it does not go into a trace or a log.
func Private(tool string) bool {
	switch tool {
	case readSecretDiaryName, planSecretDiaryEditName, makeSecretDiaryEditName:
		return true
	}
	return false
}

// Accept makes a held call (persona.Held.Call) that the user has said yes to:
// it is for persona.DecideWith. The change has the message it was asked for in
// as its source. It returns store.ErrConflict when what was to be rewritten
// has changed since, and the tool's own error when the call cannot be made any
// more.
func Accept(ctx context.Context, d Deps, h persona.Held) error {
	d.Turn = Turn{Message: h.Message, ApplyCore: true, accepted: h}
	for _, t := range New(d) {
		if t.Spec.Name != h.Tool {
			continue
		}
		if _, err := t.Call(ctx, json.RawMessage(h.Call)); err != nil {
			return fmt.Errorf("accept call of %s: %w", h.Tool, err)
		}
		return nil
	}
	return fmt.Errorf("accept call of %q: no such tool", h.Tool)
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
		return h.conflict(err)
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

// conflict tells the model, and to whoever accepts a held call what it is.
func (h holder) conflict(err error) error {
	if h.turn.accepted.ID != "" {
		return err
	}
	return errors.New("not written: the user changed the file at the same moment; look at it and try again")
}

// unread is said for a memory that could not be read.
func (h holder) unread(err error) error {
	h.logger.Error("tool could not read", "error", err)
	return errors.New("the memory could not be read; tell the user")
}
