package persona

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"yumori/internal/memory"
	"yumori/internal/store"
)

// StoreDaily is the Store of an memory.Derived: an entry of the daily log.
const StoreDaily = "daily entry"

// maxItemTitle is the most characters of an memory.Derived.Title.
const maxItemTitle = 80

// A seenDay is which sources the marks of a daily log name.
type seenDay struct {
	stamp   store.Stamp
	sources []string // also those that were taken back
	resting int      // the first so many of them are those that something is derived from
}

// DailyMarks are what the entries of a persona's daily log are derived from.
// They are safe for concurrent use.
type DailyMarks struct {
	dir      *store.Dir
	writing  *sync.Mutex // the persona's
	writable func() error
	seen     map[string]seenDay // by name: the daily logs that were read; guarded by writing
}

// days lists the daily logs and what their marks name; bad is the error of
// those that cannot be read, which are left out. The first time it reads every
// one; after that those that have changed. m.writing is held.
func (m *DailyMarks) days() (names []string, bad error) {
	entries, err := m.dir.List(memoryDir)
	if err != nil {
		return nil, fmt.Errorf("list daily logs: %w", err)
	}
	if m.seen == nil {
		m.seen = map[string]seenDay{}
	}
	var errs []error
	for _, e := range entries {
		name := path.Join(memoryDir, e.Name)
		if e.IsDir || !isDaily(name) {
			continue
		}
		if !e.Stamp.Same(m.seen[name].stamp) {
			t, err := m.dir.ReadText(name)
			if err != nil {
				delete(m.seen, name)
				if !errors.Is(err, fs.ErrNotExist) {
					errs = append(errs, fmt.Errorf("read %s: %w", name, err))
				}
				continue
			}
			m.seen[name] = seeDay(readSheet(t.S), e.Stamp)
		}
		names = append(names, name)
	}
	return names, errors.Join(errs...)
}

func seeDay(s *sheet, stamp store.Stamp) seenDay {
	d := seenDay{stamp: stamp}
	var taken []string
	for _, b := range s.blocks {
		d.sources = append(d.sources, b.mark.sources...)
		taken = append(taken, b.mark.withdrawn...)
	}
	d.resting = len(d.sources)
	d.sources = slices.Concat(d.sources, taken)
	for i, id := range d.sources {
		d.sources[i] = strings.Clone(id) // else it would keep the text of the day
	}
	return d
}

// namedIn returns the daily logs that name one of the sources.
func (m *DailyMarks) namedIn(sources map[string]bool) ([]string, error) {
	names, err := m.days()
	return slices.DeleteFunc(names, func(name string) bool {
		for s := range sources {
			if slices.Contains(m.seen[name].sources, s) {
				return false
			}
		}
		return true
	}), err
}

// Sources returns everything that an entry of the daily log is derived from.
func (m *DailyMarks) Sources() ([]string, error) {
	m.writing.Lock()
	defer m.writing.Unlock()
	names, err := m.days()
	var list []string
	for _, name := range names {
		seen := m.seen[name]
		list = append(list, seen.sources[:seen.resting]...)
	}
	slices.Sort(list)
	return slices.Compact(list), err
}

// Derived returns the entries of the daily log that are derived from a source.
func (m *DailyMarks) Derived(source string) ([]memory.Derived, error) {
	m.writing.Lock()
	defer m.writing.Unlock()
	names, err := m.namedIn(memory.SetOf([]string{source}))
	var list []memory.Derived
	for _, name := range names {
		t, rerr := m.dir.ReadText(name)
		if rerr != nil {
			return list, errors.Join(err, fmt.Errorf("read %s: %w", name, rerr))
		}
		s := readSheet(t.S)
		for _, b := range s.blocks {
			if slices.Contains(b.mark.sources, source) {
				list = append(list, s.item(name, b))
			}
		}
	}
	return list, err
}

// item names an entry in a list.
func (s *sheet) item(name string, b block) memory.Derived {
	date := strings.TrimSuffix(path.Base(name), ".md")
	clock := strings.ReplaceAll(entryHeading.FindStringSubmatch(b.head)[1], ":", "")
	id, n := "daily_"+date+"_"+clock, 1
	for _, o := range s.blocks {
		if o.first < b.first && strings.HasPrefix(o.head, b.head[:len("## [00:00:00]")]) {
			n++
		}
	}
	if n > 1 {
		id = fmt.Sprintf("%s_%d", id, n)
	}
	var body []string
	for i := b.first + 1; i <= b.last; i++ {
		body = append(body, s.line(i))
	}
	title, _ := cutHead(oneLine(unescapeHeadings(memory.UnescapeComments(strings.Join(body, "\n")))), maxItemTitle)
	return memory.Derived{Store: StoreDaily, ID: id, Title: title}
}

