package goals

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"yumori/internal/memory"
	"yumori/internal/store"
	"yumori/internal/store/jsontree"
)

// Derived returns what is derived from a source, alone or with others: goals, notes
// and ends of goals. Withdrawn ones are left out.
func (b *Store) Derived(source string) []memory.Derived {
	b.mu.Lock()
	defer b.mu.Unlock()
	var items []memory.Derived
	for e := range b.all().shown() {
		g := e.goal
		if slices.Contains(g.Sources, source) {
			items = append(items, memory.Derived{Store: StoreGoal, ID: string(g.ID), Title: g.Goal})
		}
		for _, note := range g.Notes {
			if slices.Contains(note.Sources, source) {
				items = append(items, memory.Derived{Store: StoreNote, ID: string(g.ID), Title: note.Text})
			}
		}
		if slices.Contains(g.ClosedBy, source) {
			items = append(items, memory.Derived{Store: StoreEnd, ID: string(g.ID), Title: g.Goal})
		}
	}
	return items
}

// Sources returns everything that a goal, a note or an end of a goal is derived from,
// each once.
func (b *Store) Sources() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	var all []string
	for e := range b.all().shown() {
		all = append(append(all, e.goal.Sources...), e.goal.ClosedBy...)
		for _, note := range e.goal.Notes {
			all = append(all, note.Sources...)
		}
	}
	return slices.Sorted(maps.Keys(memory.SetOf(all)))
}

// Withdraw takes out what is derived from the sources alone and returns it; what has
// other sources loses the link only. A goal whose end is taken out is active
// again. What is already out is not returned again.
func (b *Store) Withdraw(sources []string, c store.Cause) ([]memory.Derived, error) {
	return b.retract(memory.Withdrawal(sources), c)
}

// Reinstate brings back what Withdraw took out for these sources.
func (b *Store) Reinstate(sources []string, c store.Cause) error {
	_, err := b.retract(memory.Reinstatement(sources), c)
	return err
}

// retract returns what came to be hidden, or to be seen.
func (b *Store) retract(t memory.Retraction, c store.Cause) ([]memory.Derived, error) {
	if !b.mentions(slices.Collect(maps.Keys(t.Sources))) {
		return nil, nil
	}
	var items []memory.Derived
	err := b.changeAll(c, func(s stack) error {
		w := retraction{Retraction: t, page: s[0]}
		for e := range s.entries() {
			w.retract(e)
		}
		if items = w.items; !w.moved {
			return store.ErrUnchanged
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("%s goals: %w", t, err)
	}
	return items, nil
}

// mentions reports whether one of the sources may be in a file: most messages
// have nothing to do with goals, and reading all of them is slow.
func (b *Store) mentions(sources []string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	list, err := b.sheets()
	if err != nil {
		return true // the change tells
	}
	return slices.ContainsFunc(list, func(s sheet) bool { return s.mentions(sources) })
}

// A retraction moves links of goals from one side to the other.
type retraction struct {
	memory.Retraction
	page  *page // of goalsFile
	items []memory.Derived
	moved bool
}

func (w *retraction) retract(e *entry) {
	at, g, hidden := e.on, e.goal, e.gone
	move := func(n *jsontree.Node, name string) (moved, last bool) {
		moved, last = n.Retract(name, w.Retraction)
		w.moved, at.dirty = w.moved || moved, at.dirty || moved
		return moved, last
	}
	list := func(kind, title string) {
		if !hidden {
			w.items = append(w.items, memory.Derived{Store: kind, ID: string(g.ID), Title: title})
		}
	}
	if _, last := move(e.node, "sources"); last {
		list(StoreGoal, g.Goal)
		hidden = true
	}
	for _, n := range e.node.Member("progress_notes").Elements() {
		if _, last := move(n, "sources"); last {
			text, _ := n.Member("note").Text()
			list(StoreNote, text)
		}
	}
	switch moved, last := move(e.node, "closed_by"); {
	case w.Back && moved && g.Status == StatusActive:
		w.page.closeAgain(e)
	case !w.Back && last && g.Status != StatusActive:
		e.node.Set("withdrawn_status", jsontree.Of(g.Status))
		w.page.reopen(e)
		list(StoreEnd, g.Goal)
	}
}

// closeAgain gives a goal back the end that was taken from it.
func (p *page) closeAgain(e *entry) {
	s, _ := e.node.Member("withdrawn_status").Text()
	to := completedList
	switch Status(s) {
	case StatusCompleted:
	case StatusAbandoned:
		to = abandonedList
	default:
		return
	}
	e.goal.Status = Status(s)
	e.node.Set("status", jsontree.Of(s))
	e.node.Set("term", jsontree.Of(e.goal.Term))
	e.node.Set("withdrawn_status", nil)
	p.move(e, to)
}

// Check reports what is not as it should be in goals.json and its archives:
// what Problems names, a goal whose status is not that of its list, and one
// that was closed before it was made.
func (b *Store) Check(ctx context.Context) []store.Problem {
	found := store.ProblemsOf(b.Problems())
	b.mu.Lock()
	defer b.mu.Unlock()
	for e := range b.all().entries() {
		if ctx.Err() != nil {
			return found
		}
		complain := func(format string, args ...any) {
			what := fmt.Sprintf("line %d: goal %q ", e.node.Line(), e.goal.ID) + fmt.Sprintf(format, args...)
			found = append(found, store.Problem{Name: e.on.name, What: what})
		}
		g := e.goal
		if s, ok := e.node.Member("status").Text(); ok && Status(s) != g.Status {
			complain("says %q and is in the list %s, which counts", s, e.list)
		}
		if at := g.Closed(); !at.IsZero() && at.Before(g.CreatedAt) {
			complain("was closed before it was made")
		}
	}
	return found
}
