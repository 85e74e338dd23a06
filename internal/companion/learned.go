package companion

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"yumori/internal/withdraw"

	"yumori/internal/facts"
	"yumori/internal/memory"
	"yumori/internal/store"
	"yumori/internal/transcript"
)

// A Learned is what was kept of a message of the user's. It is a value.
type Learned struct {
	Message transcript.ID
	Says    []string // in sentences to the user
	Undone  bool     // the user took it back: Relearn brings it again
	Changed bool     // it put right what was known before
}

// Learned returns what was kept of each of the messages, those that nothing was
// kept of left out.
func (c *Companion) Learned(ids []transcript.ID) ([]Learned, error) {
	sources := withdraw.Sources(ids)
	kept, err := c.mind.Facts.RestingOn(sources)
	if err != nil {
		return nil, fmt.Errorf("look for what was learned: %w", err)
	}
	hidden, err := c.mind.Facts.Withdrawn()
	if err != nil {
		return nil, fmt.Errorf("look for what was learned: %w", err)
	}
	user := c.userName()
	var list []Learned
	for _, id := range ids {
		l := Learned{Message: id, Says: saidOf(id, kept, user)}
		if len(l.Says) == 0 {
			l.Says, l.Undone = saidOf(id, hidden, user), true
		}
		if len(l.Says) == 0 {
			continue
		}
		rests, err := c.mind.Facts.Derived(string(id))
		if err != nil {
			return list, fmt.Errorf("look for what was learned: %w", err)
		}
		l.Changed = slices.ContainsFunc(rests, func(i memory.Item) bool {
			return i.Store == facts.StoreEvidence && strings.HasPrefix(i.Title, string(facts.Ended))
		})
		list = append(list, l)
	}
	return list, nil
}

// saidOf says the facts that are derived from a message to the user.
func saidOf(id transcript.ID, list []facts.Fact, user string) []string {
	var says []string
	for _, f := range list {
		s := facts.Addressed(f.Text, user)
		if slices.Contains(f.Sources, string(id)) && len(says) < saysMost && !slices.Contains(says, s) { // an opinion may say the same
			says = append(says, s)
		}
	}
	return says
}

// Unlearn takes back what was kept of a message, which stays in the
// conversation: the facts, what was noted for the day and on pages, and what of
// it dreams tell. The next reply is told, and no dream learns it again. Relearn
// undoes it.
func (c *Companion) Unlearn(id transcript.ID) error {
	cause := store.Cause{Kind: store.CauseUser, Ref: string(id), Note: "not to be remembered"}
	return c.turnLearned(id, func(sources []string) error {
		var all []memory.Item
		var errs []error
		m := c.mind
		for _, withdraw := range []func([]string, store.Cause) ([]memory.Item, error){
			m.Facts.Withdraw, c.persona.Withdraw, m.Pages.Withdraw, m.Episodes.Withdraw, m.Insights.Withdraw,
		} {
			fell, err := withdraw(sources, cause)
			all, errs = append(all, fell...), append(errs, err)
		}
		c.recall.Fell(all)
		return errors.Join(errs...)
	})
}

// Relearn undoes Unlearn.
func (c *Companion) Relearn(id transcript.ID) error {
	cause := store.Cause{Kind: store.CauseUser, Ref: string(id), Note: "to be remembered after all"}
	return c.turnLearned(id, func(sources []string) error {
		var errs []error
		m := c.mind
		for _, reinstate := range []func([]string, store.Cause) error{
			m.Facts.Reinstate, c.persona.Reinstate, m.Pages.Reinstate, m.Episodes.Reinstate, m.Insights.Reinstate,
		} {
			errs = append(errs, reinstate(sources, cause))
		}
		return errors.Join(errs...)
	})
}

// turnLearned changes what was kept of a message while no turn books anything,
// and tells of it.
func (c *Companion) turnLearned(id transcript.ID, change func(sources []string) error) error {
	ids, err := c.withdraw.WithReplies(id)
	if err == nil {
		c.booking.Lock()
		err = change(withdraw.Sources(ids))
		c.booking.Unlock()
	}
	c.tellLearned(id)
	c.recallLater()
	if err != nil {
		return fmt.Errorf("change what was learned from message %s: %w", id, err)
	}
	return nil
}

// tellLearned tells the screen what was kept of a message.
func (c *Companion) tellLearned(id transcript.ID) {
	list, err := c.Learned([]transcript.ID{id})
	if err != nil {
		c.logger.Warn("look for what was learned", "error", err)
		return
	}
	c.publish(TopicLearned, list)
}

// unlearned returns the messages of which the user took back what was kept. It
// reads what is withdrawn alone.
func (c *Companion) unlearned() map[string]bool {
	list, err := c.mind.Facts.Withdrawn()
	if err != nil {
		c.logger.Warn("look for what was taken back", "error", err)
	}
	of := map[string]bool{}
	for _, f := range list {
		for _, s := range f.Sources {
			of[s] = true
		}
	}
	return of
}
