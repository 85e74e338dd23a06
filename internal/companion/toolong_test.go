package companion

import (
	"context"
	"strings"
	"testing"

	"yumori/internal/llm"
	"yumori/internal/llm/llmtest"
	"yumori/internal/llm/openai"
	"yumori/internal/store"
	"yumori/persona"
)

// measured is the OpenAI protocol with a model whose window nobody has set.
func measured() protocol {
	return protocol{"openai", llmtest.NewOpenAI, func(_ context.Context, s *llmtest.Server) (llm.Model, error) {
		return openai.New(openai.Config{BaseURL: s.URL, Name: "model", Key: testKey, Tries: 1})
	}}
}

// lengths returns how long the prompts were that a server was sent, in tokens.
func lengths(srv *llmtest.Server) (tokens []int) {
	for _, r := range srv.Generations() {
		tokens = append(tokens, r.Tokens)
	}
	return tokens
}

// wordy has a persona with more to be told than eight thousand tokens.
func wordy(t *testing.T, c *Companion) {
	t.Helper()
	for _, f := range []persona.File{persona.Evergreen, persona.Notepad} {
		text := strings.Repeat("- Alex likes to swim in the lake.\n", 550)
		if err := c.dir.Write(string(f), []byte(text), store.Cause{Kind: store.CauseUser}); err != nil {
			t.Fatal(err)
		}
	}
}

// A server that says a million and refuses at eight thousand: the user gets a
// reply of the model, is told once, and the next turn fits at the first try.
func TestAServerThatLiesAboutItsWindow(t *testing.T) {
	t.Parallel()
	for _, as := range []llmtest.Maker{llmtest.VLLM, llmtest.LlamaCPP, llmtest.LMStudio} {
		srv := llmtest.NewOpenAI(t, llmtest.Say("Good."), llmtest.Say("Still good."))
		srv.Models = []string{"model"}
		srv.Serve(llmtest.Serving{As: as, Says: 1_000_000, Takes: 8_000})
		c := luna(t, dialled(t, measured(), t.TempDir(), srv))
		wordy(t, c)
		turn, err := c.Say(t.Context(), Utterance{Text: "How are you?"})
		if err != nil || turn.Reply.Text != "Good." || turn.Notice.Kind != NoticeShortened || turn.Notice.Window != 8_000 {
			t.Errorf("%s: %q, notice %+v, %v", as, turn.Reply.Text, turn.Notice, err)
		}
		if sent := lengths(srv); len(sent) != 2 || sent[0] <= 8_000 || sent[1] > 8_000 || sent[1] < 3_000 {
			t.Errorf("%s: sent %d tokens", as, sent)
		}
		if trace, err := TraceOf(turn.Reply); err != nil || trace.Notice == nil || trace.Notice.Kind != NoticeShortened || trace.Plan.Window.From != llm.WindowLearned {
			t.Errorf("%s: trace %+v, %v", as, trace, err)
		}
		turn, err = c.Say(t.Context(), Utterance{Text: "And now?"})
		if err != nil || turn.Reply.Text != "Still good." || turn.Notice.Kind != "" || len(lengths(srv)) != 3 {
			t.Errorf("%s: then %q, notice %+v, %v, %d tokens", as, turn.Reply.Text, turn.Notice, err, lengths(srv))
		}
	}
}

// A server that says no and not why is asked three times more, with half each
// time; then the rules answer, and say so.
func TestAServerThatTakesNothing(t *testing.T) {
	t.Parallel()
	srv := llmtest.NewOpenAI(t)
	srv.Models = []string{"model"}
	srv.Serve(llmtest.Serving{As: llmtest.VLLM, Says: 100_000, Takes: 1, Mute: true})
	c := luna(t, dialled(t, measured(), t.TempDir(), srv))
	wordy(t, c)
	turn, err := c.Say(t.Context(), Utterance{Text: "How are you?"})
	if err != nil || turn.Reply.Text == "" || !turn.Speaker.Rules || turn.Notice.Kind == "" || turn.Notice.Kind == NoticeShortened {
		t.Errorf("%q, notice %+v, %v", turn.Reply.Text, turn.Notice, err)
	}
	if n := len(lengths(srv)); n < 2 || n > 1+maxShorter {
		t.Errorf("sent %d tokens", lengths(srv))
	}
}

// A shrinking model has a smaller window each time it was asked.
type shrinking struct{ *llmtest.Scripted }

// Measure is llm.Measurer.
func (m shrinking) Measure(context.Context) llm.Window {
	return llm.Window{Tokens: 20_000 - 1_000*len(m.Requests()), From: llm.WindowLearned}
}

// What does not fit once a tool was used or a word said is not begun again: it
// would be done twice.
func TestTooLongInTheMiddle(t *testing.T) {
	t.Parallel()
	refusal := &llm.Error{Kind: llm.ErrTooLong, Limit: 8_192}
	for name, answers := range map[string][]llmtest.Answer{
		"after a tool": {llmtest.Tool("memory_write", `{"content":"Alex is here.","category":"fact"}`), {Err: refusal}},
		"after a word": {{Text: []string{"Well, "}, Err: refusal}},
	} {
		m := shrinking{llmtest.NewScripted(append(answers, llmtest.Text("never"))...)}
		c := luna(t, testHome(t, t.TempDir(), m))
		turn, _ := c.Say(t.Context(), Utterance{Text: "I am Alex."})
		if m.Left() != 1 || turn.Notice.Kind == NoticeShortened {
			t.Errorf("%s: %d answers left, notice %+v", name, m.Left(), turn.Notice)
		}
	}
	m := shrinking{llmtest.NewScripted(llmtest.Answer{Err: refusal}, llmtest.Text("Hello."))}
	turn, err := luna(t, testHome(t, t.TempDir(), m)).Say(t.Context(), Utterance{Text: "I am Alex."})
	if err != nil || turn.Reply.Text != "Hello." || turn.Notice.Kind != NoticeShortened {
		t.Errorf("before a word: %q, notice %+v, %v", turn.Reply.Text, turn.Notice, err)
	}
}
