package companion

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"yumori/dreaming"
	"yumori/dreaming/record"
	"yumori/internal/memory"
	"yumori/internal/prompt"
	"yumori/internal/spending"
	"yumori/internal/store"
	"yumori/internal/transcript"
	"yumori/rag"
	"yumori/retrieval"
)

// TopicDream is the topic of dreams: State is Dreaming.
const TopicDream = "dream"

// A Dreaming is where the newest dream stands. It is a value.
type Dreaming struct {
	Running  bool
	Progress dreaming.Progress
	Summary  record.Summary // once it has ended
	Err      error          // why it broke off; it goes on with the next

	Backfill bool           // days of the past are lived through
	Lived    dreaming.Lived // how far that is
}

// Dreams are the dreams of a persona: they run one at a time, are told of, and
// can be taken back. The home's lock keeps other processes out.
type Dreams struct {
	c       *Companion
	running sync.Mutex // held while a dream is under way

	mu    sync.Mutex // guards what follows
	stop  context.CancelFunc
	state Dreaming
	// indexing is the context of the dream that has had the indexes brought up
	// to date; nil if none has. vectors is how many requests for vectors that led
	// to.
	indexing context.Context //nolint:containedctx // whose counting background work joins
	vectors  int
	waiting  *candidates // of dreams; nil: not looked for
}

// Dream dreams, as r says, with the model of the settings or by rules, and
// returns the record. It goes on with a dream that was broken off first.
// record.ErrDreaming says that one is under way, dreaming.ErrNothing that
// there is nothing new. Talking goes on meanwhile; progress is published under
// TopicDream. The end of ctx, StopDreaming and Close end it: what is done
// stays, and the next goes on from there.
func (d *Dreams) Dream(ctx context.Context, r dreaming.Request) (record.Record, error) {
	d.c.home.AskAgain() // somebody may have started it
	return d.dream(ctx, d.c.Nights.asDue(ctx, r))
}

// dream dreams as r says.
func (d *Dreams) dream(ctx context.Context, r dreaming.Request) (record.Record, error) {
	return d.dreamWith(ctx, func(ctx context.Context, p *dreaming.Pipeline, progress func(dreaming.Progress)) (record.Record, error) {
		r.Progress = both(r.Progress, progress)
		return p.Dream(ctx, r)
	})
}

func both(a, b func(dreaming.Progress)) func(dreaming.Progress) {
	if a == nil {
		return b
	}
	return func(p dreaming.Progress) { a(p); b(p) }
}

// dreamWith runs a dream and tells of it.
func (d *Dreams) dreamWith(ctx context.Context, run func(context.Context, *dreaming.Pipeline, func(dreaming.Progress)) (record.Record, error)) (record.Record, error) {
	if !d.running.TryLock() {
		return record.Record{}, record.ErrDreaming
	}
	defer d.running.Unlock()
	ctx, cancel := context.WithCancel(retrieval.KeepPlans(spending.Booked(ctx, spending.Booking{Night: true})))
	defer cancel()
	if err := d.beginDream(cancel); err != nil {
		return record.Record{}, err
	}
	defer d.c.work.Done()
	defer d.looked()
	rec, err := run(ctx, dreaming.New(d.dreamDeps(ctx)), func(p dreaming.Progress) {
		d.dreamed(func(d *Dreaming) { d.Progress = p })
	})
	d.memoriesChanged() // before its end is told: whoever hears of that reads them
	d.dreamed(func(d *Dreaming) {
		d.Running, d.Summary, d.Err = false, rec.Summary(), err
		if errors.Is(err, dreaming.ErrNothing) {
			d.Err = nil
		}
	})
	return rec, err
}

// beginDream claims the companion for a dream.
func (d *Dreams) beginDream(cancel context.CancelFunc) error {
	d.c.mu.Lock()
	defer d.c.mu.Unlock()
	if d.c.closed {
		return ErrClosed
	}
	d.c.work.Add(1)
	d.mu.Lock()
	defer d.mu.Unlock()
	d.stop, d.state = cancel, Dreaming{Running: true}
	return nil
}

// StopDreaming ends the dream under way, if any, and returns at once.
func (d *Dreams) StopDreaming() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.stop != nil {
		d.stop()
	}
}

// Dreaming returns where the newest dream of this run of the program stands.
func (d *Dreams) Dreaming() Dreaming {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.state
}

