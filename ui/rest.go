package ui

import (
	"context"
	"time"

	"yumori/ui/heap"
	"yumori/ui/page"
)

// What a page, an event or the start has left behind goes back to the system
// each restEach while things happen, and after the last of them until the
// toolkit has let go of what it remembers for a minute.
const (
	restEach  = 5 * time.Second
	restTimes = 14
)

// A releaser gives memory back.
type releaser struct {
	dispatcher *page.Dispatcher
	times      int // how often it is still to be done
}

// rest gives back the memory that is no longer used, some time from now. Each
// time takes some 50 ms of one processor, and nothing happens while nothing
// happens.
func (r *releaser) rest() {
	resting := r.times > 0
	r.times = restTimes
	if !resting {
		r.nap()
	}
}

// nap waits and gives back, until it was done often enough.
func (r *releaser) nap() {
	page.Background(r.dispatcher, "rest", func(ctx context.Context) (struct{}, error) {
		err := r.dispatcher.Pause(ctx, restEach)
		if err == nil {
			heap.Release()
		}
		return struct{}{}, err
	}, func(_ struct{}, err error) {
		if r.times--; err != nil {
			r.times = 0
		}
		if r.times > 0 {
			r.nap()
		}
	})
}
