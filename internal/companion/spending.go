package companion

import (
	"context"
	"time"

	"yumori/internal/config"
	"yumori/internal/event"
	"yumori/internal/llm"
	"yumori/internal/llm/meter"
	"yumori/internal/spending"
	"yumori/retrieval"
)

// nightBudget is what the dreams of a persona may spend in the night of a
// moment, from noon to noon.
func (n *Nights) nightBudget(at time.Time) *meter.Budget {
	return n.c.home.ledger.Budget(spending.Night(at, n.c.slug), n.c.home.Settings().Budget.Night())
}

// billed returns the context of a turn: all that it causes is added up, and
// nothing is planned twice.
func billed(ctx context.Context) (context.Context, *meter.Budget) {
	b := &meter.Budget{}
	return meter.Within(retrieval.KeepPlans(ctx), b), b
}

// NightSpent returns what the persona's dreams have spent since the last noon.
// It reads the month's journal when it is first asked in a night.
func (n *Nights) NightSpent() llm.Usage { return n.nightBudget(n.c.now()).Used() }

// TopicSpending is a topic of a Home: State is llm.Usage, what was spent
// today.
const TopicSpending = "spending"

// Spending returns what the models have cost in a period, a day ("2026-11-21")
// or a month ("2026-11"), by day, persona, purpose and model. A period that is
// neither is config.ErrBadValue. It reads that month's journal.
func (h *Home) Spending(period string) ([]spending.Sum, error) { return h.ledger.Sums(period) }

// meter counts the requests of a persona's model, "" for the program itself.
func (h *Home) meter(persona string, price meter.Price) meter.Meter {
	return spending.Purse{
		Ledger: h.ledger, Caps: func() config.BudgetChoices { return h.Settings().Budget }, Persona: persona, Price: price,
		Spent: func(day llm.Usage) { h.bus.Publish(event.Event{Topic: TopicSpending, State: day}) },
	}
}
