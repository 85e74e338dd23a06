package dreams

import (
	"context"
	"errors"
	"strconv"

	"yumori/dreaming"
	"yumori/dreaming/record"
	"yumori/episodic"
	"yumori/internal/companion"
	"yumori/ui/look"
	"yumori/ui/page"
	"yumori/ui/prose"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
)

// This file is living through days of the past that no dream has read: those
// of an imported log, or of long nights without the program.

// A pastCard offers to live through the days that were never dreamt of.
type pastCard struct {
	plan    dreaming.BackfillPlan
	text    *prose.Text
	begin   *widget.Button
	content *fyne.Container
}

func (p *Page) newPastCard() *pastCard {
	c := &pastCard{text: widget.Paragraph("", look.Text, "")}
	c.begin = widget.NewButton("", func() { p.AskPast(c.plan) })
	c.content = widget.Card(widget.TextBeside(c.text, c.begin, 18))
	c.content.Hide()
	return c
}

// show offers what is left of the past, or nothing.
func (c *pastCard) show(plan dreaming.BackfillPlan, w page.Words) {
	c.plan = plan
	widget.SetVisible(c.content, widget.When(plan.Days > 0))
	if plan.Days > 0 {
		widget.SetParagraph(c.text, w.Undreamt(plan))
		c.begin.SetText(w.T(pastKey(plan, "past.begin", "past.go_on")))
	}
}

// pastKey chooses between beginning a backfill and going on with one.
func pastKey(plan dreaming.BackfillPlan, begin, goOn string) string {
	if plan.Done > 0 {
		return goOn
	}
	return begin
}

// livingView says how far the days of the past are lived through.
func livingView(l dreaming.Lived, w page.Words) string {
	if l.Of == 0 {
		return w.T("past.starts")
	}
	text := w.T("past.living", "day", w.Date(string(l.Date)), "n", page.Thousands(l.Done), "of", page.Thousands(l.Of))
	if l.Left > 0 {
		text += page.Separator + w.Left(l.Left)
	}
	return text
}

// livedView says how a backfill ended, "" it came to its end by itself.
func livedView(d companion.Dreaming, w page.Words) string {
	left := d.Lived.Of - d.Lived.Done
	switch {
	case errors.Is(d.Err, dreaming.ErrBudget):
		return w.N("past.capped", left)
	case errors.Is(d.Err, context.Canceled) && d.Lived.Of > 0:
		return w.N("past.paused", left)
	case errors.Is(d.Err, context.Canceled):
		return w.T("past.paused.early")
	case d.Err != nil:
		return w.Explain(d.Err).Sentence()
	}
	return ""
}

// The caps that are offered, in tokens; 0 is none.
func pastCaps(w page.Words) []widget.Choice {
	return append([]widget.Choice{{Value: "0", Word: w.T("limit.none")}}, w.Numbers("limit.tokens", 0, 50_000, 200_000, 1_000_000, 5_000_000)...)
}

// AskPast asks who dreams and what it may cost, and begins.
func (p *Page) AskPast(plan dreaming.BackfillPlan) {
	w := p.Words
	cost := widget.Paragraph(w.PastCost(plan), look.Muted, look.SizeHint)
	caps := pastCaps(w)
	limit := widget.NewPicker(widget.WordsOf(caps), nil)
	limit.Selected = caps[0].Word
	who := []widget.Choice{{Value: plan.By, Word: w.Teller(plan.By)}, {Value: episodic.Rules, Word: w.T("speaker.rules")}}
	by := widget.NewRadioGroup(widget.WordsOf(who), nil)
	body := widget.Rows(look.Between)
	if plan.By != episodic.Rules {
		body.Add(widget.Labelled(w.T("past.by"), by))
		body.Add(widget.Labelled(w.T("past.cap"), limit))
	}
	body.Add(cost)
	by.OnChanged = func(word string) {
		chosen := plan
		chosen.By = widget.ValueOf(who, word)
		widget.SetEnabled(limit, widget.When(chosen.By != episodic.Rules)) // it keeps its place: the sheet has its height
		widget.SetParagraph(cost, w.PastCost(chosen))
		body.Refresh()
	}
	p.Calls.Ask(page.SheetModel{Title: w.T("past.title"), Text: page.Sentences(w.Undreamt(plan), w.T("past.text")), Action: w.T(pastKey(plan, "past.begin.do", "past.go_on.do")), Cancel: w.T("cancel")}, body, func() page.SheetEnd {
		b := dreaming.Backfill{}
		if widget.ValueOf(who, by.Selected) == episodic.Rules {
			b.By = dreaming.ByRules
		} else {
			b.Cap.Tokens, _ = strconv.Atoi(widget.ValueOf(caps, limit.Selected))
		}
		p.livePast(b)
		return page.SheetDone
	})
}

// livePast lives through the past. How far it is, and how it ends, is told by
// events.
func (p *Page) livePast(b dreaming.Backfill) {
	widget.SetParagraph(p.status, p.Words.T("past.starts"))
	page.Background(p.Dispatcher, "dreams/run/"+p.who.Slug, func(ctx context.Context) (dreaming.Lived, error) {
		return p.companion.Nights.Backfill(ctx, b)
	}, func(_ dreaming.Lived, err error) {
		if errors.Is(err, record.ErrDreaming) {
			widget.SetParagraph(p.status, p.Words.Explain(err).Sentence())
		}
	})
}
