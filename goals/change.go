package goals

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"golang.org/x/text/unicode/norm"

	"yumori/internal/memory"
	"yumori/internal/store"
	"yumori/internal/store/jsontree"
)

// A Plan is a goal that is to be made. Zero members are filled in: the term is
// Short, the kind Lived, the priority 3, the time now.
type Plan struct {
	Goal     string
	Term     Term
	Priority int
	At       time.Time
	Kind     memory.Kind
	Sources  []string
}

func (pl Plan) clean(now time.Time) (Plan, error) {
	if pl.Term == "" {
		pl.Term = Short
	}
	if pl.Kind == "" {
		pl.Kind = memory.Lived
	}
	if pl.Priority == 0 {
		pl.Priority = defaultPriority
	}
	if pl.At.IsZero() {
		pl.At = now
	}
	text, ok := cleanText(pl.Goal, maxText)
	switch {
	case !ok:
		return pl, fmt.Errorf("%w: 1 to %d characters", ErrBadGoal, maxText)
	case pl.Term != Short && pl.Term != Long:
		return pl, fmt.Errorf("%w: term %q", ErrBadGoal, pl.Term)
	case !pl.Kind.Known():
		return pl, fmt.Errorf("%w: kind %q", ErrBadGoal, pl.Kind)
	case pl.Priority < HighestPriority || pl.Priority > LowestPriority:
		return pl, fmt.Errorf("%w: priority %d", ErrBadGoal, pl.Priority)
	}
	pl.Goal, pl.Sources = text, cleanSources(pl.Sources)
	return pl, nil
}

// cleanSources returns the sources without empty ones and repetitions.
func cleanSources(list []string) []string {
	var clean []string
	for _, s := range list {
		if s = strings.TrimSpace(s); s != "" && !slices.Contains(clean, s) {
			clean = append(clean, s)
		}
	}
	return clean[max(0, len(clean)-maxSources):]
}

// folded returns a text by which the same goal in other letters is found.
func folded(s string) string {
	return strings.Join(strings.Fields(strings.ToLower(norm.NFKC.String(s))), " ")
}

// Add makes a goal and returns it. One that is active in the same words is not
// made again: it gets the sources, and the higher priority. A plan that cannot
// be kept is ErrBadGoal.
func (b *Store) Add(pl Plan, c store.Cause) (Goal, error) {
	var made Goal
	pl, err := pl.clean(b.now())
	if err != nil {
		return made, fmt.Errorf("add goal: %w", err)
	}
	err = b.change(c, func(p *page) error {
		for _, e := range p.entries {
			if e.list == listOf(pl.Term) && !e.gone && folded(e.goal.Goal) == folded(pl.Goal) {
				return p.again(e, pl, &made)
			}
		}
		n := jsontree.Object()
		id := p.newID(pl.Term)
		n.Set("id", jsontree.Of(id))
		n.Set("goal", jsontree.Of(pl.Goal))
		n.Set("created_at", jsontree.Of(pl.At))
		n.Set("status", jsontree.Of(StatusActive))
		n.Set("progress_notes", jsontree.Array())
		n.Set("priority", jsontree.Of(pl.Priority))
		n.Set("kind", jsontree.Of(pl.Kind))
		n.Set("sources", jsontree.Texts(pl.Sources))
		e := &entry{node: n, list: listOf(pl.Term)}
		p.move(e, e.list)
		made = Goal{ID: id, Term: pl.Term, Goal: pl.Goal, CreatedAt: pl.At, Status: StatusActive, Priority: pl.Priority, Kind: pl.Kind, Sources: pl.Sources}
		return nil
	})
	if err != nil {
		return Goal{}, fmt.Errorf("add goal: %w", err)
	}
	return made.copy(), nil
}

// again takes a plan for a goal that is there.
func (p *page) again(e *entry, pl Plan, made *Goal) error {
	g := &e.goal
	was := len(g.Sources)
	if was > 0 { // what is derived from nothing does not become derived from something
		g.Sources = cleanSources(slices.Concat(g.Sources, pl.Sources))
		e.node.Set("sources", jsontree.Texts(g.Sources))
	}
	higher := pl.Priority < g.Priority
	if higher {
		g.Priority = pl.Priority
		e.node.Set("priority", jsontree.Of(g.Priority))
	}
	*made = g.copy()
	if len(g.Sources) == was && !higher {
		return store.ErrUnchanged
	}
	return nil
}

