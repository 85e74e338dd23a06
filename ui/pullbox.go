package ui

import (
	"yumori/internal/companion"
	"yumori/ui/look"
	"yumori/ui/prose"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
)

// pullCalls are what a page may ask about downloads of models.
type pullCalls struct {
	Begin  func(role roleName, c companion.ModelChoice)
	Stop   func()
	GoOn   func()
	GiveUp func() // takes a download that broke off out of sight
}

// A pullBox shows a download. Its widgets stay, or a button would be gone
// between the press and the release.
type pullBox struct {
	model   pullModel
	title   *prose.Text
	bar     *widget.Progress
	line    *prose.Text
	next    *prose.Text
	details *prose.Text
	fold    fyne.CanvasObject
	stop    *widget.Button
	goOn    *widget.Button
	giveUp  *widget.Button
	buttons *fyne.Container
	content *fyne.Container
}

// newPullBox makes the box; grew is called when it changed its height by
// itself.
func newPullBox(w words, calls pullCalls, grew func()) *pullBox {
	b := &pullBox{
		title: widget.Paragraph("", look.Text, ""), bar: widget.NewProgress(), line: widget.Paragraph("", look.Muted, look.SizeHint),
		next: widget.Paragraph("", look.Muted, look.SizeHint), details: widget.Paragraph("", look.Muted, look.SizeHint),
	}
	b.stop = widget.NewButton(w.T("cancel"), calls.Stop)
	b.goOn = widget.NewButton(w.T("pull.go_on"), calls.GoOn)
	b.giveUp = widget.NewButton(w.T("dismiss"), calls.GiveUp)
	b.fold = widget.NewFoldButton(w.T("details"), b.details, grew)
	b.buttons = widget.FlowLeft(b.stop, b.goOn, b.giveUp, b.fold)
	b.content = widget.Rows(look.Inside, b.title, b.bar.Content, b.line, b.next, b.details, b.buttons)
	b.details.Hide()
	b.content.Hide()
	return b
}

// show sets the box to a download and reports whether its parts changed, and
// with them its height.
func (b *pullBox) show(m pullModel) bool {
	old := b.model
	if old == m {
		return false
	}
	b.model = m
	widget.SetParagraph(b.title, m.title)
	ink := look.Muted
	if m.bad {
		ink = look.Bad
	}
	b.line.SetInk(widget.InkOf(ink))
	widget.SetParagraph(b.line, m.line)
	widget.SetParagraph(b.next, m.next)
	b.bar.Set(m.share)
	if old.title == m.title && old.stop == m.stop && old.goOn == m.goOn && old.next == m.next && old.details == m.details {
		return false
	}
	widget.SetParagraph(b.details, m.details)
	b.details.Hide()
	widget.SetVisible(b.next, widget.When(m.next != ""))
	widget.SetVisible(b.stop, widget.When(m.stop))
	widget.SetVisible(b.goOn, widget.When(m.goOn))
	widget.SetVisible(b.giveUp, widget.When(m.ended))
	widget.SetVisible(b.bar.Content, widget.When(m.stop || m.share > 0))
	widget.SetVisible(b.fold, widget.When(m.details != ""))
	widget.SetVisible(b.content, widget.When(m.title != ""))
	b.content.Refresh()
	return true
}
