package companion

import (
	"yumori/persona"
)

// A Snapshot is what the screen shows of a persona beside the conversation.
// It is an immutable value.
type Snapshot struct {
	Slug     string
	Name     string
	Language string  // of the persona: "en" or "ja"
	Speaker  Speaker // who would answer now
	Held     []persona.Held
	Troubles []Trouble
}

// Snapshot returns the persona's state. It reads a few small files.
func (c *Companion) Snapshot() Snapshot {
	pr := c.persona.Profile()
	s := Snapshot{Slug: c.slug, Name: pr.Name, Language: pr.Language, Speaker: c.house.speaker()}
	held, err := c.Held()
	if err != nil {
		c.logger.Warn("read held changes", "error", err)
	}
	s.Held = held
	for _, p := range c.persona.Problems() {
		s.Troubles = append(s.Troubles, Trouble{File: p.File, What: p.What})
	}
	if torn := c.log.Torn(); torn != nil {
		s.Troubles = append(s.Troubles, Trouble{File: "log.jsonl", What: "the last record was incomplete", Aside: torn.SetAside})
	}
	return s
}

func (c *Companion) publishSnapshot() { c.publish(TopicSnapshot, c.Snapshot()) }

// speaker says who answers by the settings, without making a model.
func (h *House) speaker() Speaker {
	choice := h.Settings().Models.Chat
	if choice.Configured() && h.opt.Pick != nil {
		return Speaker{Provider: choice.Provider, Name: choice.Name, Images: choice.Images || choice.Provider == "gemini"}
	}
	return speakerOf(h.opt.Builtin)
}
