package episodic

import (
	"errors"
	"fmt"
	"path"
	"regexp"
	"slices"

	"yumori/internal/store"
)

// Earlier years of the dream diary, in the same format, once insightsFile has
// grown beyond insightsSpill: memory/insights_archived_2026.json. An entry goes
// to the year in which it was made.
const (
	insightsYear  = memoryDir + "/insights_archived_%s.json"
	insightsSpill = 128 << 10 // bytes
)

var (
	insightID       = regexp.MustCompile(`^insight_(\d{4}-\d{2}-\d{2})_(\d{3,9})$`)
	insightsArchive = regexp.MustCompile(`^insights_archived_\d{4}\.json$`)
)

func insightNumber(d Date, n int) string { return fmt.Sprintf("insight_%s_%03d", d, n) }

// insightsIn is where the dream diary of a folder stands.
func insightsIn(d *store.Dir) archived[Insight] {
	return archived[Insight]{d, insightsFile, insightsArchive, form[Insight]{decodeInsight, encodeInsight, onLines, "  ", slimInsight}}
}

func (n *Insights) sheet(name string) *sheet[Insight] { return insightsIn(n.dir).sheet(n.sheets, name) }

// refresh reads the files that have changed and finds ids for entries without.
// n.mu is held.
func (n *Insights) refresh() error {
	_, n.err = insightsIn(n.dir).refresh(n.sheets)
	n.twice = nameInsights(n.sheets.inOrder())
	return n.err
}

// nameInsights gives every entry the id it goes by, that of the newer sheet
// first: its own, or the lowest that is free. It takes out of the later sheets
// what is in an earlier one just so, for the move to an archive was cut short,
// and returns what else is there twice.
func nameInsights(sheets []*sheet[Insight]) (twice []Problem) {
	taken := map[string]*elem[Insight]{}
	home := map[string]string{}
	for _, s := range sheets {
		copies := map[*elem[Insight]]bool{}
		for _, e := range s.elems {
			e.id = e.item.ID
			other := taken[e.id]
			switch {
			case e.id == "":
			case other == nil:
				taken[e.id], home[e.id] = e, s.name
			case home[e.id] == s.name:
				e.id = ""
			case other.print() == e.print():
				copies[e] = true
			default:
				twice = append(twice, Problem{File: s.name, Line: e.line, What: fmt.Sprintf("insight %s is also in %s; this one goes by another id", e.id, path.Base(home[e.id]))})
				e.id = ""
			}
		}
		if was := s.dirty; len(copies) > 0 { // the file is written with the next change
			s.remove(copies)
			s.dirty, s.copies = was, true
		}
	}
	for _, s := range sheets {
		for _, e := range s.elems {
			for k := 1; e.id == ""; k++ {
				if id := insightNumber(DateOf(e.item.CreatedAt), k); taken[id] == nil {
					e.id, taken[id] = id, e
				}
			}
		}
	}
	return twice
}

// A standing is an entry of the diary and where it stands.
type standing struct {
	*elem[Insight]
	in *sheet[Insight]
}

// visibleIn returns the entries of sheets that nobody took back, the oldest
// first.
func visibleIn(sheets []*sheet[Insight]) []standing {
	var found []standing
	for _, s := range slices.Backward(sheets) {
		for _, e := range s.elems {
			if e.use && e.item.visible() {
				found = append(found, standing{e, s})
			}
		}
	}
	slices.SortStableFunc(found, func(a, b standing) int { return a.item.CreatedAt.Compare(b.item.CreatedAt) })
	return found
}

// shownIn returns what visibleIn finds with its text; the newest k entries, or
// all for a k below zero. With an error some may be missing.
func shownIn(sheets []*sheet[Insight], k int) ([]Insight, error) {
	found := visibleIn(sheets)
	if k >= 0 {
		found = found[max(0, len(found)-k):]
	}
	list := make([]Insight, 0, len(found))
	var errs error
	for _, e := range found {
		i, err := e.in.whole(e.elem)
		if errors.Is(err, store.ErrConflict) {
			return list, err
		}
		if err != nil { // the others can be told
			errs = errors.Join(errs, err)
			continue
		}
		i = i.clone()
		i.ID = e.id
		list = append(list, i)
	}
	return list, errs
}

