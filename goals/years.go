package goals

import (
	"cmp"
	"fmt"
	"iter"
	"regexp"
	"slices"
	"time"

	"yumori/internal/store"
)

// Goals that ended leave goalsFile, once they are more there than spillAt, for
// the file of the year of their end, the newest last: a change writes the
// whole of goalsFile, and the history keeps it. An archive is an object with
// the two lists of goals that ended, in the format of goalsFile:
//
//	{"completed": [{"id": "sh_k3v9q2m7xa", …, "completed_at": "2026-03-01T04:30:00+09:00"}], "abandoned": […]}
//
// Where a move was cut short, a goal stands in two files: that of goalsFile
// counts, then that of the later year. The other goes with the next change of
// its file.
const (
	goalsYear = "goals_archived_%s.json"

	spillAt   = 32 << 10           // bytes of goals that ended, without the space between
	spillKeep = 8 << 10            // that stay of them
	spillAge  = 7 * 24 * time.Hour // how long before the newest one ended what moves
)

var goalsArchive = regexp.MustCompile(`^goals_archived_\d{4}\.json$`)

// A stack is the pages of all files, or the uppermost of them: that of
// goalsFile, then those of the archives, the newest first. Of several goals
// with an id the upper one counts.
type stack []*page

// find returns the goal of an id; nil if there is none.
func (s stack) find(id ID) *entry {
	for _, p := range s {
		if e := p.find(id); e != nil {
			return e
		}
	}
	return nil
}

// entries goes through the goals that count, withdrawn ones too. A change of
// the pages meanwhile is not seen.
func (s stack) entries() iter.Seq[*entry] {
	return func(yield func(*entry) bool) {
		for _, p := range s {
			for _, e := range slices.Clone(p.entries) {
				if e.under == nil && !yield(e) {
					return
				}
			}
		}
	}
}

// shown goes through the goals that are seen.
func (s stack) shown() iter.Seq[*entry] {
	return func(yield func(*entry) bool) {
		for e := range s.entries() {
			if !e.gone && !yield(e) {
				return
			}
		}
	}
}

// settle finds which goals stand on an upper page too.
func (s stack) settle() {
	upper := map[ID]*entry{}
	for _, p := range s {
		for _, e := range p.entries {
			e.under = upper[e.goal.ID]
		}
		for _, e := range p.entries {
			if e.under == nil {
				upper[e.goal.ID] = e
			}
		}
	}
}

// copied reports whether an entry is the same goal as that of the upper page,
// at another time perhaps.
func (e *entry) copied() bool { return e.under != nil && sameGoal(e.goal, e.under.goal) }

func sameGoal(a, b Goal) bool {
	return a.ID == b.ID && a.CreatedAt.Equal(b.CreatedAt) && (!a.CreatedAt.IsZero() || a.Goal == b.Goal)
}

// sheets returns the files, goalsFile first, then the archives, the newest
// first, after a look at each. The error is that of one that could not be
// looked at: what was read last of it stays.
func (b *Store) sheets() ([]sheet, error) {
	entries, first := b.dir.List("")
	b.listing = first
	for _, e := range entries {
		if goalsArchive.MatchString(e.Name) && !e.IsDir {
			b.year(e.Name)
		}
	}
	list := []sheet{b.main}
	for _, s := range b.years {
		list = append(list, s)
	}
	slices.SortFunc(list[1:], func(x, y sheet) int { return cmp.Compare(y.Name(), x.Name()) })
	for _, s := range list {
		if err := s.Refresh(); err != nil && first == nil {
			first = err
		}
	}
	return list, first
}

// year returns the sheet of an archive, which may not exist.
func (b *Store) year(name string) sheet {
	s, ok := b.years[name]
	if !ok {
		s = b.sheet(name)
		b.years[name] = s
	}
	return s
}

// all returns the pages of all files, which are not to be changed. b.mu is
// held.
func (b *Store) all() stack {
	list, _ := b.sheets() // Problems tells; the last that could be read is answered
	s := make(stack, len(list))
	for i, sh := range list {
		s[i] = sh.Made()
	}
	s.settle()
	return s
}

