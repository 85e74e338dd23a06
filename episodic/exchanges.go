package episodic

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"yumori/internal/memory"
	"yumori/internal/store"
)

// sessionFile holds the exchanges of the day that is going on: an array of
// objects with the members of exchangeJSON, one a line. It is small because
// every exchange writes it.
//
//	[
//	{"time": "2026-11-21T10:00:00+09:00", "user": "01KA…", "reply": "01KA…", "kind": "lived", "before": {…}, "after": {"emotion":"joy","intensity":0.8}, "arousal": 0.768}
//	]
const sessionFile = memoryDir + "/session_arousal.json"

const memoryDir = "memory"

// Earlier days, by the month of the exchange, in the same format. A day moves
// there with the first exchange of another.
const sessionMonth = memoryDir + "/session_arousal_archived_%s.json"

var sessionArchive = regexp.MustCompile(`^session_arousal_archived_(\d{4}-\d{2})\.json$`)

// Exchanges is how much each exchange moved a persona. Months are read when
// they are asked for. It is safe for concurrent use.
type Exchanges struct {
	dir *store.Dir

	mu     sync.Mutex // guards what follows; held over reading, changing and writing
	sheets sheets[Exchange]
	asked  map[string]int // when a sheet was asked for, by asking
	asking int
	moved  map[string]*moved // by file; see Felt
	err    error             // of the last look at the disk
}

// A DayArousal is how much a day moved the persona.
type DayArousal struct {
	Mean, Max float64 // in [0, 1]; 0.5 for a day without data
	Exchanges int
}

// OpenExchanges opens the exchanges in a persona's folder; see Open.
func OpenExchanges(d *store.Dir) (*Exchanges, error) {
	x := &Exchanges{dir: d, sheets: sheets[Exchange]{}, asked: map[string]int{}, moved: map[string]*moved{}}
	x.mu.Lock()
	defer x.mu.Unlock()
	defer x.cool()
	if _, err := x.session(); errors.Is(err, fs.ErrClosed) {
		return nil, fmt.Errorf("open exchanges: %w", err)
	}
	return x, nil
}

// exchangesIn is where the exchanges of a folder stand.
func exchangesIn(d *store.Dir) archived[Exchange] {
	return archived[Exchange]{dir: d, main: sessionFile, form: form[Exchange]{decodeExchange, encodeExchange, onOneLine, "", func(*Exchange) {}}}
}

// sheet returns a file as it is now.
func (x *Exchanges) sheet(name string) (*sheet[Exchange], error) {
	s := exchangesIn(x.dir).sheet(x.sheets, name)
	x.asking++
	x.asked[name] = x.asking
	_, err := s.look()
	x.err = err
	return s, err
}

// monthsAtHand is how many months stay in memory: those of a year's calendar.
const monthsAtHand = 14

// cool lets go of what stands in the files: of the exchanges as they stand
// there, and of months that were not asked for in long.
func (x *Exchanges) cool() {
	var names []string
	for name, s := range x.sheets {
		if s.cool(); name != sessionFile && !s.dirty && len(s.problems()) == 0 {
			names = append(names, name)
		}
	}
	slices.SortFunc(names, func(a, b string) int { return x.asked[b] - x.asked[a] })
	for _, name := range names[min(monthsAtHand, len(names)):] {
		delete(x.sheets, name)
		delete(x.asked, name)
	}
}

func (x *Exchanges) session() (*sheet[Exchange], error) { return x.sheet(sessionFile) }

func monthOf(d Date) string { return fmt.Sprintf(sessionMonth, d[:len("2006-01")]) }

// every reads all months and returns their sheets, the newest first.
func (x *Exchanges) every() ([]*sheet[Exchange], error) {
	return x.those(func(string) bool { return true })
}

