package companion

import (
	"context"
	"fmt"

	"yumori/internal/attachment"
	"yumori/internal/memory"
	"yumori/internal/prompt"
	"yumori/internal/transcript"
	"yumori/persona"
)

// A Conversation is all that was said with a persona: every message, what was in front of
// the model then, and how a message is taken back with all that is derived from it.
type Conversation struct{ c *Companion }

// Page returns up to n messages of the branch shown, from the cursor on
// backward; the zero Cursor starts at the newest. It reads from disk: about a
// millisecond for fifty messages.
func (h *Conversation) Page(cursor transcript.Cursor, n int) (transcript.Page, error) {
	p, err := h.c.log.Page(cursor, n)
	if err != nil {
		return p, fmt.Errorf("read conversation: %w", err)
	}
	return p, nil
}

// At returns the cursor whose page ends with the message id.
func (h *Conversation) At(id transcript.ID) (transcript.Cursor, error) {
	cur, err := h.c.log.At(id)
	if err != nil {
		return cur, fmt.Errorf("find message: %w", err)
	}
	return cur, nil
}

// Choose shows the branch that the message id is on, at its newest end.
func (h *Conversation) Choose(id transcript.ID) error {
	h.c.mu.Lock()
	busy := h.c.turn.Running()
	h.c.mu.Unlock()
	if busy {
		return ErrBusy
	}
	h.c.booking.Lock() // what the turn before did is to be known
	defer h.c.booking.Unlock()
	head := h.c.log.Head()
	if err := h.c.log.Choose(id); err != nil {
		return fmt.Errorf("choose branch: %w", err)
	}
	h.c.Memories.Hidden.Turned(head, h.c.log.Head())
	h.c.withdraw.Branched(head)
	h.c.publish(TopicLog, h.c.log.Head())
	return nil
}

// Search returns up to n messages that hold the words of query, newest first,
// over all branches and archives. Width, case and kana do not matter.
func (h *Conversation) Search(ctx context.Context, query string, n int) ([]transcript.Hit, error) {
	hits, err := h.c.log.Search(ctx, query, n)
	if err != nil {
		return nil, fmt.Errorf("search conversation: %w", err)
	}
	return hits, nil
}

// Last returns the newest message of the branch shown, the zero Message when
// nothing has been said.
func (h *Conversation) Last() (transcript.Message, error) {
	id := h.c.log.Head()
	if id == "" {
		return transcript.Message{}, nil
	}
	m, err := h.c.log.Find(id)
	if err != nil {
		return m, fmt.Errorf("read newest message: %w", err)
	}
	return m, nil
}

// LastTrace returns the trace of the newest reply of the branch shown; false
// when there is none among the last few messages.
func (h *Conversation) LastTrace() (Trace, bool, error) {
	p, err := h.Page(transcript.Cursor{}, 4)
	if err != nil {
		return Trace{}, false, err
	}
	for i := len(p.Messages) - 1; i >= 0; i-- {
		if m := p.Messages[i].Message; m.Role == transcript.RolePersona {
			t, err := TraceOf(m)
			return t, err == nil, err
		}
	}
	return Trace{}, false, nil
}

// Daily returns the newest days of the daily log, oldest first, whole.
func (h *Conversation) Daily(days int) ([]persona.Daily, error) {
	logs, err := h.c.persona.DailyLogs(h.c.now(), days)
	if err != nil {
		return nil, fmt.Errorf("read daily logs: %w", err)
	}
	return logs, nil
}

// Attachment returns the bytes of an attachment of a message, for showing.
func (h *Conversation) Attachment(a transcript.Attachment) ([]byte, error) {
	return attachment.Load(h.c.dir, a)
}

// Derived returns what is derived from a message and would be withdrawn with it.
func (h *Conversation) Derived(id transcript.ID) ([]memory.Derived, error) {
	return h.c.withdraw.Derived(id)
}

// Retract takes a message back, and everything that is derived from it, what the
// replies to it did among that, and returns what was withdrawn. Restore undoes it.
func (h *Conversation) Retract(id transcript.ID) ([]memory.Derived, error) {
	return h.c.withdraw.Retract(id)
}

// Restore undoes Retract: the message and what is derived from it are there
// again. Of one that is on another branch than the one shown, what is derived
// from it comes with its branch.
func (h *Conversation) Restore(id transcript.ID) error { return h.c.withdraw.Restore(id) }

// Planned returns the plan of a reply. Its words are there for the newest
// replies; of older ones, and when something was taken back since, only the
// numbers of the trace are. A message without a trace has the zero Plan.
func (h *Conversation) Planned(ctx context.Context, id transcript.ID) (prompt.Plan, error) {
	if err := ctx.Err(); err != nil {
		return prompt.Plan{}, err
	}
	m, err := h.c.log.Find(id)
	if err != nil {
		return prompt.Plan{}, fmt.Errorf("look at a prompt: %w", err)
	}
	if p, ok := h.c.plans.Read(id); ok {
		return p, nil
	}
	t, err := TraceOf(m)
	if err != nil || t.Plan == nil {
		return prompt.Plan{}, err
	}
	return *t.Plan, nil
}

// PlanNow returns the plan of a turn that would begin now, before anything is
// said or recalled. The error wraps ErrWindowSmall when the chat model's
// window is too small for it; the plan says what it would need.
func (h *Conversation) PlanNow(ctx context.Context) (prompt.Plan, error) {
	m, err := h.c.chat.Model(ctx)
	if err != nil {
		m = h.c.home.opt.Builtin
	}
	head := transcript.Message{}
	if id := h.c.log.Head(); id != "" {
		if head, err = h.c.log.Find(id); err != nil {
			return prompt.Plan{}, fmt.Errorf("plan a prompt: %w", err)
		}
	}
	p, err := h.c.prompts.Compose(ctx, prompt.Input{Model: m, User: head, Moved: h.c.mind.MotivesNow(), Still: true})
	return p.Plan, err
}

// keepPlan keeps the plan of a reply behind the turn.
func (h *Conversation) keepPlan(id transcript.ID, p prompt.Plan) {
	h.c.work.Go(func() { h.c.plans.Keep(id, p) })
}
