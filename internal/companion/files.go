package companion

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"yumori/entity"
	"yumori/episodic"
	"yumori/goals"
	"yumori/internal/facts"
	"yumori/internal/memory"
	"yumori/internal/store"
	"yumori/internal/texts"
	"yumori/internal/tools"
	"yumori/internal/transcript"
	"yumori/motivation"
	"yumori/persona"
)

// Write puts text into one of the files that Text reads, provided it still is what
// was read as version old; else it returns store.ErrConflict and changes
// nothing. Earlier versions stay in the history.
func (c *Companion) Write(name string, old store.Version, text string) error {
	if !texts.IsText(name) {
		return fmt.Errorf("write %q: %w", name, texts.ErrNotEditable)
	}
	was := c.Skills.skillState(name)
	if err := c.dir.Replace(name, old, []byte(text), store.Cause{Kind: store.CauseUser}); err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	if texts.SkillFile.MatchString(name) {
		if err := c.Skills.wroteSkill(name, old, text, was); err != nil {
			return fmt.Errorf("enable %s: %w", name, err)
		}
	}
	c.publishSnapshot()
	return nil
}

// Held returns the changes that wait for the user's yes, oldest first. What was
// asked for in a turn, or is derived from a message, that was taken back is not asked
// about; it is again when the message comes back.
func (b *Inbox) Held() ([]persona.Held, error) {
	list, err := b.waiting()
	return slices.DeleteFunc(list, func(h persona.Held) bool { return b.takenBack(transcript.ID(h.Message)) }), err
}

// takenBack reports whether a message was retracted, or answers one that was. A
// message that was never said, or cannot be read, was not.
func (b *Inbox) takenBack(id transcript.ID) bool {
	if id == "" {
		return false
	}
	stand, err := b.c.withdraw.Standing([]transcript.ID{id})
	return err == nil && len(stand) == 0
}

// waiting returns every change that waits, asked about or not.
func (b *Inbox) waiting() ([]persona.Held, error) {
	all, err := b.c.persona.HeldChanges()
	if err != nil {
		return nil, fmt.Errorf("read held changes: %w", err)
	}
	return slices.DeleteFunc(slices.Clone(all), func(h persona.Held) bool { return h.State != persona.StateHeld }), nil
}

// storeHeld names the held changes among what is derived from a message.
const storeHeld = "held"

// heldFor returns the changes that wait because of some messages, and are asked
// about no more when those are taken back.
func (b *Inbox) heldFor(ids []transcript.ID) ([]memory.Derived, error) {
	held, err := b.Held()
	var list []memory.Derived
	for _, h := range held {
		if slices.Contains(ids, transcript.ID(h.Message)) {
			list = append(list, memory.Derived{Store: storeHeld, ID: h.ID, Title: h.File + ": " + heldTitle(h)})
		}
	}
	return list, err
}

// heldTitle is the first line that a held change brings.
func heldTitle(h persona.Held) string {
	before := strings.Split(h.Before, "\n")
	for l := range strings.Lines(h.Append + h.After) {
		if l = strings.TrimSpace(l); l != "" && !slices.Contains(before, l) {
			return l
		}
	}
	return h.Tool
}

// Decide accepts or refuses a held change. Accepting one whose file changed
// since returns store.ErrConflict and leaves it held.
func (b *Inbox) Decide(id string, d persona.Decision) (persona.Held, error) {
	var reached []goals.Goal // told about after the decision, which holds the persona
	deps := b.c.toolbox.deps()
	deps.Achieved = func(g goals.Goal) { reached = append(reached, g) }
	h, err := b.c.persona.DecideWith(id, d, persona.Acceptance{
		Source: b.acceptedFor,
		Call: func(h persona.Held) error {
			h.Message = b.acceptedFor(h)
			return tools.Accept(context.Background(), deps, h)
		},
	})
	for _, g := range reached {
		b.c.toolbox.achieved(g, b.acceptedFor(h))
	}
	if err != nil {
		return h, fmt.Errorf("decide on change: %w", err)
	}
	b.publishHeld()
	return h, nil
}

// acceptedFor returns the message that an accepted change is derived from; "" when it
// was taken back or never said: it is derived from the user's yes alone. With that yes
// it is not derived from a reply that has the mark of others, but from what the user
// said to have it.
func (b *Inbox) acceptedFor(h persona.Held) string {
	if ids, err := b.c.withdraw.Standing([]transcript.ID{transcript.ID(h.Message)}); err != nil || len(ids) == 0 {
		return ""
	}
	m, err := b.c.log.Find(transcript.ID(h.Message))
	if err != nil || len(m.Marks()) == 0 {
		return h.Message
	}
	if asked, err := b.c.log.Find(m.Parent); err == nil && asked.Role == transcript.RoleUser {
		return string(asked.ID)
	}
	return ""
}

// publishHeld tells the screen what waits.
func (b *Inbox) publishHeld() {
	b.c.publishSnapshot()
}

// heldByID returns the held change of an id as a list of none or one.
func (b *Inbox) heldByID(id string) []persona.Held {
	if id == "" {
		return nil
	}
	held, err := b.Held()
	if err != nil {
		b.c.logger.Warn("read held changes", "error", err)
		return nil
	}
	return slices.DeleteFunc(held, func(h persona.Held) bool { return h.ID != id })
}

// DerivedStores lists the values of Store of what Conversation.Derived returns.
func DerivedStores() []string {
	return []string{
		episodic.StoreArousal, episodic.StoreEpisode, episodic.StoreResonance, episodic.StoreInsight,
		motivation.StoreEmotion, motivation.StoreQuestion, motivation.StoreAsked, motivation.StoreAnswer,
		goals.StoreGoal, goals.StoreNote, goals.StoreEnd, entity.StoreEntity, facts.StoreFact, facts.StoreEvidence,
		persona.StoreDaily, storeHeld,
	}
}
