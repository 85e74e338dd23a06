package models

import (
	"context"
	"fmt"
	"sync"

	"yumori/internal/config"
	"yumori/internal/llm"
)

// A Speaker is who gives a reply.
type Speaker struct {
	Provider string `json:"provider"`
	Name     string `json:"name"`
	Rules    bool   `json:"rules,omitempty"`  // built-in rules, which the screen always says
	Images   bool   `json:"images,omitempty"` // takes pictures
}

// Label names the speaker in one word as it is kept with a message.
func (s Speaker) Label() string {
	return llm.Info{Provider: s.Provider, Name: s.Name, Rules: s.Rules}.Label()
}

// SpeakerOf returns who speaks when a model answers.
func SpeakerOf(m llm.Model) Speaker {
	i := m.Info()
	return Speaker{Provider: i.Provider, Name: i.Name, Rules: i.Rules, Images: i.Images}
}

// IsRules reports whether a model is the built-in rules.
func IsRules(m llm.Model) bool { return m != nil && m.Info().Rules }

// Speaker says who answers by the settings, without making a model.
func (h *Set) Speaker() Speaker {
	choice := h.opt.Settings().Models.Chat
	if choice.Configured() && h.opt.Pick != nil {
		return Speaker{
			Provider: choice.Service(), Name: choice.Name, Images: choice.Images || choice.Provider == "gemini",
		}
	}
	return SpeakerOf(h.opt.Builtin)
}

// A Chat is the chat model of one persona, kept between turns with its
// connections. It is safe for concurrent use.
type Chat struct {
	set     *Set
	persona string

	mu   sync.Mutex // guards what follows
	slot modelSlot
}

// NewChat returns the chat model of a persona.
func NewChat(s *Set, persona string) *Chat { return &Chat{set: s, persona: persona} }

// modelSlot remembers the chat model made for a choice, so that connections
// are kept between turns.
type modelSlot struct {
	choice config.ModelChoice
	key    string
	model  llm.Model
}

// Model returns the model of the settings, the built-in rules when none
// is chosen.
func (c *Chat) Model(ctx context.Context) (llm.Model, error) {
	choice := c.set.opt.Settings().Models.Chat
	if !choice.Configured() || c.set.opt.Pick == nil {
		return c.set.opt.Builtin, nil
	}
	key, err := c.set.keyFor(choice)
	if err != nil {
		return nil, err
	}
	c.mu.Lock()
	slot := c.slot
	c.mu.Unlock()
	if slot.model != nil && slot.choice == choice && slot.key == key {
		return slot.model, nil
	}
	m, err := c.set.opt.Pick(ctx, choice, key)
	if err != nil {
		return nil, fmt.Errorf("make chat model: %w", err)
	}
	m = c.set.counted(m, c.persona, choice.Price)
	llm.WindowOf(ctx, m) // what it is able to, pictures among that, some know only once they have asked
	c.mu.Lock()
	c.slot = modelSlot{choice: choice, key: key, model: m}
	c.mu.Unlock()
	return m, nil
}