// about is every, but for months that were not read before and that name none
// of the messages: those are left unread, which saves most of the time.
func (x *Exchanges) about(messages []string) ([]*sheet[Exchange], error) {
	return x.those(func(name string) bool {
		if s := x.sheets[name]; s != nil && s.version != "" {
			return true
		}
		found, err := x.dir.Mentions(name, slices.Concat(messages, []string{`\`})...) // an id may be written in another way
		return found || err != nil
	})
}

func (x *Exchanges) those(wanted func(name string) bool) ([]*sheet[Exchange], error) {
	entries, err := x.dir.List(memoryDir)
	if err != nil {
		x.err = err
		return nil, err
	}
	s, errs := x.session()
	list := []*sheet[Exchange]{s}
	for _, e := range slices.Backward(entries) {
		if name := path.Join(memoryDir, e.Name); sessionArchive.MatchString(e.Name) && wanted(name) {
			s, err := x.sheet(name)
			errs = errors.Join(errs, err)
			list = append(list, s)
		}
	}
	x.err = errs
	return list, errs
}

// Record writes an exchange. With the first of a day the exchanges of other
// days move to their months. One with the reply of an earlier exchange of the
// day takes its place. Cost: a write of the day's file, two when the day is
// new.
func (x *Exchanges) Record(e Exchange, c store.Cause) error {
	if e.Reply == "" || e.Time.IsZero() || !inUnit(e.Arousal) {
		return fmt.Errorf("record exchange: %w", ErrBadExchange)
	}
	e = e.clone()
	e.Before, e.After, e.Arousal = e.Before.clamped(), e.After.clamped(), rounded(e.Arousal)
	e.Withdrawn = nil
	err := x.write(c, func() error {
		s, err := x.session()
		if err != nil {
			return err
		}
		if err := x.archive(s, DateOf(e.Time)); err != nil {
			return err
		}
		for _, old := range s.elems {
			if old.use && old.item.Reply == e.Reply {
				return s.change(old, e)
			}
		}
		return s.add(e)
	})
	if err != nil {
		return fmt.Errorf("record exchange: %w", err)
	}
	return nil
}

// archive moves the exchanges of other days than today to their months.
func (x *Exchanges) archive(s *sheet[Exchange], today Date) error {
	moved := map[*elem[Exchange]]bool{}
	for _, e := range s.elems {
		day := DateOf(e.item.Time)
		if !e.use || day == today || !day.Valid() {
			continue
		}
		m, err := x.sheet(monthOf(day))
		if err != nil {
			return err
		}
		// A move that was cut short has left it in both.
		m.elems = slices.DeleteFunc(m.elems, func(o *elem[Exchange]) bool { return o.use && o.item.Reply == e.item.Reply })
		m.elems = append(m.elems, e)
		m.dirty, moved[e] = true, true
	}
	s.remove(moved)
	return nil
}

// write runs change and writes what it changed, months first; when somebody
// else writes at the same time it is done anew.
func (x *Exchanges) write(c store.Cause, change func() error) error {
	x.mu.Lock()
	defer x.mu.Unlock()
	defer x.cool()
	return x.sheets.retry(change, func() error {
		_, err := exchangesIn(x.dir).save(x.sheets, c)
		return err
	})
}

// look runs f over each exchange that can be used, the newest file first, each
// reply once.
func look(sheets []*sheet[Exchange], f func(*sheet[Exchange], *elem[Exchange]) error) error {
	seen := map[string]bool{}
	for _, s := range sheets {
		for _, e := range s.elems {
			if !e.use || seen[e.item.Reply] {
				continue
			}
			seen[e.item.Reply] = true
			if err := f(s, e); err != nil {
				return err
			}
		}
	}
	return nil
}

// Day returns how much a day moved the persona. Exchanges that were taken back
// do not count. When the disk does not answer it is a day without data.
func (x *Exchanges) Day(d Date) DayArousal {
	list := x.On(d)
	if len(list) == 0 {
		return DayArousal{Mean: unknownArousal, Max: unknownArousal}
	}
	day := DayArousal{Exchanges: len(list)}
	for _, e := range list {
		day.Mean += e.Arousal
		day.Max = max(day.Max, e.Arousal)
	}
	day.Mean /= float64(len(list))
	return day
}

// On returns the exchanges of a day, in the order of their writing, without
// those that were taken back.
func (x *Exchanges) On(d Date) []Exchange {
	x.mu.Lock()
	defer x.mu.Unlock()
	defer x.cool()
	if !d.Valid() {
		return nil
	}
	session, err := x.session()
	sheets := []*sheet[Exchange]{session}
	if m, merr := x.sheet(monthOf(d)); merr == nil {
		sheets = append(sheets, m)
	} else {
		err = errors.Join(err, merr)
	}
	x.err = err
	var list []Exchange
	_ = look(sheets, func(_ *sheet[Exchange], e *elem[Exchange]) error {
		if e.item.counts() && DateOf(e.item.Time) == d {
			list = append(list, e.item.clone())
		}
		return nil
	})
	slices.SortStableFunc(list, func(a, b Exchange) int { return a.Time.Compare(b.Time) })
	return list
}

// Of returns the exchange a message belongs to, the newest if there are
// several, and false if there is none that counts. Cost: that of reading all
// months, the first time.
func (x *Exchanges) Of(message string) (Exchange, bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	defer x.cool()
	var found Exchange
	ok := false
	each := func(_ *sheet[Exchange], e *elem[Exchange]) error {
		if e.item.counts() && e.item.involves(message) && (!ok || !e.item.Time.Before(found.Time)) {
			found, ok = e.item.clone(), true
		}
		return nil
	}
	if s, err := x.session(); err == nil {
		if _ = look([]*sheet[Exchange]{s}, each); ok {
			return found, true
		}
	}
	sheets, _ := x.every() // Problems tells
	_ = look(sheets, each)
	return found, ok
}

// Derived returns the exchanges that a message is part of.
func (x *Exchanges) Derived(source string) []memory.Derived {
	x.mu.Lock()
	defer x.mu.Unlock()
	defer x.cool()
	sheets, _ := x.about([]string{source}) // Problems tells
	var list []memory.Derived
	_ = look(sheets, func(_ *sheet[Exchange], e *elem[Exchange]) error {
		if e.item.counts() && e.item.involves(source) {
			list = append(list, e.item.listed())
		}
		return nil
	})
	return list
}

// Sources returns the messages of all exchanges that count, each once. Cost:
// that of reading all months, the first time.
func (x *Exchanges) Sources() ([]string, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	defer x.cool()
	sheets, err := x.every()
	var list []string
	_ = look(sheets, func(_ *sheet[Exchange], e *elem[Exchange]) error {
		if e.item.counts() {
			list = append(list, e.item.User, e.item.Reply)
		}
		return nil
	})
	return slices.DeleteFunc(memory.Unique(list), func(s string) bool { return s == "" }), err
}

func (x Exchange) listed() memory.Derived {
	return memory.Derived{Store: StoreArousal, ID: x.Reply, Title: fmt.Sprintf("%s %.2f", x.Time.Format("2006-01-02 15:04"), x.Arousal)}
}

// Withdraw takes out the exchanges that one of the messages is part of, half an
// exchange being none, and returns them. To do it again changes nothing.
func (x *Exchanges) Withdraw(sources []string, c store.Cause) ([]memory.Derived, error) {
	return x.retract(memory.Withdrawal(sources), c)
}

// Reinstate brings back the exchanges that Withdraw took out for the sources;
// one of which both messages were taken back needs both.
func (x *Exchanges) Reinstate(sources []string, c store.Cause) error {
	_, err := x.retract(memory.Reinstatement(sources), c)
	return err
}

// retract returns the exchanges that turned.
func (x *Exchanges) retract(t memory.Retraction, c store.Cause) ([]memory.Derived, error) {
	messages := slices.Collect(maps.Keys(t.Sources))
	var list []memory.Derived
	err := x.write(c, func() error {
		list = nil
		sheets, err := x.about(messages)
		if err != nil {
			return err
		}
		return look(sheets, func(s *sheet[Exchange], e *elem[Exchange]) error {
			turned := e.item.turned(t)
			if slices.Equal(turned.Withdrawn, e.item.Withdrawn) {
				return nil
			}
			if turned.counts() != e.item.counts() {
				list = append(list, turned.listed())
			}
			if err := s.thaw(e); err != nil {
				return err
			}
			return s.change(e, turned)
		})
	})
	if err != nil {
		return nil, fmt.Errorf("%s exchanges: %w", t, err)
	}
	return list, nil
}

// turned returns the exchange with its messages taken back, or given back.
func (x Exchange) turned(t memory.Retraction) Exchange {
	if t.Back {
		x.Withdrawn = slices.DeleteFunc(slices.Clone(x.Withdrawn), func(m string) bool { return t.Sources[m] })
		return x
	}
	for _, m := range []string{x.User, x.Reply} {
		if t.Sources[m] && !slices.Contains(x.Withdrawn, m) {
			x.Withdrawn = append(slices.Clone(x.Withdrawn), m)
		}
	}
	return x
}

// Problems returns what of the files that were read cannot be used.
func (x *Exchanges) Problems() []Problem {
	x.mu.Lock()
	defer x.mu.Unlock()
	defer x.cool()
	_, _ = x.session()
	var list []Problem
	for _, s := range x.sheets {
		list = append(list, s.problems()...)
	}
	if x.err != nil {
		list = append(list, Problem{File: memoryDir, What: x.err.Error()})
	}
	slices.SortStableFunc(list, func(a, b Problem) int { return strings.Compare(a.File, b.File) })
	return list
}
