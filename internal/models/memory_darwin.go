package models

import "golang.org/x/sys/unix"

// mainMemory returns the machine's memory in bytes, 0 if it cannot be told.
func mainMemory() int64 {
	n, err := unix.SysctlUint64("hw.memsize")
	if err != nil {
		return 0
	}
	return int64(n) //nolint:gosec // far below 2⁶³
}
