package store

import (
	"bufio"
	"io"
	"os"
)

// A Scratch is a file for what does not fit into memory, in the home as all that
// is private. It is gone when it is closed, and after a kill at the next start.
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
