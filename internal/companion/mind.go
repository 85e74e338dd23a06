package companion

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

// A mind is what a persona remembers and feels beside its texts and the
// conversation: stores that do not know each other, joined here.
type mind struct {
	episodes  *episodic.Journal
	exchanges *episodic.Exchanges
	insights  *episodic.Insights
	motives   *motivation.Mind
	goals     *goals.Book
	shelf     *entity.Shelf
	bank      *facts.Bank
	daily     *persona.Persona // as the keeper of the daily log
}

// openMind opens the stores of a persona's folder.
func openMind(d *store.Dir, now func() time.Time, p *persona.Persona) (*mind, error) {
	s, err := stores.Open(d, stores.Options{Now: now, Language: p.Profile().Language})
	if err != nil {
		return nil, err
	}
	return &mind{
		episodes: s.Episodes, exchanges: s.Exchanges, insights: s.Insights, motives: s.Motives,
		goals: s.Goals, shelf: s.Shelf, bank: s.Bank, daily: p,
	}, nil
}

// A faculty is one store as everything that rests on messages is seen: what
// rests on a source, taking it out, and bringing it back; and every source that
// something rests on.
type faculty struct {
	sources   func() ([]string, error)
	derived   func(source string) ([]memory.Item, error)
	withdraw  func(sources []string, c store.Cause) ([]memory.Item, error)
	reinstate func(sources []string, c store.Cause) error
	check     func(context.Context) []store.Problem
}

// sure adapts a Derived that cannot fail.
func sure(f func(string) []memory.Item) func(string) ([]memory.Item, error) {
	return func(source string) ([]memory.Item, error) { return f(source), nil }
}

// telling adapts a Sources that cannot fail.
func telling(f func() []string) func() ([]string, error) {
	return func() ([]string, error) { return f(), nil }
}

// faculties lists the stores.
func (m *mind) faculties() []faculty {
	nothing := func(context.Context) []store.Problem { return nil } // the persona checks its files itself
	return []faculty{
		{m.exchanges.Sources, sure(m.exchanges.Derived), m.exchanges.Withdraw, m.exchanges.Reinstate, m.exchanges.Check},
		{telling(m.episodes.Sources), sure(m.episodes.Derived), m.episodes.Withdraw, m.episodes.Reinstate, m.episodes.Check},
		{telling(m.insights.Sources), sure(m.insights.Derived), m.insights.Withdraw, m.insights.Reinstate, m.insights.Check},
		{m.motives.Sources, m.motives.Derived, m.motives.Withdraw, m.motives.Reinstate, m.motives.Check},
		{telling(m.goals.Sources), sure(m.goals.Derived), m.goals.Withdraw, m.goals.Reinstate, m.goals.Check},
		{m.shelf.Sources, sure(m.shelf.Derived), m.shelf.Withdraw, m.shelf.Reinstate, m.shelf.Check},
		{m.bank.Sources, m.bank.Derived, m.bank.Withdraw, m.bank.Reinstate, m.bank.Check},
		{m.daily.Sources, m.daily.Derived, m.daily.Withdraw, m.daily.Reinstate, nothing},
	}
}

// derived returns everything that rests on a source.
func (m *mind) derived(source string) ([]memory.Item, error) {
	var list []memory.Item
	var errs []error
	for _, f := range m.faculties() {
		some, err := f.derived(source)
		list, errs = append(list, some...), append(errs, err)
	}
	return list, errors.Join(errs...)
}

// withdraw takes out what rests on the sources, in every store; one that
// fails does not keep the others from it. What rests on lines of the daily log
// falls with them.
func (m *mind) withdraw(sources []string, c store.Cause) ([]memory.Item, error) {
	var list []memory.Item
	var errs []error
	all := m.faculties()
	for _, f := range all {
		gone, err := f.withdraw(sources, c)
		list, errs = append(list, gone...), append(errs, err)
	}
	places, err := m.daily.WithdrawnLines(sources)
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

// reinstate brings back what withdraw took out for the sources.
func (m *mind) reinstate(sources []string, c store.Cause) error {
	places, err := m.daily.WithdrawnLines(sources)
	errs := []error{err}
	for _, f := range m.faculties() {
		errs = append(errs, f.reinstate(slices.Concat(sources, places), c))
	}
	return errors.Join(errs...)
}

func (m *mind) check(ctx context.Context) []store.Problem {
	var list []store.Problem
	for _, f := range m.faculties() {
		list = append(list, f.check(ctx)...)
	}
	return list
}

// problems names what of the files cannot be used.
func (m *mind) problems() []store.Flaw {
	return slices.Concat(
		m.episodes.Problems(), m.exchanges.Problems(), m.insights.Problems(), m.motives.Problems(),
		m.goals.Problems(), m.shelf.Problems(), m.bank.Problems(),
	)
}

// pressure is the goal that presses: the top active short-term one.
func (m *mind) pressure() motivation.GoalPressure {
	top := m.goals.Active(goals.Short, 1)
	if len(top) == 0 {
		return motivation.GoalPressure{}
	}
	return motivation.GoalPressure{ID: string(top[0].ID), Text: top[0].Goal, Priority: top[0].Priority}
}

// motivesNow is what the drives depend on.
func (m *mind) motivesNow() motivation.Snapshot { return m.motives.Snapshot(m.pressure()) }

// stateAt is what an exchange is measured by: the drives by their formulas
// alone, without what satisfaction takes, and the emotion.
func stateAt(s motivation.Snapshot, at time.Time) episodic.State {
	d := s.At(at)
	return episodic.State{
		Emotion: episodic.Emotion(s.Emotion.Category), Intensity: s.Emotion.Intensity,
		Curiosity: d.Curiosity.Raw, Relatedness: d.Relatedness.Raw,
	}
}
