package memories

import (
	"yumori/ui/page"

	"fyne.io/fyne/v2"
)

// TogglePast shows the past of the open file in place of its text, or the
// text again.
func (p *textEditor) TogglePast() {
	if p.inPast() {
		p.space.Objects = []fyne.CanvasObject{p.page}
		p.show()
		return
	}
	past := page.NewPastPane(p.Deps, p.before, p.State.File.File, p.State.on)
	past.Restored = func() { p.open(p.State.File) }
	p.space.Objects = []fyne.CanvasObject{past.Content}
	p.show()
}

// inPast reports whether the past is shown.
func (p *textEditor) inPast() bool { return p.space.Objects[0] != p.page }
