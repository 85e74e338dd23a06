package evaluate

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"time"

	"yumori/internal/companion"
	"yumori/internal/llm/instant"
)

// warmTurns do not count: sixty messages are before the model then, as in a long talk.
const warmTurns = 30

// Turns returns how long n turns took in an empty home, ascending, with a
// model that answers at once: from the words of the user until both messages are on
// disk, with recalling.
func Turns(ctx context.Context, home string, samples fs.FS, n int) (took []time.Duration, err error) {
	h, err := companion.OpenHome(ctx, companion.Options{Home: home, Builtin: instant.Model{}, Samples: samples})
	if err != nil {
		return nil, fmt.Errorf("measure turns: %w", err)
	}
	defer func() { err = errors.Join(err, h.Close()) }()
	all, err := h.Personas()
	if err != nil {
		return nil, fmt.Errorf("measure turns: %w", err)
	}
	c, err := h.Companion(ctx, all[0].Slug)
	if err != nil {
		return nil, fmt.Errorf("measure turns: %w", err)
	}
	for i := range warmTurns + n {
		begin := time.Now()
		if _, err := c.Say(ctx, companion.Utterance{Text: "I walked along the harbour today and saw a heron."}); err != nil {
			return nil, fmt.Errorf("measure turns: %w", err)
		}
		if i >= warmTurns {
			took = append(took, time.Since(begin))
		}
	}
	slices.Sort(took)
	return took, nil
}