// dreamed changes where the dream stands and publishes it.
func (d *Dreams) dreamed(change func(*Dreaming)) {
	d.mu.Lock()
	change(&d.state)
	state := d.state
	d.mu.Unlock()
	d.c.publish(TopicDream, state)
}

// memoriesChanged tells everybody that a dream, or what became of one, changed
// the persona.
func (d *Dreams) memoriesChanged() {
	d.forget()
	d.c.Nights.forget()
	d.c.publish(TopicMind, d.c.Mind())
	d.c.Inbox.publishHeld()
	d.c.publishSnapshot()
	d.c.recallLater()
}

// DreamPlan returns what a dream would read and cost, now or, with r.At, in a
// night to come: each has its own budget. No model is asked.
func (n *Nights) DreamPlan(ctx context.Context, r dreaming.Request) (dreaming.Plan, error) {
	d := n.c.Dreams.dreamDeps(ctx)
	if !r.At.IsZero() {
		d.Meter = n.nightBudget(r.At)
	}
	return dreaming.New(d).Plan(ctx, n.asDue(ctx, r))
}

// Summaries lists the dreams, the newest first.
func (d *Dreams) Summaries() ([]record.Summary, error) {
	diary, err := record.Open(d.c.dir)
	if err != nil {
		return nil, fmt.Errorf("list dreams: %w", err)
	}
	return diary.List()
}

// DreamRecord returns a dream; record.ErrNoDream if there is none.
func (d *Dreams) DreamRecord(id string) (record.Record, error) {
	diary, err := record.Open(d.c.dir)
	if err != nil {
		return record.Record{}, fmt.Errorf("read dream: %w", err)
	}
	return diary.Read(id)
}

// UndoDream takes back a dream, or one item of it when item is not "". See
// record.Diary.Undo.
func (d *Dreams) UndoDream(ctx context.Context, id, item string) (record.Undone, error) {
	var u record.Undone
	err := d.aside(func(d *record.Diary) (err error) {
		u, err = d.Undo(ctx, id, item)
		return err
	})
	return u, err
}

// DecideDream accepts or refuses an item of a dream that waits, and takes back
// one that is applied when it is refused. See record.Diary.Decide.
func (d *Dreams) DecideDream(ctx context.Context, id, item string, v record.Verdict) (record.Record, error) {
	var r record.Record
	err := d.aside(func(d *record.Diary) (err error) {
		r, err = d.Decide(ctx, id, item, v)
		return err
	})
	return r, err
}

// aside changes what a dream made, while neither a dream nor a turn writes.
func (d *Dreams) aside(change func(*record.Diary) error) error {
	if !d.running.TryLock() {
		return record.ErrDreaming
	}
	defer d.running.Unlock()
	diary, err := record.Open(d.c.dir)
	if err != nil {
		return fmt.Errorf("open dreams: %w", err)
	}
	d.c.booking.Lock()
	err = change(diary)
	d.c.booking.Unlock()
	d.memoriesChanged()
	return err
}

// checkDreams reports what is wrong with the records of dreams.
func (d *Dreams) checkDreams(ctx context.Context) []store.Problem {
	diary, err := record.Open(d.c.dir)
	if err != nil {
		return []store.Problem{{Name: "dreams", What: err.Error()}}
	}
	return diary.Check(ctx)
}

// dreamDeps is what a dream works on.
func (d *Dreams) dreamDeps(ctx context.Context) dreaming.Deps {
	pr := d.c.persona.Profile()
	s := d.c.home.Settings()
	d.c.taint.Learn(ctx)
	return dreaming.Deps{
		Dir: d.c.dir, Log: d.c.log, Now: d.c.now, Logger: d.c.logger, Meter: d.c.Nights.nightBudget(d.c.now()),
		Model: d.dreamModel(ctx, s.Models.Dream), Light: d.dreamModel(ctx, s.Models.Light),
		Recall: memories{d.c}, Index: learning{d.c},
		Language: pr.Language, Persona: pr.Name, User: d.c.userName(),
		Brought: d.brought, FromOthers: d.c.taint.FromOthersNow, Foreign: d.c.Memories.Folder.IsForeign,
		Alone: func(f func() error) error {
			d.c.booking.Lock()
			defer d.c.booking.Unlock()
			return f()
		},
	}
}

// memories recalls for a dream.
type memories struct{ c *Companion }

