package entity

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"yumori/internal/memory"
	"yumori/internal/store"
)

// Derived returns the paragraphs that are derived from a source, by page.
func (s *Store) Derived(source string) []memory.Derived {
	s.mu.Lock()
	defer s.mu.Unlock()
	if source == "" || s.look() != nil {
		return nil
	}
	var list []memory.Derived
	for _, p := range s.sorted {
		if !strings.Contains(p.text, source) {
			continue
		}
		d := p.doc()
		for _, q := range d.pieces {
			if !q.shows() {
				continue
			}
			if sources, _ := d.sourcesOf(q); slices.Contains(sources, source) {
				list = append(list, p.item(q))
			}
		}
	}
	return list
}

// Sources returns everything that a paragraph is derived from, each once; hands are
// none.
func (s *Store) Sources() ([]string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.look(); err != nil {
		return nil, fmt.Errorf("read sources of entities: %w", err)
	}
	var list []string
	for _, p := range s.sorted {
		d := p.doc()
		for _, q := range d.pieces {
			if q.shows() {
				sources, _ := d.sourcesOf(q)
				list = append(list, sources...)
			}
		}
	}
	return slices.DeleteFunc(memory.Unique(list), func(s string) bool { return s == "" || s == sourceHand }), nil
}

// item names a paragraph in a list.
func (p *page) item(q *piece) memory.Derived {
	return memory.Derived{Store: StoreEntity, ID: string(p.name), Title: shortened(cleanName(q.plain()), MaxExcerpt)}
}

// Withdraw takes the sources away from all pages: paragraphs that are derived from
// nothing else become invisible and are returned, others only lose the link. To
// do it again changes nothing. A page that cannot be written to does not keep
// the others from it; the error, which may come with items, names it.
func (s *Store) Withdraw(sources []string, c store.Cause) ([]memory.Derived, error) {
	gone := setOf(sources)
	list, err := s.rewrite(gone, c, func(d *document) ([]*piece, bool) { return d.withdraw(gone) })
	if err != nil {
		return list, fmt.Errorf("withdraw from entities: %w", err)
	}
	return list, nil
}

// Reinstate gives the sources back to the paragraphs that Withdraw took them
// from.
func (s *Store) Reinstate(sources []string, c store.Cause) error {
	back := setOf(sources)
	_, err := s.rewrite(back, c, func(d *document) ([]*piece, bool) { return nil, d.reinstate(back) })
	if err != nil {
		return fmt.Errorf("reinstate in entities: %w", err)
	}
	return nil
}

// setOf is the sources that can be taken back: a mark also names what is none.
func setOf(list []string) map[string]bool {
	set := memory.SetOf(list)
	delete(set, sourceHand)
	delete(set, sourceMerged)
	return set
}

// rewrite changes every page that names a source in set, each once, and
// returns the pieces that change names. A page that cannot be written to does
// not keep the others from it.
func (s *Store) rewrite(set map[string]bool, c store.Cause, change func(*document) ([]*piece, bool)) ([]memory.Derived, error) {
	done := map[string]bool{}
	var items []memory.Derived
	var failed []error
	err := s.retry(func() error {
		for _, p := range slices.Clone(s.sorted) {
			if done[p.file] || p.bad != nil || !p.mayName(set) || !p.doc().names(set) {
				continue
			}
			pieces, err := s.rewritePage(p, c, change)
			switch {
			case errors.Is(err, store.ErrConflict):
				return err
			case err != nil:
				failed = append(failed, err)
			}
			for _, q := range pieces {
				items = append(items, p.item(q))
			}
			done[p.file] = true
		}
		return nil
	})
	return items, errors.Join(append(failed, err)...)
}

func (s *Store) rewritePage(p *page, c store.Cause, change func(*document) ([]*piece, bool)) ([]*piece, error) {
	d := p.doc()
	pieces, changed := change(d)
	if !changed {
		return nil, nil
	}
	if _, err := s.draft(p); err != nil {
		return nil, err
	}
	if err := s.save(p, d, c); err != nil {
		return nil, err
	}
	return pieces, nil
}

// fewSources are so many that looking for each is less than to read a page.
const fewSources = 8

// mayName is false for a page that names none of the sources.
func (p *page) mayName(set map[string]bool) bool {
	if len(set) > fewSources {
		return true
	}
	for s := range set {
		if strings.Contains(p.text, s) {
			return true
		}
	}
	return false
}

// names reports whether one of the sources is, or was, one of the page's.
func (d *document) names(set map[string]bool) bool {
	in := func(s string) bool { return set[s] }
	return slices.ContainsFunc(d.pieces, func(p *piece) bool {
		return slices.ContainsFunc(p.mark.sources, in) || slices.ContainsFunc(p.mark.withdrawn, in)
	})
}

// withdraw takes sources away and returns the pieces that readers saw until
// then.
func (d *document) withdraw(gone map[string]bool) (fallen []*piece, changed bool) {
	set := gone
	if m := d.mergedPiece(); m != nil {
		left, taken, moved := memory.Move(m.mark.sources, m.mark.withdrawn, gone)
		if moved {
			m.mark.sources, m.mark.withdrawn, changed = left, taken, true
			m.write(d.eol)
		}
		if len(left) == 0 {
			set = withSource(gone, sourceMerged)
		}
	}
	for _, p := range d.pieces {
		if p.form != prose && p.form != hidden {
			continue
		}
		left, taken, moved := memory.Move(p.mark.sources, p.mark.withdrawn, set)
		if !moved {
			continue
		}
		seen := p.shows()
		p.mark.sources, p.mark.withdrawn, changed = left, taken, true
		p.write(d.eol)
		if seen && !p.shows() {
			fallen = append(fallen, p)
		}
	}
	return fallen, changed
}

// reinstate gives sources back.
func (d *document) reinstate(back map[string]bool) (changed bool) {
	set := back
	if m := d.mergedPiece(); m != nil {
		left, given, moved := memory.Move(m.mark.withdrawn, m.mark.sources, back)
		if moved {
			m.mark.withdrawn, m.mark.sources, changed = left, given, true
			m.write(d.eol)
			set = withSource(back, sourceMerged)
		}
	}
	for _, p := range d.pieces {
		if p.form != prose && p.form != hidden {
			continue
		}
		left, given, moved := memory.Move(p.mark.withdrawn, p.mark.sources, set)
		if moved {
			p.mark.withdrawn, p.mark.sources, changed = left, given, true
			p.write(d.eol)
		}
	}
	return changed
}

func withSource(set map[string]bool, s string) map[string]bool {
	m := map[string]bool{s: true}
	for k := range set {
		m[k] = true
	}
	return m
}
