package episodic

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"yumori/internal/memory"
	"yumori/internal/store"
)

// An Insight is an entry of the dream diary.
type Insight struct {
	ID        string // "insight_2026-01-15_001"; given by Add
	CreatedAt time.Time
	Topic     string
	Insight   string      // at most 300 characters
	Strategy  string      // at most 150 characters; the newest goes into the prompt
	Dream     string      // what was dreamed: the log entry
	Kind      memory.Kind // "" is Dreamed
	Sources   []string    // what it is derived from
	Withdrawn []string    // sources that were taken back; one with no others is invisible
	By        string      // who dreamed: "provider/name", Rules
}

// Stale reports whether i is derived in part from what was taken back: it is made of
// all that it is derived from, so nobody is to be told of it.
func (i Insight) Stale() bool { return len(i.Withdrawn) > 0 }

func (i Insight) visible() bool { return !memory.Hidden(i.Sources, i.Withdrawn) }

// slimInsight leaves of an entry what it is found by.
func slimInsight(i *Insight) {
	i.Topic, i.Insight, i.Strategy, i.Dream = "", "", "", ""
	i.Sources = slices.Clone(i.Sources) // with no room to grow
}

func (i Insight) clone() Insight {
	i.Sources, i.Withdrawn = slices.Clone(i.Sources), slices.Clone(i.Withdrawn)
	return i
}

// check returns ErrBadInsight unless i can be kept.
func (i Insight) check() error {
	switch {
	case i.Insight == "" && i.Strategy == "" && i.Dream == "":
		return fmt.Errorf("%w: nothing in it", ErrBadInsight)
	case utf8.RuneCountInString(i.Insight) > MaxInsight:
		return fmt.Errorf("%w: insight longer than %d characters", ErrBadInsight, MaxInsight)
	case utf8.RuneCountInString(i.Strategy) > MaxStrategy:
		return fmt.Errorf("%w: strategy longer than %d characters", ErrBadInsight, MaxStrategy)
	case i.Kind != "" && !i.Kind.Known():
		return fmt.Errorf("%w: kind %q", ErrBadInsight, i.Kind)
	}
	return nil
}

// insightJSON is an insight in a file: the members of Nexus Ark and ours.
type insightJSON struct {
	ID        string      `json:"id,omitempty"`
	CreatedAt string      `json:"created_at"`
	Topic     string      `json:"trigger_topic"`
	Insight   string      `json:"insight"`
	Strategy  string      `json:"strategy"`
	Dream     string      `json:"log_entry"`
	Kind      memory.Kind `json:"kind,omitempty"`
	Sources   []string    `json:"sources,omitempty"`
	Withdrawn []string    `json:"withdrawn,omitempty"`
	By        string      `json:"by,omitempty"`
}

func encodeInsight(i Insight) ([]member, error) {
	return encode(insightJSON{
		ID: i.ID, CreatedAt: formatTime(i.CreatedAt), Topic: i.Topic, Insight: i.Insight, Strategy: i.Strategy,
		Dream: i.Dream, Kind: i.Kind, Sources: i.Sources, Withdrawn: i.Withdrawn, By: i.By,
	})
}

// decodeInsight reads an element. A text that is longer than the program writes
// is a user's edit, and used.
func decodeInsight(raw []byte) reading[Insight] {
	var j insightJSON
	r := reading[Insight]{bad: decodeMembers(raw, &j)}
	i := Insight{
		ID: j.ID, Topic: j.Topic, Insight: j.Insight, Strategy: j.Strategy, Dream: j.Dream,
		Kind: j.Kind, Sources: j.Sources, Withdrawn: j.Withdrawn, By: j.By,
	}
	var err error
	if i.CreatedAt, err = parseTime(j.CreatedAt); err != nil {
		r.bad = append(r.bad, fmt.Sprintf("created_at: %v", err))
	}
	if i.Kind != "" && !i.Kind.Known() {
		r.bad = append(r.bad, fmt.Sprintf("kind %q is none", i.Kind))
		i.Kind = ""
	}
	if r.use = strings.TrimSpace(i.Insight+i.Strategy+i.Dream) != ""; !r.use {
		r.bad = append(r.bad, "element has neither insight nor strategy nor log_entry: it is not used")
	}
	r.item = i
	return r
}

