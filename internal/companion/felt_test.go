package companion

import (
	"testing"
	"time"

	"yumori/episodic"
	"yumori/internal/store"
	"yumori/internal/transcript"
	"yumori/motivation"
)

// TestATurnOfFeelingIsTheUsersAndRare has the built-in rules feel ease after
// worry: a moment of the two comes of it only where the user says in their own
// words that they are better, and once a month of the same turn.
func TestATurnOfFeelingIsTheUsersAndRare(t *testing.T) {
	t.Parallel()
	c, start := openSetRight(t)
	felt := func(c motivation.Category) motivation.Emotion { return motivation.Emotion{Category: c, Intensity: 0.7} }
	shift := motivation.Shift{From: felt(motivation.Protective), To: felt(motivation.Joy)}
	other := motivation.Shift{From: felt(motivation.Anxious), To: shift.To}
	turned := func(said string, days int, s motivation.Shift, model string) bool {
		at := start.AddDate(0, 0, days)
		return c.Learning.turned(transcript.Message{Text: said, Time: at}, transcript.Message{Time: at, Model: model}, s)
	}
	bonds := func(days int) {
		t.Helper()
		at := start.AddDate(0, 0, days)
		_, err := c.mind.Episodes.Add(episodic.NewBonding(episodic.Moment{Language: "en", Time: at, Sources: []string{at.Format(time.DateOnly)}},
			episodic.Protective, episodic.Joy, episodic.Quote{User: "I'm so relieved.", Reply: "So am I."}), store.Cause{Kind: store.CauseTurn})
		must(t, err)
	}
	better := "I'm so happy, the scan was clear!"
	for _, x := range []struct {
		name, said, model string
		days              int
		shift             motivation.Shift
		want              bool
	}{
		{"the user is better", better, episodic.Rules, 0, shift, true},
		{"they speak of something else", "The 8:15 leaves from platform two.", episodic.Rules, 0, shift, false},
		{"they are worse", "I'm so sad today.", episodic.Rules, 0, shift, false},
		{"a model says what it felt", "The 8:15 leaves from platform two.", "some-model", 0, shift, true},
	} {
		if got := turned(x.said, x.days, x.shift, x.model); got != x.want {
			t.Errorf("%s: %v", x.name, got)
		}
	}
	bonds(0)
	for days, want := range map[int]bool{1: false, bondAgain - 1: false, bondAgain + 1: true} {
		if got := turned(better, days, shift, episodic.Rules); got != want {
			t.Errorf("the same turn after %d days: %v", days, got)
		}
	}
	if !turned(better, 1, other, episodic.Rules) {
		t.Error("a turn of another kind is no moment")
	}
}
