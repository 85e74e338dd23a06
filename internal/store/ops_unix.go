//go:build unix

package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// openFlags keep the open of a pipe that got the place of a file from blocking.
const openFlags = syscall.O_NONBLOCK

// rename replaces to by from in one step.
func rename(r *os.Root, from, to string) error { return r.Rename(from, to) }

// syncDir makes the entries of a folder durable.
func syncDir(r *os.Root, name string) error {
	d, err := r.Open(name)
	if err != nil {
		return err
	}
	defer d.Close()
	err = d.Sync()
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, syscall.ENOTSUP) {
		return nil // a file system that cannot sync folders says so: nothing to be done there
	}
	return err
}

// inode returns the number the file system knows fi by, which a call of the system gave.
func inode(fi fs.FileInfo) uint64 {
	return uint64(fi.Sys().(*syscall.Stat_t).Ino)
}

// tooOpen reports whether others than the owner may use what fi describes.
func tooOpen(fi fs.FileInfo) bool { return fi.Mode().Perm()&0o077 != 0 }

func isFull(err error) bool {
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT)
}

func isReadOnly(err error) bool {
	return errors.Is(err, syscall.EROFS) || errors.Is(err, syscall.EACCES) || errors.Is(err, syscall.EPERM)
}

// names returns how many names a file has, as a call of the system told.
func names(fi fs.FileInfo) int {
	return int(fi.Sys().(*syscall.Stat_t).Nlink) //nolint:unconvert,gosec // its type differs between systems
}

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

// shareFolder turns a lock of lockFolder into one that others may have as well;
// without one it tries to get such a lock. It returns nil where there is none.
func shareFolder(path string, alone *os.File) *os.File {
	d := alone
	if d == nil {
		var err error
		if d, err = os.Open(path); err != nil {
			return nil
		}
	}
	for range shareTries {
		err := unix.Flock(int(d.Fd()), unix.LOCK_SH|unix.LOCK_NB)
		if err == nil {
			return d
		}
		if !errors.Is(err, unix.EWOULDBLOCK) && !errors.Is(err, unix.EINTR) {
			break
		}
		time.Sleep(shareWait)
	}
	_ = d.Close()
	return nil
}

// Somebody who removes what was left has the lock alone for a moment; who has it
// for longer is the owner of a home, and there nobody else removes anything.
const (
	shareTries = 20
	shareWait  = 10 * time.Millisecond
)

// unlockFolder frees the lock and closes the folder. Closing alone would leave
// the lock to a child process that is just being started and still has all our
// files.
func unlockFolder(d *os.File) {
	_ = unix.Flock(int(d.Fd()), unix.LOCK_UN)
	_ = d.Close()
}
