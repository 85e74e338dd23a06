package companion

import (
	"yumori/episodic"
	"yumori/internal/transcript"
)

// quotedFrom is how many messages back what the persona quotes by day is looked
// for.
const quotedFrom = 200

// borneOut returns what the persona notes of the talk without the sentences
// that quote what nobody said of late, or give it to the wrong one.
func (c *Companion) borneOut(text string) string {
	page, err := c.log.Page(transcript.Cursor{}, quotedFrom)
	if err != nil {
		c.logger.Warn("read what was said", "error", err)
		return ""
	}
	t := episodic.Talk{Persona: c.persona.Profile().Name, User: c.userName()}
	for _, e := range page.Messages {
		if e.Retracted || e.Role == transcript.RoleNote {
			continue
		}
		l := episodic.Line{Speaker: episodic.User, Text: e.Text, Time: e.Time, Source: string(e.ID)}
		if e.Role == transcript.RolePersona {
			l.Speaker = episodic.Persona
		}
		t.Lines = append(t.Lines, l)
	}
	kept, dropped := episodic.Checked(text, t)
	for _, m := range dropped {
		c.logger.Info("quotation left out", "reason", m.Reason, "quote", m.Quote)
	}
	return kept
}
