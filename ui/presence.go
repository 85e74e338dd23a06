package ui

import (
	"yumori/internal/companion"
	"yumori/ui/look"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
)

// setTray puts the program into the system's tray, if the settings say so and
// the system has one. It cannot be taken out again before the end.
func (s *shell) setTray() {
	if s.opt.Tray == nil || !s.settings.UI.Tray || s.inTray {
		return
	}
	s.inTray = true
	s.opt.Tray.SetSystemTrayIcon(look.AppIcon())
	s.opt.Tray.SetSystemTrayMenu(s.trayMenu())
}

// nameTray puts the tray's menu into the present words.
func (s *shell) nameTray() {
	if s.inTray {
		s.opt.Tray.SetSystemTrayMenu(s.trayMenu())
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
	if s.settings.UI.Silent || (s.dispatcher.InFront() && s.slug == slug && s.page == pageChat) {
		return
	}
	s.opt.App.SendNotification(fyne.NewNotification(s.persona(slug).Name, widget.Shorten(said.Message.Text, 200)))
}
