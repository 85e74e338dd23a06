package ui

import (
	"yumori/internal/companion"
	"yumori/ui/look"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
)

// A trayIcon is the program in the system's tray.
type trayIcon struct {
	*window
	settings *preferences
	there    bool   // the program stays when its window is closed
	quit     func() // ends the program, unless it has to ask
}

// put puts the program into the tray, if the settings say so and the system has
// one. It cannot be taken out again before the end.
func (t *trayIcon) put() {
	if t.opt.Tray == nil || !t.settings.UI.Tray || t.there {
		return
	}
	t.there = true
	t.opt.Tray.SetSystemTrayIcon(look.AppIcon())
	t.speak()
}

// speak puts the tray's menu into the present words. What asks before the
// program ends asks in the window.
func (t *trayIcon) speak() {
	if !t.there {
		return
	}
	quit := fyne.NewMenuItem(t.words.T("tray.quit"), t.quit)
	quit.IsQuit = true
	t.opt.Tray.SetSystemTrayMenu(fyne.NewMenu(t.words.T("app.name"), fyne.NewMenuItem(t.words.T("tray.show"), t.surface), quit))
}

// notify tells of what a persona said first, unless one looks at it.
func (s *shell) notify(slug string, said companion.Spoken) {
	if s.settings.UI.Silent || (s.dispatcher.InFront() && s.slug == slug && s.page == pageChat) {
		return
	}
	s.opt.App.SendNotification(fyne.NewNotification(s.cast.persona(slug).Name, widget.Shorten(said.Message.Text, 200)))
}