// each runs f over the entries that can be used.
func (n *Insights) each(f func(*sheet[Insight], *elem[Insight]) error) error {
	for _, s := range n.sheets.inOrder() {
		for _, e := range s.elems {
			if !e.use {
				continue
			}
			if err := f(s, e); err != nil {
				return err
			}
		}
	}
	return nil
}

// write runs change and writes what it changed; when somebody else writes at
// the same time it is done anew.
func (n *Insights) write(c store.Cause, change func() error) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	defer n.sheets.cool()
	return store.Retry(func() error {
		err := n.refresh()
		if err == nil {
			err = change()
		}
		if err == nil {
			err = n.save(c)
		}
		if err == nil {
			return nil
		}
		for _, s := range n.sheets {
			s.forget()
		}
		return err
	})
}

// save writes the sheets that changed, archives first: what moves there must
// not be nowhere in between.
func (n *Insights) save(c store.Cause) error {
	sheets := n.sheets.inOrder()
	if !slices.ContainsFunc(sheets, func(s *sheet[Insight]) bool { return s.dirty }) {
		return nil
	}
	for _, s := range sheets {
		s.dirty = s.dirty || s.copies
	}
	if err := nameAll(sheets); err != nil {
		return err
	}
	n.spill()
	sheets = n.sheets.inOrder()
	if err := nameAll(sheets); err != nil {
		return err
	}
	for _, s := range slices.Backward(sheets) {
		if err := s.save(c); err != nil {
			return err
		}
	}
	return nil
}

// nameAll writes the ids of entries without one into the files that are to be
// written.
func nameAll(sheets []*sheet[Insight]) error {
	for _, s := range sheets {
		for _, e := range s.elems {
			if s.dirty && e.use && e.item.ID == "" {
				if err := s.thaw(e); err != nil {
					return err
				}
				e.raw, e.item.ID = withFirst(e.raw, "id", e.id), e.id
			}
		}
	}
	return nil
}

// spill moves earlier years out of a file that has grown too large. What has
// no time of its own, or an id that is not, stays.
func (n *Insights) spill() {
	main := n.sheet(insightsFile)
	size, newest := 0, ""
	for _, e := range main.elems {
		size += len(e.raw)
		newest = max(newest, yearOf(e.item))
	}
	if !main.dirty || size < insightsSpill {
		return
	}
	moved := map[*elem[Insight]]bool{}
	for _, e := range main.elems {
		y := yearOf(e.item)
		if !e.use || y == "" || y >= newest || e.id != "" && e.id != e.item.ID {
			continue
		}
		s := n.sheet(fmt.Sprintf(insightsYear, y))
		same := func(o *elem[Insight]) bool { return o.item.ID == e.item.ID }
		if slices.ContainsFunc(s.elems, same) {
			continue // somebody edited the archive
		}
		s.elems = append(s.elems, e)
		s.dirty, moved[e] = true, true
	}
	main.remove(moved)
}

// yearOf returns the year of an entry, "" of one that does not say.
func yearOf(i Insight) string {
	if i.CreatedAt.IsZero() {
		return ""
	}
	return i.CreatedAt.Format("2006")
}

// Problems returns what of the files cannot be used.
func (n *Insights) Problems() []Problem {
	n.mu.Lock()
	defer n.mu.Unlock()
	defer n.sheets.cool()
	_ = n.refresh()
	var list []Problem
	for _, s := range n.sheets.inOrder() {
		list = append(list, s.problems()...)
	}
	list = append(list, n.twice...)
	if n.err != nil {
		list = append(list, Problem{File: insightsFile, What: n.err.Error()})
	}
	return list
}
