package store

import (
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"
	"sync/atomic"
)

// tempPrefix begins the name of every file that is not finished. One that is
// there when a home or persona is opened was left by a crash and is removed.
const tempPrefix = ".yumori-tmp-"

// temps makes names of temporary files. Those of one opening share a token, so
// that a sweep leaves files in use alone.
type temps struct {
	token string
	n     atomic.Uint64
}

func newTemps() *temps { return &temps{token: tempPrefix + rand.Text()[:8] + "-"} }

// in returns a new name in the folder of name.
func (t *temps) in(name string) string {
	return path.Join(path.Dir(name), fmt.Sprintf("%s%d", t.token, t.n.Add(1)))
}

// disk is one folder as files are written to it.
type disk struct {
	root  *os.Root
	ops   ops
	temps *temps
}

// replace puts the bytes of src, all of them or none, in the place of the file
// name. When it returns nil they are on disk under that name. On an error the
// old file is untouched, unless the very last step failed, the synchronising of
// the folder: then a power cut may bring the old one back. It returns the
// number of bytes.
func (d *disk) replace(name string, src io.Reader) (n int64, err error) {
	if err := d.mkdirAll(path.Dir(name)); err != nil {
		return 0, err
	}
	temp := d.temps.in(name)
	n, err = d.create(temp, src)
	if err != nil {
		return 0, err
	}
	if err := d.ops.rename(d.root, temp, name); err != nil {
		_ = d.ops.remove(d.root, temp) // swept at the next start otherwise
		return 0, err
	}
	return n, d.ops.syncDir(d.root, path.Dir(name))
}

// create writes a new file and synchronises it; on an error nothing of it stays.
func (d *disk) create(name string, src io.Reader) (n int64, err error) {
	f, err := d.ops.open(d.root, name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, fileMode)
	if err != nil {
		return 0, err
	}
	n, err = d.fill(f, src)
	if cerr := d.ops.close(f); err == nil {
		err = cerr
	}
	if err != nil {
		_ = d.ops.remove(d.root, name) // swept at the next start otherwise
		return 0, err
	}
	return n, nil
}

// fill copies src into f, checks that all of it arrived, and synchronises f.
func (d *disk) fill(f *os.File, src io.Reader) (int64, error) {
	n, err := copyTo(writerFunc(func(p []byte) (int, error) { return d.ops.write(f, p) }), src)
	if err != nil {
		return n, err
	}
	fi, err := d.ops.stat(f)
	if err != nil {
		return n, err
	}
	if fi.Size() != n {
		return n, fmt.Errorf("wrote %d bytes, found %d: %w", n, fi.Size(), io.ErrShortWrite)
	}
	return n, d.ops.sync(f)
}

// copyTo copies src, in one go what is in memory.
func copyTo(w io.Writer, src io.Reader) (int64, error) {
	if b, ok := src.(*bytes.Reader); ok {
		return b.WriteTo(w)
	}
	return io.CopyBuffer(w, readerOnly{src}, make([]byte, 64<<10))
}

// mkdirAll makes a folder and its parents, and makes their entries durable.
func (d *disk) mkdirAll(dir string) error {
	if dir == "." {
		return nil
	}
	if fi, err := d.root.Stat(dir); err == nil {
		if !fi.IsDir() {
			return &BadFileError{Name: dir, Reason: NotRegular}
		}
		return nil
	}
	parent := path.Dir(dir)
	if err := d.mkdirAll(parent); err != nil {
		return err
	}
	if err := d.ops.mkdir(d.root, dir, dirMode); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return d.ops.syncDir(d.root, parent)
}

// lstat describes what has a name, symbolic links not followed.
func (d *disk) lstat(name string) (fs.FileInfo, error) { return d.ops.lstat(d.root, name) }

// readDir returns what is in a folder, symbolic links not followed. What is no
// folder is not opened: a pipe would wait for its writer.
func (d *disk) readDir(dir string) ([]fs.FileInfo, error) {
	fi, err := d.lstat(dir)
	if err != nil {
		return nil, err
	}
	if !fi.IsDir() {
		return nil, &BadFileError{Name: dir, Reason: NotRegular}
	}
	f, err := d.ops.open(d.root, dir, os.O_RDONLY|openFlags, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return d.ops.readDir(f, -1) // leaves out what vanished meanwhile
}

// sweep removes what earlier runs left unfinished in dir and, below it, in
// every folder that enter accepts.
func (d *disk) sweep(dir string, enter func(dir string) bool) {
	entries, _ := d.readDir(dir) // what cannot be read cannot be swept
	for _, e := range entries {
		name := path.Join(dir, e.Name())
		switch {
		case e.IsDir():
			if enter(name) {
				d.sweep(name, enter)
			}
		case strings.HasPrefix(e.Name(), tempPrefix) && !strings.HasPrefix(e.Name(), d.temps.token):
			_ = d.ops.remove(d.root, name) // Check reports what stays
		}
	}
}

// file is an open file that is read by the calls of its disk.
type file struct {
	*os.File
	ops *ops
}

// Stat describes the file.
func (f *file) Stat() (fs.FileInfo, error) { return f.ops.stat(f.File) }

// Read reads on.
func (f *file) Read(p []byte) (int, error) { return f.ops.read(f.File, p) }

// ReadAt reads from a place.
func (f *file) ReadAt(p []byte, off int64) (int, error) { return f.ops.readAt(f.File, p, off) }

// writerFunc is a Write as a function.
type writerFunc func(p []byte) (int, error)

func (w writerFunc) Write(p []byte) (int, error) { return w(p) }

// readerOnly hides every other method of a reader, so that copying goes
// through the write that tests can let fail.
type readerOnly struct{ io.Reader }

// ops are the calls of the disk, as fields so that a test can let any of them fail.
// Names are relative to the root.
type ops struct {
	// What reads. Of open that is a call for reading alone.
	lstat   func(r *os.Root, name string) (fs.FileInfo, error)
	stat    func(f *os.File) (fs.FileInfo, error)
	read    func(f *os.File, p []byte) (int, error)
	readAt  func(f *os.File, p []byte, off int64) (int, error)
	readDir func(f *os.File, n int) ([]fs.FileInfo, error)

	// What changes something.
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
		lstat:    (*os.Root).Lstat,
		stat:     (*os.File).Stat,
		read:     (*os.File).Read,
		readAt:   (*os.File).ReadAt,
		readDir:  (*os.File).Readdir,
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
		if changes(flag) {
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

// changes reports whether something can be changed through what is opened with a flag.
func changes(flag int) bool {
	return flag&(os.O_WRONLY|os.O_RDWR|os.O_CREATE|os.O_TRUNC|os.O_APPEND) != 0
}

// Freeze lets nothing be written to the folder, from now until it is closed: every
// change is refused with an ErrReadOnly that holds reason. Only what is derived can
// still be discarded. It is for a folder that a newer program has written, and for
// whoever opens it, before anybody else has it.
func (d *Dir) Freeze(reason error) { d.disk.ops = frozen(d.disk.ops, reason) }
