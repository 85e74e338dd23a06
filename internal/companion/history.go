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

// Page returns up to n messages of the branch shown, from the cursor on
// backward; the zero Cursor starts at the newest. It reads from disk: about a
// millisecond for fifty messages.
func (c *Companion) Page(cursor transcript.Cursor, n int) (transcript.Page, error) {
	p, err := c.log.Page(cursor, n)
	if err != nil {
		return p, fmt.Errorf("read conversation: %w", err)
	}
	return p, nil
}

// At returns the cursor whose page ends with the message id.
func (c *Companion) At(id transcript.ID) (transcript.Cursor, error) {
	cur, err := c.log.At(id)
	if err != nil {
		return cur, fmt.Errorf("find message: %w", err)
	}
	return cur, nil
}

// Choose shows the branch that the message id is on, at its newest end.
func (c *Companion) Choose(id transcript.ID) error {
	c.mu.Lock()
	busy := c.turn.Running()
	c.mu.Unlock()
	if busy {
		return ErrBusy
	}
	c.booking.Lock() // what the turn before did is to be known
	defer c.booking.Unlock()
	head := c.log.Head()
	if err := c.log.Choose(id); err != nil {
		return fmt.Errorf("choose branch: %w", err)
	}
	c.recall.Turned(head, c.log.Head())
	c.withdraw.Branched(head)
	c.publish(TopicLog, c.log.Head())
	return nil
}

// Search returns up to n messages that hold the words of query, newest first,
// over all branches and archives. Width, case and kana do not matter.
func (c *Companion) Search(ctx context.Context, query string, n int) ([]transcript.Hit, error) {
	hits, err := c.log.Search(ctx, query, n)
	if err != nil {
		return nil, fmt.Errorf("search conversation: %w", err)
	}
	return hits, nil
}

// Last returns the newest message of the branch shown, the zero Message when
// nothing has been said.
func (c *Companion) Last() (transcript.Message, error) {
	id := c.log.Head()
	if id == "" {
		return transcript.Message{}, nil
	}
	m, err := c.log.Find(id)
	if err != nil {
		return m, fmt.Errorf("read newest message: %w", err)
	}
	return m, nil
}

// LastTrace returns the trace of the newest reply of the branch shown; false
// when there is none among the last few messages.
func (c *Companion) LastTrace() (Trace, bool, error) {
	p, err := c.Page(transcript.Cursor{}, 4)
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
func (c *Companion) Daily(days int) ([]persona.Daily, error) {
	logs, err := c.persona.DailyLogs(c.now(), days)
	if err != nil {
		return nil, fmt.Errorf("read daily logs: %w", err)
	}
	return logs, nil
}

// Attachment returns the bytes of an attachment of a message, for showing.
func (c *Companion) Attachment(a transcript.Attachment) ([]byte, error) {
	return attachment.Load(c.dir, a)
}

// Derived returns what is derived from a message and would be withdrawn with it.
func (c *Companion) Derived(id transcript.ID) ([]memory.Item, error) { return c.withdraw.Derived(id) }

// Retract takes a message back, and everything that is derived from it, what the
// replies to it did among that, and returns what was withdrawn. Restore undoes it.
func (c *Companion) Retract(id transcript.ID) ([]memory.Item, error) { return c.withdraw.Retract(id) }

// Restore undoes Retract: the message and what is derived from it are there
// again. Of one that is on another branch than the one shown, what is derived
// from it comes with its branch.
func (c *Companion) Restore(id transcript.ID) error { return c.withdraw.Restore(id) }

// Planned returns the plan of a reply. Its words are there for the newest
// replies; of older ones, and when something was taken back since, only the
// numbers of the trace are. A message without a trace has the zero Plan.
func (c *Companion) Planned(ctx context.Context, id transcript.ID) (prompt.Plan, error) {
	if err := ctx.Err(); err != nil {
		return prompt.Plan{}, err
	}
	m, err := c.log.Find(id)
	if err != nil {
		return prompt.Plan{}, fmt.Errorf("look at a prompt: %w", err)
	}
	if p, ok := c.plans.Read(id); ok {
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
func (c *Companion) PlanNow(ctx context.Context) (prompt.Plan, error) {
	m, err := c.chat.Model(ctx)
	if err != nil {
		m = c.home.opt.Builtin
	}
	head := transcript.Message{}
	if id := c.log.Head(); id != "" {
		if head, err = c.log.Find(id); err != nil {
			return prompt.Plan{}, fmt.Errorf("plan a prompt: %w", err)
		}
	}
	p, err := c.prompts.Compose(ctx, prompt.Input{Model: m, User: head, Moved: c.mind.MotivesNow(), Still: true})
	return p.Plan, err
}

// keepPlan keeps the plan of a reply behind the turn.
func (c *Companion) keepPlan(id transcript.ID, p prompt.Plan) {
	c.work.Go(func() { c.plans.Keep(id, p) })
}
