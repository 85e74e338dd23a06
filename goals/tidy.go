package goals

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"yumori/internal/store"
	"yumori/internal/store/jsontree"
)

// Tidied is what Housekeep gave up.
type Tidied struct {
	Stale []Goal // were active for over 30 days
	Over  []Goal // were more than stay
}

// Housekeep is done each night at the level of that night's reflection. It
// abandons short-term goals that have been active for over 30 days, and from
// level 2 on all but 10 of the others, the lowest priority first and among
// equals the oldest. A time of making that lies ahead, or is not known, is no
// age.
func (b *Store) Housekeep(now time.Time, level int, c store.Cause) (Tidied, error) {
	var done Tidied
	err := b.change(c, func(p *page) error {
		done = Tidied{}
		var left []*entry
		for _, e := range p.entries {
			if e.list != shortList || e.gone {
				continue
			}
			if age := now.Sub(e.goal.CreatedAt); age > staleAfter && !e.goal.CreatedAt.IsZero() {
				p.close(e, StatusAbandoned, End{Reason: b.reason(reasonStale), At: now})
				done.Stale = append(done.Stale, e.goal.copy())
				continue
			}
			left = append(left, e)
		}
		if level >= limitLevel && len(left) > shortLimit {
			slices.SortStableFunc(left, func(a, b *entry) int {
				return cmp.Or(cmp.Compare(b.goal.Priority, a.goal.Priority), a.goal.CreatedAt.Compare(b.goal.CreatedAt))
			})
			for _, e := range left[:len(left)-shortLimit] {
				p.close(e, StatusAbandoned, End{Reason: b.reason(reasonOver), At: now})
				done.Over = append(done.Over, e.goal.copy())
			}
		}
		if len(done.Stale)+len(done.Over) == 0 {
			return store.ErrUnchanged
		}
		return nil
	})
	if err != nil {
		return Tidied{}, fmt.Errorf("tidy goals: %w", err)
	}
	return done, nil
}

type reason int

const (
	reasonStale reason = iota
	reasonOver
)

// reason returns what is written as the reason of an end that nobody chose.
func (b *Store) reason(r reason) string {
	switch {
	case r == reasonStale && b.lang == "ja":
		return "自動整理: 30日以上進展なし"
	case r == reasonStale:
		return "tidied up: over 30 days without getting there"
	case b.lang == "ja":
		return "自動整理: 短期目標は10件まで"
	}
	return "tidied up: at most 10 short-term goals"
}

// Statistics counts the goals. Withdrawn ones do not count.
type Statistics struct {
	Short     int // active
	Long      int // active
	Completed int
	Abandoned int
	// Oldest is when the oldest active goal was made; zero if none is or the
	// file does not tell.
	Oldest time.Time
}

// Statistics counts the goals, those of the archives too.
func (b *Store) Statistics() Statistics {
	b.mu.Lock()
	defer b.mu.Unlock()
	var s Statistics
	for e := range b.all().shown() {
		switch e.list {
		case shortList:
			s.Short++
		case longList:
			s.Long++
		case completedList:
			s.Completed++
		case abandonedList:
			s.Abandoned++
		}
		made := e.goal.CreatedAt
		if e.goal.Status == StatusActive && !made.IsZero() && (s.Oldest.IsZero() || made.Before(s.Oldest)) {
			s.Oldest = made
		}
	}
	return s
}

// Reflected notes a reflection of a level from 1 to 3 at a time. One of level
// 3 is one of level 2 as well.
func (b *Store) Reflected(level int, at time.Time, c store.Cause) error {
	if level < 1 || level > 3 {
		return fmt.Errorf("note reflection: no level %d", level)
	}
	err := b.change(c, func(p *page) error {
		m := p.root.Within("meta")
		day := jsontree.Of(at.Format(time.DateOnly))
		m.Set("last_reflection_level", jsontree.Of(level))
		m.Set("last_reflection_date", day)
		if level >= 2 {
			m.Set("last_level2_date", day)
		}
		if level >= 3 {
			m.Set("last_level3_date", day)
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("note reflection: %w", err)
	}
	return nil
}