// title is an item's line in a list.
func (i Insight) title() string {
	for _, s := range []string{i.Topic, i.Insight, i.Strategy} {
		if s != "" {
			return string(DateOf(i.CreatedAt)) + " " + brief(s)
		}
	}
	return string(DateOf(i.CreatedAt)) + " " + brief(i.Dream)
}

// insightsFile holds the dream diary: an array of objects with the members of
// insightJSON, in the order of dreaming.
//
//	[{"id":"insight_2026-01-02_001","created_at":"2026-01-02T04:53:57+09:00","trigger_topic":"…","insight":"…","strategy":"…","log_entry":"…","kind":"dreamed"}]
const insightsFile = memoryDir + "/insights.json"

// Insights is the dream diary of a persona. It reads its files again when
// somebody has edited them. It is safe for concurrent use.
type Insights struct {
	dir *store.Dir
	opt Options

	mu     sync.Mutex // guards what follows; held over reading, changing and writing
	sheets sheets[Insight]
	twice  []Problem
	err    error // of the last look at the disk
}

// OpenInsights opens the dream diary in a persona's folder; see Open.
func OpenInsights(d *store.Dir, opt Options) (*Insights, error) {
	n := &Insights{dir: d, opt: opt, sheets: sheets[Insight]{}}
	n.mu.Lock()
	defer n.mu.Unlock()
	defer n.sheets.cool()
	if err := n.refresh(); errors.Is(err, fs.ErrClosed) {
		return nil, fmt.Errorf("open dream diary: %w", err)
	}
	return n, nil
}

// All returns the entries of all years, the oldest first, withdrawn ones left
// out.
func (n *Insights) All() []Insight { return n.newest(-1) }

// newest returns the newest k entries of all years, the oldest first, or all
// for a k below zero.
func (n *Insights) newest(k int) []Insight {
	n.mu.Lock()
	defer n.mu.Unlock()
	defer n.sheets.cool()
	var list []Insight
	_ = store.Retry(func() (err error) {
		lost := n.refresh()
		list, err = shownIn(n.sheets.inOrder(), k)
		n.err = errors.Join(lost, err) // Problems tells
		return err
	})
	return list
}

// Newest returns the newest k entries, the oldest first. It looks at the
// archives only if the file has fewer.
func (n *Insights) Newest(k int) []Insight {
	if list, err := n.late(k); err == nil && len(list) == k {
		return list
	}
	return n.newest(max(0, k))
}

// late returns the newest k entries of the file, or all for a k below zero.
func (n *Insights) late(k int) ([]Insight, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	main := n.sheet(insightsFile)
	_, err := main.look()
	nameInsights([]*sheet[Insight]{main})
	list, terr := shownIn([]*sheet[Insight]{main}, k)
	return list, errors.Join(err, terr)
}

// Strategy returns the newest entry that has a strategy, and false if there is
// none: all of the diary that a prompt needs. It looks at the archives only if
// the file has none.
func (n *Insights) Strategy() (Insight, bool) {
	list, err := n.late(-1)
	if i, ok := lastStrategy(list); ok && err == nil {
		return i, true
	}
	return lastStrategy(n.All())
}

func lastStrategy(list []Insight) (Insight, bool) {
	for _, i := range slices.Backward(list) {
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
		i.Kind = memory.Dreamed
	}
	if i.CreatedAt.IsZero() {
		i.CreatedAt = n.opt.now()
	}
	i.Sources, i.Withdrawn = memory.Unique(i.Sources), nil
	if err := i.check(); err != nil {
		return i, fmt.Errorf("add insight: %w", err)
	}
	err := n.write(c, func() error {
		day, last := DateOf(i.CreatedAt), 0
		for _, s := range n.sheets {
			for _, e := range s.elems {
				if m := insightID.FindStringSubmatch(e.id); m != nil && Date(m[1]) == day {
					last = max(last, number(m[2]))
				}
			}
		}
		i.ID = insightNumber(day, last+1)
		return n.sheet(insightsFile).add(i)
	})
	if err != nil {
		return i, fmt.Errorf("add insight: %w", err)
	}
	return i, nil
}

