//go:build windows || darwin

package tray

import (
	"context"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

// New is the toolkit's tray, nil where it has none. It calls what was chosen on the
// screen's goroutine itself.
func New(a fyne.App, _ func(func())) Tray {
	if d, ok := a.(desktop.App); ok {
		return d
	}
	return nil
}

// Shown reports whether something shows icons of programs that run in the
// background: this system always does.
func Shown(context.Context) bool { return true }
