//go:build unix

package store

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
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
	if err := d.Sync(); err != nil && !errors.Is(err, syscall.EINVAL) && !errors.Is(err, syscall.ENOTSUP) {
		return err // a file system that cannot sync folders says EINVAL: nothing to be done there
	}
	return nil
}

// inode returns the number the file system knows fi by.
func inode(fi fs.FileInfo) uint64 {
	if st, ok := fi.Sys().(*syscall.Stat_t); ok {
		return uint64(st.Ino)
	}
	return 0
}

// tooOpen reports whether others than the owner may use what fi describes.
func tooOpen(fi fs.FileInfo) bool { return fi.Mode().Perm()&0o077 != 0 }

func isFull(err error) bool {
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT)
}

func isReadOnly(err error) bool {
	return errors.Is(err, syscall.EROFS) || errors.Is(err, syscall.EACCES) || errors.Is(err, syscall.EPERM)
}

// names returns how many names a file has.
func names(fi fs.FileInfo) int {
	if st, ok := fi.Sys().(*syscall.Stat_t); ok {
		return int(st.Nlink) //nolint:unconvert,gosec // its type differs between systems
	}
	return 1
}
