package ui

import (
	"runtime"
	"time"

	"yumori/ui/page"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"github.com/go-gl/glfw/v3.4/glfw"
)

// A calmApp is the toolkit's app without its own animations: those of taps, and
// the caret, whose fading draws the whole window a dozen times a second as long
// as one could write something.
type calmApp struct {
	fyne.App
	settings fyne.Settings
	driver   fyne.Driver
}

// Driver returns the app's, which tells what it is brought.
func (a *calmApp) Driver() fyne.Driver { return a.driver }

// Settings returns the app's, by which nothing moves.
func (a *calmApp) Settings() fyne.Settings { return a.settings }

type calmSettings struct{ fyne.Settings }

// ShowAnimations is whether the toolkit's own parts may move.
func (calmSettings) ShowAnimations() bool { return false }

// A desktopDriver is all that the toolkit asks of its driver through the app.
type desktopDriver interface {
	fyne.Driver
	desktop.Driver
	SetSystemTrayMenu(*fyne.Menu)
	SystemTrayMenu() *fyne.Menu
}

// A tellingDriver is a driver that tells when something was brought to its loop,
// whoever brought it: a loop that sleeps hears of it.
type tellingDriver struct {
	desktopDriver
	brought func()
}

// DoFromGoroutine brings f to the loop, and waits for it if it should.
func (d *tellingDriver) DoFromGoroutine(f func(), wait bool) {
	if !wait {
		d.desktopDriver.DoFromGoroutine(f, false)
		d.brought()
		return
	}
	done := make(chan struct{})
	d.desktopDriver.DoFromGoroutine(func() { defer close(done); f() }, false)
	d.brought()
	<-done
}

// deepSleep is how long the loop may sleep where all tells what it brings.
const deepSleep = 15 * time.Second

// calmDown makes the toolkit calm, and returns the sleeper of its loop. The
// toolkit's part for macOS (2.8.1) wants its own settings back from the app, and
// that for Windows its own driver, so there both are left as they are.
func calmDown(a fyne.App) *page.IdleSleeper {
	idle := &page.IdleSleeper{
		Sleep: func(d time.Duration) { glfw.WaitEventsTimeout(d.Seconds()) },
		Wake:  glfw.PostEmptyEvent,
	}
	if runtime.GOOS == "darwin" {
		return idle
	}
	calm := &calmApp{App: a, settings: &calmSettings{a.Settings()}, driver: a.Driver()}
	if d, ok := a.Driver().(desktopDriver); ok && runtime.GOOS != "windows" {
		calm.driver = &tellingDriver{desktopDriver: d, brought: idle.Brought}
		idle.Queue = func(f func()) { d.DoFromGoroutine(f, false) }
		idle.Most = func() time.Duration { return deepSleep }
	}
	fyne.SetCurrentApp(calm)
	return idle
}
