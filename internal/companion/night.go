package companion

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"yumori/dreaming"
	"yumori/dreaming/record"
	"yumori/episodic"
	"yumori/internal/event"
	"yumori/internal/llm"
	"yumori/internal/llm/meter"
	"yumori/internal/spending"
	"yumori/internal/store"
	"yumori/internal/transcript"
	"yumori/internal/updates"

	"github.com/robfig/cron/v3"
)

// attemptFile holds the last dream that came by itself and failed, so that a
// program that is started over and over does not dream over and over: a JSON
// object {"at":"2026-11-22T03:00:00+09:00","failures":2}. It is derived data;
// without it the next dream is tried at once.
const attemptFile = ".index/night.json"

// pastDays is how far back dreams are looked at: to the last monthly one.
const pastDays = 45

// TopicNight is a topic of a Companion: State is dreaming.Outlook, whether a
// dream is due and when the next one comes.
const TopicNight = "night"

// A nightWatch looks after the personas of a home once a minute. The ticks
// are cron's; what is due is decided by dreaming.Due alone.
type nightWatch struct {
	home   *Home
	cron   *cron.Cron
	cancel context.CancelFunc
	first  sync.WaitGroup  // the look at the start
	told   updates.Release // the newer version that was told of last; cron's job alone has it
}

// tickEvery is how often the watch looks. A machine that slept is noticed at
// the next tick, for nothing is scheduled further ahead.
const tickEvery = time.Minute

// Watch begins to look after the personas: from now on until Close they dream
// when a night is due, make up for nights that were missed, and speak first
// when they are moved to, each as the settings say, the home is copied once a
// day, and a newer version of the program looked for. The first look is at once.
// A second call does nothing.
func (h *Home) Watch() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.watch != nil {
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	log := cronLog{h.opt.Logger}
	// Recover stands inside: the other way round a panic would keep the token
	// of SkipIfStillRunning, and nothing would ever run again.
	w := &nightWatch{home: h, cancel: cancel, cron: cron.New(
		cron.WithLocation(time.UTC), cron.WithLogger(log),
		cron.WithChain(cron.SkipIfStillRunning(log), cron.Recover(log)),
	)}
	id := w.cron.Schedule(cron.Every(tickEvery), cron.FuncJob(func() { w.look(ctx) }))
	job := w.cron.Entry(id).WrappedJob
	w.cron.Start()
	w.first.Go(job.Run)
	h.watch = w
}

// stop ends the watch and what it began, and waits for it.
func (w *nightWatch) stop() {
	w.cancel()
	<-w.cron.Stop().Done()
	w.first.Wait()
}

// cronLog is the home's logger as cron takes it.
type cronLog struct{ *slog.Logger }

// Info drops what cron tells of itself every minute.
func (cronLog) Info(string, ...any) {}

// Error logs what went wrong, a panic for one.
func (l cronLog) Error(err error, msg string, keysAndValues ...any) {
	l.Logger.Error("night watch: "+msg, append([]any{"error", err}, keysAndValues...)...)
}

// look looks after each persona, one after the other.
func (w *nightWatch) look(ctx context.Context) {
	slugs, err := w.home.home.Personas()
	if err != nil {
		w.home.opt.Logger.Error("night watch: list personas", "error", err)
		return
	}
	for _, slug := range slugs {
		if ctx.Err() != nil {
			return
		}
		c, err := w.home.Companion(ctx, slug)
		if err == nil {
			err = c.Nights.lookAfter(ctx)
		}
		if err != nil && ctx.Err() == nil && !errors.Is(err, ErrClosed) && !errors.Is(err, ErrNoPersona) {
			w.home.opt.Logger.Error("night watch", "persona", slug, "error", err)
		}
	}
	if err := w.home.Backups.backUpDaily(ctx); err != nil && ctx.Err() == nil {
		w.home.opt.Logger.Warn("copy of the day", "error", err)
	}
	w.lookForUpdate(ctx)
}

// lookForUpdate tells of a newer version. What goes wrong is for whoever asks
// for it: nobody is to be told that a server somewhere is down.
func (w *nightWatch) lookForUpdate(ctx context.Context) {
	r, err := w.home.LookForUpdate(ctx)
	if err != nil {
		w.home.opt.Logger.Debug("look for a newer version", "error", err)
		return
	}
	if r != w.told && r != (updates.Release{}) {
		w.home.bus.Publish(event.Event{Topic: TopicUpdate, State: r})
	}
	w.told = r
}

