// Package withdraw follows what is derived from the messages of a persona: it
// takes a message back with all that is derived from it, brings it back, does so
// for branches that are left and entered, finds what is derived from nothing that
// stands any more, and takes the words of messages out of all files for good.
package withdraw

import (
	"fmt"
	"log/slog"
	"slices"

	"yumori/internal/memory"
	"yumori/internal/mind"
	"yumori/internal/store"
	"yumori/internal/transcript"
	"yumori/retrieval"
)

// Options are what a Service works with. All of it is required.
type Options struct {
	Slug   string // of the persona
	Dir    *store.Dir
	Log    *transcript.Log
	Mind   *mind.Mind
	Hidden *retrieval.Hidden
	Logger *slog.Logger

	// Held returns the changes that wait because of some messages.
	Held func([]transcript.ID) ([]memory.Derived, error)
	// Redo changes which messages count, and writes the files of their talks anew.
	Redo func(ids []transcript.ID, change func() error) error
	// Plans takes away the kept plans: one may hold what was taken back.
	ForgetPlans func()
	// Noted, Felt and Taken tell who watches of a new message, of a changed mind,
	// and of messages that were taken back or brought back.
	Noted, Felt, Taken func()
}

// A Service follows what is derived from the messages of one persona. It is safe
// for concurrent use; who calls it sees to it that no turn books anything
// meanwhile, where that is said.
type Service struct{ opt Options }

// New returns the Service of a persona.
func New(opt Options) *Service { return &Service{opt} }

// Branched takes out what is derived from the messages that left the branch shown
// since head was its end, and brings back what is derived from those that entered it.
func (c *Service) Branched(head transcript.ID) {
	left, entered, err := c.opt.Log.Branch(head, c.opt.Log.Head())
	if err != nil {
		c.opt.Logger.Error("compare branches", "error", err)
		return
	}
	if len(left) == 0 {
		return
	}
	cause := store.Cause{Kind: store.CauseTurn, Note: "branch"}
	fell, err := c.opt.Mind.Withdraw(Sources(left), cause)
	if err != nil {
		c.opt.Logger.Error("take out what is derived from a left branch", "error", err)
	}
	c.opt.Hidden.Fell(fell)
	back, err := c.Standing(entered)
	if err == nil {
		err = c.opt.Mind.Reinstate(Sources(back), cause)
	}
	if err != nil {
		c.opt.Logger.Error("bring back what is derived from a branch", "error", err)
	}
	c.opt.Felt()
}

// WithReplies returns a message and the replies to it: what a reply did is derived from what
// it answers as well, and is withdrawn with either.
func (c *Service) WithReplies(id transcript.ID) ([]transcript.ID, error) {
	m, err := c.opt.Log.Find(id)
	if err != nil || m.Role != transcript.RoleUser {
		return []transcript.ID{id}, err
	}
	replies, err := c.opt.Log.Replies(id)
	return append([]transcript.ID{id}, replies...), err
}

// Standing returns those of the messages that something may be derived from: they are
// not retracted, and no reply to one that is. A message that stands behind the
// one it answers is not looked up.
func (c *Service) Standing(ids []transcript.ID) ([]transcript.ID, error) {
	stand, err := c.opt.Log.Standing(ids)
	if err != nil {
		return nil, err
	}
	at := make(map[transcript.ID]int, len(ids))
	for i, id := range ids {
		at[id] = i
	}
	var list []transcript.ID
	for i, id := range stand {
		if i == 0 || at[stand[i-1]] != at[id]-1 {
			if gone, err := transcript.AnswersRetracted(c.opt.Log, id); err != nil || gone {
				if err != nil {
					return list, err
				}
				continue
			}
		}
		list = append(list, id)
	}
	return list, nil
}

// shown returns those of the messages that are on the branch shown.
func (c *Service) shown(ids []transcript.ID) ([]transcript.ID, error) {
	var list []transcript.ID
	for _, id := range ids {
		off, _, err := c.opt.Log.Branch(id, c.opt.Log.Head())
		if err != nil {
			return list, err
		}
		if len(off) == 0 {
			list = append(list, id)
		}
	}
	return list, nil
}

