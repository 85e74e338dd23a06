package companion

import (
	"testing"
	"time"

	"yumori/internal/llm/builtin"
	"yumori/internal/store"
	"yumori/internal/transcript"
)

// TestWhatABrokenTurnWroteRestsOnAReplyThatBrokeOff leaves what a crash leaves
// after a tool has written and before the reply is on disk.
func TestWhatABrokenTurnWroteRestsOnAReplyThatBrokeOff(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	h, err := openHome(t.Context(), Options{Home: home, Now: time.Now, Builtin: builtin.New(builtin.Options{}), Samples: samples()})
	must(t, err)
	c := luna(t, h)
	c.work.Wait() // what puts the home in order is done
	user, err := c.log.Append(transcript.Message{Role: transcript.RoleUser, Text: "Please note that I like tea."})
	must(t, err)
	id, err := c.log.NewID()
	must(t, err)
	_, err = c.persona.WriteDaily(time.Now(), "preference", "They like tea.", store.Cause{Kind: store.CauseTool, Ref: string(id)})
	must(t, err)
	must(t, h.Close())

	c = luna(t, testHome(t, home, nil)) // its doctor finds no orphan at the end
	c.work.Wait()
	said, err := c.log.Find(id)
	must(t, err)
	if said.Parent != user.ID || said.State != transcript.Failed || c.log.Head() != id {
		t.Errorf("the reply that broke off: %+v", said)
	}
	turn, err := c.Regenerate(t.Context(), id)
	must(t, err)
	if list, err := c.Conversation.Derived(id); err != nil || turn.Reply.ID == "" {
		t.Errorf("asked again: %v, %v", list, err)
	}
}
