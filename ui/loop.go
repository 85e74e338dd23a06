package ui

import (
	"sync"
	"sync/atomic"
)

// A loopDriver is a driver that tells when something was brought to its loop,
// whoever brought it, so that a loop that sleeps hears of it; and that brings
// nothing to a loop that ends. Its methods are for any goroutine, if not said
// otherwise. A nil one does nothing at the loop's ends.
//
// The toolkit (2.8.1) closes the queue of a loop that ends, and does not look
// whether somebody is about to send on it: the program would end with a panic after
// everything was done.
type loopDriver struct {
	desktopDriver
	brought func()

	begun atomic.Bool // before, the toolkit may do at once what it is brought

	mu    sync.RWMutex // held by who sends
	over  bool         // the loop ends
	ended bool         // it has ended
	late  []func()     // what was brought in between
}

// DoFromGoroutine brings f to the loop, and waits for it if it should.
func (d *loopDriver) DoFromGoroutine(f func(), wait bool) {
	if !wait {
		d.bring(f)
		d.brought()
		return
	}
	done := make(chan struct{})
	d.bring(func() { defer close(done); f() })
	d.brought()
	<-done
}

// bring brings f to the loop without telling of it. What comes to a loop that ends
// runs when it has ended.
func (d *loopDriver) bring(f func()) {
	if !d.begun.Load() {
		d.desktopDriver.DoFromGoroutine(f, false)
		return
	}
	if d.send(f) || d.keep(f) {
		return
	}
	f()
}

// send sends f to the loop, unless that ends.
func (d *loopDriver) send(f func()) (sent bool) {
	d.mu.RLock()
	defer d.mu.RUnlock()
	if d.over {
		return false
	}
	d.desktopDriver.DoFromGoroutine(func() {
		f()
		if d.quits() {
			d.end()
		}
	}, false)
	return true
}

// quits reports whether the loop was told to end, as by the toolkit's own answer to
// a signal. On the loop's goroutine the toolkit does at once what it is brought from
// then on. It is for that goroutine.
func (d *loopDriver) quits() bool {
	atOnce := false
	d.desktopDriver.DoFromGoroutine(func() { atOnce = true }, false)
	return atOnce
}

// keep keeps f for when the loop has ended, unless it has.
func (d *loopDriver) keep(f func()) (kept bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.ended {
		return false
	}
	d.late = append(d.late, f)
	return true
}

// begin says that the loop begins.
func (d *loopDriver) begin() { d.begun.Store(true) }

// end says that the loop ends: nobody sends to it any more when it returns.
func (d *loopDriver) end() {
	if d == nil {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.over = true
}

// leave says that the loop has ended, and does what was brought since it ends. It
// is for the goroutine that was the loop's.
func (d *loopDriver) leave() {
	if d == nil {
		return
	}
	d.mu.Lock()
	late := d.late
	d.over, d.ended, d.late = true, true, nil
	d.mu.Unlock()
	for _, f := range late {
		f()
	}
}
