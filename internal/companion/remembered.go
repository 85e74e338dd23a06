package companion

import (
	"context"
	"errors"
	"fmt"

	"yumori/internal/tools"
	"yumori/internal/transcript"
)

// Remembered returns what was recalled for a reply, with the words as they
// stand now: the reply's trace keeps none, so that what is taken back is gone.
// A memory that is no more has no Content. Cost: a look-up a memory.
func (c *Companion) Remembered(ctx context.Context, id transcript.ID) ([]Memory, error) {
	m, err := c.log.Find(id)
	if err != nil {
		return nil, fmt.Errorf("look at what was recalled: %w", err)
	}
	t, err := TraceOf(m)
	if err != nil || t.Recalled == nil {
		return nil, err
	}
	c.recall.ready(ctx)
	look := rememberer{c: c, held: func(string) bool { return false }, note: &lookups{}}
	list := t.Recalled.Memories
	for i := range list {
		found, err := look.Find(ctx, list[i].ID)
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err == nil:
			list[i].Content = found.Text
		case !errors.Is(err, tools.ErrNoMemory):
			c.logger.Warn("look at what was recalled", "id", list[i].ID, "error", err)
		}
	}
	return list, nil
}
