package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"
)

const (
	lockFile = ".lock" // empty; the lock is on it, and on the home's folder itself

	// ownerFile says who holds the lock, for the sentence a second start shows:
	// {"pid": 4711, "since": "2026-11-21T10:00:00Z"}. It proves nothing.
	ownerFile = ".owner.json"
)

type owner struct {
	PID   int       `json:"pid"`
	Since time.Time `json:"since"`
}

// lock keeps other processes out of a home. Two things are locked, the file and
// the folder: a lock file that somebody deletes would let a second process lock
// its successor, but the folder stays the same one. The system frees both when
// the process ends, however it ends.
type lock struct {
	file   *flock.Flock // nil if the disk takes no file
	folder *os.File     // nil where folders cannot be locked
}

// acquire takes the lock of the home at path without ever waiting, or returns
// an *InUseError. weak is why the lock file could not be had, if the folder's
// lock alone had to do: the disk takes no writes.
func acquire(root *os.Root, path string) (l *lock, weak, err error) {
	l = &lock{}
	got, weak := l.lockFile(root, path)
	if weak == nil && !got {
		return nil, nil, inUse(root)
	}
	l.folder, err = lockFolder(path)
	switch {
	case errors.Is(err, errHeld):
		l.release()
		return nil, nil, inUse(root)
	case err != nil:
		l.release()
		return nil, nil, err
	case weak != nil && l.folder == nil:
		return nil, nil, fmt.Errorf("lock %q: %w", path, classify(weak))
	}
	return l, classify(weak), nil
}

// lockFile reports whether it got the lock of the file.
func (l *lock) lockFile(root *os.Root, path string) (bool, error) {
	if fi, err := root.Lstat(lockFile); err == nil && !fi.Mode().IsRegular() {
		return false, &BadFileError{Name: lockFile, Reason: NotRegular}
	}
	f := flock.New(filepath.Join(path, lockFile), flock.SetFlag(os.O_CREATE|os.O_RDWR|openFlags), flock.SetPermissions(fileMode))
	got, err := f.TryLock()
	if err != nil {
		return false, err
	}
	l.file = f
	return got, nil
}

// release frees the lock.
func (l *lock) release() {
	if l.file != nil {
		_ = l.file.Unlock() // the system frees it in any case
	}
	if l.folder != nil {
		unlockFolder(l.folder)
	}
}

func inUse(root *os.Root) error {
	var o owner
	if f, err := openRegular(root, ownerFile); err == nil {
		data, _ := io.ReadAll(io.LimitReader(f, 4096))
		_ = f.Close()
		_ = json.Unmarshal(data, &o) // unknown is 0
	}
	return &InUseError{PID: o.PID, Since: o.Since}
}
