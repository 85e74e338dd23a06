package event

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
)

func TestALaggardSeesTheNewestOfEachTopicOldestTopicFirst(t *testing.T) {
	var b Bus
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	events := b.Subscribe(ctx)
	for i, topic := range []string{"reply", "mind", "reply", "held", "mind"} {
		b.Publish(Event{Topic: topic, State: i})
	}
	var got []string
	for e := range events {
		if got = append(got, fmt.Sprint(e.Topic, e.State)); len(got) == 3 {
			break
		}
	}
	if want := "[reply2 mind4 held3]"; fmt.Sprint(got) != want {
		t.Errorf("got %v, want %s", got, want)
	}
}

func TestTheLastStateOfEveryTopicArrives(t *testing.T) {
	const writers, each = 4, 1000
	var b Bus
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	events := b.Subscribe(ctx)
	var publishing sync.WaitGroup
	for w := range writers {
		publishing.Go(func() {
			for i := range each {
				b.Publish(Event{Topic: fmt.Sprint(w), State: i})
			}
		})
	}
	last := map[string]int{}
	ended := 0
	for e := range events {
		i := e.State.(int)
		if before, ok := last[e.Topic]; ok && i <= before {
			t.Fatalf("topic %s went from %d back to %d", e.Topic, before, i)
		}
		last[e.Topic] = i
		if i == each-1 {
			ended++
		}
		if ended == writers {
			break
		}
	}
	publishing.Wait()
}

func TestTheContextEndsASubscription(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var b Bus
		ctx, cancel := context.WithCancel(t.Context())
		ranged, ignored := b.Subscribe(ctx), b.Subscribe(ctx)
		_ = ignored // nobody ranges over it, and it must not stay behind
		done := make(chan int)
		go func() {
			n := 0
			for range ranged {
				n++
			}
			done <- n
		}()
		b.Publish(Event{Topic: "a"})
		synctest.Wait()
		cancel()
		if n := <-done; n != 1 {
			t.Errorf("saw %d events, want 1", n)
		}
		synctest.Wait()
		b.mu.Lock()
		defer b.mu.Unlock()
		if len(b.boxes) != 0 {
			t.Errorf("%d listeners are left behind", len(b.boxes))
		}
	})
}

func TestPublishingToNobody(t *testing.T) {
	var b Bus
	b.Publish(Event{Topic: "a"}) // the zero Bus takes it
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for e := range b.Subscribe(ctx) {
		t.Errorf("an event from before: %v", e)
	}
}
