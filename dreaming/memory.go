package dreaming

import (
	"fmt"
	"time"

	"yumori/dreaming/record"
	"yumori/entity"
	"yumori/episodic"
	"yumori/goals"
	"yumori/internal/facts"
	"yumori/internal/lang"
	"yumori/internal/memory/stores"
	"yumori/internal/store"
	"yumori/motivation"
	"yumori/persona"
)

// A draft is the stores of a persona, opened on a shadow of its folder. What
// is done to them shows in them at once and is on disk with the next commit.
type draft struct {
	shadow    *store.Shadow
	clock     *time.Time // what the stores take for now
	episodes  *episodic.Journal
	exchanges *episodic.Exchanges
	insights  *episodic.Insights
	motives   *motivation.Mind
	goals     *goals.Store
	pages     *entity.Store
	bank      *facts.Bank
	persona   *persona.Persona

	believed []believed // what the bank held at a revision of it
	revision uint64
	words    map[string][]string // of texts that one night after the other compares
}

// wordsKept is of how many texts the words are kept.
const wordsKept = 4_000

// wordsOf returns the terms of a text. Nobody changes the list.
func (m *draft) wordsOf(text string) []string {
	list, ok := m.words[text]
	if !ok {
		if len(m.words) >= wordsKept || m.words == nil {
			m.words = map[string][]string{}
		}
		list = lang.Terms(text)
		m.words[text] = list
	}
	return list
}

// A believed is a fact of the bank with the words it is compared by.
type believed struct {
	facts.Fact
	terms map[string]bool
}

// facts returns what the bank holds, newest last. Nobody changes the list. Of
// facts that were there before, the words are not looked for again: after years
// there are many, and a night asks several times.
func (m *draft) facts() ([]believed, error) {
	rev, err := m.bank.Revision()
	if err != nil || rev == m.revision {
		return m.believed, err
	}
	all, err := m.bank.Facts(facts.Query{})
	if err != nil {
		return nil, err
	}
	known := make(map[string]map[string]bool, len(m.believed))
	for _, f := range m.believed {
		known[f.Text] = f.terms
	}
	list := make([]believed, len(all))
	for i, f := range all {
		t, ok := known[f.Text]
		if !ok {
			t = record.Terms(f.Text)
		}
		list[i] = believed{f, t}
	}
	m.believed, m.revision = list, rev
	return list, nil
}

// openMemory opens the stores on a shadow of d. It reads their files.
func openMemory(d *store.Dir, language string) (*draft, error) {
	shadow, clock := d.Shadow(), &time.Time{}
	s, err := stores.Open(shadow.Dir(), stores.Options{Now: func() time.Time { return *clock }, Language: language})
	if err != nil {
		return nil, fmt.Errorf("dream: %w", err)
	}
	p, err := persona.Open(shadow.Dir())
	if err != nil {
		return nil, fmt.Errorf("dream: open persona: %w", err)
	}
	return &draft{
		shadow: shadow, clock: clock,
		episodes: s.Episodes, exchanges: s.Exchanges, insights: s.Insights, motives: s.Motives,
		goals: s.Goals, pages: s.Pages, bank: s.Bank, persona: p,
	}, nil
}
