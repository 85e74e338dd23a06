package episodic

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"yumori/internal/store"
)

// A sheet is one file with a JSON array, and the elements in it that can be
// used. It is not safe for concurrent use.
type sheet[T any] struct {
	dir  *store.Dir
	name string
	form form[T]

	elems   []*elem[T]
	flaws   []flaw // of the array
	version store.Version
	stamp   store.Stamp // of the file when it was read
	broken  []byte
	useless error  // why nothing of the file could be read; nil otherwise
	aside   string // where the broken file was copied to
	dirty   bool
	copies  bool   // the file has elements that were dropped, being elsewhere, too
	warm    bool   // there is something to cool
	page    []byte // the file, while its elements are asked for their text
}

// A form is how the elements of a sheet are read and written.
type form[T any] struct {
	decode func(raw []byte) reading[T]
	encode func(T) ([]member, error)
	layout func([]member) []byte
	indent string // before each element
	// slim takes out of an item what can be read again; nil keeps all, and the
	// elements as they stand in the file.
	slim func(*T)
}

// A reading is what an element says.
type reading[T any] struct {
	item T
	use  bool     // item can be used
	bad  []string // what is wrong with it
}

// An elem is one element of a sheet.
type elem[T any] struct {
	reading[T]
	place
	raw  []byte // as it stands, or will stand, in the file; nil: see rawOf
	line int    // where it was read; 0 is new
	// id is what it goes by: that of the item, or one that was found for it
	// because the file gives none, or one that is taken.
	id string
}

// look is refresh for one who has listed no files.
func (s *sheet[T]) look() (bool, error) { return s.refresh(s.dir.Stamp(s.name)) }

// refresh reads the file if it is not what was read; now is its stamp. It
// reports whether the elements may be others now. A file that cannot be used is
// an empty one with a problem; an error means that the disk did not answer, and
// the elements are those of before. What was changed and not yet saved is left
// alone.
func (s *sheet[T]) refresh(now store.Stamp) (bool, error) {
	if s.dirty || s.version != "" && s.stamp.Same(now) {
		return false, nil
	}
	if s.version != "" && s.useless == nil {
		if v, err := s.dir.Version(s.name); err == nil && v == s.version {
			s.stamp = now
			return false, nil
		}
	}
	data, err := s.dir.Read(s.name)
	switch {
	case err == nil:
		s.stamp = now
		if v := store.VersionOf(data); v != s.version || s.useless != nil {
			s.take(data, v)
			return true, nil
		}
		return false, nil
	case errors.Is(err, fs.ErrNotExist):
		changed := len(s.elems) > 0 || s.useless != nil
		s.clear()
		return changed, nil
	case errors.Is(err, store.ErrUnreadable):
		s.clear()
		s.useless = err
		return true, nil
	}
	return false, fmt.Errorf("read %s: %w", s.name, err)
}

func (s *sheet[T]) clear() {
	s.elems, s.flaws, s.version, s.stamp, s.broken, s.useless, s.dirty, s.copies = nil, nil, "", store.Stamp{}, nil, nil, false, false
	s.warm, s.page = false, nil
}

// take makes data the content of the sheet.
func (s *sheet[T]) take(data []byte, v store.Version) {
	st := s.stamp
	s.clear()
	s.version, s.stamp, s.warm = v, st, true
	var pieces []piece
	if pieces, s.flaws = scanArray(data); len(s.flaws) > 0 {
		s.broken = data
	}
	for _, p := range pieces {
		s.elems = append(s.elems, &elem[T]{reading: s.form.decode(p.raw), place: place{at: p.at, size: len(p.raw)}, raw: p.raw, line: p.line})
	}
}

// forget makes the next refresh read the file, whatever it looks like: what is
// in memory may not be what is on disk.
func (s *sheet[T]) forget() {
	s.clear()
	s.version = "?"
}

// add puts a new element at the end.
func (s *sheet[T]) add(item T) error {
	list, err := s.form.encode(item)
	if err != nil {
		return err
	}
	raw := s.form.layout(list)
	s.elems = append(s.elems, &elem[T]{reading: s.form.decode(raw), raw: raw})
	s.dirty = true
	return nil
}

