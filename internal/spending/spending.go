// Package spending keeps what the models of a home have cost, and the budgets of a
// day, a month and a night.
package spending

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"yumori/episodic"
	"yumori/internal/config"
	"yumori/internal/llm"
	"yumori/internal/llm/meter"
	"yumori/internal/store"
)

// Dir holds what the models of a home have cost: a journal for each
// month, spending/2026-11.jsonl, one request a line, only ever added to. A
// request that is sent again is a line of its own, for that is how a server
// counts. What was refused for want of budget is not in it, for it was not sent;
// rules cost nothing.
//
//	{"time":"2026-11-21T03:00:12+09:00","persona":"luna","purpose":"plan","model":"openai/qwen3","night":true,
//	 "calls":1,"prompt_tokens":5200,"answer_tokens":640,"estimated":true,"money":0.0031}
//
// The time is when the request began: it counts for that day, month and night.
// The line is written when it has ended, so a crash in between loses that one.
// What could not be written is kept in memory, counts, and is written with the
// next line. The purposes are those of package llm; "night" says that a dream
// caused it. "estimated" says that the provider did not count, in whole or in
// part; "money" is by the prices of the settings, and missing where there is
// none. A line of no persona is of the program's own: a model that was tried out.
const Dir = "spending"

// A Sum is what was spent on one day by one persona for one purpose with
// one model.
type Sum struct {
	Date    episodic.Date `json:"date"`
	Persona string        `json:"persona,omitempty"`
	Purpose string        `json:"purpose"`
	Model   string        `json:"model"`
	llm.Usage
}

// A Line is a line of a journal.
type Line struct {
	Time    time.Time `json:"time"`
	Persona string    `json:"persona,omitempty"`
	Purpose string    `json:"purpose"`
	Model   string    `json:"model"`
	Night   bool      `json:"night,omitempty"`
	llm.Usage
}

// ReadLine reads a line of a journal.
func ReadLine(line []byte) (Line, error) {
	var l Line
	if err := json.Unmarshal(line, &l); err != nil {
		return l, err
	}
	if l.Time.IsZero() || l.Purpose == "" || l.Calls < 0 || l.Prompt < 0 || l.Answer < 0 || l.Money < 0 {
		return l, errors.New("is no spending")
	}
	return l, nil
}

// A Ledger is the spending of a home, and what of it there may be in a day, a
// month and a night. It is safe for concurrent use.
type Ledger struct {
	dir    *store.Dir
	now    func() time.Time
	logger *slog.Logger

	mu        sync.Mutex // guards what follows
	budgets   map[string]*meter.Budget
	unwritten []Line
}

// NewLedger returns the ledger of a home, whose journals stand in its folder.
func NewLedger(dir *store.Dir, now func() time.Time, logger *slog.Logger) *Ledger {
	return &Ledger{dir: dir, now: now, logger: logger}
}

// A period is what a budget is for.
type period struct {
	name     string
	from, to time.Time       // inclusive, exclusive
	counts   func(Line) bool // of the lines in between; nil: all
}

// Day is the day of a moment.
func Day(t time.Time) period {
	from := startOfDay(t)
	return period{name: from.Format(time.DateOnly), from: from, to: from.AddDate(0, 0, 1)}
}

// Month is the month of a moment.
func Month(t time.Time) period {
	from := startOfDay(t).AddDate(0, 0, 1-t.Day())
	return period{name: from.Format("2006-01"), from: from, to: from.AddDate(0, 1, 0)}
}

// Night is the time from one noon to the next, in which the dreams of a
// persona have one budget, whatever asked for them and however often the
// program was started.
func Night(t time.Time, persona string) period {
	day := startOfDay(t)
	noon := day.Add(12 * time.Hour)
	if noon.After(t) {
		noon = day.AddDate(0, 0, -1).Add(12 * time.Hour)
	}
	return period{
		name: noon.Format(time.DateOnly) + " " + persona, from: noon, to: noon.AddDate(0, 0, 1),
		counts: func(l Line) bool {
			return l.Persona == persona && (l.Night || l.Purpose == string(llm.PurposeDream))
		},
	}
}

// budgetsKept bounds how many budgets are remembered: those of a few days, and
// of the days before and after of a clock that is set.
const budgetsKept = 64

// Budget returns the budget of a period, under a cap.
func (l *Ledger) Budget(p period, c meter.Cap) *meter.Budget {
	l.mu.Lock()
	defer l.mu.Unlock()
	b := l.budgets[p.name]
	if b == nil {
		if l.budgets == nil || len(l.budgets) >= budgetsKept {
			l.budgets = map[string]*meter.Budget{}
		}
		b = meter.NewBudget(c, l.spent(p))
		l.budgets[p.name] = b
	}
	b.Limit(c)
	return b
}

func startOfDay(t time.Time) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, t.Location())
}

// spent adds up the lines of a period. A journal that cannot be read counts as
// far as it can. l.mu is held.
func (l *Ledger) spent(p period) llm.Usage {
	sum := llm.Usage{}
	add := func(s Line) {
		if !s.Time.Before(p.from) && s.Time.Before(p.to) && (p.counts == nil || p.counts(s)) {
			sum = sum.Add(s.Usage)
		}
	}
	if err := l.written(p.from, add); err != nil {
		l.logger.Error("read what was spent", "error", err)
	}
	for _, s := range l.unwritten {
		add(s)
	}
	return sum
}

