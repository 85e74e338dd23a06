package settings

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"yumori/dreaming"
	"yumori/internal/config"
	"yumori/internal/llm"
	"yumori/internal/spending"
	"yumori/ui/look"
	"yumori/ui/page"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
)

// A SpendingReader tells what the models have cost.
type SpendingReader interface {
	Spending(period string) ([]spending.Sum, error)
}

// A spendingModel is what a stretch of time has cost, in words.
type spendingModel struct {
	title string
	sum   string
	lines []string // by purpose and model, the dearest first
}

// spendingView puts a cost into words. It is pure.
func spendingView(title string, list []spending.Sum, w page.Words) spendingModel {
	m := spendingModel{title: title, sum: w.Cost(spending.Total(list))}
	type key struct{ purpose, model string }
	sums := map[key]llm.Usage{}
	for _, s := range list {
		k := key{s.Purpose, s.Model}
		sums[k] = sums[k].Add(s.Usage)
	}
	keys := make([]key, 0, len(sums))
	for k := range sums {
		keys = append(keys, k)
	}
	tokens := func(k key) int { return sums[k].Prompt + sums[k].Answer }
	slices.SortFunc(keys, func(a, b key) int {
		if d := tokens(b) - tokens(a); d != 0 {
			return d
		}
		return strings.Compare(a.purpose+a.model, b.purpose+b.model)
	})
	for _, k := range keys {
		m.lines = append(m.lines, w.T("spending.line", "purpose", purpose(w, k.purpose), "model", w.Model(k.model), "cost", w.Cost(sums[k])))
	}
	return m
}

// purpose is what a call was for.
func purpose(w page.Words, name string) string {
	switch llm.Purpose(name) {
	case llm.PurposeChat:
		return w.T("purpose.chat")
	case llm.PurposePlan:
		return w.T("purpose.plan")
	case llm.PurposeDream:
		return w.T("purpose.dream")
	case llm.PurposeTest:
		return w.T("purpose.test")
	case llm.PurposeAct:
		return w.T("purpose.act")
	case llm.PurposeEmbed:
		return w.T("purpose.embed")
	case llm.PurposeBackfill:
		return w.T("purpose.backfill")
	}
	return name
}

// buildSpending is what the models have cost today and in the month, and what
// tonight may cost.
func (p *Page) buildSpending() fyne.CanvasObject {
	p.spent = widget.Rows(look.Between)
	p.ReadSpending()
	return p.spent
}

// A Limit is a bound of a stretch of time, and what of it is used up.
type Limit struct {
	Calls, Tokens int // 0 is any number
	money         float64
	Used          llm.Usage
}

// limits are those of a night, a day and a month.
type limits struct{ night, day, month Limit }

// limitsOf are the limits of the settings.
func limitsOf(b config.BudgetChoices, night, day, month llm.Usage) limits {
	return limits{
		night: Limit{Calls: cmp.Or(b.NightCalls, nightCallsUsual), Tokens: cmp.Or(b.NightTokens, nightTokensUsual), Used: night},
		day:   Limit{Calls: b.DayCalls, Tokens: b.DayTokens, money: b.DayMoney, Used: day},
		month: Limit{Calls: b.MonthCalls, Tokens: b.MonthTokens, money: b.MonthMoney, Used: month},
	}
}

// CapsView are the bounds of a stretch of time and what of them is used up, as
// bars; none where there is no bound.
func CapsView(l Limit, w page.Words) []widget.BarModel {
	var list []widget.BarModel
	add := func(key string, used, most float64, say func(float64) string) {
		if most > 0 {
			list = append(list, widget.BarModel{
				Name: w.T(key), Size: w.T("spending.of", "n", say(used), "most", say(most)),
				Share: min(1, float32(used/most)), Full: widget.When(used >= most),
			})
		}
	}
	whole := func(n float64) string { return page.Thousands(int(n)) }
	add("spending.calls", float64(l.Used.Calls), float64(l.Calls), whole)
	add("spending.tokens", float64(l.Used.Prompt+l.Used.Answer), float64(l.Tokens), whole)
	add("spending.sum", l.Used.Money, l.money, page.Money)
	return list
}

