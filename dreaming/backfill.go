package dreaming

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"yumori/dreaming/model"
	"yumori/dreaming/record"
	"yumori/episodic"
	"yumori/internal/llm"
	"yumori/internal/store"
	"yumori/internal/transcript"
)

// A Backfill has days of a conversation that no dream has read lived through
// one after the other, the oldest first, as if each night had come: the clock
// inside is that night's, and the levels come round as they would have.
type Backfill struct {
	// First and Last are the days, both included; "" is where the
	// conversation began, and the last day whose night is over.
	First, Last episodic.Date
	Schedule    Schedule // when the nights are
	By          Choice   // who dreams
	// Cap bounds the whole; a day that could go beyond it is not begun.
	Cap      Cap
	Progress func(Lived)
	At       time.Time // what the clock says; zero is now
	// Without are stages that are left out, to measure what they are worth.
	Without []record.Stage

	batch int // nights put on disk together; 0 is batchDays
}

// A BackfillPlan is what a backfill would read and cost.
type BackfillPlan struct {
	First    episodic.Date `json:"first"`
	Last     episodic.Date `json:"last"`
	Days     int           `json:"days"` // to be lived through
	Done     int           `json:"done"` // that have their dream already
	Messages int           `json:"messages"`
	Calls    int           `json:"calls"`  // at most
	Tokens   int           `json:"tokens"` // estimated
	By       string        `json:"by"`
}

// Lived is how far a backfill is.
type Lived struct {
	Date  episodic.Date `json:"date"`  // of the day lived through last
	Dream string        `json:"dream"` // its dream
	Done  int           `json:"done"`  // days
	Of    int           `json:"of"`
	Usage record.Usage  `json:"usage"`
	Left  time.Duration `json:"left_ns"` // at the pace so far
}

// A daybook is what is known of the days of a conversation without its texts:
// it is small however long the conversation is.
type daybook struct {
	days  []logDay            // oldest first
	pages []transcript.Cursor // of dayPage messages each, oldest first
	born  episodic.Date
	done  int

	byDate map[episodic.Date]*logDay // while it is made
}

type logDay struct {
	date     episodic.Date
	messages int
	tokens   int
}

// dayPage is how many messages of a conversation are read at a time.
const dayPage = 400

// daybook reads the branch shown once, from its end back.
func (p *Pipeline) daybook(ctx context.Context, b Backfill) (daybook, error) {
	book := daybook{byDate: map[episodic.Date]*logDay{}}
	if b.Last == "" {
		b.Last = lastOver(b.Schedule.filled().Quiet, b.At)
	}
	cursor, more := transcript.Cursor{}, true
	for more {
		if err := ctx.Err(); err != nil {
			return book, err
		}
		page, err := p.deps.Log.Page(cursor, dayPage)
		if err != nil {
			return book, fmt.Errorf("read conversation: %w", err)
		}
		book.pages = append(book.pages, cursor)
		for _, e := range page.Messages {
			if speaks(e.Message) {
				book.count(e.Message, b)
			}
		}
		cursor, more = page.Next, page.More
	}
	slices.Reverse(book.pages)
	dreamt, err := p.dreamtDays()
	if err != nil {
		return book, err
	}
	for d, l := range book.byDate {
		if dreamt[d] {
			book.done++
			continue
		}
		book.days = append(book.days, *l)
	}
	slices.SortFunc(book.days, func(a, b logDay) int { return cmp.Compare(a.date, b.date) })
	return book, nil
}

// count counts a message to its day, if that is one of the backfill's.
func (book *daybook) count(m transcript.Message, b Backfill) {
	d := episodic.DateOf(m.Time)
	if book.born == "" || d < book.born {
		book.born = d
	}
	if d > b.Last || d < b.First {
		return
	}
	day := book.byDate[d]
	if day == nil {
		day = &logDay{date: d}
		book.byDate[d] = day
	}
	day.messages++
	day.tokens += llm.EstimateTokens(m.Text) + lineTokens
}

func speaks(m transcript.Message) bool {
	return !m.Retracted && m.Role != transcript.RoleNote && m.Text != ""
}

// lastOver returns the newest day whose night is over.
func lastOver(quiet Hours, now time.Time) episodic.Date {
	d, hours := quiet.newest(now)
	if hours.contains(now) {
		return d.Back(1)
	}
	return d
}

// dreamtDays returns the days that have a record, by the names of the records
// alone.
func (p *Pipeline) dreamtDays() (map[episodic.Date]bool, error) {
	ids, err := p.diary.IDs()
	if err != nil {
		return nil, err
	}
	days := map[episodic.Date]bool{}
	for _, id := range ids {
		d, _ := record.CutID(id)
		days[d] = true
	}
	return days, nil
}

