package dreams

import (
	"strings"

	"yumori/dreaming/record"
	"yumori/persona"
	"yumori/ui/look"
	"yumori/ui/page"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynewidget "fyne.io/fyne/v2/widget"
)

// This file is what a night changed, each thing in a line that opens to what it
// is derived from and what can be done about it.

// addChanges adds the cards of some changes, and a button for those that are
// left: a long night may have hundreds.
func (p *Page) addChanges(to *fyne.Container, list []DreamtModel, most int) {
	for _, c := range list[:min(len(list), most)] {
		to.Add(p.changeRow(c))
	}
	if len(list) <= most {
		return
	}
	var more fyne.CanvasObject
	more = p.MoreButton(len(list)-most, func() {
		to.Remove(more)
		p.addChanges(to, list[most:], page.RowsMore)
		to.Refresh()
	})
	to.Add(more)
}

// changeRow is one change in a line, which opens to its card.
func (p *Page) changeRow(c DreamtModel) fyne.CanvasObject {
	if p.unfolded[c.Id] {
		return p.changeCard(c)
	}
	row := widget.NewFileRow(c.title+page.Separator+c.kind, "", func() {
		p.unfolded[c.Id] = true
		p.show(p.night, nil)
	})
	row.OnEntered = row.OnTapped
	return row
}

// changeCard is one change: what it is, the difference, what it is derived from, what
// can be done about it.
func (p *Page) changeCard(c DreamtModel) fyne.CanvasObject {
	w := p.Words
	box := widget.Rows(look.Inside, widget.Rows(2, widget.Paragraph(c.title, look.Text, ""), widget.Paragraph(c.foot, look.Muted, look.SizeHint)))
	if len(c.lines) > 0 {
		box.Add(widget.NewDiffBox(c.lines))
	}
	if c.now != "" {
		box.Add(widget.Labelled(w.T("dream.present"), widget.Paragraph(c.now, look.Text, look.SizeHint)))
	}
	for _, q := range c.quotes {
		box.Add(p.quote(q))
	}
	if len(c.related) > 0 {
		box.Add(widget.Labelled(w.T("dream.related"), widget.Paragraph(strings.Join(c.related, "\n"), look.Muted, look.SizeHint)))
	}
	buttons := p.changeButtons(c)
	if len(buttons.Objects) > 0 {
		box.Add(buttons)
	}
	return widget.Card(box)
}

// changeButtons are what can be done about a change.
func (p *Page) changeButtons(c DreamtModel) *fyne.Container {
	w, buttons := p.Words, widget.FlowLeft()
	if c.decide {
		accept := widget.NewButton(w.T("ask.yes"), func() { p.decide(c.Id, record.Verdict{Decision: persona.Accept}) })
		accept.Importance = fynewidget.HighImportance
		buttons.Add(accept)
		if c.words != "" {
			buttons.Add(widget.NewButton(w.T("dream.edit"), func() { p.edit(c, w.T("dream.edit"), w.T("ask.yes")) }))
		}
		buttons.Add(widget.NewButton(w.T("ask.no"), func() { p.decide(c.Id, record.Verdict{Decision: persona.Refuse}) }))
	}
	if c.undo {
		buttons.Add(widget.NewButton(w.T("dream.undo.item"), func() { p.undo(c.Id) }))
		if c.words != "" {
			buttons.Add(widget.NewButton(w.T("dream.reword"), func() { p.edit(c, w.T("dream.reword"), w.T("memories.save")) }))
		}
	}
	return buttons
}

// quote is a sentence of evidence that leads to its message.
func (p *Page) quote(q quoteModel) fyne.CanvasObject {
	text := widget.Paragraph(q.text, look.Muted, look.SizeHint)
	if q.at == "" {
		return text
	}
	there := widget.NewIconButton(look.IconChat, p.Words.T("mind.source"), widget.IconSmall).On(func() { p.Calls.Message(q.at) }, p.Calls.Hint)
	return container.NewBorder(nil, nil, container.NewVBox(there), nil, text)
}
