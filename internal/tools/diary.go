package tools

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"yumori/internal/agent"
	"yumori/internal/store"
	"yumori/persona"
)

// maxPage is how much of a memory one call shows, in characters; the loop
// bounds every answer at 20,000.
const maxPage = 12_000

const makeSchema = `{
	"type": "object",
	"properties": {
		"plan": {"type": "string", "minLength": 1, "maxLength": 40, "description": "the name of the plan, as the planning told you"}
	},
	"required": ["plan"],
	"additionalProperties": false
}`

// plans are the edits of a diary that were planned in a turn and not made.
type plans struct {
	prefix string // of their names

	mu   sync.Mutex
	n    int
	made map[string]persona.Plan
}

// add keeps a plan and returns its name.
func (p *plans) add(pl persona.Plan) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.made == nil {
		p.made = map[string]persona.Plan{}
	}
	p.n++
	name := fmt.Sprintf("%s-%d", p.prefix, p.n)
	p.made[name] = pl
	return name
}

// take returns a plan, which is gone then: it is made once or not at all.
func (p *plans) take(name string) (persona.Plan, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	pl, ok := p.made[name]
	delete(p.made, name)
	return pl, ok
}

// A diaryTool edits one of the persona's diaries: an edit is planned, shown to
// the model, and made when it asks for that.
type diaryTool struct {
	text func() (store.Text, error)
	plan func(at time.Time, e persona.Edit) (persona.Plan, error)
	make func(pl persona.Plan, c store.Cause) error
	open func() error // lets it into the turn

	reader, planner, maker string // its tools

	plans *plans
	holder
}

// edits are the tools that plan an edit and make it.
func (t diaryTool) edits() []agent.Tool {
	planner, maker := spec(t.planner, editSchema), spec(t.maker, makeSchema)
	planner.Call, maker.Call = t.planEdit, t.makeEdit
	return []agent.Tool{planner, maker}
}

// planEdit plans an edit and shows it; one that does not fit is an error that
// says why.
func (t diaryTool) planEdit(_ context.Context, args json.RawMessage) (agent.Answer, error) {
	e, err := editOf(args)
	if err == nil {
		err = t.open()
	}
	if err != nil {
		return agent.Answer{}, err
	}
	pl, err := t.plan(t.now(), e)
	if errors.Is(err, persona.ErrNoMatch) || errors.Is(err, persona.ErrManyMatches) {
		text, rerr := t.text()
		if rerr != nil {
			return agent.Answer{}, t.unread(rerr)
		}
		return agent.Answer{}, &agent.ArgError{Path: "old", Reason: notFound(text.S, e.Old, t.reader)}
	}
	if err != nil {
		return agent.Answer{}, t.said(err)
	}
	if pl.Before == pl.After {
		return agent.Answer{Text: alreadySo}, nil
	}
	return agent.Answer{Text: planned(t.plans.add(pl), t.maker, pl)}, nil
}

// makeEdit makes an edit that was planned.
func (t diaryTool) makeEdit(_ context.Context, args json.RawMessage) (agent.Answer, error) {
	var a struct {
		Plan string `json:"plan"`
	}
	err := arguments(args, &a)
	if err == nil {
		err = t.open()
	}
	if err != nil {
		return agent.Answer{}, err
	}
	pl, ok := t.plans.take(a.Plan)
	if !ok {
		return agent.Answer{}, noPlan(a.Plan, t.planner)
	}
	if t.session.tainted() {
		return t.hold(t.maker, pl.Held())
	}
	if err := t.make(pl, t.cause(t.maker)); err != nil {
		return agent.Answer{}, t.said(err)
	}
	return agent.Answer{Text: written, Announce: t.maker}, nil
}

// planned shows the model what it has planned.
func planned(name, by string, pl persona.Plan) string {
	what := "This entry would be added:\n\n" + shown(pl.Append)
	if pl.Append == "" {
		before, after := changedLines(pl.Before, pl.After)
		what = "These lines:\n\n" + shown(before) + "\n\nwould become:\n\n" + shown(after)
	}
	return fmt.Sprintf("Planned as %s, nothing is written yet. %s\n\nTo write it, call %s with {\"plan\":%q}.", name, what, by, name)
}

// noPlan says that there is no plan of a name.
func noPlan(name, by string) error {
	return &agent.ArgError{Path: "plan", Reason: fmt.Sprintf(
		"%q does not exist: a plan is good for one writing, in the turn it was made in; make one with %s", name, by)}
}

// notFound says that the old text of an edit is not there exactly once.
func notFound(text, old, by string) string {
	n, hint := strings.Count(text, old), "copy it letter by letter, as "+by+" shows it"
	if n > 0 {
		hint = "take more of the text around it"
	}
	return fmt.Sprintf("must be there exactly once, but was found %d times; %s", n, hint)
}

// changedLines returns the lines in which two texts differ.
func changedLines(a, b string) (before, after string) {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	head := 0
	for head < len(x) && head < len(y) && x[head] == y[head] {
		head++
	}
	tail := 0
	for tail < len(x)-head && tail < len(y)-head && x[len(x)-1-tail] == y[len(y)-1-tail] {
		tail++
	}
	return strings.Join(x[head:len(x)-tail], "\n"), strings.Join(y[head:len(y)-tail], "\n")
}

// A view is a stretch of a text's lines.
type view struct {
	text        string
	first, last int // lines, from 1
	of          int
}

// linesOf splits a text into its lines; one that is empty has none.
func linesOf(text string) []string {
	if text = strings.TrimSuffix(text, "\n"); text == "" {
		return nil
	}
	return strings.Split(text, "\n")
}

// viewBack returns as many lines as may be shown that end with line to; 0, and
// any line behind the last, is the last.
func viewBack(text string, to int) view {
	lines := linesOf(text)
	if to <= 0 || to > len(lines) {
		to = len(lines)
	}
	from, room := to, maxPage
	for from > 0 && (room >= utf8.RuneCountInString(lines[from-1]) || from == to) {
		from--
		room -= utf8.RuneCountInString(lines[from]) + 1
	}
	return view{strings.Join(lines[from:to], "\n"), from + 1, to, len(lines)}
}

// viewFrom returns up to n lines from line from on, as many as may be shown;
// none, last being before first, when the text ends before.
func viewFrom(text string, from, n int) view {
	lines := linesOf(text)
	if from > len(lines) {
		return view{"", from, from - 1, len(lines)}
	}
	to, room := from-1, maxPage
	for to < min(len(lines), from-1+n) && (room >= utf8.RuneCountInString(lines[to]) || to == from-1) {
		room -= utf8.RuneCountInString(lines[to]) + 1
		to++
	}
	return view{strings.Join(lines[from-1:to], "\n"), from, to, len(lines)}
}

// back is titled for a view that was read from the end: it says how to go on.
func (v view) back(file string) string {
	said := v.titled(file)
	if v.first > 1 {
		said += fmt.Sprintf("\n\nFor what is before it, give to_line %d.", v.first-1)
	}
	return said
}

// titled puts the place of a view above it.
func (v view) titled(file string) string {
	if v.of == 0 {
		return file + " is empty."
	}
	return fmt.Sprintf("%s, lines %d to %d of %d:\n\n%s", file, v.first, v.last, v.of, v.text)
}
