package page

import (
	"yumori/internal/config"
	"yumori/ui/look"
	"yumori/ui/prose"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
)

// PullCalls are what a page may ask about downloads of models.
type PullCalls struct {
	Begin  func(role RoleName, c config.ModelChoice)
	Stop   func()
	GoOn   func()
	GiveUp func() // takes a download that broke off out of sight
}

// A PullBox shows a download. Its widgets stay, or a button would be gone
// between the press and the release.
type PullBox struct {
	model   PullModel
	Title   *prose.Text
	bar     *widget.Progress
	Line    *prose.Text
	next    *prose.Text
	details *prose.Text
	fold    fyne.CanvasObject
	Stop    *widget.Button
	GoOn    *widget.Button
	GiveUp  *widget.Button
	buttons *fyne.Container
	Content *fyne.Container
}

// NewPullBox makes the box; grew is called when it changed its height by
// itself.
func NewPullBox(w Words, calls PullCalls, grew func()) *PullBox {
	b := &PullBox{
		Title: widget.Paragraph("", look.Text, ""), bar: widget.NewProgress(), Line: widget.Paragraph("", look.Muted, look.SizeHint),
		next: widget.Paragraph("", look.Muted, look.SizeHint), details: widget.Paragraph("", look.Muted, look.SizeHint),
	}
	b.Stop = widget.NewButton(w.T("cancel"), calls.Stop)
	b.GoOn = widget.NewButton(w.T("pull.go_on"), calls.GoOn)
	b.GiveUp = widget.NewButton(w.T("dismiss"), calls.GiveUp)
	b.fold = widget.NewFoldButton(w.T("details"), b.details, grew)
	b.buttons = widget.FlowLeft(b.Stop, b.GoOn, b.GiveUp, b.fold)
	b.Content = widget.Rows(look.Inside, b.Title, b.bar.Content, b.Line, b.next, b.details, b.buttons)
	b.details.Hide()
	b.Content.Hide()
	return b
}

// Show sets the box to a download and reports whether its parts changed, and
// with them its height.
func (b *PullBox) Show(m PullModel) bool {
	old := b.model
	if old == m {
		return false
	}
	b.model = m
	widget.SetParagraph(b.Title, m.title)
	ink := look.Muted
	if m.bad {
		ink = look.Bad
	}
	b.Line.SetInk(widget.InkOf(ink))
	widget.SetParagraph(b.Line, m.line)
	widget.SetParagraph(b.next, m.next)
	b.bar.Set(m.share)
	if old.title == m.title && old.stop == m.stop && old.goOn == m.goOn && old.next == m.next && old.details == m.details {
		return false
	}
	widget.SetParagraph(b.details, m.details)
	b.details.Hide()
	widget.SetVisible(b.next, widget.When(m.next != ""))
	widget.SetVisible(b.Stop, widget.When(m.stop))
	widget.SetVisible(b.GoOn, widget.When(m.goOn))
	widget.SetVisible(b.GiveUp, widget.When(m.ended))
	widget.SetVisible(b.bar.Content, widget.When(m.stop || m.share > 0))
	widget.SetVisible(b.fold, widget.When(m.details != ""))
	widget.SetVisible(b.Content, widget.When(m.title != ""))
	b.Content.Refresh()
	return true
}