// edit finds a goal that is seen, in an archive if need be, and lets f change
// it; main is the page of goalsFile.
func (b *Store) edit(id ID, c store.Cause, f func(main *page, e *entry) error) (Goal, error) {
	var g Goal
	in := func(s stack) error {
		e := s.find(id)
		if e == nil || e.gone {
			return ErrNoGoal
		}
		e.on.dirty = true
		err := f(s[0], e)
		g = e.goal.copy()
		return err
	}
	err := b.change(c, func(p *page) error { return in(stack{p}) })
	if errors.Is(err, ErrNoGoal) {
		err = b.changeAll(c, in)
	}
	return g, err
}

// Progress adds a note to an active goal; a time that is zero is now. A goal
// that is not active is ErrClosed, a note without text or of more than 500
// characters ErrBadGoal.
func (b *Store) Progress(id ID, note Note, c store.Cause) (Goal, error) {
	text, ok := cleanText(note.Text, maxNote)
	if !ok {
		return Goal{}, fmt.Errorf("note progress of goal %q: %w: a note has 1 to %d characters", id, ErrBadGoal, maxNote)
	}
	if note.Time.IsZero() {
		note.Time = b.now()
	}
	note.Text, note.Sources = text, cleanSources(note.Sources)
	g, err := b.edit(id, c, func(_ *page, e *entry) error {
		if e.goal.Status != StatusActive {
			return ErrClosed
		}
		notes := e.node.Member("progress_notes")
		if !notes.IsArray() {
			if !notes.Absent() {
				return fmt.Errorf("%w: progress_notes of line %d is no list", ErrBadGoal, notes.Line())
			}
			notes = jsontree.Array()
			e.node.Set("progress_notes", notes)
		}
		n := jsontree.Object()
		n.Set("time", jsontree.Of(note.Time))
		n.Set("note", jsontree.Of(note.Text))
		n.Set("sources", jsontree.Texts(note.Sources))
		notes.Add(n)
		e.goal.Notes = append(e.goal.Notes, note)
		if over := len(notes.Elements()) - maxNotes; over > 0 { // the history keeps them
			notes.DeleteFunc(func(*jsontree.Node) bool { over--; return over >= 0 })
			e.goal.Notes = e.goal.Notes[max(0, len(e.goal.Notes)-maxNotes):]
		}
		return nil
	})
	if err != nil {
		return Goal{}, fmt.Errorf("note progress of goal %q: %w", id, err)
	}
	return g, nil
}

// An End says how a goal ended.
type End struct {
	Reason  string    // how it was reached, or why it was abandoned; may be empty
	At      time.Time // zero is now
	Sources []string  // what it is derived from
}

// Complete closes an active goal as reached and returns it: what an episode of
// type achievement is made of. A goal completed before is returned as it is,
// an abandoned one is ErrClosed.
func (b *Store) Complete(id ID, end End, c store.Cause) (Goal, error) {
	g, err := b.end(id, StatusCompleted, end, c)
	if err != nil {
		return Goal{}, fmt.Errorf("complete goal %q: %w", id, err)
	}
	return g, nil
}

// Abandon gives an active goal up and returns it. A goal abandoned before is
// returned as it is, a completed one is ErrClosed.
func (b *Store) Abandon(id ID, end End, c store.Cause) (Goal, error) {
	g, err := b.end(id, StatusAbandoned, end, c)
	if err != nil {
		return Goal{}, fmt.Errorf("abandon goal %q: %w", id, err)
	}
	return g, nil
}

