// Package stores opens everything that a persona remembers and feels: stores
// that do not know each other, in one folder and by one clock.
package stores

import (
	"fmt"
	"time"

	"yumori/entity"
	"yumori/episodic"
	"yumori/goals"
	"yumori/internal/facts"
	"yumori/internal/store"
	"yumori/motivation"
)

// Stores are what a persona remembers and feels beside its own texts and the
// conversation.
type Stores struct {
	Episodes  *episodic.Journal
	Exchanges *episodic.Exchanges
	Insights  *episodic.Insights
	Motives   *motivation.Mind
	Goals     *goals.Store
	Pages     *entity.Store
	Bank      *facts.Bank
}

// Options are the surroundings of the stores.
type Options struct {
	Now      func() time.Time // nil is time.Now
	Language string           // "en" or "ja": of what the stores write themselves
}

// Open opens the stores in a persona's folder. It reads their files. The first
// that cannot be opened is the error.
func Open(d *store.Dir, opt Options) (*Stores, error) {
	s := &Stores{}
	for _, open := range []func() error{
		func() (err error) { s.Episodes, err = episodic.Open(d, episodic.Options{Now: opt.Now}); return err },
		func() (err error) { s.Exchanges, err = episodic.OpenExchanges(d); return err },
		func() (err error) {
			s.Insights, err = episodic.OpenInsights(d, episodic.Options{Now: opt.Now})
			return err
		},
		func() (err error) {
			s.Motives, err = motivation.Open(d, motivation.Options{Now: opt.Now, Language: opt.Language})
			return err
		},
		func() (err error) {
			s.Goals, err = goals.Open(d, goals.Options{Now: opt.Now, Language: opt.Language})
			return err
		},
		func() (err error) { s.Pages, err = entity.Open(d, entity.Options{Now: opt.Now}); return err },
		func() (err error) { s.Bank, err = facts.Open(d, facts.Options{Now: opt.Now}); return err },
	} {
		if err := open(); err != nil {
			return nil, fmt.Errorf("open memory: %w", err)
		}
	}
	return s, nil
}
