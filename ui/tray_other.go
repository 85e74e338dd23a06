//go:build windows || darwin

package ui

import (
	"context"

	"yumori/ui/page"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

// trayOf is the toolkit's.
func trayOf(a fyne.App, _ *page.Dispatcher) tray {
	if d, ok := a.(desktop.App); ok {
		return d
	}
	return nil
}

// hasTray reports whether something shows icons of programs that run in the
// background: this system always does.
func hasTray(context.Context) bool { return true }
