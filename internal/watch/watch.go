// Package watch tells when something in a folder changes, whoever writes it and
// in whatever way. It reads no file: what changed is for others to find out.
package watch

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/fsnotify/fsnotify"
)

// When changes are told.
const (
	// Quiet is how long nothing must have happened before changes are told.
	Quiet = 1500 * time.Millisecond
	// Longest is how long changes wait where it does not become quiet.
	Longest = 10 * time.Second
)

// most is how many folders are watched; where the system opens each file in
// them, how many files and folders.
const most = 2_000

var (
	// ErrTooMany says that there are more folders than are watched.
	ErrTooMany = errors.New("too many folders to watch")
	// ErrGone says that the folder is not there any more, or the watch broke.
	ErrGone = errors.New("the watched folder is gone")
)

// A Folder is a folder that is watched, with all folders in it. Hidden files and
// folders, whose names begin with a dot, are not looked at, and symbolic links
// not followed.
type Folder struct {
	root    string
	skip    func(name string) bool
	source  source
	events  <-chan fsnotify.Event
	errors  <-chan error
	watched int
}

// A source is where the events come from; the system's.
type source interface {
	Add(folder string) error
	Close() error
}

// Open begins to watch a folder. Folders for whose slash-separated names below
// it skip returns true are left out; nil leaves out none. The error is that of
// the system, whose limits may be reached, fs.ErrNotExist, or ErrTooMany: who
// gets one looks for changes in another way. Run must be called, which also
// closes it.
func Open(root string, skip func(name string) bool) (*Folder, error) {
	w, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, fmt.Errorf("watch %s: %w", root, err)
	}
	f := &Folder{root: root, skip: skip, source: w, events: w.Events, errors: w.Errors}
	return f.begin()
}

func (f *Folder) begin() (*Folder, error) {
	if err := f.add(f.root); err != nil {
		return nil, errors.Join(fmt.Errorf("watch %s: %w", f.root, err), f.source.Close())
	}
	return f, nil
}

// add watches a folder and those in it. The folder comes first: what is made in
// it from then on is an event.
func (f *Folder) add(folder string) error {
	if f.watched++; f.watched > most {
		return ErrTooMany
	}
	if err := f.source.Add(folder); err != nil {
		return err
	}
	list, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	if opensFiles() {
		f.watched += len(list)
	}
	for _, e := range list {
		path := filepath.Join(folder, e.Name())
		if !e.IsDir() || f.ignored(path) {
			continue
		}
		if err := f.add(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// opensFiles reports whether the system opens each file of a watched folder.
func opensFiles() bool {
	switch runtime.GOOS {
	case "linux", "windows", "illumos", "solaris":
		return false
	}
	return true
}

// ignored reports whether a path is hidden or left out.
func (f *Folder) ignored(path string) bool {
	name, err := filepath.Rel(f.root, path)
	if err != nil || strings.HasPrefix(filepath.Base(path), ".") && name != "." {
		return true
	}
	return f.skip != nil && f.skip(filepath.ToSlash(name))
}

// Run calls changed some time after something changed, once for all that changed
// meanwhile, until ctx is done; changed must not block. It returns nil when ctx
// is done, and an error when nothing more can be noticed.
func (f *Folder) Run(ctx context.Context, changed func()) error {
	err := f.run(ctx, changed)
	if cerr := f.source.Close(); err == nil && cerr != nil {
		err = cerr
	}
	if err != nil {
		return fmt.Errorf("watch %s: %w", f.root, err)
	}
	return nil
}

func (f *Folder) run(ctx context.Context, changed func()) error {
	timer := time.NewTimer(time.Hour)
	defer timer.Stop()
	timer.Stop()
	var first time.Time // of what was not told; zero: there is nothing
	for {
		some := false
		var err error
		select {
		case <-ctx.Done():
			return nil
		case <-timer.C:
			first = time.Time{}
			changed()
		case e, ok := <-f.events:
			if !ok {
				return ErrGone
			}
			some, err = f.happened(e)
		case serr, ok := <-f.errors:
			if !ok || !errors.Is(serr, fsnotify.ErrEventOverflow) {
				return errors.Join(ErrGone, serr)
			}
			some, err = true, f.again()
		}
		if err != nil {
			return err
		}
		if !some {
			continue
		}
		now := time.Now()
		if first.IsZero() {
			first = now
		}
		timer.Reset(max(0, min(Quiet, Longest-now.Sub(first))))
	}
}

// happened takes up an event and reports whether it is one that counts.
func (f *Folder) happened(e fsnotify.Event) (bool, error) {
	switch gone := e.Has(fsnotify.Remove) || e.Has(fsnotify.Rename); {
	case e.Name == f.root && gone:
		return false, ErrGone
	case f.ignored(e.Name), e.Op == fsnotify.Chmod:
		return false, nil
	case !e.Has(fsnotify.Create):
		return true, nil
	}
	if fi, err := os.Lstat(e.Name); err == nil && fi.IsDir() {
		if err := f.add(e.Name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return true, err
		}
	}
	return true, nil
}

// again looks for folders that were made while events were lost.
func (f *Folder) again() error {
	f.watched = 0
	return f.add(f.root)
}
