//go:build unix

package store

import (
	"errors"
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

var errHeld = errors.New("lock is held")

// lockFolder locks the folder at path, or returns errHeld. It returns nil and
// no error where folders cannot be locked, as on some network drives.
func lockFolder(path string) (*os.File, error) {
	d, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("lock %q: %w", path, classify(err))
	}
	for {
		err = unix.Flock(int(d.Fd()), unix.LOCK_EX|unix.LOCK_NB)
		if !errors.Is(err, unix.EINTR) {
			break
		}
	}
	if err == nil {
		return d, nil
	}
	_ = d.Close()
	if errors.Is(err, unix.EWOULDBLOCK) {
		return nil, errHeld
	}
	return nil, nil
}

// unlockFolder frees the lock and closes the folder. Closing alone would leave
// the lock to a child process that is just being started and still has all our
// files.
func unlockFolder(d *os.File) {
	_ = unix.Flock(int(d.Fd()), unix.LOCK_UN)
	_ = d.Close()
}
