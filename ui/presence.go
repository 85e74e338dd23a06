package ui

import (
	"context"

	"yumori/internal/companion"
	"yumori/ui/look"
	"yumori/ui/page"
	"yumori/ui/prose"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

// This file is how the program is there while its window is not looked at:
// the tray, what is notified of, starting with the computer.

// A starter has the system start the program at login.
type starter interface {
	StartsWithComputer() bool
	StartWithComputer() error
	StartByHand() error
}

// setTray puts the program into the system's tray, if the settings say so and
// the system has one. The toolkit cannot take it out again before the end.
func (s *shell) setTray() {
	app, ok := s.opt.App.(desktop.App)
	if !ok || !s.settings.UI.Tray || s.inTray {
		return
	}
	s.inTray = true
	app.SetSystemTrayIcon(look.AppIcon())
	app.SetSystemTrayMenu(s.trayMenu())
}

// nameTray puts the tray's menu into the present words.
func (s *shell) nameTray() {
	if app, ok := s.opt.App.(desktop.App); ok && s.inTray {
		app.SetSystemTrayMenu(s.trayMenu())
	}
}

// trayMenu is the menu of the tray. What asks before the program ends asks in
// the window, so that is shown first.
func (s *shell) trayMenu() *fyne.Menu {
	show := fyne.NewMenuItem(s.words.T("tray.show"), s.surface)
	quit := fyne.NewMenuItem(s.words.T("tray.quit"), func() {
		if s.isUnsaved() {
			s.surface()
		}
		s.close()
	})
	quit.IsQuit = true
	return fyne.NewMenu(s.words.T("app.name"), show, quit)
}

// surface shows the window again.
func (s *shell) surface() {
	s.win.Show()
	s.win.RequestFocus()
}

// notify tells of what a persona said first, unless one looks at it.
func (s *shell) notify(slug string, said companion.Spoken) {
	if s.settings.UI.Silent || (s.looked && s.slug == slug && s.page == pageChat) {
		return
	}
	s.opt.App.SendNotification(fyne.NewNotification(s.personaName(slug), widget.Shorten(said.Message.Text, 200)))
}

// buildPresence are the settings about being there.
func (p *settingsPage) buildPresence() fyne.CanvasObject {
	w := p.Words
	tray := p.newToggle(w.T("presence.tray"), w.T("presence.tray.hint"),
		func(s companion.Settings) bool { return s.UI.Tray },
		func(s *companion.Settings, yes *bool) { s.UI.Tray = *yes })
	notify := p.newToggle(w.T("presence.notify"), w.T("presence.notify.hint"),
		func(s companion.Settings) bool { return !s.UI.Silent },
		func(s *companion.Settings, yes *bool) { s.UI.Silent = !*yes })
	door := p.newToggle(w.T("presence.door"), w.T("presence.door.hint"),
		func(s companion.Settings) bool { return s.Door.Open },
		func(s *companion.Settings, yes *bool) { s.Door.Open = *yes })
	copies := p.newToggle(w.T("presence.copies"), w.T("presence.copies.hint"),
		func(s companion.Settings) bool { return s.Backup.Daily == nil || *s.Backup.Daily },
		func(s *companion.Settings, yes *bool) { s.Backup.Daily = yes })
	note := widget.Paragraph(w.T("presence.start.hint"), look.Muted, look.SizeHint)
	start := widget.NewCheck(w.T("presence.start"), nil)
	p.readStart(start, note)
	return widget.Rows(look.Between, notify, tray, widget.Rows(look.Half, start, note), copies, door)
}

// readStart sets the switch to how it is, and then lets it be changed.
func (p *settingsPage) readStart(start *widget.Check, note *prose.Text) {
	page.Background(p.Border, "start/read", func(context.Context) (bool, error) {
		return p.desk.start.StartsWithComputer(), nil
	}, func(on bool, _ error) {
		start.SetChecked(on)
		start.OnChanged = func(yes bool) { p.startWith(widget.When(yes), note) }
	})
}

func (p *settingsPage) startWith(yes widget.When, note *prose.Text) {
	page.Background(p.Border, "start/write", func(context.Context) (struct{}, error) {
		if yes {
			return struct{}{}, p.desk.start.StartWithComputer()
		}
		return struct{}{}, p.desk.start.StartByHand()
	}, func(_ struct{}, err error) {
		text, ink := p.Words.T("presence.start.hint"), look.Muted
		if err != nil {
			text, ink = p.Words.Explain(err).Sentence(), look.Bad
		}
		note.SetInk(widget.InkOf(ink))
		widget.SetParagraph(note, text)
	})
}
