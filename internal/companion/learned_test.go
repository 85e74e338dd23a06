package companion

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"yumori/dreaming"
	"yumori/internal/config"
	"yumori/internal/facts"
	"yumori/internal/lang/statement"
	"yumori/internal/llm"
	"yumori/internal/llm/llmtest"
	"yumori/internal/prompt"
	"yumori/internal/transcript"
)

// TestUnlearn has a fact kept, taken back and brought again: the bank, the next
// prompt and a dream follow.
func TestUnlearn(t *testing.T) {
	t.Parallel()
	tick := &clock{at: dayStart()}
	var last string
	c := luna(t, modelHome(t, tick, llmtest.Func(func(_ context.Context, req llm.Request, _ func(string)) (llm.Response, error) {
		last = ""
		for _, m := range req.Messages {
			last += m.Text + "\n"
		}
		return llm.Response{Message: llm.Message{Role: llm.RoleModel, Text: "I see."}, Usage: llm.Usage{Calls: 1, Prompt: 10, Answer: 3}}, nil
	})))
	choose(t, c.home, func(s *config.Settings) { s.Models.Chat = someModel })
	turn, err := c.Say(t.Context(), Utterance{Text: "My sister Mika lives in Oslo and has two cats."})
	must(t, err)
	id := turn.User.ID
	learned := func() Learned {
		t.Helper()
		list, err := c.Learning.Learned([]transcript.ID{id, turn.Reply.ID})
		if err != nil || len(list) != 1 || list[0].Message != id || len(list[0].Says) != 1 {
			t.Fatalf("learned: %+v, %v", list, err)
		}
		return list[0]
	}
	if l := learned(); l.Undone || l.Says[0] != "Your sister Mika lives in Oslo and has two cats" {
		t.Errorf("learned: %+v", l)
	}
	bank := func() []facts.Fact {
		t.Helper()
		list, err := c.mind.Facts.Facts(facts.Query{})
		must(t, err)
		return list
	}
	before := bank()

	must(t, c.Learning.Unlearn(id))
	if l := learned(); !l.Undone || len(bank()) != 0 {
		t.Errorf("taken back: %+v, and the bank has %+v", l, bank())
	}
	tick.set(tick.now().Add(1))
	_, err = c.Say(t.Context(), Utterance{Text: "What shall we talk about?"})
	must(t, err)
	told, _, _ := strings.Cut(last, "What shall we")
	if !strings.Contains(told, "two cats.") || !statement.Withholds(told) {
		t.Errorf("the next prompt does not tell of it: %q", told)
	}
	_, err = c.Dreams.Dream(t.Context(), dreaming.Request{})
	must(t, err)
	if slices.ContainsFunc(bank(), func(f facts.Fact) bool { return strings.Contains(f.Text, "Oslo") }) || !learned().Undone {
		t.Errorf("the dream learned it again: %+v", bank())
	}

	tick.set(tick.now().Add(48 * time.Hour)) // what a dream told of it is out of sight too
	inbox := c.mind.Episodes.Window(tick.now(), 14)
	if len(inbox) == 0 {
		t.Error("the dream made no episode")
	}
	must(t, c.Learning.Relearn(id))
	must(t, c.Learning.Unlearn(id))
	for _, e := range c.mind.Episodes.Window(tick.now(), 14) {
		if said := c.Memories.Folder.Unsaid(e); strings.Contains(said, "Oslo") {
			t.Errorf("an episode tells %q", said)
		}
	}

	must(t, c.Learning.Relearn(id))
	if after := bank(); len(after) == 0 || after[0].Text != before[0].Text || after[0].ID != before[0].ID || learned().Undone {
		t.Errorf("brought back: %+v, was %+v", after, before)
	}
	if err := c.Learning.Unlearn("none"); err == nil {
		t.Error("what no message told was taken back")
	}
}

// TestUnlearnedWords has the words behind a message be such as rules know.
func TestUnlearnedWords(t *testing.T) {
	t.Parallel()
	for _, language := range []string{"en", "ja"} {
		texts, err := prompt.Texts(language)
		must(t, err)
		var b strings.Builder
		must(t, texts.ExecuteTemplate(&b, "unlearned", nil))
		if !statement.Withholds("My cat is called Bruno. " + b.String()) {
			t.Errorf("%s: %q asks for nothing", language, b.String())
		}
	}
}

// TestGreetingBegins has what the persona was seen to say first be in the log.
func TestGreetingBegins(t *testing.T) {
	t.Parallel()
	c := luna(t, testHome(t, t.TempDir(), nil))
	first, err := c.Say(t.Context(), Utterance{Text: "Hello.", Greeting: "There you are."})
	must(t, err)
	_, err = c.Say(t.Context(), Utterance{Text: "I am well.", Greeting: "There you are."})
	must(t, err)
	page, err := c.Conversation.Page(transcript.Cursor{}, 10)
	must(t, err)
	if m := page.Messages; len(m) != 5 || m[0].Role != transcript.RolePersona || m[0].Text != "There you are." || m[1].ID != first.User.ID || m[1].Parent != m[0].ID {
		t.Errorf("the log has %+v", m)
	}
}

// TestSaidAgain has sentences that say one thing of a day that they name in
// different words, and such as do not.
func TestSaidAgain(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		first, then string
		again       bool
	}{
		{"You have a job interview on Friday at ten", "You have a job interview on Friday 27 November 2026.", true},
		{"You have a job interview on Friday 27 November 2026.", "You have a job interview on Friday at ten", true},
		{"健さんは金曜日の10時に面接がある", "健さんは2026年11月27日に面接がある。", true},
		{"You have a job interview tomorrow", "You have a job interview on 26 November 2026", true},
		{"You work on Monday", "You work on Friday", false},
		{"You have a dentist's appointment on 3 December 2026", "You have a dentist's appointment on 10 December 2026", false},
		{"You like tea", "You like tea", true},
		{"You like tea", "You like tea with milk", false},
		{"You have a job interview on Friday", "You have a dentist's appointment on Friday", false},
		{"You have a job interview on Friday", "You have a job interview", false},
		{"健さんは金曜日に面接がある", "健さんは金曜日に歯医者がある", false},
	} {
		if got := saidAgain([]string{c.first}, c.then, time.Date(2026, 11, 25, 17, 0, 0, 0, time.UTC)); got != c.again {
			t.Errorf("%q, then %q: said again is %v", c.first, c.then, got)
		}
	}
}
