package goals

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

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
	all := map[string]bool{}
	for e := range b.all().shown() {
		list := slices.Concat(e.goal.Sources, e.goal.ClosedBy)
		for _, note := range e.goal.Notes {
			list = append(list, note.Sources...)
		}
		for _, s := range list {
			all[s] = true
		}
	}
	delete(all, "")
	return slices.Sorted(maps.Keys(all))
}

// Withdraw takes out what is derived from the sources alone and returns it; what has
// other sources loses the link only. A goal whose end is taken out is active
// again. What is already out is not returned again.
func (b *Store) Withdraw(sources []string, c store.Cause) ([]memory.Derived, error) {
	if !b.mentions(sources) {
		return nil, nil
	}
	var items []memory.Derived
	err := b.changeAll(c, func(s stack) error {
		items = nil
		w := withdrawal{page: s[0], sources: memory.SetOf(sources)}
		for e := range s.entries() {
			w.take(e)
		}
		items = w.items
		if !w.moved {
			return errUnchanged
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("withdraw goals: %w", err)
	}
	return items, nil
}

// Reinstate brings back what Withdraw took out for these sources.
func (b *Store) Reinstate(sources []string, c store.Cause) error {
	if !b.mentions(sources) {
		return nil
	}
	err := b.changeAll(c, func(s stack) error {
		w := withdrawal{page: s[0], sources: memory.SetOf(sources)}
		for e := range s.entries() {
			w.give(e)
		}
		if !w.moved {
			return errUnchanged
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("reinstate goals: %w", err)
	}
	return nil
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
	return slices.ContainsFunc(list, func(s *sheet) bool { return s.mentions(sources) })
}

// A withdrawal moves links of goals from one side to the other.
type withdrawal struct {
	page    *page // of goalsFile
	sources map[string]bool
	items   []memory.Derived
	moved   bool
	at      *page // of the goal that is looked at
}

func (w *withdrawal) take(e *entry) {
	w.at = e.on
	g, was := e.goal, e.gone
	gone := w.shift(e.node, "sources", "withdrawn")
	hidden := was || gone
	if gone && !was {
		w.items = append(w.items, memory.Derived{Store: StoreGoal, ID: string(g.ID), Title: g.Goal})
	}
	for _, n := range e.node.Member("progress_notes").Elements() {
		if w.shift(n, "sources", "withdrawn") && !hidden {
			text, _ := n.Member("note").Text()
			w.items = append(w.items, memory.Derived{Store: StoreNote, ID: string(g.ID), Title: text})
		}
	}
	if w.shift(e.node, "closed_by", "withdrawn_closed_by") && g.Status != StatusActive {
		e.node.Set("withdrawn_status", jsontree.Of(g.Status))
		w.page.reopen(e)
		if !hidden {
			w.items = append(w.items, memory.Derived{Store: StoreEnd, ID: string(g.ID), Title: g.Goal})
		}
	}
}

func (w *withdrawal) give(e *entry) {
	w.at = e.on
	w.shift(e.node, "withdrawn", "sources")
	for _, n := range e.node.Member("progress_notes").Elements() {
		w.shift(n, "withdrawn", "sources")
	}
	before := w.moved
	w.moved = false
	w.shift(e.node, "withdrawn_closed_by", "closed_by")
	if w.moved && e.goal.Status == StatusActive {
		w.page.closeAgain(e)
	}
	w.moved = w.moved || before
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

// shift moves the sources among the members of one name of n to the other, and
// reports whether it took the last.
func (w *withdrawal) shift(n *jsontree.Node, from, to string) bool {
	moved, last := n.MoveTexts(from, to, w.sources)
	w.moved, w.at.dirty = w.moved || moved, w.at.dirty || moved
	if last && strings.HasPrefix(from, "withdrawn") {
		n.Set(from, nil)
	}
	return last
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
