//go:build !windows && !darwin

package ui

import (
	"context"
	"sync"
	"time"

	"yumori/ui/page"

	"fyne.io/fyne/v2"
	"fyne.io/systray"
	"github.com/godbus/dbus/v5"
)

// A busTray is the tray of the session's bus. The toolkit's own does not wake its
// loop for what is chosen there, so that would have to look every second.
type busTray struct {
	enter func(func()) // brings what was chosen to the screen's goroutine

	mu    sync.Mutex // guards what follows
	icon  []byte
	menu  *fyne.Menu // nil: it was not begun
	ready bool
}

// trayOf is the tray of the session's bus.
func trayOf(_ fyne.App, b *page.Dispatcher) tray {
	return &busTray{enter: func(f func()) { b.Enter(f) }}
}

// SetSystemTrayIcon sets the icon, before there is a menu.
func (t *busTray) SetSystemTrayIcon(r fyne.Resource) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.icon = r.Content()
}

// SetSystemTrayMenu shows the program with a menu, or another menu. It does not
// wait for the bus.
func (t *busTray) SetSystemTrayMenu(m *fyne.Menu) {
	t.mu.Lock()
	defer t.mu.Unlock()
	begun := t.menu != nil
	t.menu = m
	switch {
	case t.ready:
		go t.fill()
	case !begun:
		start, _ := systray.RunWithExternalLoop(t.begin, nil) // it ends with the program
		go start()
	}
}

// begin is called when the bus takes the icon.
func (t *busTray) begin() {
	t.mu.Lock()
	t.ready = true
	systray.SetIcon(t.icon)
	t.mu.Unlock()
	systray.SetTitle(appName) // some trays want one
	t.fill()
}

// fill puts the newest menu there.
func (t *busTray) fill() {
	t.mu.Lock()
	defer t.mu.Unlock()
	systray.ResetMenu()
	for _, item := range t.menu.Items {
		chosen := systray.AddMenuItem(item.Label, "").ClickedCh
		go func() {
			for range chosen {
				t.enter(item.Action)
			}
		}()
	}
}

// trayWait is how long the session's bus has to tell of a tray.
const trayWait = time.Second

// hasTray reports whether something shows icons of programs that run in the
// background. Where nothing does, a window that hides is gone for good.
func hasTray(ctx context.Context) bool {
	ctx, cancel := context.WithTimeout(ctx, trayWait)
	defer cancel()
	bus, err := dbus.SessionBusPrivate(dbus.WithContext(ctx))
	if err != nil {
		return false
	}
	defer bus.Close() //nolint:errcheck // nothing was written
	if bus.Auth(nil) != nil || bus.Hello() != nil {
		return false
	}
	var there bool
	err = bus.Object("org.kde.StatusNotifierWatcher", "/StatusNotifierWatcher").CallWithContext(ctx,
		"org.freedesktop.DBus.Properties.Get", 0, "org.kde.StatusNotifierWatcher", "IsStatusNotifierHostRegistered").Store(&there)
	return err == nil && there
}