func (b *Store) end(id ID, s Status, end End, c store.Cause) (Goal, error) {
	reason, ok := cleanText(end.Reason, maxNote)
	if !ok && reason != "" {
		return Goal{}, fmt.Errorf("%w: a reason has at most %d characters", ErrBadGoal, maxNote)
	}
	end.Reason, end.Sources = reason, cleanSources(end.Sources)
	if end.At.IsZero() {
		end.At = b.now()
	}
	return b.edit(id, c, func(p *page, e *entry) error {
		switch e.goal.Status {
		case s:
			return store.ErrUnchanged
		case StatusActive:
			p.close(e, s, end)
			return nil
		}
		return ErrClosed
	})
}

// close moves an active goal to the list of its end.
func (p *page) close(e *entry, s Status, end End) {
	n, g := e.node, &e.goal
	g.Status, g.Reason, g.ClosedBy = s, end.Reason, end.Sources
	to, stamp, other := completedList, "completed_at", "abandoned_at"
	if s == StatusAbandoned {
		to, stamp, other = abandonedList, other, stamp
		g.AbandonedAt = end.At
	} else {
		g.CompletedAt = end.At
	}
	n.Set("status", jsontree.Of(s))
	n.Set("term", jsontree.Of(g.Term))
	n.Set(stamp, jsontree.Of(end.At))
	n.Set(other, nil) // of an end that was taken back
	n.Set("reason", jsontree.Of(end.Reason))
	n.Set("closed_by", jsontree.Texts(end.Sources))
	n.Set("withdrawn_closed_by", nil)
	n.Set("withdrawn_status", nil)
	p.move(e, to)
}

// Reopen makes a closed goal active again; an active one is ErrNotClosed.
func (b *Store) Reopen(id ID, c store.Cause) (Goal, error) {
	g, err := b.edit(id, c, func(p *page, e *entry) error {
		if e.goal.Status == StatusActive {
			return ErrNotClosed
		}
		p.reopen(e)
		for _, name := range []string{"completed_at", "abandoned_at", "reason", "closed_by", "withdrawn_closed_by", "withdrawn_status"} {
			e.node.Set(name, nil)
		}
		return nil
	})
	if err != nil {
		return Goal{}, fmt.Errorf("reopen goal %q: %w", id, err)
	}
	return g, nil
}

// reopen moves a closed goal to the list of its term.
func (p *page) reopen(e *entry) {
	g := &e.goal
	g.Status, g.CompletedAt, g.AbandonedAt, g.Reason, g.ClosedBy = StatusActive, time.Time{}, time.Time{}, "", nil
	e.node.Set("status", jsontree.Of(StatusActive))
	p.move(e, listOf(g.Term))
}

// A Revision changes a goal. Zero members leave it as it is.
type Revision struct {
	Goal     string
	Priority int
	Term     Term // of an active goal
}

// Edit changes a goal's words, priority or term. It keeps its id. What cannot
// be kept is ErrBadGoal.
func (b *Store) Edit(id ID, r Revision, c store.Cause) (Goal, error) {
	g, err := b.edit(id, c, func(main *page, e *entry) error {
		g := &e.goal
		if r.Term != "" && r.Term != g.Term && g.Status != StatusActive {
			return ErrClosed
		}
		pl := Plan{Goal: g.Goal, Term: g.Term, Priority: g.Priority, Kind: g.Kind}
		if r.Goal != "" {
			pl.Goal = r.Goal
		}
		if r.Priority != 0 {
			pl.Priority = r.Priority
		}
		if r.Term != "" {
			pl.Term = r.Term
		}
		pl, err := pl.clean(b.now())
		if err != nil {
			return err
		}
		return main.revise(e, pl)
	})
	if err != nil {
		return Goal{}, fmt.Errorf("edit goal %q: %w", id, err)
	}
	return g, nil
}

func (p *page) revise(e *entry, pl Plan) error {
	g := &e.goal
	err := store.ErrUnchanged
	if pl.Goal != g.Goal {
		g.Goal, err = pl.Goal, nil
		e.node.Set("goal", jsontree.Of(g.Goal))
	}
	if pl.Priority != g.Priority {
		g.Priority, err = pl.Priority, nil
		e.node.Set("priority", jsontree.Of(g.Priority))
	}
	if pl.Term != g.Term {
		g.Term, err = pl.Term, nil
		p.move(e, listOf(g.Term))
	}
	return err
}
