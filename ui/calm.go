package ui

import (
	"runtime"
	"time"

	"yumori/ui/page"

	"fyne.io/fyne/v2"
	"github.com/go-gl/glfw/v3.4/glfw"
)

// A calmApp is the toolkit's app without its own animations: those of taps, and
// the caret, whose fading draws the whole window a dozen times a second as long
// as one could write something.
type calmApp struct {
	fyne.App
	settings fyne.Settings
}

// Settings returns the app's, by which nothing moves.
func (a *calmApp) Settings() fyne.Settings { return a.settings }

type calmSettings struct{ fyne.Settings }

// ShowAnimations is whether the toolkit's own parts may move.
func (calmSettings) ShowAnimations() bool { return false }

// calmDown makes the toolkit calm. Its part for macOS (2.8.1) wants its own
// settings back from the app, so there it is left as it is.
func calmDown(a fyne.App) {
	if runtime.GOOS != "darwin" {
		fyne.SetCurrentApp(&calmApp{App: a, settings: &calmSettings{a.Settings()}})
	}
}

// newIdleSleeper makes the sleeper of the toolkit's loop.
func newIdleSleeper() *page.IdleSleeper {
	return &page.IdleSleeper{
		Sleep: func(d time.Duration) { glfw.WaitEventsTimeout(d.Seconds()) },
		Wake:  glfw.PostEmptyEvent,
	}
}
