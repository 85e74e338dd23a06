package withdraw

import (
	"regexp"
	"slices"

	"yumori/episodic"
	"yumori/internal/transcript"
)

// ulidForm is the form of a message's id, a ULID.
var ulidForm = regexp.MustCompile(`^[0-9A-HJKMNP-TV-Z]{26}$`)

// RepairInterrupted puts in order what a crash in the midst of a turn left, as it is
// seen at the end of the log.
//
// What tools wrote before the reply was on disk gets the message that it is
// derived from: the reply, whose id was known, is noted as one that broke off. So it is
// seen what came of the turn, and all of it is withdrawn when the user asks again. And
// what is derived from a branch that the turn left is taken out.
func (c *Service) RepairInterrupted(page transcript.Page) {
	end, err := c.opt.Log.Unsettled()
	if err != nil {
		c.opt.Logger.Warn("look for a turn that broke off", "error", err)
		return
	}
	head := c.opt.Log.Head()
	switch user, ok := unanswered(page); {
	case ok:
		c.noteBrokenOff(user.ID, func(id string) bool { return id > string(user.ID) })
	case end.Reply != "":
		c.noteBrokenOff(end.To, func(id string) bool { return id == string(end.Reply) })
		c.Branched(head)
	case end.Left != "" && c.booked(page):
		return
	}
	if end.Left != "" {
		c.Branched(end.Left)
	}
}

// booked reports whether the newest reply of a page has been booked, which a
// turn does when it has put the branches in order.
func (c *Service) booked(page transcript.Page) bool {
	for _, e := range slices.Backward(page.Messages) {
		if e.Role == transcript.RolePersona {
			_, ok := c.opt.Mind.Exchanges.Of(string(e.ID))
			return ok
		}
	}
	return false
}

// noteBrokenOff notes a reply that broke off for each id that something is
// derived from and no message has, of those that may be its. It reads all that is
// remembered, but that is rare.
func (c *Service) noteBrokenOff(user transcript.ID, its func(id string) bool) {
	for _, f := range c.opt.Mind.Stores() {
		sources, err := f.Sources()
		if err != nil {
			c.opt.Logger.Warn("look for what a broken turn wrote", "error", err)
		}
		for _, id := range sources {
			if !its(id) || !ulidForm.MatchString(id) {
				continue
			}
			if _, err := c.opt.Log.Find(transcript.ID(id)); err == nil {
				continue
			}
			_, err := c.opt.Log.Append(transcript.Message{
				ID: transcript.ID(id), Parent: user, Role: transcript.RolePersona, State: transcript.Failed, Model: episodic.Rules,
			})
			if err != nil {
				c.opt.Logger.Error("note a reply that broke off", "error", err)
				return
			}
			c.opt.Noted()
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
