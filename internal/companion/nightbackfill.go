package companion

import (
	"context"
	"errors"
	"fmt"

	"yumori/dreaming"
	"yumori/dreaming/record"
	"yumori/internal/llm"
	"yumori/internal/llm/meter"
	"yumori/internal/spending"
)

// Backfill has the days that no dream has read lived through, oldest first;
// see dreaming.Backfill. It can be broken off and called again. Progress is
// published under TopicDream. The indexes are brought up to date at its end.
func (c *Companion) Backfill(ctx context.Context, b dreaming.Backfill) (dreaming.Lived, error) {
	var lived dreaming.Lived
	b.Schedule = c.house.Settings().Schedule()
	c.house.AskAgain()
	_, err := c.dreamWith(ctx, func(ctx context.Context, _ *dreaming.Pipeline, progress func(dreaming.Progress)) (record.Record, error) {
		tell := b.Progress
		c.dreamed(func(d *Dreaming) { d.Backfill = true })
		b.Progress = func(l dreaming.Lived) {
			c.dreamed(func(d *Dreaming) { d.Lived = l })
			progress(dreaming.Progress{Dream: l.Dream, Done: l.Done, Of: l.Of, Note: string(l.Date)})
			if tell != nil {
				tell(l)
			}
		}
		ctx = spending.Booked(ctx, spending.Booking{Purpose: llm.PurposeBackfill}) // it is not the night's
		var err error
		if lived, err = dreaming.New(c.backfillDeps(ctx, b.Cap)).Backfill(ctx, b); lived.Done == 0 {
			return record.Record{}, err
		}
		if c.house.Settings().Recall.Enabled() {
			if _, ierr := c.UpdateIndex(ctx); ierr != nil && ctx.Err() == nil {
				err = errors.Join(err, fmt.Errorf("backfill: %w", ierr))
			}
		}
		return record.Record{}, err
	})
	return lived, err
}

// BackfillPlan returns what Backfill would read and cost. No model is asked.
func (c *Companion) BackfillPlan(ctx context.Context, b dreaming.Backfill) (dreaming.BackfillPlan, error) {
	b.Schedule = c.house.Settings().Schedule()
	return dreaming.New(c.backfillDeps(ctx, b.Cap)).PlanBackfill(ctx, b)
}

// backfillDeps is what the nights of a backfill work on. They recall nothing:
// the index knows what came after them.
func (c *Companion) backfillDeps(ctx context.Context, limit dreaming.Cap) dreaming.Deps {
	d := c.dreamDeps(ctx)
	d.Recall, d.Index = nil, nil
	d.Meter = meter.NewBudget(limit, llm.Usage{})
	return d
}