// PlanBackfill returns what a backfill would read and cost. Nothing is written
// and no model is asked. It reads the whole conversation once.
func (p *Pipeline) PlanBackfill(ctx context.Context, b Backfill) (BackfillPlan, error) {
	b = p.filledBackfill(b)
	book, err := p.daybook(ctx, b)
	if err != nil {
		return BackfillPlan{}, fmt.Errorf("plan backfill: %w", err)
	}
	plan := BackfillPlan{Days: len(book.days), Done: book.done, By: episodic.Rules}
	if b.By != ByRules && model.Ready(p.deps.Model) {
		plan.By = p.deps.Model.Info().Label()
	}
	for _, d := range book.days {
		plan.Messages += d.messages
		if plan.By != episodic.Rules {
			plan.Calls += nightCalls
			plan.Tokens += d.cost()
		}
	}
	if n := len(book.days); n > 0 {
		plan.First, plan.Last = book.days[0].date, book.days[n-1].date
	}
	return plan, nil
}

// cost is what a day is reckoned at: each call reads it and answers.
func (d logDay) cost() int { return nightCalls * (d.tokens + promptTokens + answerTokens) }

func (p *Pipeline) filledBackfill(b Backfill) Backfill {
	if b.At.IsZero() {
		b.At = p.deps.Now()
	}
	b.batch = cmp.Or(b.batch, batchDays)
	return b
}

// Backfill lives through the days. It can be broken off at any moment, by the
// end of ctx for one, and called again: it goes on where it was. It holds one
// day's messages at a time. ErrNothing says that no day is left, ErrBudget that
// the next could go beyond the cap, ErrDreaming that a dream is under way.
//
// No index is brought up to date in between; that is for the caller, at the
// end.
func (p *Pipeline) Backfill(ctx context.Context, b Backfill) (Lived, error) {
	if !p.mu.TryLock() {
		return Lived{}, record.ErrDreaming
	}
	defer p.mu.Unlock()
	b = p.filledBackfill(b)
	index := p.deps.Index
	p.deps.Index, p.deps.Without = nil, b.Without
	defer func() { p.deps.Index, p.deps.Without = index, nil }()
	if _, err := p.resume(ctx, nil); err != nil && !errors.Is(err, ErrNothing) {
		return Lived{}, err
	}
	r := living{p: p, b: b, began: time.Now(), asks: b.By != ByRules && model.Ready(p.deps.Model)}
	for stale := 0; ; {
		told := r.told.Done
		err := r.live(ctx)
		if r.told.Done > told {
			stale = 0
		}
		stale++
		if errors.Is(err, store.ErrConflict) && r.batch != nil && ctx.Err() == nil && stale < staleTries {
			continue // somebody wrote meanwhile: the nights that are not on disk are dreamt again
		}
		switch {
		case errors.Is(err, ErrNothing) && r.told.Done > 0:
			err = nil
		case err != nil && !errors.Is(err, ErrNothing):
			err = fmt.Errorf("backfill: %w", err)
		}
		return r.told, err
	}
}

// staleTries is how often a backfill goes on after somebody else wrote one of
// its files, if it gets no further.
const staleTries = 4

// A living is a backfill under way.
type living struct {
	p     *Pipeline
	night *Pipeline     // that dreams: p, or one on a shadow
	batch *store.Shadow // the nights that are not on disk; nil with a model
	held  []Lived       // their progress, to be told once they are
	b     Backfill
	asks  bool // a model dreams
	book  daybook
	told  Lived // as far as it is on disk
	lived Lived
	past  []record.Past // of the level that counts, the newest
	began time.Time
}

// live lives through the days that are left.
func (r *living) live(ctx context.Context) (err error) {
	if r.book, err = r.p.daybook(ctx, r.b); err != nil {
		return err
	}
	if len(r.book.days) == 0 {
		return ErrNothing
	}
	r.lived, r.held, r.past = r.told, nil, nil
	r.lived.Of = r.told.Done + len(r.book.days)
	if err := r.before(ctx); err != nil {
		return err
	}
	if err := r.open(); err != nil {
		return err
	}
	err = r.p.eachDay(ctx, r.book, r.day)
	if err == nil || ctx.Err() != nil {
		err = errors.Join(err, r.commit()) // what is dreamt is dreamt
	}
	return err
}

// open opens what the nights are dreamt on: by rules, a shadow.
func (r *living) open() error {
	r.night, r.batch = r.p, nil
	if r.asks {
		return nil
	}
	r.batch = r.p.deps.Dir.Shadow()
	d := r.p.deps
	d.Dir, d.Model, d.Light = r.batch.Dir(), nil, nil
	r.night = New(d)
	r.night.diary.AssumeAlone()
	denied, err := r.night.denials("")
	r.night.denied = append([]denial{}, denied...) // not nil
	return err
}

