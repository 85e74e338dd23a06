package store

import (
	"errors"
	"io/fs"
	"os"
	"time"

	"golang.org/x/sys/windows"
)

const openFlags = 0 // nothing here blocks an open

// A rename is tried for about a quarter of a second: virus scanners and
// indexers hold a file for a moment after it was closed.
const (
	renameTries = 10
	renameDelay = 5 * time.Millisecond // grows by itself each time
)

// rename replaces to by from.
func rename(r *os.Root, from, to string) error {
	var err error
	for try := range renameTries {
		err = r.Rename(from, to)
		if !errors.Is(err, windows.ERROR_ACCESS_DENIED) &&
			!errors.Is(err, windows.ERROR_SHARING_VIOLATION) &&
			!errors.Is(err, windows.ERROR_LOCK_VIOLATION) { // 5, 32, 33
			return err
		}
		time.Sleep(time.Duration(try+1) * renameDelay)
	}
	return err
}

// syncDir does nothing: folders cannot be synchronised here, and NTFS keeps
// the order of what it writes about them.
func syncDir(*os.Root, string) error { return nil }

// inode is not to be had without opening the file; size and time must do.
func inode(fs.FileInfo) uint64 { return 0 }

// tooOpen: the rights of a user's folder come from its access list here.
func tooOpen(fs.FileInfo) bool { return false }

func isFull(err error) bool {
	return errors.Is(err, windows.ERROR_DISK_FULL) || errors.Is(err, windows.ERROR_HANDLE_DISK_FULL) ||
		errors.Is(err, windows.ERROR_DISK_QUOTA_EXCEEDED)
}

func isReadOnly(err error) bool {
	return errors.Is(err, windows.ERROR_ACCESS_DENIED) || errors.Is(err, windows.ERROR_WRITE_PROTECT)
}

// names is not to be had without opening the file.
func names(fs.FileInfo) int { return 1 }

var errHeld = errors.New("lock is held")

// lockFolder does nothing: a locked file cannot be deleted here, so that the
// lock file is enough.
func lockFolder(string) (*os.File, error) { return nil, nil }

// shareFolder does nothing: see lockFolder.
func shareFolder(string, *os.File) *os.File { return nil }

// unlockFolder does nothing: see lockFolder.
func unlockFolder(*os.File) {}
