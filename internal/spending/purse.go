package spending

import (
	"cmp"
	"context"

	"yumori/internal/config"
	"yumori/internal/llm"
	"yumori/internal/llm/meter"
)

// A Purse is the ledger as a model of one persona sees it: a meter that holds
// the caps of the day and the month, and writes down.
type Purse struct {
	Ledger  *Ledger
	Caps    func() config.BudgetChoices // as the settings have them
	Persona string                      // "": the program itself
	Price   meter.Price
	Spent   func(day llm.Usage) // told what was spent on the day, after each request
}

// Reserve returns meter.ErrBudget when the day or the month would become too
// dear.
func (p Purse) Reserve(ctx context.Context, r meter.Request) (meter.Settle, error) {
	as := BookingIn(ctx)
	r.Purpose = cmp.Or(as.Purpose, r.Purpose)
	r.Money = p.Price.Of(r.Prompt, r.Answer) * (1 - r.Discount)
	began, caps := p.Ledger.now(), p.Caps()
	day := p.Ledger.Budget(Day(began), caps.Day())
	settle, err := meter.All{p.Ledger.Budget(Month(began), caps.Month()), day}.Reserve(ctx, r)
	if err != nil {
		return nil, err
	}
	return func(u llm.Usage) {
		u.Money = p.Price.Of(u.Prompt, u.Answer) * (1 - r.Discount)
		settle(u)
		if u.Calls == 0 {
			return
		}
		p.Ledger.Add(Line{
			Time: began, Persona: p.Persona, Purpose: string(r.Purpose), Model: r.Model, Night: as.Night, Usage: u,
		})
		p.Spent(day.Used())
	}, nil
}

// A Booking says as what requests are written down.
type Booking struct {
	Night   bool        // a dream causes them
	Purpose llm.Purpose // "": as the request says
}

type bookingKey struct{}

// Booked returns a context whose requests are written down as b says.
func Booked(ctx context.Context, b Booking) context.Context {
	return context.WithValue(ctx, bookingKey{}, b)
}

// BookingIn returns as what requests in ctx are written down.
func BookingIn(ctx context.Context) Booking {
	b, _ := ctx.Value(bookingKey{}).(Booking)
	return b
}
