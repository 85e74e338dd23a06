package page

import (
	"context"
	"sync"
	"time"
)

// A front says whether the window is in front. What comes back from time to
// time to draw something anew waits for that, so that a window nobody looks at
// draws nothing. Until somebody said, it is not, and nothing waits.
type front struct {
	mu    sync.Mutex
	is    bool
	there chan struct{} // closed when the window comes to the front; nil nothing waits
}

// wait waits until the window is in front; the error is the context's.
func (f *front) wait(ctx context.Context) error {
	f.mu.Lock()
	there := f.there
	f.mu.Unlock()
	if there == nil {
		return nil
	}
	select {
	case <-there:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// InFront reports whether the window is in front.
func (b *Dispatcher) InFront() bool {
	b.front.mu.Lock()
	defer b.front.mu.Unlock()
	return b.front.is
}

// Behind says that another window is in front, or that this one is hidden.
func (b *Dispatcher) Behind() {
	b.front.mu.Lock()
	defer b.front.mu.Unlock()
	if b.front.is = false; b.front.there == nil {
		b.front.there = make(chan struct{})
	}
}

// Front says that the window is in front: what Schedule held up comes now.
func (b *Dispatcher) Front() {
	b.front.mu.Lock()
	defer b.front.mu.Unlock()
	if b.front.is = true; b.front.there != nil {
		close(b.front.there)
		b.front.there = nil
	}
}

// Schedule calls then after a time, as soon as the window is in front. Of several
// of a kind the newest counts. Like Background it is for the screen's goroutine.
func (b *Dispatcher) Schedule(kind string, every time.Duration, then func()) {
	Background(b, kind, func(ctx context.Context) (struct{}, error) {
		err := b.Pause(ctx, every)
		if err == nil {
			err = b.front.wait(ctx)
		}
		return struct{}{}, err
	}, func(_ struct{}, err error) {
		if err == nil {
			then()
		}
	})
}
