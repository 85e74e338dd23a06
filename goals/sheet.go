package goals

import (
	"bytes"
	"slices"
	"time"

	"yumori/internal/store"
	"yumori/internal/store/jsontree"
)

// A sheet is one file of goals, with what was read of it. It is not safe for
// concurrent use.
type sheet struct {
	*store.Sheet
	now  func() time.Time
	text []byte
	page *page // of text; nil if it was not read yet, or changed
}

func (b *Store) sheet(name string) *sheet { return &sheet{Sheet: b.dir.Sheet(name), now: b.now} }

// look reads the file again if it has changed.
func (s *sheet) look() error {
	text, changed, err := s.Look()
	if changed {
		s.use(text)
	}
	return err
}

func (s *sheet) use(text []byte) { s.text, s.page = text, nil }

// current returns the page, which is not to be changed.
func (s *sheet) current() *page {
	if s.page == nil {
		s.page = readPage(s.Name(), s.text, s.now().Location())
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

// write replaces the file by a page that was taken.
func (s *sheet) write(p *page, c store.Cause) error {
	data, err := p.encode()
	if err != nil {
		return err
	}
	if err := s.Write(data, p.flaws, c); err != nil {
		return err
	}
	s.use(data)
	return nil
}

// mentions reports whether one of the sources may be in the file.
func (s *sheet) mentions(sources []string) bool {
	if bytes.Contains(s.text, []byte(`\u`)) || bytes.Contains(s.text, []byte(`\/`)) {
		return true // or an id may be written in another way
	}
	return slices.ContainsFunc(sources, func(id string) bool {
		return bytes.Contains(s.text, jsontree.Of(id).AppendTo(nil))
	})
}

// problems returns what of the file could not be used.
func (s *sheet) problems() []Problem { return slices.Concat(s.Flaws(), s.current().problems) }
