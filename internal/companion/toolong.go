package companion

import (
	"context"
	"errors"

	"yumori/internal/models"

	"yumori/internal/llm"
)

// maxShorter is how often a model is asked again in one turn because the prompt
// was too long for it.
const maxShorter = 3

// speakWithin is speak for a model whose window may be smaller than it seems:
// when it refuses the prompt for its length, the prompt is made anew for what
// the refusal has taught, and the user is told. A turn in which something was
// said or done is not asked again.
func (c *Companion) speakWithin(ctx context.Context, m llm.Model, a asking) reply {
	thought := llm.WindowOf(ctx, m).Tokens
	run := c.speak(ctx, m, a)
	for range maxShorter {
		if !errors.Is(run.err, llm.ErrTooLong) || run.text != "" || len(run.outcome.Calls) > 0 || ctx.Err() != nil {
			break
		}
		learned := llm.WindowOf(ctx, m).Tokens
		if learned >= thought {
			break // nothing was learned: it would be the same prompt
		}
		c.logger.Warn("prompt too long for the model", "window", thought, "learned", learned, "error", run.err)
		thought = learned
		notice := Notice{Kind: NoticeShortened, From: models.SpeakerOf(m).Label(), Window: learned, Why: run.err.Error()}
		c.update(func(t *Turn) { t.Notice = notice })
		run = c.speak(ctx, m, a)
		run.notice = notice
		c.update(func(t *Turn) { t.Notice = notice })
	}
	return run
}
