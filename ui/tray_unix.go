//go:build !windows && !darwin

package ui

import (
	"context"
	"time"

	"github.com/godbus/dbus/v5"
)

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
