// Package mind joins the stores of what a persona remembers and feels: what is derived from
// a source and is withdrawn with it, how the inner life stands, and what a person looks at
// and sets right in it.
package mind

import (
	"context"
	"errors"
	"slices"
	"time"

	"yumori/entity"
	"yumori/episodic"
	"yumori/goals"
	"yumori/internal/facts"
	"yumori/internal/memory"
	"yumori/internal/memory/stores"
	"yumori/internal/store"
	"yumori/motivation"
	"yumori/persona"
)

// A Mind is what a persona remembers and feels beside its texts and the
// conversation: stores that do not know each other, joined here.
type Mind struct {
	Episodes  *episodic.Journal
	Exchanges *episodic.Exchanges
	Insights  *episodic.Insights
	Motives   *motivation.Mind
	Goals     *goals.Store
	Pages     *entity.Store
	Facts     *facts.Bank
	persona   *persona.Persona
}

// Open opens the stores of a persona's folder.
func Open(d *store.Dir, now func() time.Time, p *persona.Persona) (*Mind, error) {
	s, err := stores.Open(d, stores.Options{Now: now, Language: p.Profile().Language})
	if err != nil {
		return nil, err
	}
	return &Mind{
		Episodes: s.Episodes, Exchanges: s.Exchanges, Insights: s.Insights, Motives: s.Motives,
		Goals: s.Goals, Pages: s.Pages, Facts: s.Bank, persona: p,
	}, nil
}

// A Store is one store as everything that is derived from messages is seen: what
// is derived from a source, taking it out, and bringing it back; and every source that
// something is derived from.
type Store struct {
	Sources   func() ([]string, error)
	Derived   func(source string) ([]memory.Derived, error)
	withdraw  func(sources []string, c store.Cause) ([]memory.Derived, error)
	reinstate func(sources []string, c store.Cause) error
	check     func(context.Context) []store.Problem
}

// sure adapts a Derived that cannot fail.
func sure(f func(string) []memory.Derived) func(string) ([]memory.Derived, error) {
	return func(source string) ([]memory.Derived, error) { return f(source), nil }
}

// telling adapts a Sources that cannot fail.
func telling(f func() []string) func() ([]string, error) {
	return func() ([]string, error) { return f(), nil }
}

// Stores lists the stores.
func (m *Mind) Stores() []Store {
	nothing := func(context.Context) []store.Problem { return nil } // the persona checks its files itself
	return []Store{
		{m.Exchanges.Sources, sure(m.Exchanges.Derived), m.Exchanges.Withdraw, m.Exchanges.Reinstate, m.Exchanges.Check},
		{telling(m.Episodes.Sources), sure(m.Episodes.Derived), m.Episodes.Withdraw, m.Episodes.Reinstate, m.Episodes.Check},
		{telling(m.Insights.Sources), sure(m.Insights.Derived), m.Insights.Withdraw, m.Insights.Reinstate, m.Insights.Check},
		{m.Motives.Sources, m.Motives.Derived, m.Motives.Withdraw, m.Motives.Reinstate, m.Motives.Check},
		{telling(m.Goals.Sources), sure(m.Goals.Derived), m.Goals.Withdraw, m.Goals.Reinstate, m.Goals.Check},
		{m.Pages.Sources, sure(m.Pages.Derived), m.Pages.Withdraw, m.Pages.Reinstate, m.Pages.Check},
		{m.Facts.Sources, m.Facts.Derived, m.Facts.Withdraw, m.Facts.Reinstate, m.Facts.Check},
		{m.persona.Daily.Sources, m.persona.Daily.Derived, m.persona.Daily.Withdraw, m.persona.Daily.Reinstate, nothing},
	}
}

// Derived returns everything that is derived from a source.
func (m *Mind) Derived(source string) ([]memory.Derived, error) {
	var list []memory.Derived
	var errs []error
	for _, f := range m.Stores() {
		some, err := f.Derived(source)
		list, errs = append(list, some...), append(errs, err)
	}
	return list, errors.Join(errs...)
}

// Withdraw takes out what is derived from the sources, in every store; one that
// fails does not keep the others from it. What is derived from lines of the daily log
// is withdrawn with them.
func (m *Mind) Withdraw(sources []string, c store.Cause) ([]memory.Derived, error) {
	var list []memory.Derived
	var errs []error
	all := m.Stores()
	for _, f := range all {
		gone, err := f.withdraw(sources, c)
		list, errs = append(list, gone...), append(errs, err)
	}
	places, err := m.persona.Daily.WithdrawnLines(sources)
	errs = append(errs, err)
	for _, f := range all {
		if len(places) == 0 {
			break
		}
		gone, err := f.withdraw(places, c)
		list, errs = append(list, gone...), append(errs, err)
	}
	return list, errors.Join(errs...)
}

// Reinstate brings back what withdraw took out for the sources.
func (m *Mind) Reinstate(sources []string, c store.Cause) error {
	places, err := m.persona.Daily.WithdrawnLines(sources)
	errs := []error{err}
	for _, f := range m.Stores() {
		errs = append(errs, f.reinstate(slices.Concat(sources, places), c))
	}
	return errors.Join(errs...)
}

// Check examines the files of every store. It changes nothing.
func (m *Mind) Check(ctx context.Context) []store.Problem {
	var list []store.Problem
	for _, f := range m.Stores() {
		list = append(list, f.check(ctx)...)
	}
	return list
}

// Problems names what of the files cannot be used.
func (m *Mind) Problems() []store.Flaw {
	return slices.Concat(
		m.Episodes.Problems(), m.Exchanges.Problems(), m.Insights.Problems(), m.Motives.Problems(),
		m.Goals.Problems(), m.Pages.Problems(), m.Facts.Problems(),
	)
}

// pressure is the goal that presses: the top active short-term one.
func (m *Mind) pressure() motivation.GoalPressure {
	top := m.Goals.Active(goals.Short, 1)
	if len(top) == 0 {
		return motivation.GoalPressure{}
	}
	return motivation.GoalPressure{ID: string(top[0].ID), Text: top[0].Goal, Priority: top[0].Priority}
}

// MotivesNow is what the drives depend on.
func (m *Mind) MotivesNow() motivation.Snapshot { return m.Motives.Snapshot(m.pressure()) }

// StateAt is what an exchange is measured by: the drives by their formulas
// alone, without what satisfaction takes, and the emotion.
func StateAt(s motivation.Snapshot, at time.Time) episodic.State {
	d := s.At(at)
	return episodic.State{
		Emotion: episodic.Emotion(s.Emotion.Category), Intensity: s.Emotion.Intensity,
		Curiosity: d.Curiosity.Raw, Relatedness: d.Relatedness.Raw,
	}
}