// each calls f with the lines of the months from that of a time on.
func (l *Ledger) each(from time.Time, f func(Line)) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.written(from, f); err != nil {
		return err
	}
	for _, s := range l.unwritten {
		f(s)
	}
	return nil
}

// written calls f with the lines on disk of the months from that of a time on.
// l.mu is held.
func (l *Ledger) written(from time.Time, f func(Line)) error {
	months, err := l.months()
	if err != nil {
		return err
	}
	first := from.AddDate(0, 0, -1).Format("2006-01") // a zone ago it was the month before
	for _, m := range months {
		if m < first {
			continue
		}
		j, err := l.journal(m)
		if err != nil {
			return err
		}
		for line, err := range j.Forward(0) {
			if errors.Is(err, store.ErrUnreadable) {
				continue // Check names it
			}
			if err != nil {
				return fmt.Errorf("read spending of %s: %w", m, err)
			}
			if s, err := ReadLine(line.Data); err == nil {
				f(s)
			}
		}
	}
	return nil
}

// months lists the months of which there is a journal, oldest first.
func (l *Ledger) months() ([]string, error) {
	entries, err := l.dir.List(Dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("list spending: %w", err)
	}
	var months []string
	for _, e := range entries {
		m, ok := strings.CutSuffix(e.Name, ".jsonl")
		if _, err := time.Parse("2006-01", m); ok && err == nil && !e.IsDir {
			months = append(months, m)
		}
	}
	slices.Sort(months)
	return months, nil
}

func (l *Ledger) journal(month string) (*store.Journal, error) {
	j, err := l.dir.Journal(path.Join(Dir, month+".jsonl"), func(line []byte) error {
		_, err := ReadLine(line)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("open spending of %s: %w", month, err)
	}
	return j, nil
}

// Add writes a line, after those that could not be written before. What cannot
// be written is in the log of the program, and kept.
func (l *Ledger) Add(s Line) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.unwritten = append(l.unwritten, s)
	for len(l.unwritten) > 0 {
		if err := l.write(l.unwritten[0]); err != nil {
			l.logger.Error("write down what was spent", "error", err)
			return
		}
		l.unwritten = l.unwritten[1:]
	}
}

func (l *Ledger) write(s Line) error {
	data, err := json.Marshal(s)
	if err != nil {
		return fmt.Errorf("encode spending: %w", err)
	}
	j, err := l.journal(s.Time.Format("2006-01"))
	if err == nil {
		_, err = j.Append(data)
	}
	return err
}

// Check names the lines that cannot be read.
func (l *Ledger) Check(ctx context.Context) []store.Problem {
	months, err := l.months()
	if err != nil {
		return []store.Problem{{Name: Dir, What: err.Error()}}
	}
	var list []store.Problem
	for _, m := range months {
		name := path.Join(Dir, m+".jsonl")
		j, err := l.journal(m)
		if err != nil {
			list = append(list, store.Problem{Name: name, What: err.Error()})
			continue
		}
		for line, err := range j.Forward(0) {
			if ctx.Err() != nil {
				return list
			}
			if err == nil {
				_, err = ReadLine(bytes.TrimSpace(line.Data))
			}
			if err != nil {
				list = append(list, store.Problem{Name: name, What: fmt.Sprintf("byte %d: %v", line.Offset, err)})
			}
		}
	}
	return list
}

// Sums returns what the models have cost in a period, a day ("2026-11-21")
// or a month ("2026-11"), by day, persona, purpose and model. A period that is
// neither is ErrBadValue. It reads that month's journal.
func (l *Ledger) Sums(period string) ([]Sum, error) {
	from, err := time.ParseInLocation("2006-01-02", period, l.now().Location())
	if err != nil {
		from, err = time.ParseInLocation("2006-01", period, l.now().Location())
	}
	if err != nil {
		return nil, fmt.Errorf("%w: want a day like 2026-11-21 or a month like 2026-11", config.ErrBadValue)
	}
	sums := map[Sum]llm.Usage{}
	err = l.each(from, func(s Line) {
		if d := episodic.DateOf(s.Time); strings.HasPrefix(string(d), period) {
			key := Sum{Date: d, Persona: s.Persona, Purpose: s.Purpose, Model: s.Model}
			sums[key] = sums[key].Add(s.Usage)
		}
	})
	if err != nil {
		return nil, err
	}
	list := make([]Sum, 0, len(sums))
	for s, u := range sums {
		s.Usage = u
		list = append(list, s)
	}
	slices.SortFunc(list, func(a, b Sum) int {
		return strings.Compare(
			strings.Join([]string{string(a.Date), a.Persona, a.Purpose, a.Model}, "\x00"),
			strings.Join([]string{string(b.Date), b.Persona, b.Purpose, b.Model}, "\x00"))
	})
	return list, nil
}

// Total adds up a list of spendings.
func Total(list []Sum) llm.Usage {
	sum := llm.Usage{}
	for _, s := range list {
		sum = sum.Add(s.Usage)
	}
	return sum
}
