package entity

import (
	"errors"
	"fmt"
	"slices"

	"yumori/store"
)

// Derived returns the paragraphs that rest on a source, by page.
func (s *Shelf) Derived(source string) []Item {
	s.mu.Lock()
	defer s.mu.Unlock()
	if source == "" || s.look() != nil {
		return nil
	}
	var list []Item
	for _, p := range s.sorted {
		for _, q := range p.doc.pieces {
			if !q.shows() {
				continue
			}
			if sources, _ := p.doc.sourcesOf(q); slices.Contains(sources, source) {
				list = append(list, p.item(q))
			}
		}
	}
	return list
}

// item names a paragraph in a list.
func (p *page) item(q *piece) Item {
	return Item{Store: StoreEntity, ID: string(p.name), Title: shortened(cleanName(q.plain()), MaxExcerpt)}
}

// Withdraw takes the sources away from all pages: paragraphs that rest on
// nothing else become invisible and are returned, others only lose the link. To
// do it again changes nothing. A page that cannot be written to does not keep
// the others from it; the error, which may come with items, names it.
func (s *Shelf) Withdraw(sources []string, c store.Cause) ([]Item, error) {
	gone := setOf(sources)
	var list []Item
	err := s.rewrite(c, func(p *page, d *document) bool {
		items, changed := d.withdraw(gone)
		for _, q := range items {
			list = append(list, p.item(q))
		}
		return changed
	})
	if err != nil {
		return list, fmt.Errorf("withdraw from entities: %w", err)
	}
	return list, nil
}

// Reinstate gives the sources back to the paragraphs that Withdraw took them
// from.
func (s *Shelf) Reinstate(sources []string, c store.Cause) error {
	back := setOf(sources)
	err := s.rewrite(c, func(_ *page, d *document) bool { return d.reinstate(back) })
	if err != nil {
		return fmt.Errorf("reinstate in entities: %w", err)
	}
	return nil
}

func setOf(list []string) map[string]bool {
	m := make(map[string]bool, len(list))
	for _, s := range list {
		if s != "" && s != sourceHand && s != sourceMerged {
			m[s] = true
		}
	}
	return m
}

// rewrite changes every page that change says it has changed. A page is changed
// once, as a whole.
func (s *Shelf) rewrite(c store.Cause, change func(*page, *document) bool) error {
	done := map[string]bool{}
	var failed []error
	err := s.retry(func() error {
		for _, p := range slices.Clone(s.sorted) {
			if done[p.file] || p.bad != nil {
				continue
			}
			if d := parse(p.doc.render()); !change(p, d) {
				done[p.file] = true
				continue
			} else if _, err := s.draft(p); errors.Is(err, store.ErrConflict) {
				return err
			} else if err == nil {
				err = s.save(p, d, c)
				if errors.Is(err, store.ErrConflict) {
					return err
				}
				failed = append(failed, err)
			} else {
				failed = append(failed, err)
			}
			done[p.file] = true
		}
		return nil
	})
	return errors.Join(append(failed, err)...)
}

// move takes the sources in set from one list to the other.
func move(from, to []string, set map[string]bool) (left, moved []string, changed bool) {
	moved = slices.Clone(to)
	for _, s := range from {
		if set[s] {
			moved, changed = append(moved, s), true
		} else {
			left = append(left, s)
		}
	}
	return left, unique(moved), changed
}

// withdraw takes sources away and returns the pieces that readers saw until
// then.
func (d *document) withdraw(gone map[string]bool) (fallen []*piece, changed bool) {
	set := gone
	if m := d.mergedPiece(); m != nil {
		left, taken, moved := move(m.mark.sources, m.mark.withdrawn, gone)
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
		left, taken, moved := move(p.mark.sources, p.mark.withdrawn, set)
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
		left, given, moved := move(m.mark.withdrawn, m.mark.sources, back)
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
		left, given, moved := move(p.mark.withdrawn, p.mark.sources, set)
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
