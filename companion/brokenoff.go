package companion

import (
	"regexp"
	"slices"

	"yumori/episodic"
	"yumori/transcript"
)

// ulidForm is the form of a message's id, a ULID.
var ulidForm = regexp.MustCompile(`^[0-9A-HJKMNP-TV-Z]{26}$`)

// mendBrokenOff gives what the tools of a turn wrote before a kill ended it the
// message that it rests on: the reply, whose id was known and which was never
// written, is noted as one that broke off. So it is seen what came of the
// turn, and all of it falls when the user asks again. The newest message is
// the user's. It reads all that is remembered, but that is rare.
func (c *Companion) mendBrokenOff(user transcript.Message) {
	for _, f := range c.mind.faculties() {
		sources, err := f.sources()
		if err != nil {
			c.logger.Warn("look for what a broken turn wrote", "error", err)
		}
		for _, id := range sources {
			if id <= string(user.ID) || !ulidForm.MatchString(id) {
				continue
			}
			if _, err := c.log.Find(transcript.ID(id)); err == nil {
				continue
			}
			_, err := c.log.Append(transcript.Message{
				ID: transcript.ID(id), Parent: user.ID, Role: transcript.RolePersona, State: transcript.Failed, Model: episodic.Rules,
			})
			if err != nil {
				c.logger.Error("note a reply that broke off", "error", err)
				return
			}
			c.publish(TopicLog, c.log.Head())
		}
	}
}

// unanswered returns the newest message of a page if the user said it.
func unanswered(page transcript.Page) (transcript.Message, bool) {
	last, ok := transcript.Message{}, false
	for _, e := range slices.Backward(page.Messages) {
		if e.Role == transcript.RoleUser || e.Role == transcript.RolePersona {
			last, ok = e.Message, e.Role == transcript.RoleUser
			break
		}
	}
	return last, ok
}