// Nights say when a persona dreams by itself, and what that may cost; they know
// between two looks what the last one saw.
type Nights struct {
	c       *Companion
	mu      sync.Mutex // guards what follows
	head    transcript.ID
	records int
	day     episodic.Date
	watch   dreaming.Watch // as of head, records and day; without schedule
	known   bool
	shown   dreaming.Outlook
	acted   time.Time // when the persona was moved to speak last
}

// lookAfter dreams what is due, one night after the other, and lets the
// persona speak first if no night is.
func (n *Nights) lookAfter(ctx context.Context) error {
	o, err := n.outlook(ctx)
	if err != nil {
		return err
	}
	dreamt := false
	for nights := o.Waiting; o.Due && nights > 0; nights-- {
		if err := ctx.Err(); err != nil {
			return err
		}
		dreamt = true
		if err := n.dreamNight(ctx, o.Night); err != nil {
			return err
		}
		if o, err = n.outlook(ctx); err != nil {
			return err
		}
	}
	if dreamt {
		return nil
	}
	return n.c.Initiative.speakFirst(ctx)
}

// dreamNight dreams a night that is due.
func (n *Nights) dreamNight(ctx context.Context, night dreaming.Night) error {
	n.c.logger.Info("a night is due", "date", night.Date, "level", night.Level, "missed", night.Missed)
	_, err := n.c.Dreams.dream(ctx, dreaming.Request{Date: night.Date, From: night.From, To: night.To, At: night.At, Level: night.Level})
	switch {
	case err == nil:
		return n.attempted(dreaming.Attempt{})
	case errors.Is(err, record.ErrDreaming), errors.Is(err, ErrClosed), ctx.Err() != nil:
		return ctx.Err() // it was asked for, or ended, by somebody: no failure
	}
	a := n.attempt()
	a.At, a.Failures = n.c.now(), a.Failures+1
	return errors.Join(fmt.Errorf("dream by itself: %w", err), n.attempted(a))
}

func (n *Nights) attempt() dreaming.Attempt {
	var a dreaming.Attempt
	data, err := n.c.dir.Read(attemptFile)
	if err != nil || json.Unmarshal(data, &a) != nil || a.Failures < 0 {
		return dreaming.Attempt{}
	}
	return a
}

func (n *Nights) attempted(a dreaming.Attempt) error {
	if a == (dreaming.Attempt{}) {
		return n.c.dir.Discard(attemptFile)
	}
	data, err := json.Marshal(a)
	if err != nil {
		return fmt.Errorf("encode attempt: %w", err)
	}
	return n.c.dir.Write(attemptFile, data, store.Cause{Kind: store.CauseDream})
}

// Night says whether a dream is due by itself, when the next one comes, and
// why. While one is under way the reason is dreaming.ReasonRunning.
func (n *Nights) Night(ctx context.Context) (dreaming.Outlook, error) {
	o, err := n.outlook(ctx)
	if err == nil && n.c.Dreams.Dreaming().Running {
		o.Due, o.Reason = false, dreaming.ReasonRunning
	}
	return o, err
}

// outlook decides, and tells who listens when the answer is another.
func (n *Nights) outlook(ctx context.Context) (dreaming.Outlook, error) {
	w, err := n.watched(ctx)
	if err != nil {
		return dreaming.Outlook{}, err
	}
	o := dreaming.Due(w, n.c.now())
	n.mu.Lock()
	changed := o != n.shown
	n.shown = o
	n.mu.Unlock()
	if changed {
		n.c.publish(TopicNight, o)
	}
	return o, nil
}

// watched gathers what the decision depends on. What was said and dreamt is
// looked at again when the conversation, the dreams or the day are others.
func (n *Nights) watched(ctx context.Context) (dreaming.Watch, error) {
	now := n.c.now()
	n.mu.Lock()
	defer n.mu.Unlock()
	records, err := n.c.dir.List("dreams")
	if err != nil {
		return dreaming.Watch{}, fmt.Errorf("list dreams: %w", err)
	}
	head, day := n.c.log.Head(), episodic.DateOf(now)
	if !n.known || n.head != head || n.records != len(records) || n.day != day || n.c.Dreams.unsettled() {
		if n.watch, err = n.watchAnew(ctx, now); err != nil {
			n.known = false
			return dreaming.Watch{}, err
		}
		n.known, n.head, n.records, n.day = true, head, len(records), day
	}
	w := n.watch
	w.Schedule, w.Tried = n.c.home.Settings().Schedule(), n.attempt()
	return w, nil
}

