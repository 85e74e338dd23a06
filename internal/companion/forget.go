package companion

import (
	"yumori/internal/lang"
	"yumori/internal/transcript"
)

// maxForgotten is how many messages back something may be that is asked to be
// forgotten: more than any prompt holds.
const maxForgotten = 2000

// forgetAsked takes back what the user asks in words to be forgotten, "forget what
// I said about my shoulder": their messages of this talk that speak of it, or the
// last one where nothing is named. Each can be restored, as any that is retracted.
func (c *Companion) forgetAsked(user transcript.Message) {
	about, asked := lang.Forgets(user.Text)
	if !asked {
		return
	}
	said, err := c.messagesBefore(user, maxForgotten)
	if err != nil {
		c.logger.Warn("look for what is to be forgotten", "error", err)
	}
	for i := len(said) - 1; i >= 0; i-- {
		if about != "" && !lang.Concerns(said[i].Text, about) {
			continue
		}
		if _, err := c.Retract(said[i].ID); err != nil {
			c.logger.Error("forget what was asked", "message", said[i].ID, "error", err)
		}
		if about == "" {
			return
		}
	}
}
