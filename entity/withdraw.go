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
	return s.retract(memory.Withdrawal(sources), c)
}

// Reinstate gives the sources back to the paragraphs that Withdraw took them
// from.
func (s *Store) Reinstate(sources []string, c store.Cause) error {
	_, err := s.retract(memory.Reinstatement(sources), c)
	return err
}

// retract changes every page that names a source, each once, and returns the
// paragraphs that fell. A page that cannot be written to does not keep the
// others from it.
func (s *Store) retract(t memory.Retraction, c store.Cause) ([]memory.Derived, error) {
	delete(t.Sources, sourceHand) // a mark also names what cannot be taken back
	delete(t.Sources, sourceMerged)
	done := map[string]bool{}
	var items []memory.Derived
	var failed []error
	err := s.retry(func() error {
		for _, p := range slices.Clone(s.sorted) {
			if done[p.file] || p.bad != nil || !p.mayName(t.Sources) || !p.doc().names(t.Sources) {
				continue
			}
			fallen, err := s.retractPage(p, t, c)
			switch {
			case errors.Is(err, store.ErrConflict):
				return err
			case err != nil:
				failed = append(failed, err)
			}
			for _, q := range fallen {
				items = append(items, p.item(q))
			}
			done[p.file] = true
		}
		return nil
	})
	if err = errors.Join(append(failed, err)...); err != nil {
		return items, fmt.Errorf("%s paragraphs of entities: %w", t, err)
	}
	return items, nil
}

func (s *Store) retractPage(p *page, t memory.Retraction, c store.Cause) ([]*piece, error) {
	d := p.doc()
	fallen, changed := d.retract(t)
	if !changed {
		return nil, nil
	}
	if _, err := s.draft(p); err != nil {
		return nil, err
	}
	if err := s.save(p, d, c); err != nil {
		return nil, err
	}
	return fallen, nil
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

// retract moves sources and returns the pieces that readers saw until then.
func (d *document) retract(t memory.Retraction) (fallen []*piece, changed bool) {
	move := func(p *piece, t memory.Retraction) bool {
		moved, _ := t.Move(&p.mark.sources, &p.mark.withdrawn)
		if moved {
			changed = true
			p.write(d.eol)
		}
		return moved
	}
	if m := d.mergedPiece(); m != nil {
		if moved := move(m, t); moved && t.Back || !t.Back && len(m.mark.sources) == 0 {
			t = t.With(sourceMerged)
		}
	}
	for _, p := range d.pieces {
		if p.form != prose && p.form != hidden {
			continue
		}
		if seen := p.shows(); move(p, t) && seen && !p.shows() {
			fallen = append(fallen, p)
		}
	}
	return fallen, changed
}