// watchAnew reads the newest message, the records and what is new.
func (n *Nights) watchAnew(ctx context.Context, now time.Time) (dreaming.Watch, error) {
	var w dreaming.Watch
	began, err := n.c.log.Began()
	if err != nil {
		return w, err
	}
	if began.IsZero() {
		return w, nil
	}
	w.Born = episodic.DateOf(began)
	last, err := n.c.Conversation.Last()
	if err != nil {
		return w, err
	}
	w.Spoke = last.Time
	diary, err := record.Open(n.c.dir)
	if err != nil {
		return w, err
	}
	if w.Past, err = diary.Finished(episodic.DateOf(now).Back(pastDays)); err != nil {
		return w, err
	}
	w.Undreamt, w.Older, err = dreaming.New(dreaming.Deps{Dir: n.c.dir, Log: n.c.log, Now: n.c.now, Logger: n.c.logger}).News(ctx, now)
	return w, err
}

// forget has what was said and dreamt looked at again: a dream that was gone on
// with, or undone, leaves as many records as there were.
func (n *Nights) forget() {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.known = false
}

// unsettled reports whether a dream is under way: its record is there and not
// at its end.
func (d *Dreams) unsettled() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.state.Running
}

// asDue fills in what a dream that somebody asks for leaves open: in the quiet
// hours it is for the day that they close, and its level is that of the night
// to come.
func (n *Nights) asDue(ctx context.Context, r dreaming.Request) dreaming.Request {
	if r.Date != "" && r.Level != 0 {
		return r
	}
	w, err := n.watched(ctx)
	if err != nil {
		n.c.logger.Warn("look at the night", "error", err)
		return r
	}
	at := r.At
	if at.IsZero() {
		at = n.c.now()
	}
	date, level := w.Night(at)
	r.Date, r.Level = cmp.Or(r.Date, date), cmp.Or(r.Level, level)
	return r
}

// Simulate pretends days from now on: what the persona would feel, say by
// itself, dream and cost. No file changes and no model is asked. The schedule
// and the contract are those of the settings, whatever s has.
func (n *Nights) Simulate(ctx context.Context, s dreaming.Simulation) (dreaming.Course, error) {
	set := n.c.home.Settings()
	s.Schedule, s.Contract = set.Schedule(), set.Contract()
	s.Life.Language = n.c.persona.Profile().Language
	return dreaming.New(n.c.Dreams.dreamDeps(ctx)).Simulate(ctx, s)
}

// Backfill has the days that no dream has read lived through, oldest first;
// see dreaming.Backfill. It can be broken off and called again. Progress is
// published under TopicDream. The indexes are brought up to date at its end.
func (n *Nights) Backfill(ctx context.Context, b dreaming.Backfill) (dreaming.Lived, error) {
	var lived dreaming.Lived
	b.Schedule = n.c.home.Settings().Schedule()
	n.c.home.AskAgain()
	_, err := n.c.Dreams.dreamWith(ctx, func(ctx context.Context, _ *dreaming.Pipeline, progress func(dreaming.Progress)) (record.Record, error) {
		tell := b.Progress
		n.c.Dreams.dreamed(func(d *Dreaming) { d.Backfill = true })
		b.Progress = func(l dreaming.Lived) {
			n.c.Dreams.dreamed(func(d *Dreaming) { d.Lived = l })
			progress(dreaming.Progress{Dream: l.Dream, Done: l.Done, Of: l.Of, Note: string(l.Date)})
			if tell != nil {
				tell(l)
			}
		}
		ctx = spending.Booked(ctx, spending.Booking{Purpose: llm.PurposeBackfill}) // it is not the night's
		var err error
		if lived, err = dreaming.New(n.backfillDeps(ctx, b.Cap)).Backfill(ctx, b); lived.Done == 0 {
			return record.Record{}, err
		}
		if n.c.home.Settings().Recall.Enabled() {
			if _, ierr := n.c.Memories.Update(ctx); ierr != nil && ctx.Err() == nil {
				err = errors.Join(err, fmt.Errorf("backfill: %w", ierr))
			}
		}
		return record.Record{}, err
	})
	return lived, err
}

// BackfillPlan returns what Backfill would read and cost. No model is asked.
func (n *Nights) BackfillPlan(ctx context.Context, b dreaming.Backfill) (dreaming.BackfillPlan, error) {
	b.Schedule = n.c.home.Settings().Schedule()
	return dreaming.New(n.backfillDeps(ctx, b.Cap)).PlanBackfill(ctx, b)
}

// backfillDeps is what the nights of a backfill work on. They recall nothing:
// the index knows what came after them.
func (n *Nights) backfillDeps(ctx context.Context, limit dreaming.Cap) dreaming.Deps {
	d := n.c.Dreams.dreamDeps(ctx)
	d.Recall, d.Index = nil, nil
	d.Meter = meter.NewBudget(limit, llm.Usage{})
	return d
}