// changeAll is change with all files.
func (b *Store) changeAll(c store.Cause, f func(s stack) error) error {
	return b.attempt(func() error {
		list, err := b.sheets()
		if err != nil {
			return err
		}
		s := make(stack, len(list))
		for i, sh := range list {
			s[i] = sh.Take()
		}
		s.settle()
		if err := f(s); err != nil {
			return err
		}
		s.thin()
		return b.save(c, s)
	})
}

// thin takes copies out of the archives that are written.
func (s stack) thin() {
	for _, p := range s[1:] {
		for _, e := range p.entries {
			if p.dirty && e.copied() && e.on == p {
				p.remove(e)
			}
		}
	}
}

// save writes the pages that were changed. What goes from one file to another
// is in both in between, never in none.
func (b *Store) save(c store.Cause, s stack) error {
	main := s[0]
	years := slices.DeleteFunc(slices.Clone(s[1:]), func(p *page) bool { return !p.dirty })
	if len(years) == 0 && main.dirty {
		years = b.spill(main, s[1:])
	}
	order := append(years, main)
	if main.gained {
		slices.Reverse(order)
	}
	for _, p := range order {
		if !p.dirty {
			continue
		}
		sh := b.main
		if p != main {
			sh = b.year(p.name)
		}
		if err := sh.write(p, c); err != nil {
			return err
		}
	}
	return nil
}

// spill moves goals that ended from goalsFile to the archives, if they are too
// many, and returns the pages of those, of which some may be at hand. One that
// cannot be read gets nothing.
func (b *Store) spill(main *page, hand stack) (years []*page) {
	for _, e := range main.overdue() {
		name := fmt.Sprintf(goalsYear, e.goal.Closed().Format("2006"))
		is := func(p *page) bool { return p.name == name }
		at := slices.IndexFunc(years, is)
		if at < 0 {
			p := b.archive(name, hand)
			if p == nil {
				continue
			}
			at, years = len(years), append(years, p)
		}
		p := years[at]
		if old := p.find(e.goal.ID); old != nil {
			if !sameGoal(old.goal, e.goal) {
				continue // two goals with an id, of which that here counts
			}
			p.remove(old)
		}
		p.move(e, e.list)
	}
	return years
}

// archive returns the page of an archive for a change; nil if it cannot be read.
func (b *Store) archive(name string, hand stack) *page {
	if i := slices.IndexFunc(hand, func(p *page) bool { return p.name == name }); i >= 0 {
		return hand[i]
	}
	s := b.year(name)
	if s.Refresh() != nil {
		return nil // Problems tells
	}
	return s.Take()
}

// overdue returns the goals that ended and are to leave the page, in the order
// of their ends: none, or so many that it is worth it. What does not say when
// it ended stays.
func (p *page) overdue() []*entry {
	var dated []*entry
	size := 0
	for _, e := range p.entries {
		if e.on != p || e.list != completedList && e.list != abandonedList {
			continue
		}
		size += len(e.node.AppendTo(nil))
		if !e.goal.Closed().IsZero() {
			dated = append(dated, e)
		}
	}
	if size < spillAt || len(dated) == 0 {
		return nil
	}
	slices.SortStableFunc(dated, func(a, b *entry) int { return a.goal.Closed().Compare(b.goal.Closed()) })
	recent := dated[len(dated)-1].goal.Closed().Add(-spillAge)
	kept := 0
	for i, e := range slices.Backward(dated) {
		kept += len(e.node.AppendTo(nil))
		if kept > spillKeep && e.goal.Closed().Before(recent) {
			return enough(dated[:i+1])
		}
	}
	return nil
}

// enough returns nothing if the goals are fewer than is worth another file's
// being written.
func enough(list []*entry) []*entry {
	size := 0
	for _, e := range list {
		size += len(e.node.AppendTo(nil))
	}
	if size < spillKeep {
		return nil
	}
	return list
}
