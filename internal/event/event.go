// Package event tells listeners that something changed.
//
// An event carries the whole new state of its topic rather than a difference,
// so a listener that misses any event but the last has missed nothing. The bus
// uses that: each listener has a mailbox with the latest event of each topic,
// and publishing never waits for anybody.
package event

import (
	"context"
	"iter"
	"sync"
)

// An Event says that the thing named Topic changed.
type Event struct {
	// Topic names what changed; the publisher documents its topics.
	Topic string
	// State is the whole new state of the topic: an immutable value that
	// listeners share and must not change.
	State any
}

// A Bus delivers events to any number of listeners. The zero Bus is ready to
// use; a Bus is safe for concurrent use.
type Bus struct {
	mu    sync.Mutex // guards boxes
	boxes map[*mailbox]struct{}
}

// Publish hands e to every listener and returns at once: a listener that lags
// sees only the latest event of each topic. It costs one map update a listener.
func (b *Bus) Publish(e Event) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for m := range b.boxes {
		m.put(e)
	}
}

// Subscribe returns the events published from this call on until ctx is done,
// oldest topic first. The sequence is for one goroutine and can be ranged over
// once; nothing has to be unsubscribed, the context ends it.
func (b *Bus) Subscribe(ctx context.Context) iter.Seq[Event] {
	m := &mailbox{wake: make(chan struct{}, 1), latest: map[string]Event{}}
	b.mu.Lock()
	if b.boxes == nil {
		b.boxes = map[*mailbox]struct{}{}
	}
	b.boxes[m] = struct{}{}
	b.mu.Unlock()
	leave := func() {
		b.mu.Lock()
		delete(b.boxes, m)
		b.mu.Unlock()
	}
	context.AfterFunc(ctx, leave) // for a sequence nobody ranges over
	return func(yield func(Event) bool) {
		defer leave()
		for {
			for e, ok := m.take(); ok; e, ok = m.take() {
				if !yield(e) {
					return
				}
			}
			select {
			case <-m.wake:
			case <-ctx.Done():
				return
			}
		}
	}
}

// A mailbox keeps the latest event of each topic, oldest topic first.
type mailbox struct {
	wake   chan struct{}
	mu     sync.Mutex // guards order and latest
	order  []string
	latest map[string]Event
}

func (m *mailbox) put(e Event) {
	m.mu.Lock()
	if _, ok := m.latest[e.Topic]; !ok {
		m.order = append(m.order, e.Topic)
	}
	m.latest[e.Topic] = e
	m.mu.Unlock()
	select {
	case m.wake <- struct{}{}:
	default:
	}
}

func (m *mailbox) take() (Event, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.order) == 0 {
		return Event{}, false
	}
	t := m.order[0]
	m.order = m.order[1:]
	e := m.latest[t]
	delete(m.latest, t)
	return e, true
}
