// Package tray shows the program among those that run in the background, where
// the system has a place for that. It is compiled without cgo, so that it can be
// for each system from any other.
package tray

import "fyne.io/fyne/v2"

// A Tray shows a program whose window is hidden.
type Tray interface {
	// SetSystemTrayIcon sets the icon, a PNG, before there is a menu.
	SetSystemTrayIcon(icon fyne.Resource)
	// SetSystemTrayMenu shows the program with a menu whose label is its name,
	// or another menu. A click on the icon does the first of it where the system
	// does not open the menu for that. It does not wait for the system.
	SetSystemTrayMenu(menu *fyne.Menu)
}
