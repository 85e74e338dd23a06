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

// rest gives back the memory that is no longer used, some time from now. Each
// time takes some 50 ms of one processor, and nothing happens while nothing
// happens.
func (s *shell) rest() {
	resting := s.rests > 0
	s.rests = restTimes
	if !resting {
		s.nap()
	}
}

// nap waits and gives back, until it was done often enough.
func (s *shell) nap() {
	page.Background(s.dispatcher, "rest", func(ctx context.Context) (struct{}, error) {
		err := s.dispatcher.Pause(ctx, restEach)
		if err == nil {
			heap.Release()
		}
		return struct{}{}, err
	}, func(_ struct{}, err error) {
		if s.rests--; err != nil {
			s.rests = 0
		}
		if s.rests > 0 {
			s.nap()
		}
	})
}
