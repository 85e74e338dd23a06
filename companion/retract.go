package companion

import (
	"fmt"

	"yumori/store"
	"yumori/transcript"
)

// hear notes that the user spoke.
func (c *Companion) hear(user transcript.Message) {
	if err := c.mind.motives.Heard(user.Time, string(user.ID)); err != nil {
		c.logger.Error("note that the user spoke", "error", err)
	}
}

// branched takes out what rests on the messages that left the branch shown
// since head was its end, and brings back what rests on those that entered it.
func (c *Companion) branched(head transcript.ID) {
	left, entered, err := c.log.Branch(head, c.log.Head())
	if err != nil {
		c.logger.Error("compare branches", "error", err)
		return
	}
	cause := store.Cause{Kind: store.CauseTurn, Note: "branch"}
	if len(left) > 0 {
		if _, err := c.mind.withdraw(sourceIDs(left), cause); err != nil {
			c.logger.Error("take out what rests on a left branch", "error", err)
		}
	}
	if len(entered) > 0 && len(left) > 0 {
		if err := c.mind.reinstate(sourceIDs(entered), cause); err != nil {
			c.logger.Error("bring back what rests on a branch", "error", err)
		}
	}
	if len(left) > 0 {
		c.publish(TopicMind, c.Mind())
	}
}

func sourceIDs(ids []transcript.ID) []string {
	out := make([]string, len(ids))
	for i, id := range ids {
		out[i] = string(id)
	}
	return out
}

// Derived returns what rests on a message and would fall with it.
func (c *Companion) Derived(id transcript.ID) ([]Derived, error) {
	if _, err := c.log.Find(id); err != nil {
		return nil, fmt.Errorf("look at message: %w", err)
	}
	list, err := c.mind.derived(string(id))
	if err != nil {
		return list, fmt.Errorf("look at what rests on message %s: %w", id, err)
	}
	return list, nil
}

// Retract takes a message back, and everything that rests on it, and returns
// what fell. Restore undoes it.
func (c *Companion) Retract(id transcript.ID) ([]Derived, error) {
	cause := store.Cause{Kind: store.CauseUser, Ref: string(id), Note: "retract"}
	if err := c.log.Retract(id, cause); err != nil {
		return nil, fmt.Errorf("retract message: %w", err)
	}
	fell, err := c.mind.withdraw([]string{string(id)}, cause)
	c.publish(TopicLog, c.log.Head())
	c.publish(TopicMind, c.Mind())
	if err != nil {
		return fell, fmt.Errorf("retract what rests on message %s: %w", id, err)
	}
	return fell, nil
}

// Restore undoes Retract: the message and what rests on it are there again.
func (c *Companion) Restore(id transcript.ID) error {
	cause := store.Cause{Kind: store.CauseUser, Ref: string(id), Note: "restore"}
	if err := c.log.Unretract(id, cause); err != nil {
		return fmt.Errorf("restore message: %w", err)
	}
	err := c.mind.reinstate([]string{string(id)}, cause)
	c.publish(TopicLog, c.log.Head())
	c.publish(TopicMind, c.Mind())
	if err != nil {
		return fmt.Errorf("restore what rests on message %s: %w", id, err)
	}
	return nil
}
