package companion

import (
	"strings"
	"testing"

	"yumori/internal/llm"
	"yumori/internal/llm/llmtest"
)

func TestWhyTellsWhatWasInFrontOfTheModel(t *testing.T) {
	t.Parallel()
	m := llmtest.NewScripted(llmtest.Text(`Hello. <memory_trace id="episode_2026-11-18_001" resonance="0.7"/>`))
	c := luna(t, testHome(t, t.TempDir(), llm.Model(m)))
	turn, err := c.Say(t.Context(), Utterance{Text: "Hello there, how are you today?"})
	must(t, err)
	w, err := c.Conversation.Why(t.Context(), turn.Reply.ID)
	must(t, err)
	if w.Message.ID != turn.Reply.ID || w.Plan == nil || w.Usage.Calls == 0 || w.Resonance["episode_2026-11-18_001"] != 0.7 {
		t.Errorf("why: %+v", w)
	}
	if _, err := c.Conversation.Why(t.Context(), "nothing"); err == nil {
		t.Error("why of nothing is answered")
	}
	must(t, c.Conversation.Pin("The lake is cold."))
	note, err := c.Text("notepad.txt")
	must(t, err)
	if !strings.Contains(note.S, "The lake is cold.") {
		t.Errorf("the notepad holds %q", note.S)
	}
}
