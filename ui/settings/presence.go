package settings

import (
	"context"

	"yumori/internal/config"
	"yumori/ui/look"
	"yumori/ui/page"
	"yumori/ui/prose"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
)

// This file is how the program is there while its window is not looked at:
// the tray, what is notified of, starting with the computer.

// A Starter has the system start the program at login.
type Starter interface {
	StartsWithComputer() bool
	StartWithComputer() error
	StartByHand() error
}

// buildPresence are the settings about being there.
func (p *Page) buildPresence() fyne.CanvasObject {
	w := p.Words
	tray := p.newToggle(w.T("presence.tray"), w.T("presence.tray.hint"),
		func(s config.Settings) bool { return s.UI.Tray },
		func(s *config.Settings, yes *bool) { s.UI.Tray = *yes })
	notify := p.newToggle(w.T("presence.notify"), w.T("presence.notify.hint"),
		func(s config.Settings) bool { return !s.UI.Silent },
		func(s *config.Settings, yes *bool) { s.UI.Silent = !*yes })
	door := p.newToggle(w.T("presence.door"), w.T("presence.door.hint"),
		func(s config.Settings) bool { return s.Door.Open },
		func(s *config.Settings, yes *bool) { s.Door.Open = *yes })
	p.copies = p.newToggle(w.T("presence.copies"), w.T("presence.copies.hint"),
		func(s config.Settings) bool { return s.Backup.Daily == nil || *s.Backup.Daily },
		func(s *config.Settings, yes *bool) { s.Backup.Daily = yes })
	note := widget.Paragraph(w.T("presence.start.hint"), look.Muted, look.SizeHint)
	start := widget.NewCheck(w.T("presence.start"), nil)
	p.readStart(start, note)
	return widget.Rows(look.Between, notify, tray, widget.Rows(look.Half, start, note), door, p.buildUpdates())
}

// readStart sets the switch to how it is, and then lets it be changed.
func (p *Page) readStart(start *widget.Check, note *prose.Text) {
	page.Background(p.Dispatcher, "start/read", func(context.Context) (bool, error) {
		return p.home.Start.StartsWithComputer(), nil
	}, func(on bool, _ error) {
		start.SetChecked(on)
		start.OnChanged = func(yes bool) { p.startWith(widget.When(yes), note) }
	})
}

func (p *Page) startWith(yes widget.When, note *prose.Text) {
	page.Background(p.Dispatcher, "start/write", func(context.Context) (struct{}, error) {
		if yes {
			return struct{}{}, p.home.Start.StartWithComputer()
		}
		return struct{}{}, p.home.Start.StartByHand()
	}, func(_ struct{}, err error) {
		text, ink := p.Words.T("presence.start.hint"), look.Muted
		if err != nil {
			text, ink = p.Words.Explain(err).Sentence(), look.Bad
		}
		note.SetInk(widget.InkOf(ink))
		widget.SetParagraph(note, text)
	})
}