// Derived returns the entries that are derived from a source.
func (n *Insights) Derived(source string) []memory.Derived {
	var list []memory.Derived
	for _, i := range n.All() {
		if slices.Contains(i.Sources, source) {
			list = append(list, memory.Derived{Store: StoreInsight, ID: i.ID, Title: i.title()})
		}
	}
	return list
}

// Sources returns everything that an entry is derived from, each once.
func (n *Insights) Sources() []string {
	var list []string
	for _, i := range n.All() {
		list = append(list, i.Sources...)
	}
	return memory.Unique(list)
}

// Withdraw takes the sources away from the entries: those that are derived from nothing
// else become invisible and are returned, others only lose the link. To do it
// again changes nothing.
func (n *Insights) Withdraw(sources []string, c store.Cause) ([]memory.Derived, error) {
	return n.retract(memory.Withdrawal(sources), c)
}

// Reinstate gives the sources back to the entries that Withdraw took them from.
func (n *Insights) Reinstate(sources []string, c store.Cause) error {
	_, err := n.retract(memory.Reinstatement(sources), c)
	return err
}

// retract returns the entries that turned.
func (n *Insights) retract(t memory.Retraction, c store.Cause) ([]memory.Derived, error) {
	var list []memory.Derived
	err := n.write(c, func() error {
		list = nil
		return n.each(func(s *sheet[Insight], e *elem[Insight]) error {
			sources, withdrawn := e.item.Sources, e.item.Withdrawn
			moved, turned := t.Move(&sources, &withdrawn)
			if !moved {
				return nil
			}
			if err := s.thaw(e); err != nil {
				return err
			}
			i := e.item
			if i.Sources, i.Withdrawn = sources, withdrawn; turned {
				list = append(list, memory.Derived{Store: StoreInsight, ID: e.id, Title: i.title()})
			}
			return s.change(e, i)
		})
	})
	if err != nil {
		return nil, fmt.Errorf("%s insights: %w", t, err)
	}
	return list, nil
}

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
	return archived[Insight]{
		dir: d, main: insightsFile, archive: insightsArchive, form: form[Insight]{decodeInsight, encodeInsight, onLines, "  ", slimInsight},
		spillAt: insightsSpill, named: insightsYear, period: yearOf, moves: ownID,
		id: func(i *Insight) *string { return &i.ID },
	}
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
		s.dropCopies(copies)
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

// visibleIn returns the entries of sheets that nobody took back, the oldest
// first.
func visibleIn(sheets []*sheet[Insight]) []standing[Insight] {
	var found []standing[Insight]
	for _, s := range slices.Backward(sheets) {
		for _, e := range s.elems {
			if e.use && e.item.visible() {
				found = append(found, standing[Insight]{e, s})
			}
		}
	}
	slices.SortStableFunc(found, func(a, b standing[Insight]) int { return a.item.CreatedAt.Compare(b.item.CreatedAt) })
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
	err := tell(found, func(e standing[Insight], i Insight) {
		i = i.clone()
		i.ID = e.id
		list = append(list, i)
	})
	return list, err
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
	return n.sheets.retry(n.refresh, change, func() error {
		_, err := insightsIn(n.dir).save(n.sheets, c)
		return err
	})
}

// ownID reports whether an entry goes by the id that its file gives, or will
// give, and none in the archive has it, which somebody edited then.
func ownID(e *elem[Insight], archive *sheet[Insight]) bool {
	id := cmp.Or(e.item.ID, e.id)
	same := func(o *elem[Insight]) bool { return o.item.ID == id }
	return (e.id == "" || e.id == id) && !slices.ContainsFunc(archive.elems, same)
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
	list := slices.Concat(n.sheets.problems(), n.twice)
	if n.err != nil {
		list = append(list, Problem{File: insightsFile, What: n.err.Error()})
	}
	return list
}
