package companion

import (
	"strings"
	"testing"

	"yumori/internal/facts"
)

// TestForgetsWhatIsAskedInWords has the user ask in words that what they said of
// something be forgotten: it is in no prompt, fact or file of the night any more,
// and what they said beside it is.
func TestForgetsWhatIsAskedInWords(t *testing.T) {
	t.Parallel()
	c := luna(t, clockedHouse(t, &clock{at: dayStart()}, nil))
	for _, text := range []string{"My shoulder is ruined, a torn cuff.", "I swim on Thursdays.", "Forget what I said about my shoulder please."} {
		_, err := c.Say(t.Context(), Utterance{Text: text})
		must(t, err)
	}
	list, err := c.mind.Facts.Facts(facts.Query{})
	must(t, err)
	var kept []string
	for _, f := range list {
		kept = append(kept, f.Text)
	}
	if all := strings.Join(kept, "\n"); strings.Contains(all, "shoulder") || !strings.Contains(all, "swim") {
		t.Errorf("kept: %q", kept)
	}
	turn, err := c.Say(t.Context(), Utterance{Text: "What do you know about me?"})
	must(t, err)
	if strings.Contains(turn.Reply.Text, "shoulder") || !strings.Contains(turn.Reply.Text, "swim") {
		t.Errorf("told: %q", turn.Reply.Text)
	}
}
