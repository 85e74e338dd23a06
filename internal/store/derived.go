package store

import (
	"bufio"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// Derived returns the system's path of a file or folder below ".index", for a
// library that writes an index by itself. Nothing is made. It returns ErrMoved
// when that path leads elsewhere than to this Dir: a library that makes the
// folders it misses would begin an empty home there. Cost: two looks.
func (d *Dir) Derived(name string) (string, error) {
	if err := checkDerived(name); err != nil {
		return "", err
	}
	mine, err := d.disk.root.Stat(".")
	if err != nil {
		return "", wrap("find", name, err)
	}
	if there, err := os.Stat(d.path); err != nil || !os.SameFile(mine, there) {
		return "", wrap("find", name, ErrMoved)
	}
	return filepath.Join(d.path, filepath.FromSlash(name)), nil
}

// Discard removes a file, or a folder with all in it, below ".index". It is not
// kept anywhere, as it can be made again. What is not there is no error.
func (d *Dir) Discard(name string) error {
	if err := checkDerived(name); err != nil {
		return err
	}
	if d.over != nil {
		return wrap("discard", name, errShadow)
	}
	return wrap("discard", name, d.disk.root.RemoveAll(name))
}

func checkDerived(name string) error {
	if err := checkName(name); err != nil {
		return err
	}
	if !strings.HasPrefix(name, indexDir+"/") {
		return badName(name, "not derived data")
	}
	return nil
}

// A Scratch is a file for what does not fit into memory, in the home as all that
// is private. It is gone when it is closed, and after a crash at the next start.
type Scratch struct {
	disk *disk
	name string
	f    *os.File
	w    *bufio.Writer
	size int64
}

// Scratch makes one. Close it.
func (h *Home) Scratch() (*Scratch, error) {
	disk := h.dir.disk
	name := disk.temps.in("scratch")
	f, err := h.root.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, fileMode)
	if err != nil {
		return nil, wrap("make", name, err)
	}
	return &Scratch{disk: disk, name: name, f: f, w: bufio.NewWriterSize(f, blockSize)}, nil
}

// Append adds bytes and returns where they begin.
func (s *Scratch) Append(p []byte) (int64, error) {
	at := s.size
	n, err := s.w.Write(p)
	s.size += int64(n)
	return at, wrap("write", s.name, err)
}

// Flush has all that was added be read by ReadAt.
func (s *Scratch) Flush() error { return wrap("write", s.name, s.w.Flush()) }

// ReadAt is io.ReaderAt.
func (s *Scratch) ReadAt(p []byte, off int64) (int, error) {
	n, err := s.f.ReadAt(p, off)
	if err == io.EOF {
		return n, err
	}
	return n, wrap("read", s.name, err)
}

// Close removes it.
func (s *Scratch) Close() error {
	err := s.f.Close()
	if rerr := s.disk.ops.remove(s.disk.root, s.name); err == nil {
		err = rerr
	}
	return wrap("close", s.name, err)
}
