package ui

import (
	"context"
	"runtime/debug"
	"time"
)

// restAfter is when what a page, an event or the start has left behind goes
// back to the system: after the toolkit has let go of what it remembers for a
// minute.
const restAfter = 70 * time.Second

// rest gives back the memory that is no longer used, some time from now: once
// for all that happens until then, and once more after the last of it. It
// takes some 50 ms away from the screen, and nothing while nothing happens.
func (s *shell) rest() {
	if s.resting {
		s.restless = true
		return
	}
	s.resting, s.restless = true, false
	background(s.border, "rest", func(ctx context.Context) (struct{}, error) {
		err := s.border.pause(ctx, restAfter)
		if err == nil {
			debug.FreeOSMemory()
		}
		return struct{}{}, err
	}, func(_ struct{}, err error) {
		s.resting = false
		if s.restless && err == nil {
			s.rest()
		}
	})
}
