package store

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// A Flaw is a part of a file that could not be used as it is.
type Flaw struct {
	File  string // inside the Dir
	Line  int    // from 1; 0 is the file as a whole
	What  string // in plain words, for the log and doctor
	Aside string // where the file was copied or put; "" it is in its place only
}

// String returns the line and what is wrong with it.
func (f Flaw) String() string {
	if f.Line == 0 {
		return f.What
	}
	return fmt.Sprintf("line %d: %s", f.Line, f.What)
}

// ProblemsOf returns the flaws as findings of a check, but for those of files
// that were set aside, which are not in the way of anything any more.
func ProblemsOf(flaws []Flaw) []Problem {
	var list []Problem
	for _, f := range flaws {
		if f.Aside == "" {
			list = append(list, Problem{Name: f.File, What: f.String()})
		}
	}
	return list
}

// A Sheet is a text file that people may edit while the program runs: it is
// read again when it has changed, and never written over when that would lose
// something. The file need not exist. It is not safe for concurrent use.
type Sheet struct {
	dir  *Dir
	name string

	stamp   Stamp   // of the file when it was read last, unless it is a bad one
	version Version // of the file; "" there is none
	bad     error   // an ErrUnreadable: there is a file that is no text
	reading error   // why the file could not be looked at last time
	aside   []Flaw  // of what was set aside since the Sheet was made
}

// Sheet returns a file as a Sheet that has read nothing yet.
func (d *Dir) Sheet(name string) *Sheet { return &Sheet{dir: d, name: name} }

// Name returns the name of the file inside the Dir.
func (s *Sheet) Name() string { return s.name }

// Look reads the file if it may have changed, and returns its text if that is
// not what was read or written last. What is no text, and a file that is not
// there, are nil. An error means that the disk did not answer: what was read
// last is still the best that is known.
func (s *Sheet) Look() (text []byte, changed bool, err error) {
	if s.stamp.Same(s.dir.Stamp(s.name)) {
		s.reading = nil
		return nil, false, nil
	}
	text, changed, err = s.Read()
	if !changed {
		text = nil
	}
	return text, changed, err
}

// Read is Look for a caller who needs the text in any case.
func (s *Sheet) Read() (text []byte, changed bool, err error) {
	stamp := s.dir.Stamp(s.name)
	t, err := s.dir.ReadText(s.name)
	was, wasBad := s.version, s.bad != nil
	s.stamp, s.reading = Stamp{}, nil
	switch {
	case errors.Is(err, fs.ErrNotExist):
		s.version, s.bad = "", nil
		return nil, was != "" || wasBad, nil
	case errors.Is(err, ErrUnreadable):
		s.version, s.bad = "", err
		return nil, was != "" || !wasBad, nil
	case err != nil:
		s.reading = err
		return nil, false, err
	}
	s.version, s.bad, s.stamp = t.Version, nil, stamp
	return []byte(t.S), was != t.Version || wasBad, nil
}

// Write replaces the file that was read last; it returns ErrConflict, and
// writes nothing, when the file is another by now. Data without what is lost
// of the text that was read is given after the whole file was copied beside
// itself, byte by byte; a file that is no text is quarantined first.
func (s *Sheet) Write(data []byte, lost []Flaw, c Cause) error {
	s.stamp = Stamp{} // of a conflict too: whoever wrote may have left no other
	copied, err := s.setAside(lost)
	if err != nil {
		return wrap("set aside", s.name, err)
	}
	if err := s.dir.Replace(s.name, s.version, data, c); err != nil {
		return err
	}
	s.aside = append(s.aside, copied...)
	s.version = VersionOf(data)
	return nil
}

