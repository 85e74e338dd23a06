package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/fsnotify/fsnotify"
)

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
// ends or the system cannot tell of files any more. What lay there before is
// nobody's knock.
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
		case err := <-w.Errors:
			if err == nil {
				return nil
			}
			h.opt.Logger.Debug("listen for knocks", "error", err)
		case e, ok := <-w.Events:
			if !ok {
				return nil
			}
			if e.Has(fsnotify.Create) && filepath.Base(e.Name) == knockFile && h.root.Remove(knockFile) == nil {
				each()
			}
		}
	}
}
