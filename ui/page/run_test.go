package page

import (
	"context"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"yumori/internal/event"
)

func TestBackgroundNewestWins(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		l := &loop{}
		b := NewDispatcher(ctx)
		b.Enter = l.put
		var began, applied []int
		var mu sync.Mutex // guards began
		send := func(kind string, i int, takes time.Duration) {
			Background(b, kind, func(ctx context.Context) (int, error) {
				mu.Lock()
				began = append(began, i)
				mu.Unlock()
				select {
				case <-time.After(takes):
				case <-ctx.Done():
				}
				return i, ctx.Err()
			}, func(i int, _ error) { applied = append(applied, i) })
		}
		release := make(chan struct{}) // 1 ends when all are sent, however slowly that goes
		Background(b, "a", func(ctx context.Context) (int, error) {
			<-release
			return 1, ctx.Err()
		}, func(i int, _ error) { applied = append(applied, i) })
		synctest.Wait()
		send("a", 2, time.Minute) // skipped: overtaken before 1 has ended
		send("a", 3, time.Second)
		send("b", 4, time.Second) // another kind
		send("c", 5, time.Minute)
		send("c", 6, time.Minute)
		b.Drop("c") // before it has begun: it leaves nothing
		close(release)
		time.Sleep(2 * time.Second)
		synctest.Wait()
		l.drain()
		slices.Sort(applied)
		if !slices.Equal(applied, []int{3, 4}) {
			t.Errorf("applied %v, want the newest of each kind", applied)
		}
		mu.Lock()
		defer mu.Unlock()
		if slices.Contains(began, 2) {
			t.Errorf("began %v: a task that was overtaken need not begin", began)
		}
		if b.Busy("a") || b.Busy("c") {
			t.Error("still busy after the last task")
		}
		cancel()
		b.Wait()
	})
}

func TestBackgroundAfterTheEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		l := &loop{}
		b := NewDispatcher(ctx)
		b.Enter = l.put
		Background(b, "a", func(ctx context.Context) (int, error) {
			<-ctx.Done()
			return 0, ctx.Err()
		}, func(int, error) { t.Error("applied after the window's end") })
		cancel()
		b.Wait()
		l.drain()
	})
}

func TestFollowPacesTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		var bus event.Bus
		b := NewDispatcher(ctx)
		b.Enter = func(f func()) { f() }
		var got []int
		left := false
		b.Follow(bus.Subscribe(ctx), func(e event.Event) { got = append(got, e.State.(int)) }, func() { left = true })
		for i := range 1000 {
			bus.Publish(event.Event{Topic: "luna/turn", State: i})
			time.Sleep(time.Millisecond)
		}
		time.Sleep(time.Second)
		synctest.Wait()
		if n := len(got); n < 8 || n > 12 {
			t.Errorf("drawn %d times in a second, want about ten", n)
		}
		if last := got[len(got)-1]; last != 999 {
			t.Errorf("the last state drawn is %d, want 999", last)
		}
		cancel()
		b.Wait()
		if !left {
			t.Error("the window was not asked to close when its context ended")
		}
	})
}
