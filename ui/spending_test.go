package ui

import (
	"strings"
	"testing"

	"yumori/companion"
	"yumori/event"
	"yumori/llm"
)

func TestSpendingInWords(t *testing.T) {
	list := []companion.Spending{
		{Date: "2026-11-20", Purpose: "chat", Model: "openai/q", Usage: llm.Usage{Calls: 2, Prompt: 1_000, Answer: 50}},
		{Date: "2026-11-21", Purpose: "dream", Model: "openai/q", Usage: llm.Usage{Calls: 4, Prompt: 1_234_567, Answer: 900, Estimated: true}},
		{Date: "2026-11-21", Purpose: "chat", Model: "openai/q", Usage: llm.Usage{Calls: 1, Prompt: 10, Answer: 5}},
	}
	m := spendingView("month", list, english(t))
	if m.sum != "7 calls, about 1,235,577 tokens asked, 955 answered" {
		t.Errorf("in all: %q", m.sum)
	}
	if len(m.lines) != 2 || !strings.HasPrefix(m.lines[0], "dreams, openai/q: 4 calls, about") || m.lines[1] != "conversation, openai/q: 3 calls, 1,010 tokens asked, 55 answered" {
		t.Errorf("by purpose: %q", m.lines)
	}
	if m := spendingView("today", nil, japanese(t)); len(m.lines) != 0 || m.sum != japanese(t).T("spending.none") {
		t.Errorf("of nothing: %+v", m)
	}
}

func TestSpendingFollows(t *testing.T) {
	s := newStage(t, 0)
	s.goPage(pageSettings)
	s.bench.settle()
	s.house.spent = []companion.Spending{{Purpose: "chat", Model: "m", Usage: llm.Usage{Calls: 3}}}
	s.receive(event.Event{Topic: companion.TopicSpending, State: llm.Usage{Calls: 3}})
	s.bench.settle()
	said := saidIn(s.prefs.spent)
	if !strings.Contains(said, "conversation, m: 3 calls") {
		t.Errorf("it says %q", said)
	}
}

// A limit that is reached is said in words and not by the colour alone.
func TestALimitThatIsUsedUp(t *testing.T) {
	w := english(t)
	for used, want := range map[int]bool{10: false, 20: true, 25: true} {
		caps := capsView(llm.Usage{Calls: used}, companion.BudgetChoices{DayCalls: 20, DayTokens: 1000}, w)
		said := saidIn(w.capsBox(caps))
		if got := strings.Contains(said, w.T("spending.used_up")); got != want {
			t.Errorf("at %d of 20 calls it says %q", used, said)
		}
	}
	if got := w.ruledFor(companion.Notice{Kind: companion.NoticeSpent, From: "m"}); got != w.T("foot.spent") {
		t.Errorf("the reply's foot says %q", got)
	}
}
