package store

import (
	"io/fs"
	"os"
)

// ops are the calls that change the disk, as fields so that a test can let any
// of them fail. Names are relative to the root.
type ops struct {
	open     func(r *os.Root, name string, flag int, perm fs.FileMode) (*os.File, error)
	write    func(f *os.File, p []byte) (int, error)
	sync     func(f *os.File) error // data and metadata
	syncData func(f *os.File) error // data and, if it grew, the size
	truncate func(f *os.File, size int64) error
	close    func(f *os.File) error
	rename   func(r *os.Root, from, to string) error
	remove   func(r *os.Root, name string) error
	mkdir    func(r *os.Root, name string, perm fs.FileMode) error
	syncDir  func(r *os.Root, name string) error
}

// systemOps are the calls of the operating system.
func systemOps() ops {
	return ops{
		open:     (*os.Root).OpenFile,
		write:    (*os.File).Write,
		sync:     (*os.File).Sync,
		syncData: syncData,
		truncate: (*os.File).Truncate,
		close:    (*os.File).Close,
		rename:   rename,
		remove:   (*os.Root).Remove,
		mkdir:    (*os.Root).Mkdir,
		syncDir:  syncDir,
	}
}
