package companion

import (
	"cmp"
	"context"
	"time"

	"yumori/internal/event"
	"yumori/internal/llm"
	"yumori/internal/llm/meter"
	"yumori/internal/spending"
	"yumori/retrieval"
)

// A purse is the ledger as a model of one persona sees it: a meter that holds
// the caps of the day and the month, and writes down.
type purse struct {
	house   *House
	persona string // "": the program itself
	price   meter.Price
}

// Reserve returns meter.ErrBudget when the day or the month would become too
// dear.
func (p purse) Reserve(ctx context.Context, r meter.Request) (meter.Settle, error) {
	as := bookingIn(ctx)
	r.Purpose = cmp.Or(as.purpose, r.Purpose)
	r.Money = p.price.Of(r.Prompt, r.Answer) * (1 - r.Discount)
	began, caps := p.house.opt.Now(), p.house.Settings().Budget
	day := p.house.ledger.Budget(spending.Day(began), caps.Day())
	settle, err := meter.All{p.house.ledger.Budget(spending.Month(began), caps.Month()), day}.Reserve(ctx, r)
	if err != nil {
		return nil, err
	}
	return func(u llm.Usage) {
		u.Money = p.price.Of(u.Prompt, u.Answer) * (1 - r.Discount)
		settle(u)
		if u.Calls == 0 {
			return
		}
		p.house.ledger.Add(spending.Line{
			Time: began, Persona: p.persona, Purpose: string(r.Purpose), Model: r.Model, Night: as.night, Usage: u,
		})
		p.house.bus.Publish(event.Event{Topic: TopicSpending, State: day.Used()})
	}, nil
}

// counted returns m with every request counted to a persona, "" for the program
// itself. nil stays nil.
func (h *House) counted(m llm.Model, slug string, price meter.Price) llm.Model {
	return meter.Metered(m, purse{house: h, persona: slug, price: price})
}

// A booking says as what requests are written down.
type booking struct {
	night   bool        // a dream causes them
	purpose llm.Purpose // "": as the request says
}

type bookingKey struct{}

func booked(ctx context.Context, b booking) context.Context {
	return context.WithValue(ctx, bookingKey{}, b)
}

func bookingIn(ctx context.Context) booking {
	b, _ := ctx.Value(bookingKey{}).(booking)
	return b
}

// nightBudget is what the dreams of a persona may spend in the night of a
// moment, from noon to noon.
func (c *Companion) nightBudget(at time.Time) *meter.Budget {
	return c.house.ledger.Budget(spending.Night(at, c.slug), c.house.Settings().Budget.Night())
}

// billed returns the context of a turn: all that it causes is added up, and
// nothing is planned twice.
func billed(ctx context.Context) (context.Context, *meter.Budget) {
	b := &meter.Budget{}
	return meter.Within(retrieval.KeepPlans(ctx), b), b
}

// NightSpent returns what the persona's dreams have spent since the last noon.
// It reads the month's journal when it is first asked in a night.
func (c *Companion) NightSpent() llm.Usage { return c.nightBudget(c.now()).Used() }

// TopicSpending is a topic of a House: State is llm.Usage, what was spent
// today.
const TopicSpending = "spending"

// Spending returns what the models have cost in a period, a day ("2026-11-21")
// or a month ("2026-11"), by day, persona, purpose and model. A period that is
// neither is config.ErrBadValue. It reads that month's journal.
func (h *House) Spending(period string) ([]spending.Sum, error) { return h.ledger.Sums(period) }
