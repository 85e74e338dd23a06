package episodic

import (
	"testing"

	"yumori/docs"
)

// TestDocs holds the checks of docs/inner-life.md to what the functions say.
func TestDocs(t *testing.T) {
	joy := State{Emotion: Joy, Intensity: 0.8}
	near := joy
	near.Relatedness = 0.16
	docs.Hold(t, "inner-life.md", "Checks of arousal", map[string]float64{
		"from nothing to joy of 0.8, relatedness 0 to 0.16": Arousal(State{}, near),
		"from nothing to joy of 0.8, by emotion alone":      Arousal(State{}, joy),
		"nothing changed, nothing felt":                     Arousal(State{}, State{}),
		"an episode of 0.5 that resonates with 1.0":         Resonance(0.5, 1),
		"an episode of 0.9 that resonates with 0.0":         Resonance(0.9, 0),
	})
}
