package episodic

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"

	"yumori/internal/store"
)

// sheets are a main file and its archives, by name.
type sheets[T any] map[string]*sheet[T]

// An archived list stands in a main file, and in archives of earlier times once
// that has grown.
type archived[T any] struct {
	dir     *store.Dir
	main    string
	archive *regexp.Regexp // names of archives in the folder of main
	form    form[T]        // of the main file without slim: every turn reads or writes it

	spillAt int                            // bytes of the main file beyond which save moves earlier times; 0: it does not
	named   string                         // how an archive is named by its time
	period  func(T) string                 // the time of an item; "" of one that stays
	moves   func(*elem[T], *sheet[T]) bool // an element may move to an archive
	id      func(*T) *string               // nil: items have none
}

// sheet returns the sheet of a file, which may not exist.
func (a archived[T]) sheet(all sheets[T], name string) *sheet[T] {
	s := all[name]
	if s == nil {
		s = &sheet[T]{dir: a.dir, name: name, form: a.form}
		if name == a.main {
			s.form.slim = nil
		}
		all[name] = s
	}
	return s
}

// refresh reads the files that have changed, and reports whether elements may be
// others now.
func (a archived[T]) refresh(all sheets[T]) (changed bool, err error) {
	folder := path.Dir(a.main)
	entries, errs := a.dir.List(folder)
	a.sheet(all, a.main)
	now := make(map[string]store.Stamp, len(entries))
	for _, e := range entries {
		name := path.Join(folder, e.Name)
		if a.archive.MatchString(e.Name) {
			a.sheet(all, name)
		}
		now[name] = e.Stamp
	}
	for _, s := range all {
		c, err := s.refresh(now[s.name])
		changed, errs = changed || c, errors.Join(errs, err)
	}
	return changed, errs
}

// inOrder returns the sheets, that of the newest elements first: of two with an
// id it has the newer. The name of the main file is the shortest; those of the
// archives, all as long, end in their time.
func (all sheets[T]) inOrder() []*sheet[T] {
	return slices.SortedFunc(maps.Values(all), func(a, b *sheet[T]) int {
		return cmp.Or(cmp.Compare(len(a.name), len(b.name)), cmp.Compare(b.name, a.name))
	})
}

// cool lets go of the text of the archives.
func (all sheets[T]) cool() {
	for _, s := range all {
		s.cool()
	}
}

// forgetChanges makes the next refresh read what was changed and not saved.
func (all sheets[T]) forgetChanges() {
	for _, s := range all {
		if s.dirty {
			s.forget()
		}
	}
}

// retry does the steps of a change again as long as somebody else writes
// meanwhile. Nothing is kept of what a change that fails has changed.
func (all sheets[T]) retry(steps ...func() error) error {
	return store.Retry(func() error {
		for _, step := range steps {
			if err := step(); err != nil {
				all.forgetChanges()
				return err
			}
		}
		return nil
	})
}

// save writes the sheets that changed, archives first: what moves there must
// not be nowhere in between. It reports whether something has moved.
func (a archived[T]) save(all sheets[T], c store.Cause) (moved bool, err error) {
	if !slices.ContainsFunc(all.inOrder(), func(s *sheet[T]) bool { return s.dirty }) {
		return false, nil
	}
	if moved, err = a.spill(all); err != nil {
		return moved, err
	}
	for _, s := range slices.Backward(all.inOrder()) {
		s.dirty = s.dirty || s.copies
		if err := a.name(s); err != nil {
			return moved, err
		}
		if err := s.save(c); err != nil {
			return moved, err
		}
	}
	return moved, nil
}

// name writes the ids of elements without one into a sheet that is to be
// written.
func (a archived[T]) name(s *sheet[T]) error {
	for _, e := range s.elems {
		if !s.dirty || a.id == nil || !e.use || *a.id(&e.item) != "" {
			continue
		}
		if err := s.thaw(e); err != nil {
			return err
		}
		e.raw = withFirst(e.raw, "id", e.id)
		*a.id(&e.item) = e.id
	}
	return nil
}

// spill moves earlier times out of a main file that has grown too large.
func (a archived[T]) spill(all sheets[T]) (moved bool, err error) {
	if a.spillAt == 0 {
		return false, nil
	}
	main := a.sheet(all, a.main)
	size, newest := 0, ""
	for _, e := range main.elems {
		size += len(e.raw)
		newest = max(newest, a.period(e.item))
	}
	if !main.dirty || size < a.spillAt {
		return false, nil
	}
	gone := map[*elem[T]]bool{}
	for _, e := range main.elems {
		p := a.period(e.item)
		if !e.use || p == "" || p >= newest {
			continue
		}
		s := a.sheet(all, fmt.Sprintf(a.named, p))
		changed, err := s.look()
		if changed && len(s.elems) > 0 { // they have no ids yet
			err = store.ErrConflict
		}
		if err != nil {
			return false, err
		}
		if a.moves(e, s) {
			s.elems = append(s.elems, e)
			s.dirty, gone[e] = true, true
		}
	}
	main.remove(gone)
	return len(gone) > 0, nil
}

// problems says what of the files could not be used, the main file first.
func (all sheets[T]) problems() []Problem {
	var list []Problem
	for _, s := range all.inOrder() {
		list = append(list, s.problems()...)
	}
	return list
}

// A standing is an element and the sheet it stands in.
type standing[T any] struct {
	*elem[T]
	in *sheet[T]
}

// tell gives f elements with their text, and lets go of it file by file. It
// returns store.ErrConflict as soon as a file is not what it was; of what cannot be
// read otherwise the error, after the others.
func tell[T any](list []standing[T], f func(standing[T], T)) error {
	var errs error
	for k, e := range list {
		if k > 0 && list[k-1].in != e.in {
			list[k-1].in.cool()
		}
		item, err := e.in.whole(e.elem)
		if errors.Is(err, store.ErrConflict) {
			return err
		}
		if err != nil {
			errs = errors.Join(errs, err)
			continue
		}
		f(e, item)
	}
	return errs
}