// change makes item what an element holds, which was thawed. Members it does not differ in stay
// as they were written.
func (s *sheet[T]) change(e *elem[T], item T) error {
	if e.raw == nil {
		return fmt.Errorf("%s: %w", s.name, errCold)
	}
	old, err := s.form.encode(e.item)
	if err != nil {
		return err
	}
	fresh, err := s.form.encode(item)
	if err != nil {
		return err
	}
	list, err := merge(e.raw, old, fresh)
	if err != nil {
		return err
	}
	raw := s.form.layout(list)
	if bytes.Equal(raw, e.raw) {
		return nil
	}
	e.raw, e.reading, s.dirty = raw, s.form.decode(raw), true
	return nil
}

// dropCopies takes out elements that are elsewhere, too: the file is written
// without them with the next change.
func (s *sheet[T]) dropCopies(copies map[*elem[T]]bool) {
	if was := s.dirty; len(copies) > 0 {
		s.remove(copies)
		s.dirty, s.copies = was, true
	}
}

// remove takes elements out.
func (s *sheet[T]) remove(gone map[*elem[T]]bool) {
	kept := make([]*elem[T], 0, len(s.elems))
	for _, e := range s.elems {
		if !gone[e] {
			kept = append(kept, e)
		}
	}
	if len(kept) < len(s.elems) {
		s.elems, s.dirty = kept, true
	}
}

// bytes returns the file that the elements make, and the place of each in it.
func (s *sheet[T]) bytes() ([]byte, []place, error) {
	raws, err := s.raws()
	if err != nil {
		return nil, nil, err
	}
	n := 4
	for _, raw := range raws {
		n += len(raw) + len(s.form.indent) + 2
	}
	places := make([]place, len(raws))
	var b bytes.Buffer
	b.Grow(n)
	b.WriteString("[\n")
	for i, raw := range raws {
		b.WriteString(s.form.indent)
		places[i] = place{at: b.Len(), size: len(raw), sum: s.elems[i].sum}
		b.Write(raw)
		if i < len(raws)-1 {
			b.WriteByte(',')
		}
		b.WriteByte('\n')
	}
	b.WriteString("]\n")
	return b.Bytes(), places, nil
}

// save writes the sheet if it was changed. It returns store.ErrConflict when
// the file is not what was read. After any error the sheet is to be read again.
func (s *sheet[T]) save(c store.Cause) error {
	if !s.dirty {
		return nil
	}
	data, places, err := s.bytes()
	if err != nil {
		return err
	}
	if len(data) > store.MaxFile {
		return fmt.Errorf("write %s: %w: %d bytes", s.name, ErrTooLarge, len(data))
	}
	if err := s.setAside(c); err != nil {
		return err
	}
	if err := s.dir.Replace(s.name, s.version, data, c); err != nil {
		return fmt.Errorf("write %s: %w", s.name, err)
	}
	s.version, s.stamp, s.dirty, s.copies = store.VersionOf(data), store.Stamp{}, false, false
	s.flaws, s.broken, s.useless = nil, nil, nil
	s.warm, s.page = true, nil
	for i, e := range s.elems {
		e.place = places[i]
	}
	for _, e := range s.elems {
		if len(e.bad) > 0 {
			s.forget() // its line may be another now
			break
		}
	}
	return nil
}

// setAside keeps a file that is about to be written over and was not read to
// the end.
func (s *sheet[T]) setAside(c store.Cause) error {
	switch {
	case s.useless != nil:
		set, err := s.dir.Quarantine(s.name, s.useless.Error())
		if err != nil {
			return fmt.Errorf("set %s aside: %w", s.name, err)
		}
		s.aside = set.Path
	case s.broken != nil:
		// A copy, not a move: between a move and the write there is no file.
		name := strings.TrimSuffix(s.name, ".json") + ".bad-" + string(s.version[:8]) + ".json"
		if err := s.dir.Write(name, s.broken, c); err != nil {
			return fmt.Errorf("set %s aside: %w", s.name, err)
		}
		s.aside = name
	}
	return nil
}

// problems says what of the file could not be used.
func (s *sheet[T]) problems() []Problem {
	var list []Problem
	if s.useless != nil {
		list = append(list, Problem{File: s.name, What: s.useless.Error()})
	}
	if s.aside != "" {
		list = append(list, Problem{File: s.name, What: "was broken; it was written anew with what could be read", Aside: s.aside})
	}
	for _, f := range s.flaws {
		list = append(list, Problem{File: s.name, Line: f.line, What: f.what})
	}
	for _, e := range s.elems {
		for _, what := range e.bad {
			list = append(list, Problem{File: s.name, Line: e.line, What: what})
		}
	}
	return list
}
