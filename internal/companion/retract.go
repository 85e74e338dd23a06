package companion

import (
	"fmt"
	"slices"

	"yumori/internal/memory"
	"yumori/internal/store"
	"yumori/internal/transcript"
)

// hear notes that the user spoke. It is written with what the reply did, or by
// settled.
func (c *Companion) hear(user transcript.Message) {
	if err := c.mind.Motives.Hear(user.Time, string(user.ID)); err != nil {
		c.logger.Error("note that the user spoke", "error", err)
	}
}

// settled has everything written that a turn has booked.
func (c *Companion) settled() {
	if err := c.mind.Motives.Settle(); err != nil {
		c.logger.Error("note that the user spoke", "error", err)
	}
}

// rehear notes what a kill kept from being noted: that the user spoke, if the
// newest message of theirs is younger than what the mind knows. c.booking is
// held.
func (c *Companion) rehear() {
	page, err := c.log.Page(transcript.Cursor{}, rehearLast)
	if err != nil || len(page.Messages) == 0 {
		return // the first screen tells of it
	}
	defer c.mendBrokenOff(page)
	for _, e := range slices.Backward(page.Messages) {
		if e.Role != transcript.RoleUser || e.Message.Guest() != "" {
			continue
		}
		if e.Time.After(c.mind.MotivesNow().Spoke) && !e.Time.After(c.now()) {
			c.hear(e.Message)
			c.settled()
		}
		return
	}
}

// rehearLast is in how many of the newest messages the user's is looked for.
const rehearLast = 8

// branched takes out what rests on the messages that left the branch shown
// since head was its end, and brings back what rests on those that entered it.
func (c *Companion) branched(head transcript.ID) {
	left, entered, err := c.log.Branch(head, c.log.Head())
	if err != nil {
		c.logger.Error("compare branches", "error", err)
		return
	}
	if len(left) == 0 {
		return
	}
	cause := store.Cause{Kind: store.CauseTurn, Note: "branch"}
	fell, err := c.mind.Withdraw(sourceIDs(left), cause)
	if err != nil {
		c.logger.Error("take out what rests on a left branch", "error", err)
	}
	c.recall.Fell(fell)
	back, err := c.standing(entered)
	if err == nil {
		err = c.mind.Reinstate(sourceIDs(back), cause)
	}
	if err != nil {
		c.logger.Error("bring back what rests on a branch", "error", err)
	}
	c.publish(TopicMind, c.Mind())
}

// with returns a message and the replies to it: what a reply did rests on what
// it answers as well, and falls with either.
func (c *Companion) with(id transcript.ID) ([]transcript.ID, error) {
	m, err := c.log.Find(id)
	if err != nil || m.Role != transcript.RoleUser {
		return []transcript.ID{id}, err
	}
	replies, err := c.log.Replies(id)
	return append([]transcript.ID{id}, replies...), err
}

// standing returns those of the messages that something may rest on: they are
// not retracted, and no reply to one that is. A message that stands behind the
// one it answers is not looked up.
func (c *Companion) standing(ids []transcript.ID) ([]transcript.ID, error) {
	stand, err := c.log.Standing(ids)
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
			if gone, err := c.log.AnswersRetracted(id); err != nil || gone {
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
func (c *Companion) shown(ids []transcript.ID) ([]transcript.ID, error) {
	var list []transcript.ID
	for _, id := range ids {
		off, _, err := c.log.Branch(id, c.log.Head())
		if err != nil {
			return list, err
		}
		if len(off) == 0 {
			list = append(list, id)
		}
	}
	return list, nil
}

func sourceIDs(ids []transcript.ID) []string {
	out := make([]string, len(ids))
	for i, id := range ids {
		out[i] = string(id)
	}
	return out
}

// Derived returns what rests on a message and would fall with it.
func (c *Companion) Derived(id transcript.ID) ([]memory.Item, error) {
	ids, err := c.with(id)
	if err != nil {
		return nil, fmt.Errorf("look at message: %w", err)
	}
	var list []memory.Item
	for _, id := range sourceIDs(ids) {
		more, err := c.mind.Derived(id)
		for _, d := range more {
			if !slices.Contains(list, d) { // an exchange rests on both its messages
				list = append(list, d)
			}
		}
		if err != nil {
			return list, fmt.Errorf("look at what rests on message %s: %w", id, err)
		}
	}
	asked, err := c.heldFor(ids)
	return append(list, asked...), err
}

// Retract takes a message back, and everything that rests on it, what the
// replies to it did among that, and returns what fell. Restore undoes it.
func (c *Companion) Retract(id transcript.ID) ([]memory.Item, error) {
	cause := store.Cause{Kind: store.CauseUser, Ref: string(id), Note: "retract"}
	var asked []memory.Item
	ids, err := c.with(id)
	if err == nil {
		asked, err = c.heldFor(ids)
	}
	if err == nil {
		err = c.Redo(ids, func() error { return c.log.Retract(id, cause) })
	}
	if err != nil {
		return nil, fmt.Errorf("retract message: %w", err)
	}
	c.plans.Forget()
	fell, err := c.mind.Withdraw(sourceIDs(ids), cause)
	c.recall.Fell(fell)
	fell = append(fell, asked...)
	c.publish(TopicLog, c.log.Head())
	c.publish(TopicMind, c.Mind())
	c.publishHeld()
	if err != nil {
		return fell, fmt.Errorf("retract what rests on message %s: %w", id, err)
	}
	return fell, nil
}

// Restore undoes Retract: the message and what rests on it are there again. Of
// one that is on another branch than the one shown, what rests on it comes
// with its branch.
func (c *Companion) Restore(id transcript.ID) error {
	cause := store.Cause{Kind: store.CauseUser, Ref: string(id), Note: "restore"}
	ids, err := c.with(id)
	if err == nil {
		err = c.Redo(ids, func() error { return c.log.Unretract(id, cause) })
	}
	if err != nil {
		return fmt.Errorf("restore message: %w", err)
	}
	err = c.bringBack(id, cause)
	c.recall.Enter(string(id))
	c.publish(TopicLog, c.log.Head())
	c.publish(TopicMind, c.Mind())
	c.publishHeld()
	if err != nil {
		return fmt.Errorf("restore what rests on message %s: %w", id, err)
	}
	return nil
}

// bringBack brings back what rests on a message and on the replies to it.
func (c *Companion) bringBack(id transcript.ID, cause store.Cause) error {
	ids, err := c.with(id)
	if err == nil {
		ids, err = c.shown(ids)
	}
	if err == nil {
		ids, err = c.standing(ids)
	}
	if err != nil {
		return err
	}
	return c.mind.Reinstate(sourceIDs(ids), cause)
}

// settle takes out what a turn has booked for messages that were retracted
// while it ran, or for a reply that was never said.
func (c *Companion) settle(user transcript.Message, r reply) {
	ids := []transcript.ID{user.ID}
	if r.kept.ID != "" {
		ids = append(ids, r.kept.ID)
	}
	stand, err := c.standing(ids)
	if err == nil && len(stand) == 2 {
		return
	}
	if r.kept.ID == "" && r.id != "" {
		ids = append(ids, r.id)
	}
	gone := slices.DeleteFunc(ids, func(id transcript.ID) bool { return slices.Contains(stand, id) })
	if err == nil {
		_, err = c.mind.Withdraw(sourceIDs(gone), store.Cause{Kind: store.CauseTurn, Ref: string(user.ID), Note: "retract"})
	}
	if err != nil {
		c.logger.Error("take out what rests on retracted messages", "error", err)
	}
}
