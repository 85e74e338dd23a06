package ui

import (
	"yumori/internal/companion"
	"yumori/ui/look"
	"yumori/ui/prose"

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
	bar     *progress
	line    *prose.Text
	next    *prose.Text
	details *prose.Text
	fold    fyne.CanvasObject
	stop    *button
	goOn    *button
	giveUp  *button
	buttons *fyne.Container
	content *fyne.Container
}

// newPullBox makes the box; grew is called when it changed its height by
// itself.
func newPullBox(w words, calls pullCalls, grew func()) *pullBox {
	b := &pullBox{
		title: paragraph("", look.Text, ""), bar: newProgress(), line: paragraph("", look.Muted, look.SizeHint),
		next: paragraph("", look.Muted, look.SizeHint), details: paragraph("", look.Muted, look.SizeHint),
	}
	b.stop = newButton(w.T("cancel"), calls.Stop)
	b.goOn = newButton(w.T("pull.go_on"), calls.GoOn)
	b.giveUp = newButton(w.T("dismiss"), calls.GiveUp)
	b.fold = foldButton(w.T("details"), b.details, grew)
	b.buttons = flowLeft(b.stop, b.goOn, b.giveUp, b.fold)
	b.content = rows(look.Inside, b.title, b.bar.content, b.line, b.next, b.details, b.buttons)
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
	setParagraph(b.title, m.title)
	ink := look.Muted
	if m.bad {
		ink = look.Bad
	}
	b.line.SetInk(inkOf(ink))
	setParagraph(b.line, m.line)
	setParagraph(b.next, m.next)
	b.bar.set(m.share)
	if old.title == m.title && old.stop == m.stop && old.goOn == m.goOn && old.next == m.next && old.details == m.details {
		return false
	}
	setParagraph(b.details, m.details)
	b.details.Hide()
	visible(b.next, when(m.next != ""))
	visible(b.stop, when(m.stop))
	visible(b.goOn, when(m.goOn))
	visible(b.giveUp, when(m.ended))
	visible(b.bar.content, when(m.stop || m.share > 0))
	visible(b.fold, when(m.details != ""))
	visible(b.content, when(m.title != ""))
	b.content.Refresh()
	return true
}
