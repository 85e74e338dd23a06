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
	tick := &clock{at: dayStart()}
	c := luna(t, clockedHome(t, tick, nil))
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
	tick.set(tick.now().AddDate(0, 0, 1)) // of another talk nothing is taken back by words, and that is said
	turn, err = c.Say(t.Context(), Utterance{Text: "Forget what I said about swimming"})
	must(t, err)
	if after, err := c.mind.Facts.Facts(facts.Query{}); err != nil || len(after) != len(list) || !strings.Contains(turn.Reply.Text, "Memories page") {
		t.Errorf("%v: %d facts of %d, and %q", err, len(after), len(list), turn.Reply.Text)
	}
}

// TestTakesBackAJoke has the user say that they were kidding: what that line told is kept
// nowhere, and the one before it is; a line that told nothing stays in the talk.
func TestTakesBackAJoke(t *testing.T) {
	t.Parallel()
	c := luna(t, clockedHome(t, &clock{at: dayStart()}, nil))
	for _, text := range []string{"I swim on Thursdays.", "My brother is an astronaut.", "lol jk"} {
		_, err := c.Say(t.Context(), Utterance{Text: text})
		must(t, err)
	}
	list, err := c.mind.Facts.Facts(facts.Query{})
	must(t, err)
	for _, f := range list {
		if strings.Contains(f.Text, "astronaut") {
			t.Errorf("kept: %q", f.Text)
		}
	}
	if len(list) == 0 {
		t.Error("what was told before the joke is lost")
	}
	for _, text := range []string{"you're the worst, you know", "just kidding"} {
		_, err := c.Say(t.Context(), Utterance{Text: text})
		must(t, err)
	}
	if after, err := c.mind.Facts.Facts(facts.Query{}); err != nil || len(after) != len(list) {
		t.Errorf("%v: %d facts of %d", err, len(after), len(list))
	}
}

// TestForgetsWhatWasToBeKept has the user ask that the line before be kept, and then that it
// be forgotten, by its matter and without: nothing of it is left, in no file of memory.
func TestForgetsWhatWasToBeKept(t *testing.T) {
	t.Parallel()
	for _, forget := range []string{"Forget about the spare key", "forget that"} {
		c := luna(t, clockedHome(t, &clock{at: dayStart()}, nil))
		for _, text := range []string{"I swim on Thursdays.", "The spare key is under the blue pot.", "remember that"} {
			_, err := c.Say(t.Context(), Utterance{Text: text})
			must(t, err)
		}
		if list, err := c.mind.Facts.Facts(facts.Query{}); err != nil || len(list) != 2 {
			t.Fatalf("%v: kept %+v", err, list)
		}
		_, err := c.Say(t.Context(), Utterance{Text: forget})
		must(t, err)
		list, err := c.mind.Facts.Facts(facts.Query{})
		if err != nil || len(list) != 1 || !strings.Contains(list[0].Text, "swim") {
			t.Errorf("%q: %v, kept %+v", forget, err, list)
		}
		turn, err := c.Say(t.Context(), Utterance{Text: "Where is the spare key?"})
		must(t, err)
		if strings.Contains(turn.Reply.Text, "blue pot") {
			t.Errorf("%q: told %q", forget, turn.Reply.Text)
		}
	}
}
