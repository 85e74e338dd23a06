package openai

import (
	"errors"
	"testing"

	"yumori/internal/llm"
	"yumori/internal/llm/llmtest"
)

func TestThoughtsInTheTextAreNotSpeech(t *testing.T) {
	srv := llmtest.NewOpenAI(t, llmtest.Say("<thi", "nk>secret</th", "ink>\n", "Hi."), llmtest.Say("<think>only"))
	m := newModel(t, srv.URL)
	var streamed string
	resp, err := m.Generate(t.Context(), ask("hello"), func(s string) { streamed += s })
	if err != nil || resp.Message.Text != "Hi." || streamed != "Hi." {
		t.Errorf("%q %q %v", resp.Message.Text, streamed, err)
	}
	if _, err := m.Generate(t.Context(), ask("hello"), nil); !errors.Is(err, llm.ErrBadAnswer) {
		t.Errorf("only thoughts: %v", err)
	}
}
