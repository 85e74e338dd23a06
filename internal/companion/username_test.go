package companion

import (
	"strings"
	"testing"
	"time"
)

// TestTheNameToldIsKnownInTheNextTalk tells a name that waits for a yes in core
// memory, and is greeted by it once the talk in which it was told has ended.
func TestTheNameToldIsKnownInTheNextTalk(t *testing.T) {
	t.Parallel()
	c := luna(t, remembering(t, t.TempDir(), time.Date(2026, 11, 21, 20, 0, 0, 0, time.UTC), nil))
	_, err := c.Say(t.Context(), Utterance{Text: "I'm Maren."})
	must(t, err)
	_, err = c.EndSession(t.Context())
	must(t, err)
	turn, err := c.Say(t.Context(), Utterance{Text: "Hello!"})
	must(t, err)
	if !strings.Contains(turn.Reply.Text, "Maren") {
		t.Errorf("greeted with %q", turn.Reply.Text)
	}
}
