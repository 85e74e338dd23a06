// Package companion is one living persona: it opens the folder, runs the
// turns, keeps the trace of each, and tells the screen what changed. It
// orchestrates and owns nothing: memory belongs to the packages below.
//
// A Home is the home with its settings and personas; a Companion is one
// persona of it.
package companion

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"

	"yumori/internal/agent"
	"yumori/internal/event"
	"yumori/internal/llm"
	"yumori/internal/mind"
	"yumori/internal/models"
	"yumori/internal/prompt"
	"yumori/internal/sessions"
	"yumori/internal/store"
	"yumori/internal/taint"
	"yumori/internal/texts"
	"yumori/internal/transcript"
	"yumori/internal/withdraw"
	"yumori/persona"
	"yumori/retrieval"
	"yumori/retrieval/background"
)

// ErrBusy says that a turn is under way; Interrupt ends it.
var ErrBusy = errors.New("a reply is under way")

// ErrNothingToSay says that a message has neither words nor attachments.
var ErrNothingToSay = errors.New("nothing to say")

// ErrNotSaved says that the disk did not take a message: nothing of it was kept,
// and nobody was asked to answer it.
var ErrNotSaved = errors.New("message not saved")

// ErrClosed says that the companion has been closed.
var ErrClosed = background.ErrClosed

// The topics of a Companion; Home.Subscribe prefixes them with the persona's
// slug and a slash.
const (
	TopicTurn     = "turn"     // State is Turn
	TopicSnapshot = "snapshot" // State is Snapshot
	TopicLearned  = "learned"  // State is []Learned, of the newest message that something was learned from
	TopicMind     = "mind"     // State is Mind
	TopicLog      = "log"      // State is transcript.ID, the newest message of the branch shown
)

// A Companion is one persona, alive. It is safe for concurrent use; one turn
// runs at a time.
type Companion struct {
	home    *Home
	slug    string
	dir     *store.Dir
	persona *persona.Persona
	log     *transcript.Log
	mind    *mind.Mind
	*mind.Editor
	*texts.Files
	*sessions.Store
	taint.Trust
	imagining
	logger   *slog.Logger
	now      func() time.Time
	taint    *taint.Tracker
	prompts  *prompt.Composer
	withdraw *withdraw.Service
	chat     *models.Chat
	plans    *prompt.Plans
	told     prompt.LeftTold
	work     sync.WaitGroup // turns and background work under way
	booking  sync.Mutex     // held from a turn's beginning until what it did is booked
	toolbox  *toolbox

	// What it does and has, by subject.
	Memories     *retrieval.Service // all that it recalls, and its library
	Conversation *Conversation
	Learning     *Learning
	Inbox        *Inbox
	Skills       *Skills
	Dreams       *Dreams
	Nights       *Nights
	Initiative   *Initiative

	mu     sync.Mutex // guards what follows
	stop   context.CancelFunc
	hush   context.CancelFunc // ends what it does by itself; nil when that is nothing
	turn   Turn
	unread []persona.Problem // files the newest prompt had to do without
	// emptied are the files that lost what was in them, as of the start.
	emptied []store.EmptiedFile
	closed  bool
}

// open opens the persona of a slug. The home's mutex is held.
func open(ctx context.Context, h *Home, slug string) (*Companion, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	slugs, err := h.home.Personas()
	if err != nil {
		return nil, fmt.Errorf("open persona %q: %w", slug, err)
	}
	if !slices.Contains(slugs, slug) {
		return nil, fmt.Errorf("open persona %q: %w", slug, ErrNoPersona)
	}
	dir, err := h.home.Persona(slug)
	if err != nil {
		return nil, fmt.Errorf("open persona %q: %w", slug, err)
	}
	p, err := persona.Open(dir)
	if err != nil {
		return nil, fmt.Errorf("open persona %q: %w", slug, err)
	}
	log, err := transcript.Open(dir, transcript.Options{Now: h.opt.Now})
	if err != nil {
		return nil, fmt.Errorf("open conversation of %q: %w", slug, err)
	}
	m, err := mind.Open(dir, h.opt.Now, p)
	if err != nil {
		return nil, fmt.Errorf("open persona %q: %w", slug, err)
	}
	c := &Companion{
		home: h, slug: slug, dir: dir, persona: p, log: log, mind: m,
		logger: h.opt.Logger.With("persona", slug), now: h.opt.Now,
	}
	c.Editor = mind.NewEditor(m, log, c.now, func(m mind.State) { c.publish(TopicMind, m) })
	c.imagining = imagining{c}
	c.Files = texts.New(dir, p)
	c.Store = sessions.New(sessions.Options{
		Dir: dir, Log: log, Files: c.Files, Now: c.now, Logger: c.logger, Names: func() (user, name string) { return p.Profile().Speakers() }, Alone: c.betweenTurns, Standing: func(ids []transcript.ID) ([]transcript.ID, error) { return c.withdraw.Standing(ids) },
		Light: func(ctx context.Context) (llm.Model, error) {
			return c.home.Make(ctx, c.home.Settings().Models.Light, c.slug)
		},
		Changed: func(newest transcript.ID) { c.publish(TopicLog, newest) },
	})
	c.toolbox, c.Conversation, c.Learning, c.Inbox = &toolbox{c}, &Conversation{c}, &Learning{c}, &Inbox{c}
	c.Skills, c.Dreams, c.Nights, c.Initiative = newSkills(c), &Dreams{c: c}, &Nights{c: c}, &Initiative{c}
	c.Memories = newRecall(c)
	c.join()
	c.tidy()
	return c, nil
}

