package companion

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"yumori/internal/store"
	"yumori/internal/texts"
)

// RestoreText writes an earlier version of a memory file again; the present
// one stays in the history. What in it rests on messages that were taken back
// since, or are on a branch that is not shown, does not come back with it. It
// reads the whole conversation: a second or so for 100,000 messages.
func (c *Companion) RestoreText(ctx context.Context, name string, v store.Version) error {
	if !texts.HasPast(name) {
		return fmt.Errorf("restore %s: %w", name, texts.ErrNotEditable)
	}
	c.booking.Lock() // what a turn does comes before or after
	defer c.booking.Unlock()
	c.settled()
	if err := c.dir.Restore(name, v); err != nil {
		return fmt.Errorf("restore %s: %w", name, err)
	}
	err := c.withdrawFallen(ctx, store.Cause{Kind: store.CauseRestore, Note: "rests on messages that were taken back"})
	if err != nil {
		err = fmt.Errorf("take out of %s what was forgotten: %w", name, err)
	}
	c.publishSnapshot()
	c.publish(TopicMind, c.Mind())
	return err
}

// withdrawFallen takes out what rests on messages that nothing may rest on.
func (c *Companion) withdrawFallen(ctx context.Context, cause store.Cause) error {
	set, err := c.sourcesNow(ctx)
	if err != nil {
		return err
	}
	var fallen []string
	var errs []error
	for _, f := range c.mind.Stores() {
		sources, err := f.Sources()
		errs = append(errs, err)
		for _, source := range sources {
			switch c.missing(source, set) {
			case orphanRetracted, orphanAsked, orphanLeft:
				fallen = append(fallen, source)
			}
		}
	}
	slices.Sort(fallen)
	if fallen = slices.Compact(fallen); len(fallen) > 0 {
		fell, err := c.mind.Withdraw(fallen, cause)
		c.recall.Fell(fell)
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}
