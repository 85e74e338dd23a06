package episodic

import (
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"sync"

	"yumori/store"
)

// insightsFile holds the dream diary: an array of objects with the members of
// insightJSON, in the order of dreaming.
//
//	[{"id":"insight_2026-01-02_001","created_at":"2026-01-02T04:53:57+09:00","trigger_topic":"…","insight":"…","strategy":"…","log_entry":"…","kind":"dreamed"}]
const insightsFile = memoryDir + "/insights.json"

var insightID = regexp.MustCompile(`^insight_(\d{4}-\d{2}-\d{2})_(\d{3,9})$`)

// Insights is the dream diary of a persona. It reads its file again when
// somebody has edited it. It is safe for concurrent use.
type Insights struct {
	opt Options

	mu   sync.Mutex // guards what follows; held over reading, changing and writing
	file *sheet[Insight]
	err  error // of the last look at the disk
}

// OpenInsights opens the dream diary in a persona's folder; see Open.
func OpenInsights(d *store.Dir, opt Options) (*Insights, error) {
	n := &Insights{opt: opt, file: &sheet[Insight]{
		dir: d, name: insightsFile, form: form[Insight]{decodeInsight, encodeInsight, onLines, "  "},
	}}
	n.mu.Lock()
	defer n.mu.Unlock()
	if err := n.refresh(); errors.Is(err, fs.ErrClosed) {
		return nil, fmt.Errorf("open dream diary: %w", err)
	}
	return n, nil
}

// refresh reads the file if it has changed and finds ids for entries without.
// n.mu is held.
func (n *Insights) refresh() error {
	_, n.err = n.file.refresh(stampOf(n.file.dir, insightsFile))
	taken := map[string]bool{}
	for _, e := range n.file.elems {
		if e.id = e.item.ID; taken[e.id] {
			e.id = ""
		}
		taken[e.id] = true
	}
	for _, e := range n.file.elems {
		for k := 1; e.id == ""; k++ {
			if id := insightNumber(DateOf(e.item.CreatedAt), k); !taken[id] {
				e.id, taken[id] = id, true
			}
		}
	}
	return n.err
}

func insightNumber(d Date, n int) string { return fmt.Sprintf("insight_%s_%03d", d, n) }

// All returns the entries, the oldest first, withdrawn ones left out.
func (n *Insights) All() []Insight {
	n.mu.Lock()
	defer n.mu.Unlock()
	_ = n.refresh() // Problems tells
	var list []Insight
	for _, e := range n.file.elems {
		if e.use && e.item.visible() {
			i := e.item.clone()
			i.ID = e.id
			list = append(list, i)
		}
	}
	slices.SortStableFunc(list, func(a, b Insight) int { return a.CreatedAt.Compare(b.CreatedAt) })
	return list
}

// Strategy returns the newest entry that has a strategy, and false if there is
// none: all of the diary that a prompt needs.
func (n *Insights) Strategy() (Insight, bool) {
	for _, i := range slices.Backward(n.All()) {
		if strings.TrimSpace(i.Strategy) != "" {
			return i, true
		}
	}
	return Insight{}, false
}

// Add writes an entry and returns it with its id. It returns ErrBadInsight.
func (n *Insights) Add(i Insight, c store.Cause) (Insight, error) {
	i = i.clone()
	for _, s := range []*string{&i.Topic, &i.Insight, &i.Strategy, &i.Dream} {
		*s = cleanText(*s)
	}
	if i.Kind == "" {
		i.Kind = Dreamed
	}
	if i.CreatedAt.IsZero() {
		i.CreatedAt = n.opt.now()
	}
	i.Sources, i.Withdrawn = unique(i.Sources), nil
	if err := i.check(); err != nil {
		return i, fmt.Errorf("add insight: %w", err)
	}
	err := n.write(c, func() error {
		day, last := DateOf(i.CreatedAt), 0
		for _, e := range n.file.elems {
			if m := insightID.FindStringSubmatch(e.id); m != nil && Date(m[1]) == day {
				last = max(last, number(m[2]))
			}
		}
		i.ID = insightNumber(day, last+1)
		return n.file.add(i)
	})
	if err != nil {
		return i, fmt.Errorf("add insight: %w", err)
	}
	return i, nil
}

// Remove takes an entry out; the history keeps it. It returns ErrNoInsight.
func (n *Insights) Remove(id string, c store.Cause) error {
	err := n.write(c, func() error {
		for _, e := range n.file.elems {
			if e.use && e.id == id && e.item.visible() {
				n.file.remove(map[*elem[Insight]]bool{e: true})
				return nil
			}
		}
		return ErrNoInsight
	})
	if err != nil {
		return fmt.Errorf("remove insight %q: %w", id, err)
	}
	return nil
}

// Derived returns the entries that rest on a source.
func (n *Insights) Derived(source string) []Item {
	var list []Item
	for _, i := range n.All() {
		if slices.Contains(i.Sources, source) {
			list = append(list, Item{StoreInsight, i.ID, i.title()})
		}
	}
	return list
}

// Sources returns everything that an entry rests on, each once.
func (n *Insights) Sources() []string {
	var list []string
	for _, i := range n.All() {
		list = append(list, i.Sources...)
	}
	return unique(list)
}

// Withdraw takes the sources away from the entries: those that rest on nothing
// else become invisible and are returned, others only lose the link. To do it
// again changes nothing.
func (n *Insights) Withdraw(sources []string, c store.Cause) ([]Item, error) {
	gone := setOf(sources)
	var list []Item
	err := n.write(c, func() error {
		list = nil
		for _, e := range n.file.elems {
			left, taken, changed := takeBack(e.item.Sources, e.item.Withdrawn, gone)
			if !e.use || !changed {
				continue
			}
			i := e.item
			if i.Sources, i.Withdrawn = left, taken; !i.visible() {
				list = append(list, Item{StoreInsight, e.id, i.title()})
			}
			if err := n.file.change(e, i); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("withdraw insights: %w", err)
	}
	return list, nil
}

// Reinstate gives the sources back to the entries that Withdraw took them from.
func (n *Insights) Reinstate(sources []string, c store.Cause) error {
	back := setOf(sources)
	err := n.write(c, func() error {
		for _, e := range n.file.elems {
			left, given, changed := takeBack(e.item.Withdrawn, e.item.Sources, back)
			if !e.use || !changed {
				continue
			}
			i := e.item
			i.Sources, i.Withdrawn = given, left
			if err := n.file.change(e, i); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("reinstate insights: %w", err)
	}
	return nil
}

// write runs change and writes what it changed; when somebody else writes at
// the same time it is done anew.
func (n *Insights) write(c store.Cause, change func() error) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	for try := 0; ; try++ {
		err := n.refresh()
		if err == nil {
			err = change()
		}
		if err == nil {
			n.nameAll()
			err = n.file.save(c)
		}
		if err == nil {
			return nil
		}
		n.file.forget()
		if !errors.Is(err, store.ErrConflict) || try == 3 {
			return err
		}
	}
}

// nameAll writes the ids of entries without one, if the file is to be written.
func (n *Insights) nameAll() {
	for _, e := range n.file.elems {
		if n.file.dirty && e.use && e.item.ID == "" {
			e.raw, e.item.ID = withFirst(e.raw, "id", e.id), e.id
		}
	}
}

// Problems returns what of the file cannot be used.
func (n *Insights) Problems() []Problem {
	n.mu.Lock()
	defer n.mu.Unlock()
	_ = n.refresh()
	list := n.file.problems()
	if n.err != nil {
		list = append(list, Problem{File: insightsFile, What: n.err.Error()})
	}
	return list
}
