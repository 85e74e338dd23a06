// Package segment has what stands in the files of an index: numbers packed with a
// checksum, files that are read where they stand, and the keyword index.
package segment

import (
	"cmp"
	"fmt"
	"io"
	"io/fs"
	"sync/atomic"
)

// A MappedFile is a file of the index that is read where it stands: what a search
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
type MappedFile struct {
	file  io.ReaderAt
	shut  io.Closer
	size  int64
	Data  []byte // the map; nil where there is none
	Users atomic.Int32
	pages pages // of the map

	bad atomic.Pointer[error] // of the first read that failed
}

// NewMappedFile returns a file with one user.
func NewMappedFile(file io.ReaderAt, shut io.Closer, size int64) *MappedFile {
	s := &MappedFile{file: file, shut: shut, size: size, Data: mapped(file, size)}
	s.Users.Store(1)
	return s
}

// View begins to look at the map, and rest ends it. A file that was cut short
// is found out here, before the zeros at the end of its map are believed.
func (s *MappedFile) View() {
	if s == nil {
		return
	}
	s.pages.view()
	if f, ok := s.file.(fs.File); ok && s.Data != nil {
		if info, err := f.Stat(); err != nil || info.Size() != s.size {
			s.Fail(fmt.Errorf("its size is not what it was: %w", cmp.Or(err, io.ErrUnexpectedEOF)))
		}
	}
}

// Rest lets the pages of the map go back; until they have, it has one more user.
func (s *MappedFile) Rest() {
	if s == nil {
		return
	}
	free := func() {
		if s.Data != nil {
			letGo(s.Data)
		}
		s.Release()
	}
	if s.pages.leave(free) {
		s.Users.Add(1)
	}
}

// Hold adds a user. A nil file, here and below, is one that holds nothing.
func (s *MappedFile) Hold() {
	if s != nil {
		s.Users.Add(1)
	}
}

// Release takes a user away.
func (s *MappedFile) Release() {
	if s != nil && s.Users.Add(-1) == 0 {
		if s.Data != nil {
			unmap(s.Data)
		}
		_ = s.shut.Close() // nothing was written
	}
}

// Read fills b with what stands from at on. What cannot be read is zeros, and
// failure says so from then on.
func (s *MappedFile) Read(b []byte, at int64) {
	if _, err := s.file.ReadAt(b, at); err != nil {
		s.Fail(err)
		clear(b)
	}
}

// Fail notes that what stands here is not what it should be.
func (s *MappedFile) Fail(err error) {
	err = fmt.Errorf("%w: read snapshot: %w", ErrDamaged, err)
	s.bad.CompareAndSwap(nil, &err)
}

// Look returns a cursor for a search, which has to view the file meanwhile.
func (s *MappedFile) Look() Cursor {
	c := Cursor{File: s, Window: NearWindow}
	if s != nil {
		c.data = s.Data
	}
	return c
}

// Failure is what went wrong with a read so far; it wraps ErrDamaged.
func (s *MappedFile) Failure() error {
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
	NearWindow = 2 << 10
	WideWindow = 64 << 10
)

// A Cursor reads what stands near each other in a file in few calls. It is for
// one goroutine.
type Cursor struct {
	File   *MappedFile
	data   []byte // the file's map, for searches
	Window int
	at     int64
	buf    []byte // what stands from at on
}

// Read returns n bytes from at on, which are good until the next call.
func (c *Cursor) Read(at int64, n int) []byte {
	if end := at + int64(n); c.data != nil && at >= 0 && end <= int64(len(c.data)) {
		return c.data[at:end:end]
	}
	if at >= c.at && at+int64(n) <= c.at+int64(len(c.buf)) {
		return c.buf[at-c.at:][:n:n]
	}
	c.at = max(0, at-int64(c.Window/4)) // neighbours are asked for, too
	if n > c.Window/2 {
		c.at = at
	}
	size := int(min(max(int64(n), int64(c.Window)), max(c.File.size-c.at, 0)))
	if cap(c.buf) < size {
		c.buf = make([]byte, max(size, c.Window))
	}
	c.buf = c.buf[:size]
	c.File.Read(c.buf, c.at)
	if at+int64(n) > c.at+int64(size) {
		c.File.Fail(io.ErrUnexpectedEOF)
		return make([]byte, n)
	}
	return c.buf[at-c.at:][:n:n]
}
