package ui

import (
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// A closingDriver ends its loop as the toolkit does: it closes the queue, whoever is
// about to send on it.
type closingDriver struct {
	desktopDriver
	queue            chan func()
	running, drained atomic.Bool
	loop             string // the loop's goroutine
}

// goroutine names the one that calls.
func goroutine() string {
	stack := make([]byte, 64)
	name, _, _ := strings.Cut(string(stack[:runtime.Stack(stack, false)]), " [")
	return name
}

func (c *closingDriver) DoFromGoroutine(f func(), _ bool) {
	if !c.running.Load() && goroutine() == c.loop || c.drained.Load() {
		f()
		return
	}
	c.queue <- f
}

func (c *closingDriver) run(begin func()) {
	c.running.Store(true)
	begin()
	for c.running.Load() {
		(<-c.queue)()
	}
	for len(c.queue) > 0 {
		<-c.queue
	}
	c.drained.Store(true)
	close(c.queue)
}

// What ends the loop is brought to it among all else, as the toolkit's own answer to
// a signal is: nobody then sends on the closed queue, and what comes late is done.
func TestNothingIsSentToALoopThatEnds(t *testing.T) {
	for range 200 {
		c := &closingDriver{queue: make(chan func(), 1000), loop: goroutine()}
		d := &loopDriver{desktopDriver: c, brought: func() {}}
		begun := make(chan struct{})
		var senders sync.WaitGroup
		var done atomic.Int64
		for n := range 4 {
			senders.Go(func() {
				<-begun
				for i := range 50 {
					d.DoFromGoroutine(func() { done.Add(1) }, false)
					if n == 0 && i == 25 {
						d.DoFromGoroutine(func() { c.running.Store(false) }, false)
					}
				}
			})
		}
		c.run(func() { d.begin(); close(begun) })
		d.leave()
		senders.Wait()
		before := done.Load()
		if d.DoFromGoroutine(func() { done.Add(1) }, true); done.Load() != before+1 {
			t.Fatal("what is brought when the loop has ended is not done")
		}
	}
}

// A window that closes tells before the loop ends; what comes in between waits.
func TestWhatComesLateRunsWhenTheLoopHasEnded(t *testing.T) {
	c := &closingDriver{queue: make(chan func(), 10), loop: goroutine()}
	d := &loopDriver{desktopDriver: c, brought: func() {}}
	c.running.Store(true)
	d.begin()
	d.end()
	done := 0
	d.DoFromGoroutine(func() { done++ }, false)
	if len(c.queue) > 0 || done > 0 {
		t.Errorf("%d were sent, %d done", len(c.queue), done)
	}
	if d.leave(); done != 1 {
		t.Errorf("done %d times", done)
	}
	var none *loopDriver // where the toolkit's own driver stays
	none.end()
	none.leave()
}
