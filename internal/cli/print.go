package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"yumori/internal/companion"
	"yumori/internal/llm"
	"yumori/internal/prompt"
	"yumori/retrieval"
)

// notices tells what a turn wants known beside the reply: each thing once.
type notices struct {
	tools, held, left int
	told              companion.NoticeKind
}

func (n *notices) show(s *session, t companion.Turn) {
	if len(t.Tools) < n.tools { // the turn was begun again by the built-in rules
		n.tools, n.held = 0, 0
	}
	if k := t.Notice.Kind; k != "" && k != n.told {
		n.told = k
		s.complain(s.words.notice(t.Notice))
	}
	for _, l := range t.Left[min(n.left, len(t.Left)):] {
		s.complain(s.words.fileLeft(l))
	}
	n.left = len(t.Left)
	for _, u := range t.Tools[n.tools:] {
		if !u.Failed && u.Announce != "" {
			s.complain(s.words.text("tool_" + u.Name))
		}
	}
	n.tools = len(t.Tools)
	if len(t.Held) < n.held {
		n.held = 0
	}
	for _, h := range t.Held[n.held:] {
		s.complain(s.words.text("held", h.File))
	}
	n.held = len(t.Held)
}

func (w words) notice(n companion.Notice) string {
	from := w.model(n.From)
	switch n.Kind {
	case companion.NoticeFellBack, companion.NoticeSpent:
		return w.text(string(n.Kind), from, w.explain(n.Err))
	case companion.NoticeSmall:
		return w.text(string(n.Kind), from, n.Needs, n.Window)
	case companion.NoticeShortened:
		return w.text(string(n.Kind), from, n.Window)
	}
	return w.text(string(n.Kind), from)
}

// fileLeft says that a file of the user's does not go whole into the prompt.
func (w words) fileLeft(l prompt.FileLeft) string {
	if l.Why == prompt.CutFile {
		return w.text("file_long", l.File, l.Percent)
	}
	return w.text("file_left", l.File, l.Percent, l.Window)
}

// A streamPrinter writes a reply as it comes.
type streamPrinter struct {
	*session
	notices
	name    string
	printed string
}

func (p *streamPrinter) show(t companion.Turn) {
	p.notices.show(p.session, t)
	switch {
	case t.Text == p.printed:
	case strings.HasPrefix(t.Text, p.printed):
		if p.printed == "" {
			fmt.Fprintf(p.Out, "%s> ", harmless(p.name))
		}
		fmt.Fprint(p.Out, harmless(t.Text[len(p.printed):]))
		p.printed = t.Text
	case strings.HasPrefix(p.printed, t.Text): // white space at the end was dropped
	default: // the answer was begun again
		fmt.Fprintf(p.Out, "\n%s> %s", harmless(p.name), harmless(t.Text))
		p.printed = t.Text
	}
}

func (p *streamPrinter) end(t companion.Turn, err error) error {
	if p.printed != "" {
		fmt.Fprintln(p.Out)
	}
	if t.Phase == companion.PhaseInterrupted {
		p.complain(p.words.text("interrupted"))
		return nil
	}
	tellSaved(p.session, t, err)
	return err
}

// tellSaved says of a turn that failed that the user's own words are on disk.
func tellSaved(s *session, t companion.Turn, err error) {
	if err != nil && t.User.ID != "" {
		s.complain(s.words.text("message_saved"))
	}
}

// A oncePrinter prints the finished reply alone.
type oncePrinter struct {
	*session
	notices
}

func (p *oncePrinter) show(t companion.Turn) { p.notices.show(p.session, t) }

func (p *oncePrinter) end(t companion.Turn, err error) error {
	if t.Text != "" {
		p.say(t.Text)
	}
	if t.Phase == companion.PhaseInterrupted {
		p.complain(p.words.text("interrupted"))
		return errFailed
	}
	tellSaved(p.session, t, err)
	return err
}

// A jsonPrinter prints one event a line. The first is "saved",
// once the user's message is on disk; the last is "reply" or "error".
type jsonPrinter struct {
	out   io.Writer
	words words

	saved    bool
	printed  string
	notified companion.NoticeKind
	tools    int
	held     int
	left     int
}

// An eventLine is one line of chat --json. Which fields are set depends on
// Event.
type eventLine struct {
	Event    string             `json:"event"`
	ID       string             `json:"id,omitempty"`
	Text     string             `json:"text,omitempty"`
	Name     string             `json:"name,omitempty"`
	Failed   bool               `json:"failed,omitempty"`
	File     string             `json:"file,omitempty"`
	Before   string             `json:"before,omitempty"`
	After    string             `json:"after,omitempty"`
	Reason   string             `json:"reason,omitempty"`
	Model    string             `json:"model,omitempty"`
	State    string             `json:"state,omitempty"`
	Percent  int                `json:"percent,omitempty"`
	Usage    *llm.Usage         `json:"usage,omitempty"`
	Recalled []retrieval.Memory `json:"recalled,omitzero"`
}

func (p *jsonPrinter) write(l eventLine) {
	data, err := json.Marshal(l)
	if err != nil {
		return // unreachable: the fields are strings and numbers
	}
	fmt.Fprintf(p.out, "%s\n", data)
}

func (p *jsonPrinter) show(t companion.Turn) {
	if t.User.ID == "" {
		return
	}
	if !p.saved {
		p.saved = true
		p.write(eventLine{Event: "saved", ID: string(t.User.ID)})
	}
	if n := t.Notice; n.Kind != "" && n.Kind != p.notified {
		p.notified, p.tools, p.held = n.Kind, 0, 0
		p.write(eventLine{Event: "notice", Name: string(n.Kind), Model: n.From, Text: n.Why})
	}
	for ; p.left < len(t.Left); p.left++ {
		p.write(eventLine{Event: "notice", Name: "file_left", File: t.Left[p.left].File, Percent: t.Left[p.left].Percent})
	}
	for ; p.tools < len(t.Tools); p.tools++ {
		p.write(eventLine{Event: "tool", Name: t.Tools[p.tools].Name, Failed: t.Tools[p.tools].Failed})
	}
	for ; p.held < len(t.Held); p.held++ {
		h := t.Held[p.held]
		p.write(eventLine{Event: "held", ID: h.ID, File: h.File, Before: h.Before, After: h.After})
	}
	if more, ok := strings.CutPrefix(t.Text, p.printed); ok && more != "" {
		p.write(eventLine{Event: "delta", Text: more})
		p.printed = t.Text
	}
}

func (p *jsonPrinter) end(t companion.Turn, err error) error {
	if t.Reply.ID != "" {
		usage := t.Usage
		p.write(eventLine{
			Event: "reply", ID: string(t.Reply.ID), Text: t.Reply.Text, Model: t.Reply.Model,
			State: string(t.Reply.State), Usage: &usage, Recalled: recalledIn(t),
		})
	}
	if err != nil {
		p.failed(err)
		return errFailed
	}
	return nil
}

// recalledIn returns what was recalled for a turn, never nil.
func recalledIn(t companion.Turn) []retrieval.Memory {
	if t.Recalled == nil || t.Recalled.Memories == nil {
		return []retrieval.Memory{}
	}
	return t.Recalled.Memories
}

func (p *jsonPrinter) failed(err error) {
	p.write(eventLine{Event: "error", Reason: string(companion.ReasonOf(err)), Text: p.words.explain(err)})
}
