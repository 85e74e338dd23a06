package background

import (
	"context"
	"sync"
)

// A Task is work done behind everything else, by one goroutine at a time,
// and once more when it was asked for meanwhile. The zero Task is ready.
type Task struct {
	mu      sync.Mutex // guards what follows
	running bool
	again   bool
	idle    chan struct{} // closed when the work under way ends
}

// Request asks for the work to be done after now, unless ctx is done. It is
// counted in working, which must not be waited for yet.
func (t *Task) Request(ctx context.Context, working *sync.WaitGroup, do func(context.Context)) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.again = true
	if !t.running && ctx.Err() == nil {
		t.running, t.idle = true, make(chan struct{})
		working.Go(func() { t.work(ctx, do) })
	}
}

func (t *Task) work(ctx context.Context, do func(context.Context)) {
	for {
		t.mu.Lock()
		if !t.again || ctx.Err() != nil {
			t.running = false
			close(t.idle)
			t.mu.Unlock()
			return
		}
		t.again = false
		t.mu.Unlock()
		do(ctx)
	}
}

// Wait waits until nothing asked for before is left to do.
func (t *Task) Wait(ctx context.Context) {
	t.mu.Lock()
	idle, running := t.idle, t.running
	t.mu.Unlock()
	if !running {
		return
	}
	select {
	case <-idle:
	case <-ctx.Done():
	}
}
