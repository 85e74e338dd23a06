package companion

import (
	"context"

	"yumori/dreaming"
)

// Simulate pretends days from now on: what the persona would feel, say by
// itself, dream and cost. No file changes and no model is asked. The schedule
// and the contract are those of the settings, whatever s has.
func (c *Companion) Simulate(ctx context.Context, s dreaming.Simulation) (dreaming.Course, error) {
	set := c.house.Settings()
	s.Schedule, s.Contract = set.Schedule(), set.Contract()
	s.Life.Language = c.persona.Profile().Language
	return dreaming.New(c.dreamDeps(ctx)).Simulate(ctx, s)
}