// Sources returns the ids of messages as memories have them among their sources.
func Sources(ids []transcript.ID) []string {
	out := make([]string, len(ids))
	for i, id := range ids {
		out[i] = string(id)
	}
	return out
}

// Derived returns what is derived from a message and would be withdrawn with it.
func (c *Service) Derived(id transcript.ID) ([]memory.Derived, error) {
	ids, err := c.WithReplies(id)
	if err != nil {
		return nil, fmt.Errorf("look at message: %w", err)
	}
	var list []memory.Derived
	for _, id := range Sources(ids) {
		more, err := c.opt.Mind.Derived(id)
		for _, d := range more {
			if !slices.Contains(list, d) { // an exchange is derived from both its messages
				list = append(list, d)
			}
		}
		if err != nil {
			return list, fmt.Errorf("look at what is derived from message %s: %w", id, err)
		}
	}
	asked, err := c.opt.Held(ids)
	return append(list, asked...), err
}

// Retract takes a message back, and everything that is derived from it, what the
// replies to it did among that, and returns what fell. Restore undoes it.
func (c *Service) Retract(id transcript.ID) ([]memory.Derived, error) {
	cause := store.Cause{Kind: store.CauseUser, Ref: string(id), Note: "retract"}
	var asked []memory.Derived
	ids, err := c.WithReplies(id)
	if err == nil {
		asked, err = c.opt.Held(ids)
	}
	if err == nil {
		err = c.opt.Redo(ids, func() error { return c.opt.Log.Retract(id, cause) })
	}
	if err != nil {
		return nil, fmt.Errorf("retract message: %w", err)
	}
	c.opt.ForgetPlans()
	fell, err := c.opt.Mind.Withdraw(Sources(ids), cause)
	c.opt.Hidden.Fell(fell)
	fell = append(fell, asked...)
	c.opt.Taken()
	if err != nil {
		return fell, fmt.Errorf("retract what is derived from message %s: %w", id, err)
	}
	return fell, nil
}

// Restore undoes Retract: the message and what is derived from it are there again. Of
// one that is on another branch than the one shown, what is derived from it comes
// with its branch.
func (c *Service) Restore(id transcript.ID) error {
	cause := store.Cause{Kind: store.CauseUser, Ref: string(id), Note: "restore"}
	ids, err := c.WithReplies(id)
	if err == nil {
		err = c.opt.Redo(ids, func() error { return c.opt.Log.Unretract(id, cause) })
	}
	if err != nil {
		return fmt.Errorf("restore message: %w", err)
	}
	err = c.bringBack(id, cause)
	c.opt.Hidden.Enter(string(id))
	c.opt.Taken()
	if err != nil {
		return fmt.Errorf("restore what is derived from message %s: %w", id, err)
	}
	return nil
}

// bringBack brings back what is derived from a message and from the replies to it.
func (c *Service) bringBack(id transcript.ID, cause store.Cause) error {
	ids, err := c.WithReplies(id)
	if err == nil {
		ids, err = c.shown(ids)
	}
	if err == nil {
		ids, err = c.Standing(ids)
	}
	if err != nil {
		return err
	}
	return c.opt.Mind.Reinstate(Sources(ids), cause)
}

// WithdrawStale takes out what a turn has booked for messages that were retracted
// while it ran, or for a reply that was never said: kept is the reply on disk, ""
// if there is none, named the id that it was to have.
func (c *Service) WithdrawStale(user, kept, named transcript.ID) {
	ids := []transcript.ID{user}
	if kept != "" {
		ids = append(ids, kept)
	}
	stand, err := c.Standing(ids)
	if err == nil && len(stand) == 2 {
		return
	}
	if kept == "" && named != "" {
		ids = append(ids, named)
	}
	gone := slices.DeleteFunc(ids, func(id transcript.ID) bool { return slices.Contains(stand, id) })
	if err == nil {
		_, err = c.opt.Mind.Withdraw(Sources(gone), store.Cause{Kind: store.CauseTurn, Ref: string(user), Note: "retract"})
	}
	if err != nil {
		c.opt.Logger.Error("take out what is derived from retracted messages", "error", err)
	}
}
