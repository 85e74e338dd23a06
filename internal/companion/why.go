package companion

import (
	"context"
	"fmt"
	"strconv"

	"yumori/internal/mind"
	"yumori/internal/tagfilter"
	"yumori/internal/transcript"
	"yumori/persona"
)

// A Why is the answer to "why did you say that?": what was in front of the
// model when it gave a reply, the memories with their words as they stand now.
type Why struct {
	Message transcript.Message
	Trace
	Memories  []Memory
	Resonance map[string]float64 // in [0, 1], by the id of a memory: what the persona reported
}

// Why returns why a reply was given. It costs a look-up a memory.
func (c *Companion) Why(ctx context.Context, id transcript.ID) (Why, error) {
	m, err := c.log.Find(id)
	if err != nil {
		return Why{}, fmt.Errorf("look at a reply: %w", err)
	}
	w := Why{Message: m, Resonance: map[string]float64{}}
	if w.Trace, err = TraceOf(m); err != nil {
		return w, err
	}
	for _, t := range w.Tags {
		if t.Name != tagfilter.Memory {
			continue
		}
		if r, err := strconv.ParseFloat(t.Attributes["resonance"], 64); err == nil {
			w.Resonance[t.Attributes["id"]] = r
		}
	}
	w.Memories, err = c.Remembered(ctx, id)
	return w, err
}

// Pin puts a memory onto the notepad, which is in every prompt.
func (c *Companion) Pin(text string) error {
	if err := c.persona.EditNotepad(persona.Edit{Append: text}, mind.ByHand("memory pinned")); err != nil {
		return fmt.Errorf("pin memory: %w", err)
	}
	c.publishSnapshot()
	return nil
}
