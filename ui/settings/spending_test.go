package settings

import (
	"strings"
	"testing"

	"yumori/internal/config"
	"yumori/internal/llm"
	"yumori/internal/llm/meter"
	"yumori/internal/spending"
	"yumori/ui/uitest"
)

func TestSpendingInWords(t *testing.T) {
	list := []spending.Sum{
		{Date: "2026-11-20", Purpose: "chat", Model: "openai/q", Usage: llm.Usage{Calls: 2, Prompt: 1_000, Answer: 50}},
		{Date: "2026-11-21", Purpose: "dream", Model: "openai/q", Usage: llm.Usage{Calls: 4, Prompt: 1_234_567, Answer: 900, Estimated: true}},
		{Date: "2026-11-21", Purpose: "chat", Model: "openai/q", Usage: llm.Usage{Calls: 1, Prompt: 10, Answer: 5}},
	}
	m := spendingView("month", list, uitest.English(t))
	if m.sum != "7 calls, about 1,235,577 tokens in, 955 out" {
		t.Errorf("in all: %q", m.sum)
	}
	if len(m.lines) != 2 || !strings.HasPrefix(m.lines[0], "dreams, q ·  OpenAI: 4 calls, about") || m.lines[1] != "conversation, q ·  OpenAI: 3 calls, 1,010 tokens in, 55 out" {
		t.Errorf("by purpose: %q", m.lines)
	}
	if m := spendingView("today", nil, uitest.Japanese(t)); len(m.lines) != 0 || m.sum != uitest.Japanese(t).T("spending.none") {
		t.Errorf("of nothing: %+v", m)
	}
}

func TestSpendingFollows(t *testing.T) {
	s := newStage(t, 0)
	s.goPage(pageSettings)
	s.bench.Settle()
	s.home.Spent = []spending.Sum{{Purpose: "chat", Model: "m", Usage: llm.Usage{Calls: 3}}}
	s.prefs.ReadSpending()
	s.bench.Settle()
	said := uitest.Said(s.prefs.spent)
	if !strings.Contains(said, "conversation, m: 3 calls") {
		t.Errorf("it says %q", said)
	}
}

func TestLimitsOfNightDayAndMonth(t *testing.T) {
	w := uitest.English(t)
	if l := limitsOf(config.BudgetChoices{}, llm.Usage{}, llm.Usage{}, llm.Usage{}); len(CapsView(l.day, w)) != 0 || len(CapsView(l.month, w)) != 0 || len(CapsView(l.night, w)) != 2 {
		t.Errorf("where nothing was chosen: %+v", l)
	}
	b := config.BudgetChoices{NightCalls: 4, DayTokens: 1000, MonthCalls: 100, MonthMoney: 5}
	l := limitsOf(b, llm.Usage{Calls: 4}, llm.Usage{Prompt: 900, Answer: 50}, llm.Usage{Calls: 25, Money: 1.25})
	for _, tt := range []struct {
		name string
		of   Limit
		want []string
	}{
		{"night", l.night, []string{"Calls 4 of 4 full", "Tokens 0 of 300,000"}},
		{"day", l.day, []string{"Tokens 950 of 1,000"}},
		{"month", l.month, []string{"Calls 25 of 100", "Cost 1.25 of 5.00"}},
	} {
		var got []string
		for _, c := range CapsView(tt.of, w) {
			line := c.Name + " " + c.Size
			if c.Full {
				line += " full"
			}
			got = append(got, line)
		}
		if strings.Join(got, "|") != strings.Join(tt.want, "|") {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
	if got := w.Cost(llm.Usage{Calls: 1, Prompt: 10, Answer: 2, Money: 0.0031}); got != "1 call, 10 tokens in, 2 out ·  0.0031 at your prices" {
		t.Errorf("with a price: %q", got)
	}
}

func TestThePriceOfAModelStaysWithIt(t *testing.T) {
	s := newStage(t, 0)
	choice := config.ModelChoice{Provider: "openai", Name: "q", Price: meter.Price{In: 0.5, Out: 2}}
	s.home.Kept.Models.Chat, s.Settings.Models.Chat = choice, choice
	s.goPage(pageSettings)
	s.bench.Settle()
	f := s.prefs.Roles[0]
	if f.price.in.Text != "0.5" || f.price.out.Text != "2" {
		t.Errorf("it shows %q and %q", f.price.in.Text, f.price.out.Text)
	}
	f.save()
	s.bench.Settle()
	if got := s.home.Kept.Models.Chat; got != choice {
		t.Errorf("saved as it was shown it is %+v", got)
	}
	f.price.out.SetText("a lot")
	if got := f.choice().Price; got != (meter.Price{In: 0.5}) {
		t.Errorf("of what is no number: %+v", got)
	}
}