// setAside makes sure that the file can be written over. It returns what is
// set aside once it was.
func (s *Sheet) setAside(lost []Flaw) (copied []Flaw, err error) {
	switch {
	case s.bad != nil:
		if _, err := s.dir.ReadText(s.name); !errors.Is(err, ErrUnreadable) {
			return nil, ErrConflict // it was mended or removed meanwhile
		}
		set, err := s.dir.Quarantine(s.name, s.bad.Error())
		if err != nil {
			return nil, err
		}
		s.aside = append(s.aside, Flaw{File: s.name, What: s.bad.Error(), Aside: set.Path})
		s.bad = nil
	case len(lost) > 0:
		name, err := s.copyAside()
		if err != nil {
			return nil, err
		}
		for _, f := range lost {
			f.Aside = name
			copied = append(copied, f)
		}
	}
	return copied, nil
}

// copyAside copies the file that was read last and returns the copy's name, of
// which each content has its own.
func (s *Sheet) copyAside() (string, error) {
	raw, err := s.dir.Read(s.name)
	if errors.Is(err, fs.ErrNotExist) || err == nil && VersionOf(raw) != s.version {
		return "", ErrConflict
	}
	if err != nil {
		return "", err
	}
	ext := path.Ext(s.name)
	name := fmt.Sprintf("%s-broken-%s-%.8s%s", strings.TrimSuffix(s.name, ext), s.dir.now().Format("2006-01-02"), s.version, ext)
	return name, s.dir.Write(name, raw, Cause{Kind: CauseSetup, Note: "set aside: " + s.name})
}

// Flaws returns what is wrong with the file as a whole, and what was when it
// was set aside.
func (s *Sheet) Flaws() []Flaw {
	list := slices.Clone(s.aside)
	if s.bad != nil {
		list = append(list, Flaw{File: s.name, What: s.bad.Error()})
	}
	if s.reading != nil {
		list = append(list, Flaw{File: s.name, What: s.reading.Error()})
	}
	return list
}

// A Page is a Sheet with what is made of its text, which is made anew when the
// file has changed. It is not safe for concurrent use.
type Page[T any] struct {
	*Sheet
	of   func(text []byte) T
	text []byte
	made *T // of text; nil: not yet, or it was taken
}

// PageOf returns a file as a Page that has read nothing yet. It makes what it
// has with of, when somebody asks: of any text, nil for a file without.
func PageOf[T any](d *Dir, name string, of func(text []byte) T) *Page[T] {
	return &Page[T]{Sheet: d.Sheet(name), of: of}
}

// Refresh reads the file again if it has changed. With an error, that of
// Sheet.Look, what was read last stays.
func (p *Page[T]) Refresh() error {
	text, changed, err := p.Look()
	if changed {
		p.text, p.made = text, nil
	}
	return err
}

// Text returns the text that was read or written last, which is not to be
// changed.
func (p *Page[T]) Text() []byte { return p.text }

// Made returns what is made of the text, which is not to be changed.
func (p *Page[T]) Made() T {
	if p.made == nil {
		made := p.of(p.text)
		p.made = &made
	}
	return *p.made
}

// Take is Made for a change: it is the caller's, and made anew for the next.
func (p *Page[T]) Take() T {
	made := p.Made()
	p.made = nil
	return made
}

// Keep gives back what was taken, given that the text says the same by now.
func (p *Page[T]) Keep(made T) { p.made = &made }

// Put is Write, after which data is the text.
func (p *Page[T]) Put(data []byte, lost []Flaw, c Cause) error {
	if err := p.Write(data, lost, c); err != nil {
		return err
	}
	p.text, p.made = data, nil
	return nil
}

// Change has f make data for Put of what the file holds, again as long as
// somebody else writes meanwhile. Nothing is kept of a change that fails.
func (p *Page[T]) Change(c Cause, f func(T) (data []byte, lost []Flaw, err error)) error {
	return Retry(func() error {
		if err := p.Refresh(); err != nil {
			return err
		}
		data, lost, err := f(p.Take())
		if err != nil {
			return err
		}
		return p.Put(data, lost, c)
	})
}
