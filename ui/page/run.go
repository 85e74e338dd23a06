package page

import (
	"context"
	"iter"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"yumori/internal/companion"
	"yumori/internal/event"

	"fyne.io/fyne/v2"
)

// This file is the dispatcher between the screen's goroutine and the others. It
// is crossed in two places, Follow and Background, and by what the work of the
// latter tells on its way (Teller); everything else in the window runs on the
// screen's goroutine, so it has no mutex and starts no goroutine.

// A Dispatcher is where work leaves the screen's goroutine and comes back. Its
// methods, and Background, are for the screen's goroutine.
type Dispatcher struct {
	ctx   context.Context                            // the window's life
	Start func(func())                               // runs what may take long: a goroutine of its own
	Enter func(func())                               // runs what touches the screen: fyne.Do
	Pause func(context.Context, time.Duration) error // waits, away from the screen

	front  front
	newest map[string]*task // by kind
	out    sync.WaitGroup   // tasks under way
	Left   chan struct{}    // closed when the window has closed
}

// pause waits for a time; the error is the context's.
func pause(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// A task is one piece of work that was sent away.
type task struct {
	cancel context.CancelFunc
	done   chan struct{} // closed when the work has ended, or was skipped
}

// NewDispatcher makes a dispatcher for a window's life.
func NewDispatcher(ctx context.Context) *Dispatcher {
	var alone sync.Mutex
	return &Dispatcher{
		ctx:   ctx,
		Start: func(f func()) { go f() },
		// When the event loop has ended, the toolkit runs f on the goroutine
		// that brings it: one at a time even so.
		Enter: func(f func()) {
			fyne.Do(func() {
				alone.Lock()
				defer alone.Unlock()
				f()
			})
		},
		Pause:  pause,
		newest: map[string]*task{},
		Left:   make(chan struct{}),
	}
}

// Background runs work away from the screen's goroutine and apply, with what
// came of it, on it. The newest task of a kind wins: an older one that has
// not begun is skipped, one under way is cancelled and its result dropped.
// Tasks of one kind run one after another, so that of two changes the newer
// one is the last.
func Background[T any](b *Dispatcher, kind string, work func(context.Context) (T, error), apply func(T, error)) {
	ctx, cancel := context.WithCancel(b.ctx)
	before := b.newest[kind]
	if before != nil {
		before.cancel()
	}
	own := &task{cancel: cancel, done: make(chan struct{})}
	b.newest[kind] = own
	b.out.Add(1)
	b.Start(func() {
		defer b.out.Done()
		if before != nil {
			<-before.done
		}
		defer close(own.done)
		var result T
		err := ctx.Err()
		if err == nil {
			result, err = work(ctx)
		}
		b.Enter(func() { // a skipped one leaves, too
			wanted := ctx.Err() == nil
			cancel()
			if b.newest[kind] == own {
				delete(b.newest, kind)
			}
			if wanted {
				apply(result, err)
			}
		})
	})
}

// Teller lets the work of a task tell how far it is: show gets the newest
// that was told, on the screen's goroutine, until the task's context ends.
// The work may tell as often as it likes and never waits for the screen.
func Teller[T any](b *Dispatcher, show func(T)) func(context.Context, T) {
	var newest atomic.Pointer[T]
	return func(ctx context.Context, state T) {
		if newest.Swap(&state) != nil {
			return // what was told before is on its way, and brings this along
		}
		b.Enter(func() {
			if told := newest.Swap(nil); ctx.Err() == nil {
				show(*told)
			}
		})
	}
}

// Busy reports whether a task of a kind is under way.
func (b *Dispatcher) Busy(kind string) bool { return b.newest[kind] != nil }

// UnderWay are the kinds of the tasks under way, in no order.
func (b *Dispatcher) UnderWay() []string { return slices.Collect(maps.Keys(b.newest)) }

// Drop cancels the task of a kind, if any; its result is not applied.
func (b *Dispatcher) Drop(kind string) {
	if e := b.newest[kind]; e != nil {
		e.cancel()
	}
}

// Wait waits for every task to end. The window's context should have ended.
func (b *Dispatcher) Wait() { b.out.Wait() }

// framePause is how long the event loop rests after it drew a turn: what comes
// meanwhile is merged by the mailbox, so a streaming reply is drawn at most ten
// times a second however fast its words come.
const framePause = 100 * time.Millisecond

// Follow hands each event to receive on the screen's goroutine, one at a time,
// until the window's context ends. It runs on a goroutine of its own.
//
// When the context was ended from outside, leave is called to close the window.
func (b *Dispatcher) Follow(events iter.Seq[event.Event], receive func(event.Event), leave func()) {
	b.out.Add(1)
	b.Start(func() {
		defer b.out.Done()
		defer b.requestClose(leave)
		for e := range events {
			seen := make(chan struct{})
			b.Enter(func() {
				defer close(seen)
				if b.ctx.Err() == nil {
					receive(e)
				}
			})
			select {
			case <-seen:
			case <-b.ctx.Done():
				return
			}
			if !strings.HasSuffix(e.Topic, "/"+companion.TopicTurn) {
				continue
			}
			select {
			case <-time.After(framePause):
			case <-b.ctx.Done():
				return
			}
		}
	})
}

// depart asks the window to close, unless it has closed.
func (b *Dispatcher) requestClose(leave func()) {
	select {
	case <-b.Left:
	default:
		b.Enter(leave)
	}
}
