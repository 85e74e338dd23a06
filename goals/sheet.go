package goals

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"

	"yumori/store"
)

// A sheet is one file of goals, read again when it has changed and never
// written over when that would lose something. It is not safe for concurrent
// use.
type sheet struct {
	dir  *store.Dir
	now  func() time.Time
	name string

	page    *page         // of text; nil if it was not read yet, or changed
	text    []byte        // of the file
	version store.Version // of the file; "" there is none
	stamp   store.Stamp   // of the file when it was read last
	bad     error         // an ErrUnreadable: there is a file that is no text
	reading error         // why the file could not be looked at last time
	aside   []Problem     // what was set aside since the sheet was opened
}

// look reads the file again if it has changed.
func (s *sheet) look() error {
	now := s.dir.Stamp(s.name)
	if s.stamp.Same(now) {
		s.reading = nil
		return nil
	}
	text, err := s.dir.ReadText(s.name)
	s.stamp = store.Stamp{}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if s.version != "" || s.bad != nil {
			s.use(nil, "")
		}
	case errors.Is(err, store.ErrUnreadable):
		s.use(nil, "")
		s.bad = err
	case err != nil:
		s.reading = err
		return err
	case text.Version != s.version || s.bad != nil:
		s.use([]byte(text.S), text.Version)
	}
	if err == nil {
		s.stamp = now
	}
	s.reading = nil
	return nil
}

func (s *sheet) use(text []byte, v store.Version) {
	s.page, s.text, s.version, s.bad = nil, text, v, nil
	s.stamp = store.Stamp{}
}

// current returns the page, which is not to be changed.
func (s *sheet) current() *page {
	if s.page == nil {
		s.page = readPage(s.name, s.text, s.now().Location())
	}
	return s.page
}

// taken returns the page for a change. What is made of it holds once it is
// written.
func (s *sheet) taken() *page {
	p := s.current()
	s.page = nil
	return p
}

// write replaces the file, after setting it aside if it would lose something.
func (s *sheet) write(p *page, c store.Cause) error {
	data, err := p.encode()
	if err != nil {
		return err
	}
	old := s.version
	switch {
	case s.bad != nil:
		set, err := s.dir.Quarantine(s.name, s.bad.Error())
		if err != nil {
			return fmt.Errorf("set %s aside: %w", s.name, err)
		}
		s.aside = append(s.aside, Problem{File: s.name, What: s.bad.Error(), Aside: set.Path})
		s.use(nil, "")
	case p.broken:
		name, err := s.copyAside()
		if err != nil {
			return fmt.Errorf("set %s aside: %w", s.name, err)
		}
		for _, pr := range p.problems {
			pr.Aside = name
			s.aside = append(s.aside, pr)
		}
	}
	if err := s.dir.Replace(s.name, old, data, c); err != nil {
		return err
	}
	s.use(data, store.VersionOf(data))
	return nil
}

// copyAside copies the file, byte by byte, so that it can be written over, and
// returns the copy's name, of which each content has its own.
func (s *sheet) copyAside() (string, error) {
	raw, err := s.dir.Read(s.name)
	if err != nil {
		return "", err
	}
	ext := path.Ext(s.name)
	name := fmt.Sprintf("%s-broken-%s-%.8s%s", strings.TrimSuffix(s.name, ext), s.now().Format("2006-01-02"), store.VersionOf(raw), ext)
	return name, s.dir.Write(name, raw, store.Cause{Kind: store.CauseSetup, Note: "set aside: " + s.name})
}

// problems returns what of the file could not be used.
func (s *sheet) problems() []Problem {
	list := slices.Concat(s.aside, s.current().problems)
	if s.bad != nil {
		list = append(list, Problem{File: s.name, What: s.bad.Error()})
	}
	if s.reading != nil {
		list = append(list, Problem{File: s.name, What: s.reading.Error()})
	}
	return list
}
