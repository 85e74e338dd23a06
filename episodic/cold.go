package episodic

import (
	"errors"
	"fmt"
	"hash/maphash"
	"io/fs"

	"yumori/internal/store"
)

// This file leaves on the disk what is seldom asked for: once an archive was
// read, an element of it is its place in the file and what it is found by. Its
// text is read again for whoever wants it, and again let go.

// errCold says that an element was to be changed without having its text.
var errCold = errors.New("element was not read whole")

// A place is where an element stands in its file.
type place struct {
	at, size int    // bytes; of size 0 stands in none
	sum      uint64 // of its bytes, once they were let go
}

// sumSeed makes the sums of this process.
var sumSeed = maphash.MakeSeed()

func sumOf(raw []byte) uint64 { return maphash.Bytes(sumSeed, raw) }

// print tells an element from what it was and will be.
func (e *elem[T]) print() uint64 {
	if e.raw == nil {
		return e.sum
	}
	return sumOf(e.raw)
}

// cool lets go of the text of an archive's elements.
func (s *sheet[T]) cool() {
	if s.form.slim == nil || !s.warm || s.dirty || s.broken != nil {
		return
	}
	s.warm, s.page = false, nil
	for _, e := range s.elems {
		if e.raw != nil && e.size > 0 {
			e.sum, e.raw = sumOf(e.raw), nil
			s.form.slim(&e.item)
		}
	}
}

// rawOf returns an element as it stands in the file. It returns
// store.ErrConflict when the file is not what it was: it is then to be read
// again.
func (s *sheet[T]) rawOf(e *elem[T]) ([]byte, error) {
	if e.raw != nil {
		return e.raw, nil
	}
	if s.page == nil {
		data, err := s.dir.Read(s.name)
		if errors.Is(err, fs.ErrNotExist) || errors.Is(err, store.ErrUnreadable) {
			return nil, s.lost()
		}
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", s.name, err)
		}
		s.page, s.warm = data, true
	}
	end := e.at + e.size
	if end > len(s.page) || sumOf(s.page[e.at:end]) != e.sum {
		return nil, s.lost()
	}
	return s.page[e.at:end:end], nil
}

// lost is what a sheet is whose file changed since it was looked at.
func (s *sheet[T]) lost() error {
	s.forget()
	return fmt.Errorf("read %s: %w", s.name, store.ErrConflict)
}

// whole returns what an element says, with its text.
func (s *sheet[T]) whole(e *elem[T]) (T, error) {
	if e.raw != nil {
		return e.item, nil
	}
	raw, err := s.rawOf(e)
	if err != nil {
		var none T
		return none, err
	}
	return s.form.decode(raw).item, nil
}

// thaw gives an element its text, so that it can be changed.
func (s *sheet[T]) thaw(e *elem[T]) error {
	if e.raw != nil {
		return nil
	}
	raw, err := s.rawOf(e)
	if err != nil {
		return err
	}
	e.raw, e.reading = raw, s.form.decode(raw)
	return nil
}

// raws returns the elements as they will stand in the file.
func (s *sheet[T]) raws() ([][]byte, error) {
	list := make([][]byte, len(s.elems))
	for i, e := range s.elems {
		raw, err := s.rawOf(e)
		if err != nil {
			return nil, err
		}
		list[i] = raw
	}
	return list, nil
}
