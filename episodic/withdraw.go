package episodic

import (
	"fmt"
	"slices"

	"yumori/internal/memory"
	"yumori/internal/store"
)

// Derived returns the episodes that are derived from a source, by date.
func (j *Journal) Derived(source string) []memory.Derived {
	var list []memory.Derived
	for _, e := range j.pick(func(e *Episode) bool { return slices.Contains(e.Sources, source) }) {
		list = append(list, memory.Derived{Store: StoreEpisode, ID: e.ID, Title: e.title()})
	}
	moved := func(m Moved) bool { return m.Source == source && !m.Withdrawn }
	for _, e := range j.pick(func(e *Episode) bool { return slices.ContainsFunc(e.Resonances, moved) }) {
		list = append(list, memory.Derived{Store: StoreResonance, ID: e.ID, Title: e.title()})
	}
	return list
}

// Sources returns everything that an episode, or a resonance, is derived from, each
// once.
func (j *Journal) Sources() []string {
	var list []string
	for _, e := range j.Episodes() {
		list = append(list, e.Sources...)
		for _, m := range e.Resonances {
			if !m.Withdrawn {
				list = append(list, m.Source)
			}
		}
	}
	return memory.Unique(list)
}

// Withdraw takes the sources away from the episodes: those that are derived from nothing
// else become invisible and are returned, others only lose the link, and say so
// by Stale. What a source moved the arousal of an episode by is taken out again
// and returned as a resonance. To do it again changes nothing.
func (j *Journal) Withdraw(sources []string, c store.Cause) ([]memory.Derived, error) {
	return j.retract(memory.Withdrawal(sources), c)
}

// Reinstate gives the sources back to the episodes that Withdraw took them
// from, and the arousals what it took out of them.
func (j *Journal) Reinstate(sources []string, c store.Cause) error {
	_, err := j.retract(memory.Reinstatement(sources), c)
	return err
}

// retract returns the resonances and the episodes that turned.
func (j *Journal) retract(t memory.Retraction, c store.Cause) ([]memory.Derived, error) {
	var list []memory.Derived
	err := j.write(c, func() error {
		list = nil
		for _, r := range j.all {
			e := r.item
			moved, turned := t.Move(&e.Sources, &e.Withdrawn)
			resounded := e.retract(t)
			if !moved && !resounded {
				continue
			}
			if err := r.in.thaw(r.elem); err != nil {
				return err
			}
			e.Summary = r.item.Summary
			if resounded && r.item.visible() {
				list = append(list, memory.Derived{Store: StoreResonance, ID: r.id, Title: e.title()})
			}
			if turned {
				list = append(list, memory.Derived{Store: StoreEpisode, ID: r.id, Title: e.title()})
			}
			if err := j.change(r, e); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("%s episodes: %w", t, err)
	}
	return list, nil
}
