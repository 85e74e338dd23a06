package ui

import "sync"

// A loop stands for the screen's goroutine: what enters runs on whoever
// drains it.
type loop struct {
	mu    sync.Mutex // guards queue
	queue []func()
}

func (l *loop) put(f func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.queue = append(l.queue, f)
}

func (l *loop) drain() {
	l.mu.Lock()
	queue := l.queue
	l.queue = nil
	l.mu.Unlock()
	for _, f := range queue {
		f()
	}
}
