package companion

import (
	"bytes"
	"cmp"
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

	"yumori/dreaming"
	"yumori/episodic"
	"yumori/event"
	"yumori/llm"
	"yumori/store"
)

// TopicSpending is a topic of a House: State is llm.Usage, what was spent
// today.
const TopicSpending = "spending"

// spendingDir holds what the models of a home have cost: a journal for each
// month, spending/2026-11.jsonl, one call a line, only ever added to. Calls that
// were refused for want of budget are not in it, for they were not made; rules
// cost nothing.
//
//	{"time":"2026-11-21T03:00:12+09:00","persona":"luna","purpose":"dream","model":"openai/qwen3",
//	 "calls":1,"prompt_tokens":5200,"answer_tokens":640,"estimated":true}
//
// The purposes are those of package llm, and "backfill". "estimated" says that the provider
// did not count, in whole or in part. A line of no persona is of the program's
// own: a model that was tried out.
const spendingDir = "spending"

// A Spending is what was spent on one day by one persona for one purpose with
// one model.
type Spending struct {
	Date    episodic.Date `json:"date"`
	Persona string        `json:"persona,omitempty"`
	Purpose string        `json:"purpose"`
	Model   string        `json:"model"`
	llm.Usage
}

// A spendingLine is a line of a journal.
type spendingLine struct {
	Time    time.Time `json:"time"`
	Persona string    `json:"persona,omitempty"`
	Purpose string    `json:"purpose"`
	Model   string    `json:"model"`
	llm.Usage
}

func readSpending(line []byte) (spendingLine, error) {
	var l spendingLine
	if err := json.Unmarshal(line, &l); err != nil {
		return l, err
	}
	if l.Time.IsZero() || l.Purpose == "" || l.Calls < 0 || l.Prompt < 0 || l.Answer < 0 {
		return l, errors.New("is no spending")
	}
	return l, nil
}

// A ledger is the spending of a home, and what of it there may be in a day. It
// is safe for concurrent use.
type ledger struct {
	dir    *store.Dir
	now    func() time.Time
	logger *slog.Logger

	mu   sync.Mutex // guards what follows
	date episodic.Date
	cap  dreaming.Cap
	day  *dreaming.Budget
}

// today returns the budget of the day, under a cap.
func (l *ledger) today(c dreaming.Cap) *dreaming.Budget {
	l.mu.Lock()
	defer l.mu.Unlock()
	if d := episodic.DateOf(l.now()); l.day == nil || d != l.date || c != l.cap {
		l.date, l.cap = d, c
		start := startOfDay(l.now())
		l.day = dreaming.NewBudget(c, l.spent(start, func(spendingLine) bool { return true }), nil)
	}
	return l.day
}

func startOfDay(t time.Time) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, t.Location())
}

// spent adds up the lines from a time on that count. A journal that cannot be
// read counts as far as it can.
func (l *ledger) spent(from time.Time, counts func(spendingLine) bool) llm.Usage {
	sum := llm.Usage{}
	err := l.each(from, func(s spendingLine) {
		if !s.Time.Before(from) && counts(s) {
			sum = sum.Add(s.Usage)
		}
	})
	if err != nil {
		l.logger.Error("read what was spent", "error", err)
	}
	return sum
}

// each calls f with the lines of the months from that of a time on.
func (l *ledger) each(from time.Time, f func(spendingLine)) error {
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
			if s, err := readSpending(line.Data); err == nil {
				f(s)
			}
		}
	}
	return nil
}

// months lists the months of which there is a journal, oldest first.
func (l *ledger) months() ([]string, error) {
	entries, err := l.dir.List(spendingDir)
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

func (l *ledger) journal(month string) (*store.Journal, error) {
	j, err := l.dir.Journal(path.Join(spendingDir, month+".jsonl"), func(line []byte) error {
		_, err := readSpending(line)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("open spending of %s: %w", month, err)
	}
	return j, nil
}

// add writes a line. What cannot be written is in the log; the day's budget
// knows of it all the same.
func (l *ledger) add(s spendingLine) {
	data, err := json.Marshal(s)
	if err == nil {
		var j *store.Journal
		if j, err = l.journal(s.Time.Format("2006-01")); err == nil {
			_, err = j.Append(data)
		}
	}
	if err != nil {
		l.logger.Error("write down what was spent", "error", err)
	}
}

// check names the lines that cannot be read.
func (l *ledger) check(ctx context.Context) []store.Problem {
	months, err := l.months()
	if err != nil {
		return []store.Problem{{Name: spendingDir, What: err.Error()}}
	}
	var list []store.Problem
	for _, m := range months {
		name := path.Join(spendingDir, m+".jsonl")
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
				_, err = readSpending(bytes.TrimSpace(line.Data))
			}
			if err != nil {
				list = append(list, store.Problem{Name: name, What: fmt.Sprintf("byte %d: %v", line.Offset, err)})
			}
		}
	}
	return list
}

