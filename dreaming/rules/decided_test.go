package rules

import (
	"testing"

	"yumori/episodic"
	"yumori/motivation"
)

// TestADecisionClosesItsQuestion has a choice end with what the user says they decided of it, and with
// no decision on another thing, or on another matter in the same place.
func TestADecisionClosesItsQuestion(t *testing.T) {
	t.Parallel()
	const pharmacy, post = "Have you decided whether to sell the pharmacy to Mr Oduya or to carry on alone?", "Have you decided whether to take the post in Aberdeen?"
	for _, c := range []struct {
		asked, said string
		closed      bool
	}{
		{pharmacy, "I have decided to carry on alone with the pharmacy.", true},
		{pharmacy, "I have decided on leek soup for supper.", false},
		{pharmacy, "I can't decide about the pharmacy.", false},
		{"Have you decided whether to sell the pharmacy?", "I have decided to sell it.", true},
		{"Have you decided whether to sell the pharmacy?", "I have decided to sell the car.", false},
		{post, "I have decided: I turned Aberdeen down.", true},
		{post, "I have decided to visit Aberdeen in spring.", false},
		{"Have you decided whether to take the postdoc in Tromsø or stay here with Felix?", "i've decided, i'm taking the postdoc in tromsø", true},
		{"Have you decided whether to say yes to priya?", "i said yes to a second slice of cake", false},
	} {
		d := emptyDay("en")
		d.User = "Ken"
		d.Questions = []motivation.Question{{ID: "q", Topic: c.asked, State: motivation.StateOpen}}
		d.Lines = []Line{{Line: episodic.Line{ID: "m", Speaker: "user", Text: c.said}}}
		if list := d.Read().Resolve(); len(list) > 0 != c.closed {
			t.Errorf("%q of %q: %+v", c.said, c.asked, list)
		}
	}
}