// Recall is dreaming.Recaller.
func (m memories) Recall(ctx context.Context, query string, n int) ([]memory.Item, error) {
	if !m.c.home.Settings().Recall.Enabled() {
		return nil, nil
	}
	m.c.Dreams.looksUp(ctx)
	found, err := m.c.Memories.Recall(ctx, retrieval.Question{Text: query, Items: n, Tokens: 200 * n})
	if err != nil {
		return nil, err
	}
	var list []memory.Item
	for _, f := range found.Memories {
		if f.Foreign { // what others wrote would have a say in what is learned
			continue
		}
		list = append(list, memory.Item{ID: f.Origin(), Kind: f.Kind, Time: f.Time.Time, Text: f.Content})
	}
	return list, nil
}

// learning brings the indexes up to date after a dream, the semantic space with
// them.
type learning struct{ c *Companion }

// Index is dreaming.Indexer.
func (l learning) Index(ctx context.Context) error {
	if !l.c.home.Settings().Recall.Enabled() {
		return nil
	}
	l.c.Dreams.looksUp(ctx)
	_, err := l.c.Memories.Update(ctx)
	return err
}

// broughtMost is how many characters of a recalled text are compared with a
// reply.
const broughtMost = 1_200

// brought returns what was recalled into the prompt of a reply, in words: the
// trace has the ids. foreign says that the reply is derived from text of others.
func (d *Dreams) brought(_ context.Context, reply transcript.Message) (texts []string, foreign bool) {
	foreign = len(d.c.Marks(reply)) > 0
	t, err := TraceOf(reply)
	if err != nil || t.Recalled == nil {
		return nil, foreign
	}
	for _, m := range t.Recalled.Memories {
		if text := d.remembered(m); text != "" {
			texts = append(texts, text)
		}
	}
	return texts, foreign
}

// remembered returns the words of a memory that a trace names.
func (d *Dreams) remembered(m retrieval.Memory) string {
	switch m.Type {
	case rag.TypeMessage, rag.TypeArchive:
		if found, err := d.c.log.Find(transcript.ID(m.ID)); err == nil {
			return found.Text
		}
	case rag.TypeEpisode:
		if e, err := d.c.mind.Episodes.Find(m.ID); err == nil {
			return e.Summary
		}
	case rag.TypeDream:
		if i, err := d.c.mind.Insights.Find(m.ID); err == nil {
			return i.Insight + "\n" + i.Strategy + "\n" + i.Dream
		}
	case rag.TypeBank: // its line changes as it is borne out
		if f, err := d.c.mind.Facts.Find(m.ID); err == nil {
			return d.passage(f.Source)
		}
	}
	return d.passage(m.Source)
}

// passage returns the words that stand at a place; "" if its file was edited and
// they are found in it no more.
func (d *Dreams) passage(at memory.Place) string {
	if at.Line < 1 {
		return ""
	}
	memo, err := d.c.persona.Memory(at.File)
	if err != nil {
		return ""
	}
	first, err := at.Among(memory.PlacesIn(at.File, memo.Text))
	if err != nil {
		return ""
	}
	var b strings.Builder
	for _, l := range strings.Split(memo.Text, "\n")[first:] {
		if utf8.RuneCountInString(b.String()) > broughtMost {
			break
		}
		b.WriteString(l + "\n")
	}
	return b.String()
}

// untold returns the candidates that the persona was not told of, oldest
// first.
func (d *Dreams) untold() []record.Candidacy {
	return slices.DeleteFunc(d.candidates(), func(k record.Candidacy) bool { return k.Told != "" })
}

// toldDreams notes that the persona was told of the candidates that were in
// the prompt of a reply. Built-in rules cannot decide on them: they were told
// nothing.
func (d *Dreams) toldDreams(r reply) {
	if r.speaker.Rules {
		return
	}
	byDream := map[string][]string{}
	for _, l := range r.prompt.Plan.Sections {
		if l.Name != prompt.LayerDreamt {
			continue
		}
		for _, place := range l.Files {
			if id, item, ok := strings.Cut(place, "#"); ok {
				byDream[id] = append(byDream[id], item)
			}
		}
	}
	if len(byDream) == 0 {
		return
	}
	diary, err := record.Open(d.c.dir)
	if err != nil {
		d.c.logger.Error("note what was told", "error", err)
		return
	}
	for id, items := range byDream {
		if err := diary.Told(id, items, string(r.kept.ID)); err != nil {
			d.c.logger.Error("note what was told", "dream", id, "error", err)
		}
	}
	d.forget()
}
