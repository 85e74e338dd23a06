package segment

import (
	"sync/atomic"
	"time"
)

// pages says when those of a map go back to the system, for they count as the
// program's: a while after they were last looked at, because the next search may
// come at once and would have to fetch them again. The zero value is ready.
type pages struct {
	views   atomic.Int32 // who look at them
	seen    atomic.Int64 // when somebody last did, in nanoseconds
	resting atomic.Bool  // they are to go back
}

// restAfter is how long pages stay after a search.
const restAfter = 2 * time.Second

// view begins to look at the pages; leave has to follow.
func (p *pages) view() { p.views.Add(1) }

// leave ends that. It reports whether free is to be called from now on, once, in
// a while; otherwise it was already, or will be by who still looks.
func (p *pages) leave(free func()) bool {
	p.seen.Store(time.Now().UnixNano())
	if p.views.Add(-1) != 0 || !p.resting.CompareAndSwap(false, true) {
		return false
	}
	p.later(restAfter, free)
	return true
}

func (p *pages) later(wait time.Duration, free func()) {
	time.AfterFunc(wait, func() {
		left := restAfter - time.Since(time.Unix(0, p.seen.Load()))
		if p.views.Load() > 0 {
			left = restAfter
		}
		if left > 0 {
			p.later(left, free)
			return
		}
		p.resting.Store(false)
		free()
	})
}
