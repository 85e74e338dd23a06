package ui

import (
	"testing"

	"yumori/internal/companion"
	"yumori/internal/mind"
	"yumori/motivation"
)

// The title, the rail and the glance tell of one feeling, also after what it
// came from was taken back.
func TestTheFeelingIsOneEverywhere(t *testing.T) {
	s := newStage(t, 2)
	tell := func(of motivation.Category, intensity float64) {
		s.companion.Tell(companion.TopicMind, mind.State{Emotion: mind.Feeling{Category: string(of), Intensity: intensity}})
	}
	tell("joy", 0.5)
	if s.title.model.emotion != "joy" || s.ChatPage().Glance.Feeling.Source() != "joyful" {
		t.Errorf("the title feels %q, the glance %q", s.title.model.emotion, s.ChatPage().Glance.Feeling.Source())
	}
	tell(motivation.Neutral, 0)
	if s.title.model.emotion != "" || s.ChatPage().Glance.Feeling.Source() != "calm" {
		t.Errorf("taken back, the title feels %q, the glance %q", s.title.model.emotion, s.ChatPage().Glance.Feeling.Source())
	}
}
