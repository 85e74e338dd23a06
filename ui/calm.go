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

// deepSleep is how long the loop may sleep where all tells what it brings.
const deepSleep = 15 * time.Second

// calmDown makes the toolkit calm, and returns the sleeper of its loop and the driver
// through which all is brought to it. The toolkit's part for macOS (2.8.1) wants its
// own settings back from the app, and that for Windows its own driver, so there both
// are left as they are, and the driver is nil.
func calmDown(a fyne.App) (*page.IdleSleeper, *loopDriver) {
	idle := &page.IdleSleeper{
		Sleep: func(d time.Duration) { glfw.WaitEventsTimeout(d.Seconds()) },
		Wake:  glfw.PostEmptyEvent,
	}
	if runtime.GOOS == "darwin" {
		return idle, nil
	}
	var loop *loopDriver
	calm := &calmApp{App: a, settings: &calmSettings{a.Settings()}, driver: a.Driver()}
	if d, ok := a.Driver().(desktopDriver); ok && runtime.GOOS != "windows" {
		loop = &loopDriver{desktopDriver: d, brought: idle.Brought}
		a.Lifecycle().SetOnStarted(loop.begin)
		calm.driver = loop
		idle.Queue = loop.bring
		idle.Most = func() time.Duration { return deepSleep }
	}
	fyne.SetCurrentApp(calm)
	return idle, loop
}
