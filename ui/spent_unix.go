//go:build !windows

package ui

import (
	"syscall"
	"time"
)

// processTime returns what tells how long the processors have worked for the process.
func processTime() func() time.Duration {
	return func() time.Duration {
		var r syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
			return 0
		}
		return time.Duration(r.Utime.Nano() + r.Stime.Nano())
	}
}
