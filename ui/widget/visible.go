package widget

import "fyne.io/fyne/v2"

// SetEnabled lets a thing be used when that is so, and not otherwise.
func SetEnabled(o fyne.Disableable, so When) {
	if bool(so) == !o.Disabled() {
		return
	}
	if so {
		o.Enable()
	} else {
		o.Disable()
	}
}

// A When is the condition of a state.
type When bool

// SetVisible shows a thing when that is so, and hides it otherwise.
func SetVisible(o fyne.CanvasObject, so When) {
	if so {
		o.Show()
	} else {
		o.Hide()
	}
}
