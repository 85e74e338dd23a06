package companion

import (
	"strings"
	"testing"
	"time"

	"yumori/internal/facts"
	"yumori/internal/llm"
	"yumori/internal/llm/llmtest"
	"yumori/internal/store"
	"yumori/persona"
	"yumori/retrieval"
)

// TestWhatWasWrittenDownFallsWithItsMessage has the model write into the daily
// log, takes its message back and gives it back, and looks everywhere a model
// or a person reads.
func TestWhatWasWrittenDownFallsWithItsMessage(t *testing.T) {
	t.Parallel()
	const secret = "walrus"
	at := time.Date(2026, 11, 21, 20, 0, 0, 0, time.UTC)
	model := llmtest.NewScripted(
		llmtest.Answer{Calls: []llm.Call{{Name: "memory_write", Args: []byte(`{"content":"Alex owns a walrus named Bob.\n\n### Retain\n- W @Alex: owns a walrus","category":"fact"}`)}}},
		say("Noted."))
	c := luna(t, remembering(t, t.TempDir(), at, model))
	turn, err := c.Say(t.Context(), Utterance{Text: "Write down what I told you."})
	must(t, err)
	file := "memory/2026-11-21.md"
	raw, err := c.dir.ReadText(file)
	must(t, err)
	held, problems := facts.ParseRetain(file, persona.DailyText(raw.S), time.UTC)
	if len(held) != 1 || len(problems) != 0 {
		t.Fatalf("facts of the entry: %+v %v", held, problems)
	}
	_, err = c.mind.Facts.Retain(held, store.Cause{Kind: store.CauseDream}) // as a night does
	must(t, err)

	look := func() map[string]string {
		seen := map[string]string{}
		p, err := c.Conversation.PlanNow(t.Context())
		must(t, err)
		for _, l := range p.System() {
			if l.Name == persona.LayerDaily {
				seen["prompt"] = l.String()
			}
		}
		found, err := c.Memories.Recall(t.Context(), retrieval.Question{Text: "Does Alex own a walrus?"})
		must(t, err)
		for _, m := range found.Memories {
			seen["recall"] += m.Content + "\n"
		}
		memo, err := c.persona.Memory(file)
		must(t, err)
		seen["memory_get"] = memo.Text
		days, err := c.Conversation.Daily(1)
		must(t, err)
		for _, d := range days {
			seen["daily view"] = d.Text
		}
		t2, err := c.dir.ReadText(file)
		must(t, err)
		kept, _ := facts.ParseRetain(file, persona.DailyText(t2.S), time.UTC)
		for _, f := range kept {
			seen["retain"] += f.Text
		}
		list, err := c.mind.Facts.Facts(facts.Query{})
		must(t, err)
		for _, f := range list {
			seen["bank"] += f.Text
		}
		return seen
	}
	places := []string{"prompt", "recall", "memory_get", "daily view", "retain", "bank"}
	check := func(when string, there bool) {
		t.Helper()
		seen := look()
		for _, place := range places {
			if strings.Contains(seen[place], secret) != there {
				t.Errorf("%s: in %s: %q", when, place, seen[place])
			}
			if strings.Contains(seen[place], "src:") || strings.Contains(seen[place], "withdrawn") {
				t.Errorf("%s: %s shows a mark: %q", when, place, seen[place])
			}
		}
	}
	check("written", true)
	fell, err := c.Conversation.Retract(turn.Reply.ID)
	must(t, err)
	stores := map[string]bool{}
	for _, d := range fell {
		stores[d.Store] = true
	}
	if !stores[persona.StoreDaily] || !stores[facts.StoreFact] {
		t.Errorf("fell %+v", fell)
	}
	check("retracted", false)
	orphanless(t, "retracted", c)
	must(t, c.Conversation.Restore(turn.Reply.ID))
	check("restored", true)
	orphanless(t, "restored", c)
}

// TestAcceptedAfterItsMessageWasTakenBack says yes to a line for the daily log
// whose message is gone: it is derived from the yes alone.
func TestAcceptedAfterItsMessageWasTakenBack(t *testing.T) {
	t.Parallel()
	model := llmtest.NewScripted(say("Yes."))
	c := luna(t, testHome(t, t.TempDir(), model))
	turn, err := c.Say(t.Context(), Utterance{Text: "Hello."})
	must(t, err)
	h, err := c.persona.ProposeDaily(c.now(), "fact", "Alex likes tea.")
	must(t, err)
	h.Tool, h.Message = "memory_write", string(turn.Reply.ID)
	h, err = c.persona.Hold(h)
	must(t, err)
	_, err = c.Conversation.Retract(turn.Reply.ID)
	must(t, err)
	_, err = c.Inbox.Decide(h.ID, persona.Accept)
	must(t, err)
	if sources, err := c.persona.Daily.Sources(); err != nil || len(sources) != 0 {
		t.Errorf("rests on %v, %v", sources, err)
	}
	days, err := c.Conversation.Daily(1)
	must(t, err)
	if len(days) != 1 || !strings.Contains(days[0].Text, "Alex likes tea.") {
		t.Errorf("%+v", days)
	}
	orphanless(t, "accepted", c)
}
