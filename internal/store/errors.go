package store

import (
	"errors"
	"fmt"
	"time"
)

var (
	// ErrInUse is returned by Open when another process has the home. The
	// error is an *InUseError.
	ErrInUse = errors.New("home is in use by another process")

	// ErrConflict is returned by Dir.Replace when the file is not what the
	// caller had read.
	ErrConflict = errors.New("file has changed since it was read")

	// ErrUnreadable is returned for something that exists but cannot be used:
	// too big, not a regular file, not text, JSON of no bytes. The error is a
	// *BadFileError.
	// It never means "empty".
	ErrUnreadable = errors.New("file cannot be used as it is")

	// ErrReadOnly is returned when the disk or the folder does not take writes,
	// and for what the system does not let us read.
	ErrReadOnly = errors.New("access is denied or the disk takes no writes")

	// ErrFull is returned when the disk or the user's quota is full.
	ErrFull = errors.New("disk is full")

	// ErrMoved is returned by Dir.Derived when the folder is not where it was
	// opened any more: it was renamed or removed, or its disk is gone. The Dir
	// itself goes on with the folder that it holds open.
	ErrMoved = errors.New("folder is not where it was opened")

	// ErrBadName is returned for a name that some system could not hold, that
	// would be hidden, or that tries to leave its folder.
	ErrBadName = errors.New("name cannot be used for a file")
)

// tries is how often Retry does a change.
const tries = 5

// ErrUnchanged is returned by a change for Retry that found nothing to do.
var ErrUnchanged = errors.New("unchanged")

// Retry does a change of files again as long as it returns ErrConflict, since
// somebody else wrote one of them between its being read and its being
// replaced. After five times the conflict is returned. A read that somebody
// may disturb is a change as well. ErrUnchanged is no error of one.
func Retry(change func() error) error {
	var err error
	for range tries {
		err = change()
		if errors.Is(err, ErrUnchanged) {
			return nil
		}
		if !errors.Is(err, ErrConflict) {
			return err
		}
	}
	return err
}

// InUseError says who holds a home. It is an ErrInUse.
type InUseError struct {
	PID   int       // 0 if unknown
	Since time.Time // zero if unknown
}

// Error names the other process if it is known.
func (e *InUseError) Error() string {
	if e.PID == 0 {
		return ErrInUse.Error()
	}
	return fmt.Sprintf("%v (PID %d)", ErrInUse, e.PID)
}

// Unwrap returns ErrInUse.
func (e *InUseError) Unwrap() error { return ErrInUse }

// Reason says why something cannot be used.
type Reason string

// The reasons of a BadFileError.
const (
	TooBig     Reason = "too big"
	NotRegular Reason = "not a regular file"
	NotFolder  Reason = "it or what it is in is not a folder" // of a home
	NotText    Reason = "not text"                            // NUL bytes, or UTF-8 that is not valid
	Damaged    Reason = "damaged on disk"                     // the system could not read it, or a checksum is wrong
	TooLong    Reason = "line is too long"                    // in a journal
	Empty      Reason = "empty, as no file of its kind is"    // JSON of no bytes at all
)

// BadFileError says which file cannot be used and why. It is an ErrUnreadable.
type BadFileError struct {
	Name   string
	Reason Reason
	Err    error // what the system said; may be nil
}

// Error names the file and the reason.
func (e *BadFileError) Error() string {
	if e.Err != nil {
		return fmt.Sprintf("%q: %s: %v", e.Name, e.Reason, e.Err)
	}
	return fmt.Sprintf("%q: %s", e.Name, e.Reason)
}

// Unwrap returns ErrUnreadable and the system's error.
func (e *BadFileError) Unwrap() []error {
	if e.Err != nil {
		return []error{ErrUnreadable, e.Err}
	}
	return []error{ErrUnreadable}
}

// classify adds ErrFull or ErrReadOnly to an error of the system that means it.
func classify(err error) error {
	switch {
	case err == nil, errors.Is(err, ErrFull), errors.Is(err, ErrReadOnly):
		return err
	case isFull(err):
		return fmt.Errorf("%w: %w", ErrFull, err)
	case isReadOnly(err):
		return fmt.Errorf("%w: %w", ErrReadOnly, err)
	}
	return err
}
