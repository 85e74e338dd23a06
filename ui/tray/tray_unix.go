//go:build !windows && !darwin

package tray

import (
	"context"
	"sync"
	"time"

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

// New is the tray of the session's bus; it is used once in a process. enter brings
// what was chosen there to the screen's goroutine.
func New(_ fyne.App, enter func(func())) Tray { return &busTray{enter: enter} }

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
		systray.SetOnTapped(t.tapped)                         // before the bus is told what a click does
		start, _ := systray.RunWithExternalLoop(t.begin, nil) // it ends with the program
		go start()
	}
}

// tapped does the first of the menu.
func (t *busTray) tapped() {
	t.mu.Lock()
	first := t.menu.Items[0].Action
	t.mu.Unlock()
	t.enter(first)
}

// begin is called when the bus takes the icon.
func (t *busTray) begin() {
	t.mu.Lock()
	t.ready = true
	systray.SetIcon(t.icon)
	systray.SetTitle(t.menu.Label) // some trays want one
	t.mu.Unlock()
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

// wait is how long the session's bus has to tell of a tray.
const wait = time.Second

// Shown reports whether something shows icons of programs that run in the
// background. Where nothing does, a window that hides is gone for good.
func Shown(ctx context.Context) bool {
	ctx, cancel := context.WithTimeout(ctx, wait)
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