// A purse is the ledger as a model of one persona sees it. It is a
// dreaming.Meter.
type purse struct {
	house   *House
	persona string
	purpose string // that it counts for, whatever a call says; "" as it says
}

// Allow returns dreaming.ErrBudget when the day would become too dear.
func (p purse) Allow(purpose string, tokens int) error {
	purpose = cmp.Or(p.purpose, purpose)
	return p.house.ledger.today(p.house.Settings().Budget.day()).Allow(purpose, tokens)
}

// Spent writes down what a call has cost.
func (p purse) Spent(purpose, model string, u llm.Usage) {
	purpose = cmp.Or(p.purpose, purpose)
	p.house.ledger.today(p.house.Settings().Budget.day()).Spent(purpose, model, u)
	if u.Calls == 0 {
		return
	}
	now := p.house.opt.Now()
	p.house.ledger.add(spendingLine{Time: now, Persona: p.persona, Purpose: purpose, Model: model, Usage: u})
	p.house.bus.Publish(event.Event{Topic: TopicSpending, State: p.house.ledger.today(p.house.Settings().Budget.day()).Used()})
}

// counted returns m with every call counted to a persona, "" for the program
// itself. nil stays nil.
func (h *House) counted(m llm.Model, slug string) llm.Model {
	return dreaming.Metered(m, purse{house: h, persona: slug})
}

// nightMeter is what the dreams of a persona are counted by: what they may
// spend from one noon to the next, whatever asked for them and however often
// the program was started, and the day as a whole.
func (c *Companion) nightMeter() dreaming.Meter {
	now := c.now()
	noon := startOfDay(now).Add(12 * time.Hour)
	if noon.After(now) {
		noon = noon.AddDate(0, 0, -1)
	}
	spent := c.house.ledger.spent(noon, func(s spendingLine) bool {
		return s.Persona == c.slug && s.Purpose == string(llm.PurposeDream)
	})
	return dreaming.NewBudget(c.house.Settings().Budget.night(), spent, purse{house: c.house, persona: c.slug})
}

// Spending returns what the models have cost in a period, a day ("2026-11-21")
// or a month ("2026-11"), by day, persona, purpose and model. A period that is
// neither is ErrBadValue. It reads that month's journal.
func (h *House) Spending(period string) ([]Spending, error) {
	from, err := time.ParseInLocation("2006-01-02", period, h.opt.Now().Location())
	if err != nil {
		from, err = time.ParseInLocation("2006-01", period, h.opt.Now().Location())
	}
	if err != nil {
		return nil, fmt.Errorf("%w: want a day like 2026-11-21 or a month like 2026-11", ErrBadValue)
	}
	sums := map[Spending]llm.Usage{}
	err = h.ledger.each(from, func(s spendingLine) {
		if d := episodic.DateOf(s.Time); strings.HasPrefix(string(d), period) {
			key := Spending{Date: d, Persona: s.Persona, Purpose: s.Purpose, Model: s.Model}
			sums[key] = sums[key].Add(s.Usage)
		}
	})
	if err != nil {
		return nil, err
	}
	list := make([]Spending, 0, len(sums))
	for s, u := range sums {
		s.Usage = u
		list = append(list, s)
	}
	slices.SortFunc(list, func(a, b Spending) int {
		return strings.Compare(
			strings.Join([]string{string(a.Date), a.Persona, a.Purpose, a.Model}, "\x00"),
			strings.Join([]string{string(b.Date), b.Persona, b.Purpose, b.Model}, "\x00"))
	})
	return list, nil
}

// Total adds up a list of spendings.
func Total(list []Spending) llm.Usage {
	sum := llm.Usage{}
	for _, s := range list {
		sum = sum.Add(s.Usage)
	}
	return sum
}
