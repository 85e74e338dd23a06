package ui

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"yumori/companion"
	"yumori/llm"
	"yumori/ui/look"

	"fyne.io/fyne/v2"
)

// A spendingReader tells what the models have cost.
type spendingReader interface {
	Spending(period string) ([]companion.Spending, error)
}

// A spendingModel is what a stretch of time has cost, in words.
type spendingModel struct {
	title string
	sum   string
	lines []string // by purpose and model, the dearest first
}

// spendingView puts a cost into words. It is pure.
func spendingView(title string, list []companion.Spending, w words) spendingModel {
	m := spendingModel{title: title, sum: w.cost(companion.Total(list))}
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
		m.lines = append(m.lines, w.T("spending.line", "purpose", w.purpose(k.purpose), "model", k.model, "cost", w.cost(sums[k])))
	}
	return m
}

// cost is a usage in words.
func (w words) cost(u llm.Usage) string {
	if u.Calls == 0 {
		return w.T("spending.none")
	}
	key := "spending.cost"
	if u.Estimated {
		key = "spending.about"
	}
	return w.N(key, u.Calls, "prompt", thousands(u.Prompt), "answer", thousands(u.Answer))
}

// purpose is what a call was for.
func (w words) purpose(name string) string {
	switch llm.Purpose(name) {
	case llm.PurposeChat:
		return w.T("purpose.chat")
	case llm.PurposePlan:
		return w.T("purpose.plan")
	case llm.PurposeDream:
		return w.T("purpose.dream")
	case llm.PurposeTest:
		return w.T("purpose.test")
	}
	return name
}

// thousands is a number with its thousands apart.
func thousands(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// buildSpending is what the models have cost today and in the month.
func (p *settingsPage) buildSpending() fyne.CanvasObject {
	p.spent = rows(look.Between)
	p.readSpending()
	return p.spent
}

// readSpending reads what was spent.
func (p *settingsPage) readSpending() {
	w, now := p.words, p.now()
	background(p.border, "spending", func(context.Context) ([]spendingModel, error) {
		today, err := p.desk.spending.Spending(now.Format(time.DateOnly))
		if err != nil {
			return nil, err
		}
		month, err := p.desk.spending.Spending(now.Format("2006-01"))
		return []spendingModel{
			spendingView(w.T("spending.today"), today, w), spendingView(w.T("spending.month"), month, w),
		}, err
	}, func(list []spendingModel, err error) {
		p.spent.Objects = nil
		if err != nil {
			p.spent.Add(paragraph(w.explain(err).sentence(), look.Bad, ""))
		}
		for _, m := range list {
			box := rows(2, newCaption(m.title, look.Muted, look.SizeHint), paragraph(m.sum, look.Text, ""))
			for _, l := range m.lines {
				box.Add(paragraph(l, look.Muted, look.SizeHint))
			}
			p.spent.Add(box)
		}
		p.content.Refresh()
	})
}
