package rag

import (
	"cmp"
	"fmt"
	"io"
	"io/fs"
	"sync/atomic"
)

// A shelf is a file of the index that is read where it stands: what a search
// looks at only for its candidates takes no memory. The file is only ever
// replaced by another, never changed, so what was checked when it was opened
// holds as long as it is open.
//
// A search reads it through a map, which takes a third of the time, and lets go
// of the pages soon after, for they count as the program's. Everybody else
// copies what they read: a map of a file that somebody cut short faults, and
// searches are guarded against that.
//
// It is safe for concurrent use and closed when its last user releases it.
type shelf struct {
	file  io.ReaderAt
	shut  io.Closer
	size  int64
	data  []byte // the map; nil where there is none
	users atomic.Int32
	pages pages // of the map

	bad atomic.Pointer[error] // of the first read that failed
}

// newShelf returns a shelf with one user.
func newShelf(file io.ReaderAt, shut io.Closer, size int64) *shelf {
	s := &shelf{file: file, shut: shut, size: size, data: mapped(file, size)}
	s.users.Store(1)
	return s
}

// view begins to look at the map, and rest ends it. A file that was cut short
// is found out here, before the zeros at the end of its map are believed.
func (s *shelf) view() {
	if s == nil {
		return
	}
	s.pages.view()
	if f, ok := s.file.(fs.File); ok && s.data != nil {
		if info, err := f.Stat(); err != nil || info.Size() != s.size {
			s.fail(fmt.Errorf("its size is not what it was: %w", cmp.Or(err, io.ErrUnexpectedEOF)))
		}
	}
}

// Until the pages of the map have gone back it has one more user.
func (s *shelf) rest() {
	if s == nil {
		return
	}
	free := func() {
		if s.data != nil {
			letGo(s.data)
		}
		s.release()
	}
	if s.pages.leave(free) {
		s.users.Add(1)
	}
}

// hold adds a user. A nil shelf, here and below, is one that holds nothing.
func (s *shelf) hold() {
	if s != nil {
		s.users.Add(1)
	}
}

// release takes a user away.
func (s *shelf) release() {
	if s != nil && s.users.Add(-1) == 0 {
		if s.data != nil {
			unmap(s.data)
		}
		_ = s.shut.Close() // nothing was written
	}
}

// read fills b with what stands from at on. What cannot be read is zeros, and
// failure says so from then on.
func (s *shelf) read(b []byte, at int64) {
	if _, err := s.file.ReadAt(b, at); err != nil {
		s.fail(err)
		clear(b)
	}
}

// fail notes that what stands here is not what it should be.
func (s *shelf) fail(err error) {
	err = fmt.Errorf("%w: read snapshot: %w", errDamaged, err)
	s.bad.CompareAndSwap(nil, &err)
}

// look returns a cursor for a search, which has to view the shelf meanwhile.
func (s *shelf) look() cursor {
	c := cursor{shelf: s, window: someWindow}
	if s != nil {
		c.data = s.data
	}
	return c
}

// failure is what went wrong with a read so far; it wraps errDamaged.
func (s *shelf) failure() error {
	if s == nil {
		return nil
	}
	if err := s.bad.Load(); err != nil {
		return *err
	}
	return nil
}

// How much a cursor reads at a time: where what is asked for next may lie
// anywhere, near, or right behind.
const (
	someWindow = 2 << 10
	wideWindow = 64 << 10
)

// A cursor reads what stands near each other on a shelf in few calls. It is for
// one goroutine.
type cursor struct {
	shelf  *shelf
	data   []byte // the shelf's map, for searches
	window int
	at     int64
	buf    []byte // what stands from at on
}

// read returns n bytes from at on, which are good until the next call.
func (c *cursor) read(at int64, n int) []byte {
	if end := at + int64(n); c.data != nil && at >= 0 && end <= int64(len(c.data)) {
		return c.data[at:end:end]
	}
	if at >= c.at && at+int64(n) <= c.at+int64(len(c.buf)) {
		return c.buf[at-c.at:][:n:n]
	}
	c.at = max(0, at-int64(c.window/4)) // neighbours are asked for, too
	if n > c.window/2 {
		c.at = at
	}
	size := int(min(max(int64(n), int64(c.window)), max(c.shelf.size-c.at, 0)))
	if cap(c.buf) < size {
		c.buf = make([]byte, max(size, c.window))
	}
	c.buf = c.buf[:size]
	c.shelf.read(c.buf, c.at)
	if at+int64(n) > c.at+int64(size) {
		c.shelf.fail(io.ErrUnexpectedEOF)
		return make([]byte, n)
	}
	return c.buf[at-c.at:][:n:n]
}
