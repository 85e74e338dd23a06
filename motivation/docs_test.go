package motivation

import (
	"testing"
	"time"

	"yumori/docs"
)

// TestDocs holds the checks of docs/inner-life.md to what the functions say.
func TestDocs(t *testing.T) {
	now := noon()
	curious := func(q Question) float64 { return Snapshot{Questions: []Question{q}}.At(now).Curiosity.Raw }
	got := map[string]float64{
		"boredom after 1 h":                                       boredom(1),
		"boredom after 24 h":                                      boredom(24),
		"boredom after 168 h":                                     boredom(168),
		"curiosity with one fresh question of priority 1":         curious(Question{Priority: 1, Raised: now}),
		"curiosity with one question of priority 0.8, a week old": curious(Question{Priority: 0.8, Raised: now.Add(-7 * 24 * time.Hour)}),
		"curiosity with one question of priority 1, just asked":   curious(Question{Priority: 1, Raised: now, Asked: now}),
		"goal achievement at priority 1":                          goalAchievement(1),
		"goal achievement at priority 5":                          goalAchievement(5),
		"relatedness right after joy of 0.8":                      relatedness(Emotion{Joy, 0.8}, 0),
		"relatedness a day after being protective, 0.9":           relatedness(Emotion{Protective, 0.9}, 24),
		"satisfaction right after acting":                         satisfaction(0),
		"satisfaction 12 h after acting":                          satisfaction(12),
		"wear after winning three times in a row":                 wear(3),
		"what is left of a move of 0.5 after 24 h":                Nudge{0.5, now.Add(-24 * time.Hour)}.Left(now),
	}
	docs.Hold(t, "inner-life.md", "Checks of drives", got)
}
