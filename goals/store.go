package goals

import (
	"crypto/rand"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"yumori/internal/store"
)

// A Store is the goals in a persona's folder. It is safe for concurrent use.
// Its answers are copies. A file that cannot be read at the moment is answered
// from what was read last.
type Store struct {
	dir  *store.Dir
	now  func() time.Time
	lang string

	mu      sync.Mutex       // held over looking at files, changing and writing them
	main    sheet            // goalsFile
	years   map[string]sheet // archives that were found, by name
	listing error            // why they could not be looked for last time
}

// Open opens the goals in a folder. A file that cannot be used does not keep
// it from opening; Problems names it.
func Open(d *store.Dir, opt Options) (*Store, error) {
	b := &Store{dir: d, now: opt.Now, lang: opt.Language, years: map[string]sheet{}}
	if b.now == nil {
		b.now = time.Now
	}
	b.main = b.sheet(goalsFile)
	_ = b.main.Refresh() // Problems tells
	return b, nil
}

// page returns the page of goalsFile, which is not to be changed. b.mu is held.
func (b *Store) page() *page {
	_ = b.main.Refresh() // Problems tells; the last that could be read is answered
	return b.main.Made()
}

// attempt does f, which changes files, again as long as somebody else does.
func (b *Store) attempt(f func() error) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	return store.Retry(f)
}

// change lets f change the page of goalsFile and writes it. Nothing is kept of
// a change that fails.
func (b *Store) change(c store.Cause, f func(p *page) error) error {
	return b.attempt(func() error {
		if err := b.main.Refresh(); err != nil {
			return err
		}
		p := b.main.Take()
		if err := f(p); err != nil {
			return err
		}
		p.dirty = true
		return b.save(c, stack{p})
	})
}

// Problems returns what of the files could not be used, and what was set aside
// since Open.
func (b *Store) Problems() []Problem {
	b.mu.Lock()
	defer b.mu.Unlock()
	pages := b.all()
	list := b.main.problems()
	for _, p := range pages[1:] {
		list = append(list, b.year(p.name).problems()...)
		for _, e := range p.entries {
			if e.under != nil && !e.copied() {
				list = append(list, Problem{File: p.name, Line: e.node.Line(), What: fmt.Sprintf("has the id %q of a goal in %s: it is not used", e.goal.ID, e.under.on.name)})
			}
		}
	}
	if b.listing != nil {
		list = append(list, Problem{File: goalsFile, What: b.listing.Error()})
	}
	return list
}

// Goals returns all goals: the active ones first, those of each term by
// priority and age, then the completed and the abandoned, the newest first.
// It reads the archives, and again only those that have changed.
func (b *Store) Goals() []Goal {
	b.mu.Lock()
	defer b.mu.Unlock()
	pages := b.all()
	var all []Goal
	for _, t := range []Term{Short, Long} {
		all = append(all, pages[0].active(t)...)
	}
	for _, l := range []list{completedList, abandonedList} {
		var closed []Goal
		for e := range pages.shown() {
			if e.list == l {
				closed = append(closed, e.goal.copy())
			}
		}
		slices.SortStableFunc(closed, func(a, b Goal) int { return b.Closed().Compare(a.Closed()) })
		all = append(all, closed...)
	}
	return all
}

// active returns the active goals of a term by priority, the oldest first
// among equals.
func (p *page) active(t Term) []Goal {
	var found []Goal
	for _, e := range p.entries {
		if e.list == listOf(t) && !e.gone {
			found = append(found, e.goal.copy())
		}
	}
	slices.SortStableFunc(found, func(a, b Goal) int {
		if a.Priority != b.Priority {
			return a.Priority - b.Priority
		}
		return a.CreatedAt.Compare(b.CreatedAt)
	})
	return found
}

// Active returns the n most important active goals of a term, fewer if there
// are fewer; all for an n below zero. The first short-term one is that which
// presses.
func (b *Store) Active(t Term, n int) []Goal {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.page().top(t, n)
}

func (p *page) top(t Term, n int) []Goal {
	found := p.active(t)
	if n >= 0 && n < len(found) {
		found = found[:n]
	}
	return found
}

// Prompt returns the goals that the prompt shows: PromptShort short-term ones,
// then PromptLong long-term ones.
func (b *Store) Prompt() []Goal {
	b.mu.Lock()
	defer b.mu.Unlock()
	p := b.page()
	return append(p.top(Short, PromptShort), p.top(Long, PromptLong)...)
}

// Find returns a goal, or ErrNoGoal.
func (b *Store) Find(id ID) (Goal, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	e := b.page().find(id)
	if e == nil {
		e = b.all().find(id)
	}
	if e != nil && !e.gone {
		return e.goal.copy(), nil
	}
	return Goal{}, fmt.Errorf("find goal %q: %w", id, ErrNoGoal)
}

func (g Goal) copy() Goal {
	g.Sources, g.ClosedBy, g.Notes = slices.Clone(g.Sources), slices.Clone(g.ClosedBy), slices.Clone(g.Notes)
	for i := range g.Notes {
		g.Notes[i].Sources = slices.Clone(g.Notes[i].Sources)
	}
	return g
}

// The beginnings of ids, as in Nexus Ark.
const (
	shortPrefix = "sh_"
	longPrefix  = "lo_"
)

// newID returns an id that no goal of the page has.
func (p *page) newID(t Term) ID {
	prefix := shortPrefix
	if t == Long {
		prefix = longPrefix
	}
	for {
		id := ID(prefix + strings.ToLower(rand.Text()[:10]))
		if p.find(id) == nil {
			return id
		}
	}
}
