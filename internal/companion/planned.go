package companion

import (
	"context"
	"fmt"

	"yumori/internal/prompt"

	"yumori/internal/transcript"
)

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
		m = c.house.opt.Builtin
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
