package page

import (
	"context"
	"sync"
	"time"
)

// The toolkit's loop looks 60 times a second whether something happened, and
// that is what an idle window costs: some 2 % of a core, in front or behind.
const (
	maxSleep   = 500 * time.Millisecond // one sleep, if nobody says otherwise; what does not wake the loop waits no longer
	sleepPause = 20 * time.Millisecond  // between two: the loop looks once, and draws what is to be drawn
	awakeAfter = time.Second            // after a key, a click, a move: what it set going is drawn smoothly
)

// An IdleSleeper lets the toolkit's loop sleep while nothing happens.
type IdleSleeper struct {
	// Sleep returns after a time, or when the system has an event, which it
	// hands on, or Wake was called. It runs on the screen's goroutine.
	Sleep func(time.Duration)
	// Wake ends Sleep. It is called on any goroutine, and only during Sleep.
	Wake func()
	// Touched is told, on the screen's goroutine, that the system had an event: a
	// key, a move of the mouse. Of many in a second it is told once. It may be nil.
	Touched func()
	// Queue brings something to the loop without waking it. Where it is set, whatever
	// else comes to the loop is told by Brought; nil, what goes through Enter is.
	Queue func(func())
	// Most is how long one sleep may be: what nobody tells of waits so long. It runs
	// on the screen's goroutine; nil it is half a second.
	Most func() time.Duration

	mu      sync.Mutex
	asleep  bool // the loop is in Sleep
	brought bool // something was brought to the loop since it last slept
	over    bool // the loop ends, or has ended
}

// SleepWhenIdle lets the loop behind the dispatcher sleep until the window's life or the
// sleeper ends. It is called once, before anything else uses the dispatcher.
func (b *Dispatcher) SleepWhenIdle(d *IdleSleeper) {
	enter := d.Queue
	if enter == nil {
		enter = b.Enter
		b.Enter = func(f func()) {
			enter(f)
			d.Brought()
		}
	}
	b.out.Add(1)
	b.Start(func() {
		defer b.out.Done()
		for next := awakeAfter; b.Pause(b.ctx, next) == nil; {
			woken := make(chan time.Duration, 1)
			enter(func() { woken <- d.sleep(b.ctx) })
			select {
			case next = <-woken:
			case <-b.ctx.Done():
				return
			}
		}
	})
}

// End says that the loop ends: it does not sleep any more.
func (d *IdleSleeper) End() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.over = true
}

// Brought notes that the loop has something to do, and wakes it.
func (d *IdleSleeper) Brought() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.brought = true; d.asleep {
		d.asleep = false // once is enough: the next would end the sleep to come
		d.Wake()
	}
}

// sleep waits, unless there is something to do, and returns how long the loop
// should stay awake then.
func (d *IdleSleeper) sleep(ctx context.Context) time.Duration {
	d.mu.Lock()
	idle := !d.brought && !d.over && ctx.Err() == nil
	d.brought, d.asleep = false, idle
	d.mu.Unlock()
	if !idle {
		return sleepPause
	}
	most := maxSleep
	if d.Most != nil {
		most = d.Most()
	}
	began := time.Now()
	d.Sleep(most)
	slept := time.Since(began)
	d.mu.Lock()
	d.asleep = false
	event := slept < most && !d.brought
	d.mu.Unlock()
	if !event {
		return sleepPause
	}
	if d.Touched != nil {
		d.Touched()
	}
	return awakeAfter // a person is there
}
