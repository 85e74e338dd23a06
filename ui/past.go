package ui

import (
	"yumori/ui/page"

	"fyne.io/fyne/v2"
)

// togglePast shows the past of the open file in place of its text, or the
// text again.
func (p *textEditor) togglePast() {
	if p.inPast() {
		p.space.Objects = []fyne.CanvasObject{p.page}
		p.show()
		return
	}
	past := page.NewPastPane(p.Deps, p.texts, p.state.file.file, p.state.on)
	past.Restored = func() { p.open(p.state.file) }
	p.space.Objects = []fyne.CanvasObject{past.Content}
	p.show()
}

// inPast reports whether the past is shown.
func (p *textEditor) inPast() bool { return p.space.Objects[0] != p.page }
