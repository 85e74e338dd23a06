//go:build unix

package companion

import (
	"syscall"
	"time"
)

// processTime is the time that the processors have worked for the process.
func processTime() time.Duration {
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		return 0
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}