// join makes what a persona is made of beside its stores, each part with what it
// needs of the others.
func (c *Companion) join() {
	c.taint = taint.New(taint.Options{
		Slug: c.slug, Dir: c.dir, Log: c.log, Mind: c.mind, Persona: c.persona, Origins: c.home.origins, Retractions: c.Memories.Retracted,
		Now: c.now, Logger: c.logger, Changed: func() { c.publish(TopicLog, c.log.Head()) },
	})
	c.Trust = c.taint.Trust()
	c.chat = models.NewChat(c.home.Set, c.slug)
	c.plans = prompt.NewPlans(c.dir, c.logger)
	c.withdraw = withdraw.New(withdraw.Options{
		Slug: c.slug, Dir: c.dir, Log: c.log, Mind: c.mind, Hidden: c.Memories.Hidden, Logger: c.logger,
		Held: c.Inbox.heldFor, Redo: c.Redo, ForgetPlans: c.plans.Forget,
		Noted: func() { c.publish(TopicLog, c.log.Head()) }, Felt: func() { c.publish(TopicMind, c.Mind()) },
		Taken: func() {
			c.publish(TopicLog, c.log.Head())
			c.publish(TopicMind, c.Mind())
			c.Inbox.publishHeld()
		},
	})
	c.prompts = prompt.New(prompt.Options{
		Dir: c.dir, Log: c.log, Mind: c.mind, Persona: c.persona, Recall: c.Memories, Taint: c.taint, Scales: c.home.scales, Limits: c.home.opt.Limits,
		Now: c.now, Logger: c.logger, Recalls: func() bool { return c.home.Settings().Recall.Enabled() }, UserName: c.userName,
		Unlearned: c.Learning.unlearned, Candidates: c.Dreams.untold, Skills: c.Skills.skillLines, Tools: func(p *prompt.Prompt) []agent.Tool { return c.toolbox.tools("", p) },
	})
}

// tidy puts in order what a crash left, before any turn can begin, and moves
// past months to the archives, out of everybody's way.
func (c *Companion) tidy() {
	ctx, cancel := context.WithCancel(context.Background())
	c.mu.Lock()
	c.stop = cancel
	c.mu.Unlock()
	c.booking.Lock() // a message said now would hide the turn that broke off
	c.work.Go(func() {
		defer cancel()
		err := background.Guarded(func() error {
			defer c.booking.Unlock()
			c.Conversation.catchUpSpoken()
			return nil
		})
		if err == nil {
			err = background.Guarded(func() error { c.noteEmptied(ctx); return c.log.Archive(ctx) })
		}
		if err != nil && ctx.Err() == nil {
			c.logger.Warn("put the conversation in order", "error", err)
		}
	})
}

// Slug returns the name of the persona's folder.
func (c *Companion) Slug() string { return c.slug }

// Subscribe returns the companion's events until ctx is done, with topics as
// above, unprefixed. The sequence is for one goroutine.
func (c *Companion) Subscribe(ctx context.Context) func(yield func(event.Event) bool) {
	seq := c.home.bus.Subscribe(ctx)
	return func(yield func(event.Event) bool) {
		for e := range seq {
			if topic, ok := cutTopic(e.Topic, c.slug); ok && !yield(event.Event{Topic: topic, State: e.State}) {
				return
			}
		}
	}
}

// cutTopic splits "slug/topic".
func cutTopic(topic, slug string) (string, bool) {
	if len(topic) > len(slug) && topic[:len(slug)] == slug && topic[len(slug)] == '/' {
		return topic[len(slug)+1:], true
	}
	return "", false
}

func (c *Companion) publish(topic string, state any) {
	c.home.bus.Publish(event.Event{Topic: c.slug + "/" + topic, State: state})
}

// Interrupt ends the turn under way, if any. What was said so far is kept,
// marked as interrupted. It returns at once.
func (c *Companion) Interrupt() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.turn.Running() && c.stop != nil {
		c.stop()
	}
}

// Close interrupts the turn under way and waits until it is on disk. The
// companion takes no further turns.
func (c *Companion) Close() {
	c.mu.Lock()
	c.closed = true
	if c.stop != nil {
		c.stop()
	}
	c.Dreams.StopDreaming()
	if c.hush != nil {
		c.hush()
	}
	c.mu.Unlock()
	c.work.Wait()
	c.Memories.Close()
}
