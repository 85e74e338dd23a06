package ui

import (
	"time"

	"yumori/ui/face"

	"fyne.io/fyne/v2"
)

// paintLater holds back the painting of portraits until begin is called: while the
// first page comes, it would have the processor to share.
func paintLater(stage *face.Stage) (begin func()) {
	work, begun := stage.Work, false
	var held []func()
	stage.Work = func(kind string, do, show func()) {
		if begun {
			work(kind, do, show)
			return
		}
		held = append(held, func() { work(kind, do, show) })
	}
	return func() {
		begun = true
		for _, paint := range held {
			paint()
		}
		held = nil
	}
}

// aloneAfter is how long nobody has touched anything, and nothing was said, until
// the portraits come to rest: whoever left the window open is not there.
const aloneAfter = 3 * time.Minute

// An activity says whether somebody seems to be there. It belongs to the
// screen's goroutine.
type activity struct {
	*window
	settings *preferences
	now      func() time.Time
	back     func()    // is called when somebody comes back
	touched  time.Time // when somebody was there last; zero nobody knows
}

// isAlone reports whether nobody seems to be there.
func (a *activity) isAlone() bool {
	return !a.touched.IsZero() && a.now().Sub(a.touched) >= aloneAfter
}

// touch notes that somebody is there, or that something happens.
func (a *activity) touch() {
	was := a.isAlone()
	if a.touched = a.now(); was {
		a.back()
	}
}

// lively reports whether something may move by itself: the window is in front,
// the thing is in sight, and neither the system nor the person asks for calm.
func (a *activity) lively(o fyne.CanvasObject) bool {
	if !a.dispatcher.InFront() || a.isAlone() || a.settings.UI.Still || !a.opt.App.Settings().ShowAnimations() {
		return false
	}
	return fyne.CurrentApp().Driver().AbsolutePositionForObject(o) != fyne.Position{}
}

// look notes that the window came to the front.
func (a *activity) look() {
	a.dispatcher.Front()
	a.touch()
	a.back()
}
