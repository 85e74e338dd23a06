package companion

import (
	"context"
	"fmt"
	"slices"

	"yumori/internal/store"
	"yumori/internal/texts"
	"yumori/internal/transcript"
)

// RestoreText writes an earlier version of a memory file again; the present
// one stays in the history. What in it is derived from messages that were taken back
// since, or are on a branch that is not shown, does not come back with it. It
// reads the whole conversation: a second or so for 100,000 messages.
func (h *Conversation) RestoreText(ctx context.Context, name string, v store.Version) error {
	if !texts.HasPast(name) {
		return fmt.Errorf("restore %s: %w", name, texts.ErrNotEditable)
	}
	h.c.booking.Lock() // what a turn does comes before or after
	defer h.c.booking.Unlock()
	h.writeSpoken()
	if err := h.c.dir.Restore(name, v); err != nil {
		return fmt.Errorf("restore %s: %w", name, err)
	}
	err := h.c.withdraw.WithdrawFallen(ctx, store.Cause{Kind: store.CauseRestore, Note: "rests on messages that were taken back"})
	if err != nil {
		err = fmt.Errorf("take out of %s what was forgotten: %w", name, err)
	}
	h.c.publishSnapshot()
	h.c.publish(TopicMind, h.c.Mind())
	return err
}

// noteSpoken notes that the user spoke. It is written with what the reply did, or by
// writeSpoken.
func (h *Conversation) noteSpoken(user transcript.Message) {
	if err := h.c.mind.Motives.Hear(user.Time, string(user.ID)); err != nil {
		h.c.logger.Error("note that the user spoke", "error", err)
	}
}

// writeSpoken has everything written that a turn has booked.
func (h *Conversation) writeSpoken() {
	if err := h.c.mind.Motives.Settle(); err != nil {
		h.c.logger.Error("note that the user spoke", "error", err)
	}
}

// catchUpSpoken notes what a crash kept from being noted: that the user spoke, and what they
// told or put right, if the newest message of theirs is younger than what the mind knows. What
// was captured before the crash is not captured twice. c.booking is held.
func (h *Conversation) catchUpSpoken() {
	page, err := h.c.log.Page(transcript.Cursor{}, spokenLast)
	if err != nil || len(page.Messages) == 0 {
		return // the first screen tells of it
	}
	defer h.c.withdraw.RepairInterrupted(page)
	for _, e := range slices.Backward(page.Messages) {
		if e.Role != transcript.RoleUser || e.Guest() != "" {
			continue
		}
		if e.Time.After(h.c.mind.MotivesNow().Spoke) && !e.Time.After(h.c.now()) {
			h.noteSpoken(e.Message)
			h.c.Learning.capture(e.Message)
			h.writeSpoken()
		}
		return
	}
}

// spokenLast is in how many of the newest messages the user's is looked for.
const spokenLast = 8