// before finds the dreams before the first day, for the levels, and goes on
// with the last of them if it was broken off.
func (r *living) before(ctx context.Context) error {
	ids, err := r.p.diary.IDs()
	if err != nil {
		return err
	}
	first := r.book.days[0].date
	for _, id := range slices.Backward(ids) {
		d, _ := record.CutID(id)
		if d >= first {
			continue
		}
		if d < first.Back(monthlyDays+weeklyDays) {
			break
		}
		rec, err := r.p.diary.Read(id)
		if err != nil {
			continue // Check names it
		}
		if rec.State == record.StatusRunning {
			n, err := r.p.again(ctx, rec)
			if err == nil {
				rec, err = n.dream(ctx)
			}
			if err != nil {
				return err
			}
		}
		r.past = append(r.past, record.Past{Date: rec.Date, Level: rec.Level, Began: rec.At})
	}
	return nil
}

// day dreams one day.
func (r *living) day(ctx context.Context, d logDay, said []transcript.Message) error {
	if u := r.lived.Usage; r.asks {
		if over := r.b.Cap.Over(llm.Usage{Calls: u.Calls + nightCalls, Prompt: u.Input + d.cost(), Answer: u.Output}); over != "" {
			return fmt.Errorf("%s: %s: %w", d.date, over, ErrBudget)
		}
	}
	loc := r.b.At.Location()
	if n := len(said); n > 0 {
		loc = said[n-1].Time.Location()
	}
	at := r.b.Schedule.filled().Quiet.night(d.date, loc).begin
	if end := endOf(d.date, loc); at.Before(end) {
		at = end
	}
	level := Watch{Born: r.book.born, Past: r.past}.level(d.date)
	req := r.night.filled(Request{Date: d.date, From: said[0].Time, Said: said, At: at, Level: level, By: r.b.By, Mode: AsOne})
	n, err := r.night.begin(ctx, req)
	if errors.Is(err, ErrNothing) {
		return r.tell(d, "")
	}
	if err != nil {
		return err
	}
	rec, err := n.dream(ctx)
	if err != nil {
		return err
	}
	r.past = append(r.past, record.Past{Date: d.date, Level: level, Began: at})
	if len(r.past) > 2*monthlyDays {
		r.past = slices.Clone(r.past[monthlyDays:])
	}
	u := &r.lived.Usage
	u.Calls, u.Input, u.Output = u.Calls+rec.Usage.Calls, u.Input+rec.Usage.Input, u.Output+rec.Usage.Output
	return r.tell(d, rec.ID)
}

func (r *living) tell(d logDay, dream string) error {
	l := &r.lived
	l.Date, l.Dream, l.Done = d.date, dream, l.Done+1
	l.Left = time.Since(r.began) / time.Duration(l.Done) * time.Duration(l.Of-l.Done)
	r.held = append(r.held, *l)
	if r.batch != nil && !full(r.batch, len(r.held), r.b.batch) {
		return nil
	}
	return r.commit()
}

// commit puts the nights of a batch on disk and tells of them.
func (r *living) commit() error {
	if r.batch != nil {
		if err := r.p.writeBatch(r.batch); err != nil {
			return err
		}
	}
	for _, l := range r.held {
		r.told = l
		if r.b.Progress != nil {
			r.b.Progress(l)
		}
	}
	r.held = nil
	return nil
}

// eachDay calls f with the messages of each day of the book, oldest first.
// Messages whose clock stood wrong come with the day they claim if it is near,
// and are left out else.
func (p *Pipeline) eachDay(ctx context.Context, book daybook, f func(context.Context, logDay, []transcript.Message) error) error {
	held := map[episodic.Date][]transcript.Message{}
	next := 0
	flush := func(before episodic.Date) error {
		for ; next < len(book.days) && (before == "" || book.days[next].date < before); next++ {
			d := book.days[next]
			said := held[d.date]
			delete(held, d.date)
			if len(said) == 0 {
				continue
			}
			slices.SortStableFunc(said, func(a, b transcript.Message) int { return a.Time.Compare(b.Time) })
			if err := f(ctx, d, said); err != nil {
				return err
			}
		}
		return nil
	}
	for _, cursor := range book.pages {
		if err := ctx.Err(); err != nil {
			return err
		}
		page, err := p.deps.Log.Page(cursor, dayPage)
		if err != nil {
			return fmt.Errorf("read conversation: %w", err)
		}
		newest := episodic.Date("")
		for _, e := range page.Messages {
			if d := episodic.DateOf(e.Time); speaks(e.Message) && book.has(d, next) {
				held[d] = append(held[d], e.Message)
			}
			newest = max(newest, episodic.DateOf(e.Time))
		}
		if newest == "" {
			continue
		}
		if err := flush(newest.Back(1)); err != nil { // a day may begin in one zone and end in another
			return err
		}
	}
	return flush("")
}

// has reports whether a day is one of those from the next on.
func (book daybook) has(d episodic.Date, next int) bool {
	_, found := slices.BinarySearchFunc(book.days[next:], d, func(l logDay, d episodic.Date) int { return cmp.Compare(l.date, d) })
	return found
}
