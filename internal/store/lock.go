package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/fsnotify/fsnotify"
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
	d := &disk{root: root, ops: systemOps()}
	if data, err := d.readRegular(ownerFile, 4096); err == nil {
		_ = json.Unmarshal(data, &o) // unknown is 0
	}
	return &InUseError{PID: o.PID, Since: o.Since}
}

// knockFile, empty, lies in a home while somebody who found it locked waits for
// the process that has it to show itself. That process takes it away, which is
// the answer.
const knockFile = ".knock"

// knockLook is how often whoever knocks looks for the answer.
const knockLook = 50 * time.Millisecond

// ErrNoAnswer says that whoever has a home does not listen for knocks: it is
// no window, or it does not respond.
var ErrNoAnswer = errors.New("nobody answers")

// Knock asks the process that has the home at dir to show itself, and waits
// for its answer until ctx ends; then it is an ErrNoAnswer and nothing is left
// behind.
func Knock(ctx context.Context, dir string) error {
	name := filepath.Join(dir, knockFile)
	f, err := os.OpenFile(name, os.O_CREATE|os.O_WRONLY|openFlags, fileMode)
	if err != nil {
		return fmt.Errorf("knock at %q: %w", dir, classify(err))
	}
	_ = f.Close() // nothing was written
	look := time.NewTicker(knockLook)
	defer look.Stop()
	for {
		if _, err := os.Lstat(name); errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		select {
		case <-ctx.Done():
			_ = os.Remove(name) // the next who opens the home does it else
			return fmt.Errorf("knock at %q: %w", dir, ErrNoAnswer)
		case <-look.C:
		}
	}
}

// Answer calls each for every knock, from one goroutine, and returns when ctx
// ends; an error means that the system cannot tell of files. What lay there before
// is nobody's knock.
func (h *Home) Answer(ctx context.Context, each func()) error {
	w, err := fsnotify.NewWatcher()
	if err == nil {
		defer w.Close() //nolint:errcheck // nothing was written
		err = w.Add(h.path)
	}
	if err != nil {
		return fmt.Errorf("listen for knocks: %w", err)
	}
	_ = h.root.Remove(knockFile) // of somebody who was killed
	for {
		select {
		case <-ctx.Done():
			return nil
		case err := <-w.Errors: // more happened than the system can tell: a knock may be among it
			h.opt.Logger.Debug("listen for knocks", "error", err)
		case e := <-w.Events:
			if !e.Has(fsnotify.Create) || filepath.Base(e.Name) != knockFile {
				continue
			}
		}
		if h.root.Remove(knockFile) == nil {
			each()
		}
	}
}
