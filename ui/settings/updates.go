package settings

import (
	"context"

	"yumori/internal/config"
	"yumori/internal/updates"
	"yumori/ui/look"
	"yumori/ui/page"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
)

// An Updater asks whether a newer version of the program is there.
type Updater interface {
	UpdateHost() string
	AskForUpdate(context.Context) (updates.Release, error)
}

// buildUpdates is the switch of the daily check, and the check on demand; nothing
// in a build that has no address to ask.
func (p *Page) buildUpdates() fyne.CanvasObject {
	w, host := p.Words, p.home.Updates.UpdateHost()
	if host == "" {
		return widget.Rows(look.Half)
	}
	box := widget.Rows(look.Half, p.newToggle(w.T("update.check"), w.T("update.check.hint", "host", host),
		func(s config.Settings) bool { return s.Update.Check },
		func(s *config.Settings, yes *bool) { s.Update.Check = *yes }))
	said, link := widget.Paragraph("", look.Text, ""), ""
	read := widget.NewButton(w.T("update.open"), func() { p.Calls.Link(link) })
	ask := widget.NewButton(w.T("update.now"), nil)
	ask.OnTapped = func() {
		ask.Disable()
		page.Background(p.Dispatcher, "update", p.home.Updates.AskForUpdate, func(r updates.Release, err error) {
			ask.Enable()
			text, ink := w.T("update.newest"), look.Text
			switch {
			case err != nil:
				text, ink = w.Explain(err).Sentence(), look.Bad
			case r.Version != "":
				text = w.T("update.there", "version", r.Version)
			}
			link = r.Link
			said.SetInk(widget.InkOf(ink))
			widget.SetParagraph(said, text)
			said.Show()
			widget.SetVisible(read, widget.When(link != ""))
			p.Parts.content.Refresh()
		})
	}
	said.Hide()
	read.Hide()
	box.Add(widget.FlowLeft(ask, read))
	box.Add(said)
	return box
}