// CapsBox shows bounds, and says once they are reached what happens then.
func CapsBox(w page.Words, caps []widget.BarModel, reached string) fyne.CanvasObject {
	box := widget.Rows(look.Half)
	full := false
	for _, b := range caps {
		box.Add(widget.NewLayerBar(b))
		full = full || bool(b.Full)
	}
	if full {
		box.Add(widget.Paragraph(reached, look.Bad, look.SizeHint))
	}
	return box
}

// A spendingPage is everything about cost, in words.
type spendingPage struct {
	spans   []spendingModel // today, this month
	limits  limits
	tonight string // "" no persona is open
}

// ReadSpending reads what was spent.
func (p *Page) ReadSpending() {
	page.Background(p.Dispatcher, "spending", p.countSpending, func(m spendingPage, err error) {
		p.spent.Objects = nil
		if err != nil {
			p.spent.Add(widget.Paragraph(p.Words.Explain(err).Sentence(), look.Bad, ""))
		}
		for i, span := range m.spans {
			box := widget.Rows(2, widget.NewCaption(span.title, look.Muted, look.SizeHint), widget.Paragraph(span.sum, look.Text, ""))
			for _, l := range span.lines {
				box.Add(widget.Paragraph(l, look.Muted, look.SizeHint))
			}
			caps, reached := m.limits.day, p.Words.T("spending.used_up")
			if i > 0 {
				caps, reached = m.limits.month, p.Words.T("spending.used_up.month")
			}
			p.spent.Add(p.withCaps(box, caps, reached))
		}
		if m.tonight != "" {
			box := widget.Rows(2, widget.NewCaption(p.Words.T("spending.tonight"), look.Muted, look.SizeHint), widget.Paragraph(m.tonight, look.Text, ""))
			p.spent.Add(p.withCaps(box, m.limits.night, p.Words.T("spending.used_up.night")))
		}
		p.Content.Refresh()
	})
}

// withCaps puts the bounds of a stretch of time below what is said of it.
func (p *Page) withCaps(o fyne.CanvasObject, l Limit, reached string) fyne.CanvasObject {
	caps := CapsView(l, p.Words)
	if len(caps) == 0 {
		return o
	}
	return widget.Rows(look.Inside, o, CapsBox(p.Words, caps, reached))
}

// countSpending reads the ledger, and what tonight is planned to cost.
func (p *Page) countSpending(ctx context.Context) (spendingPage, error) {
	w, now := p.Words, p.Now()
	var m spendingPage
	today, err := p.home.Spending.Spending(now.Format(time.DateOnly))
	if err != nil {
		return m, err
	}
	month, err := p.home.Spending.Spending(now.Format("2006-01"))
	if err != nil {
		return m, err
	}
	m.spans = []spendingModel{spendingView(w.T("spending.today"), today, w), spendingView(w.T("spending.month"), month, w)}
	budget := p.home.Settings.Settings().Budget
	m.limits = limitsOf(budget, llm.Usage{}, spending.Total(today), spending.Total(month))
	if p.companion == nil {
		return m, nil
	}
	m.limits.night.Used = p.companion.Nights.NightSpent()
	night, err := p.companion.Nights.Night(ctx)
	if err != nil {
		return m, err
	}
	plan, err := p.companion.Nights.DreamPlan(ctx, dreaming.Request{At: night.Next})
	if err != nil && !errors.Is(err, dreaming.ErrNothing) {
		return m, err
	}
	m.tonight = tonightView(night, plan, p.Now(), w)
	return m, nil
}

// tonightView is when the next dream comes and what it would read and cost.
func tonightView(night dreaming.Outlook, plan dreaming.Plan, now time.Time, w page.Words) string {
	return page.ComingView(night, plan, now, w)
}