// Withdraw takes the sources away from the entries of the daily log: those that
// are derived from nothing else are read by nobody any more and are returned, others
// only lose the link. To do it again changes nothing. A file that cannot be
// written does not keep the others from it; the error, which may come with
// items, names it.
func (m *DailyMarks) Withdraw(sources []string, c store.Cause) ([]memory.Derived, error) {
	return m.retract(memory.Withdrawal(sources), c)
}

// Reinstate gives the sources back to the entries that Withdraw took them from.
func (m *DailyMarks) Reinstate(sources []string, c store.Cause) error {
	_, err := m.retract(memory.Reinstatement(sources), c)
	return err
}

// WithdrawnLines returns the places, as "memory/2026-11-21.md#L12", of every
// line of the entries that are hidden and one of the sources was taken from:
// what others made of these lines is derived from them.
func (m *DailyMarks) WithdrawnLines(sources []string) ([]string, error) {
	m.writing.Lock()
	defer m.writing.Unlock()
	set := memory.SetOf(sources)
	names, err := m.namedIn(set)
	var places []string
	for _, name := range names {
		t, rerr := m.dir.ReadText(name)
		if rerr != nil {
			return places, errors.Join(err, fmt.Errorf("read %s: %w", name, rerr))
		}
		for _, b := range readSheet(t.S).blocks {
			if !b.hidden || !slices.ContainsFunc(b.mark.withdrawn, func(s string) bool { return set[s] }) {
				continue
			}
			for i := b.first; i <= b.last; i++ {
				places = append(places, memory.Place{File: name, Line: i + 1}.String())
			}
		}
	}
	return places, err
}

// check looks for comments that somebody broke: other programs would show
// what was taken back, or hide what was not.
func (m *DailyMarks) check(ctx context.Context) []store.Problem {
	m.writing.Lock()
	defer m.writing.Unlock()
	var found []store.Problem
	names, err := m.days()
	if err != nil {
		found = append(found, store.Problem{Name: memoryDir, What: err.Error()})
	}
	for _, name := range names {
		if ctx.Err() != nil {
			return found
		}
		if len(m.seen[name].sources) == 0 {
			continue
		}
		t, err := m.dir.ReadText(name)
		if err != nil {
			found = append(found, store.Problem{Name: name, What: err.Error()})
			continue
		}
		for _, b := range readSheet(t.S).blocks {
			if b.broken {
				found = append(found, store.Problem{Name: name, What: fmt.Sprintf("line %d: what was taken back is in a comment without an end", b.first+1)})
			}
		}
	}
	return found
}

// retract alters every daily log that names one of the sources, and returns the
// entries that fell; what is not altered stays byte for byte.
func (m *DailyMarks) retract(t memory.Retraction, c store.Cause) ([]memory.Derived, error) {
	m.writing.Lock()
	defer m.writing.Unlock()
	names, err := m.namedIn(t.Sources)
	errs := []error{err}
	if len(names) > 0 {
		if err := m.writable(); err != nil {
			names, errs = nil, append(errs, err)
		}
	}
	var fell []memory.Derived
	for _, name := range names {
		some, err := m.retractDay(name, t, c)
		if fell = append(fell, some...); err != nil {
			errs = append(errs, fmt.Errorf("write %s: %w", name, err))
		}
	}
	if err := errors.Join(errs...); err != nil {
		return fell, fmt.Errorf("%s entries of daily logs: %w", t, err)
	}
	return fell, nil
}

func (m *DailyMarks) retractDay(name string, t memory.Retraction, c store.Cause) (fell []memory.Derived, err error) {
	err = store.Retry(func() error {
		fell = nil
		raw, err := m.dir.Read(name)
		if err != nil {
			return err
		}
		s := readSheet(string(raw))
		items, changed := s.retract(name, t)
		if !changed {
			return nil
		}
		if err := m.dir.Replace(name, store.VersionOf(raw), []byte(s.String()), c); err != nil {
			return err
		}
		fell = items
		return nil
	})
	return fell, err
}

// retract moves sources in the marks, and returns the entries that fell by it.
func (s *sheet) retract(name string, t memory.Retraction) (fell []memory.Derived, changed bool) {
	for _, b := range s.blocks {
		moved, _ := t.Move(&b.mark.sources, &b.mark.withdrawn)
		if !moved {
			continue
		}
		if changed = true; b.mark.hides() && !b.hidden {
			fell = append(fell, s.item(name, b))
		}
		s.write(b)
	}
	return fell, changed
}
