package goals

import (
	"bytes"
	"slices"

	"yumori/internal/store"
	"yumori/internal/store/jsontree"
)

// A sheet is one file of goals, with what was read of it.
type sheet struct{ *store.Page[*page] }

func (b *Store) sheet(name string) sheet {
	return sheet{store.PageOf(b.dir, name, func(text []byte) *page { return readPage(name, text, b.now().Location()) })}
}

// write replaces the file by a page that was taken.
func (s sheet) write(p *page, c store.Cause) error {
	data, err := p.encode()
	if err != nil {
		return err
	}
	return s.Put(data, p.flaws, c)
}

// mentions reports whether one of the sources may be in the file.
func (s sheet) mentions(sources []string) bool {
	if bytes.Contains(s.Text(), []byte(`\u`)) || bytes.Contains(s.Text(), []byte(`\/`)) {
		return true // or an id may be written in another way
	}
	return slices.ContainsFunc(sources, func(id string) bool {
		return bytes.Contains(s.Text(), jsontree.Of(id).AppendTo(nil))
	})
}

// problems returns what of the file could not be used.
func (s sheet) problems() []Problem { return slices.Concat(s.Flaws(), s.Made().problems) }
