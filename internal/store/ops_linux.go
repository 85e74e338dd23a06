package store

import (
	"os"

	"golang.org/x/sys/unix"
)

// syncData waits until the bytes of f, and its size, are on disk; unlike
// f.Sync it leaves out the times, which saves a journal commit of the file system.
func syncData(f *os.File) error {
	for {
		if err := unix.Fdatasync(int(f.Fd())); err != unix.EINTR {
			if err != nil {
				return &os.PathError{Op: "fdatasync", Path: f.Name(), Err: err}
			}
			return nil
		}
	}
}
