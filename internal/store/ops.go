package store

import (
	"fmt"
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

// frozen are ops that change nothing: each change is refused with an ErrReadOnly that
// holds a reason.
func frozen(o ops, reason error) ops {
	refusal := fmt.Errorf("%w: %w", ErrReadOnly, reason)
	open := o.open
	o.open = func(r *os.Root, name string, flag int, perm fs.FileMode) (*os.File, error) {
		if flag&(os.O_WRONLY|os.O_RDWR|os.O_CREATE|os.O_TRUNC|os.O_APPEND) != 0 {
			return nil, refusal
		}
		return open(r, name, flag, perm)
	}
	o.write = func(*os.File, []byte) (int, error) { return 0, refusal }
	o.truncate = func(*os.File, int64) error { return refusal }
	o.rename = func(*os.Root, string, string) error { return refusal }
	o.remove = func(*os.Root, string) error { return refusal }
	o.mkdir = func(*os.Root, string, fs.FileMode) error { return refusal }
	return o
}

// Freeze lets nothing be written to the folder, from now until it is closed: every
// change is refused with an ErrReadOnly that holds reason. Only what is derived can
// still be discarded. It is for a folder that a newer program has written, and for
// whoever opens it, before anybody else has it.
func (d *Dir) Freeze(reason error) { d.disk.ops = frozen(d.disk.ops, reason) }
