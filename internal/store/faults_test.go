package store

import (
	"io/fs"
	"os"
)

// faults lets one call of the disk fail, or that one and all after it.
type faults struct {
	at      int // which call fails; 0 is none
	forever bool
	kill    bool // nothing is done any more after it
	reads   bool // of the calls that read; else of those that change something
	err     error
	n       int
	where   string // the call that failed
}

// hit counts a call and says whether it fails.
func (f *faults) hit(what string) error {
	f.n++
	if f.at == 0 || f.n < f.at || f.n > f.at && !f.forever {
		return nil
	}
	if f.where == "" {
		f.where = what
	}
	return &fs.PathError{Op: what, Path: "x", Err: f.err}
}

// inject wraps the operations of a Dir.
func (f *faults) inject(o *ops) {
	sys := systemOps()
	if *o = sys; f.reads {
		f.injectReads(o)
		return
	}
	onFile := func(what string, call func(*os.File) error) func(*os.File) error {
		return func(file *os.File) error {
			if err := f.hit(what); err != nil {
				if what == "close" {
					_ = call(file) // a close that fails has closed
				}
				return err
			}
			return call(file)
		}
	}
	o.open = func(r *os.Root, name string, flag int, perm fs.FileMode) (*os.File, error) {
		if changes(flag) {
			if err := f.hit("open"); err != nil {
				return nil, err
			}
		}
		return sys.open(r, name, flag, perm)
	}
	o.write = func(file *os.File, p []byte) (int, error) {
		if err := f.hit("write"); err != nil {
			if f.kill && f.n > f.at {
				return 0, err
			}
			n, _ := sys.write(file, p[:len(p)/2]) // a full disk takes a part
			return n, err
		}
		return sys.write(file, p)
	}
	o.sync, o.syncData, o.close = onFile("sync", sys.sync), onFile("syncData", sys.syncData), onFile("close", sys.close)
	o.truncate = func(file *os.File, size int64) error {
		if err := f.hit("truncate"); err != nil {
			return err
		}
		return sys.truncate(file, size)
	}
	o.rename = func(r *os.Root, from, to string) error {
		if err := f.hit("rename"); err != nil {
			return err
		}
		return sys.rename(r, from, to)
	}
	o.remove = func(r *os.Root, name string) error {
		if err := f.hit("remove"); err != nil {
			return err
		}
		return sys.remove(r, name)
	}
	o.mkdir = func(r *os.Root, name string, perm fs.FileMode) error {
		if err := f.hit("mkdir"); err != nil {
			return err
		}
		return sys.mkdir(r, name, perm)
	}
	o.syncDir = func(r *os.Root, name string) error {
		if err := f.hit("syncDir"); err != nil {
			return err
		}
		return sys.syncDir(r, name)
	}
}

// injectReads wraps the operations that read.
func (f *faults) injectReads(o *ops) {
	sys := systemOps()
	o.lstat = func(r *os.Root, name string) (fs.FileInfo, error) {
		if err := f.hit("lstat"); err != nil {
			return nil, err
		}
		return sys.lstat(r, name)
	}
	o.stat = func(file *os.File) (fs.FileInfo, error) {
		if err := f.hit("stat"); err != nil {
			return nil, err
		}
		return sys.stat(file)
	}
	o.open = func(r *os.Root, name string, flag int, perm fs.FileMode) (*os.File, error) {
		if !changes(flag) {
			if err := f.hit("open"); err != nil {
				return nil, err
			}
		}
		return sys.open(r, name, flag, perm)
	}
	o.read = func(file *os.File, p []byte) (int, error) {
		if err := f.hit("read"); err != nil {
			return 0, err
		}
		return sys.read(file, p)
	}
	o.readAt = func(file *os.File, p []byte, off int64) (int, error) {
		if err := f.hit("readAt"); err != nil {
			n, _ := sys.readAt(file, p[:len(p)/2], off) // it is several reads, and some may have come
			return n, err
		}
		return sys.readAt(file, p, off)
	}
	o.readDir = func(file *os.File, n int) ([]fs.FileInfo, error) {
		if err := f.hit("readDir"); err != nil {
			list, _ := sys.readDir(file, 1)
			return list, err
		}
		return sys.readDir(file, n)
	}
}
