package companion

import (
	"context"
	"sync"
)

// An errand is work done behind everything else, by one goroutine at a time,
// and once more when it was asked for meanwhile. The zero errand is ready.
type errand struct {
	mu      sync.Mutex // guards what follows
	running bool
	again   bool
	idle    chan struct{} // closed when the work under way ends
}

// request asks for the work to be done after now, unless ctx is done. It is
// counted in working, which must not be waited for yet.
func (e *errand) request(ctx context.Context, working *sync.WaitGroup, do func(context.Context)) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.again = true
	if !e.running && ctx.Err() == nil {
		e.running, e.idle = true, make(chan struct{})
		working.Go(func() { e.work(ctx, do) })
	}
}

func (e *errand) work(ctx context.Context, do func(context.Context)) {
	for {
		e.mu.Lock()
		if !e.again || ctx.Err() != nil {
			e.running = false
			close(e.idle)
			e.mu.Unlock()
			return
		}
		e.again = false
		e.mu.Unlock()
		do(ctx)
	}
}

// wait waits until nothing asked for before is left to do.
func (e *errand) wait(ctx context.Context) {
	e.mu.Lock()
	idle, running := e.idle, e.running
	e.mu.Unlock()
	if !running {
		return
	}
	select {
	case <-idle:
	case <-ctx.Done():
	}
}
