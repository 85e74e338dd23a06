package page

import (
	"context"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// A toolkitLoop is one: it looks 60 times a second, and does what it is
// brought.
type toolkitLoop struct {
	queue  chan func()
	wake   chan struct{}
	looked atomic.Int64
	slept  atomic.Int64  // nanoseconds
	event  chan struct{} // the system has something
}

func (l *toolkitLoop) run(ctx context.Context) {
	tick := time.NewTicker(time.Second / 60)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case f := <-l.queue:
			f()
		case <-tick.C:
			l.looked.Add(1)
		}
	}
}

func (l *toolkitLoop) dozer() *IdleSleeper {
	return &IdleSleeper{
		Sleep: func(d time.Duration) {
			began := time.Now()
			select {
			case <-time.After(d):
			case <-l.event:
			case <-l.wake:
			}
			l.slept.Add(int64(time.Since(began)))
		},
		Wake: func() { l.wake <- struct{}{} },
	}
}

func dozing(t *testing.T, test func(b *Dispatcher, l *toolkitLoop, d *IdleSleeper)) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		l := &toolkitLoop{queue: make(chan func(), 16), wake: make(chan struct{}, 1), event: make(chan struct{}, 1)}
		b := NewDispatcher(ctx)
		b.Enter = func(f func()) { l.queue <- f }
		d := l.dozer()
		b.SleepWhenIdle(d)
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			l.run(ctx)
		}()
		test(b, l, d)
		cancel()
		b.Wait()
		<-ended
	})
}

// later lets time go by in a bubble.
func later(d time.Duration) {
	<-time.After(d)
	synctest.Wait()
}

// While nothing happens the loop hardly looks; what is brought to it is done at
// once all the same.
func TestAnIdleLoopSleeps(t *testing.T) {
	dozing(t, func(b *Dispatcher, l *toolkitLoop, _ *IdleSleeper) {
		later(60 * time.Second)
		if n, slept := l.looked.Load(), time.Duration(l.slept.Load()); n > 60*10 || slept < 50*time.Second {
			t.Errorf("in a minute it looked %d times and slept %v", n, slept)
		}
		for range 20 {
			later(173 * time.Millisecond)
			brought, done := time.Now(), make(chan time.Duration, 1)
			b.Enter(func() { done <- time.Since(brought) })
			if took := <-done; took > 0 {
				t.Errorf("what was brought waited %v", took)
			}
		}
	})
}

// A loop that hears of all that is brought to it sleeps as long as it may, and is
// woken all the same.
func TestALoopThatIsToldSleepsDeeply(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		l := &toolkitLoop{queue: make(chan func(), 16), wake: make(chan struct{}, 1), event: make(chan struct{}, 1)}
		b, d := NewDispatcher(ctx), l.dozer()
		d.Queue = func(f func()) { l.queue <- f }
		d.Most = func() time.Duration { return 15 * time.Second }
		b.Enter = func(f func()) { // as a driver does that tells
			d.Queue(f)
			d.Brought()
		}
		b.SleepWhenIdle(d)
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			l.run(ctx)
		}()
		later(time.Minute)
		looked := l.looked.Load()
		later(10 * time.Minute)
		if n := l.looked.Load() - looked; n > 100 {
			t.Errorf("in ten minutes it looked %d times", n)
		}
		for range 20 {
			later(7 * time.Second)
			brought, done := time.Now(), make(chan time.Duration, 1)
			b.Enter(func() { done <- time.Since(brought) })
			if took := <-done; took > 0 {
				t.Errorf("what was brought waited %v", took)
			}
		}
		cancel()
		b.Wait()
		<-ended
	})
}

// After an event of the system it is awake: what that set going moves smoothly.
func TestALoopWithSomebodyThereIsAwake(t *testing.T) {
	dozing(t, func(_ *Dispatcher, l *toolkitLoop, _ *IdleSleeper) {
		later(10 * time.Second)
		l.event <- struct{}{}
		looked := l.looked.Load()
		later(900 * time.Millisecond)
		if n := l.looked.Load() - looked; n < 40 {
			t.Errorf("it looked %d times in the second after an event", n)
		}
	})
}

// A loop that ends is never put to sleep: nothing would wake it.
func TestALoopThatEndsDoesNotSleep(t *testing.T) {
	dozing(t, func(b *Dispatcher, l *toolkitLoop, d *IdleSleeper) {
		later(10 * time.Second)
		done := make(chan struct{})
		b.Enter(func() { d.End(); close(done) })
		<-done
		slept := l.slept.Load()
		later(10 * time.Second)
		if more := time.Duration(l.slept.Load() - slept); more != 0 {
			t.Errorf("it slept %v more", more)
		}
	})
}

// What comes from time to time waits while the window is behind, and comes at
// once when it is in front again.
func TestPulseWaitsForTheFront(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		b := NewDispatcher(ctx)
		screen := make(chan struct{}, 1) // one at a time, as the screen does
		b.Enter = func(f func()) {
			screen <- struct{}{}
			f()
			<-screen
		}
		n := 0
		var tick func()
		tick = func() {
			b.Schedule("tick", time.Second, func() {
				n++
				tick()
			})
		}
		tick()
		later(3500 * time.Millisecond)
		if n != 3 {
			t.Errorf("%d in 3.5 s", n)
		}
		b.Behind()
		b.Behind()
		later(time.Hour)
		if n != 3 {
			t.Errorf("%d while behind", n-3)
		}
		b.Front()
		b.Front()
		later(100 * time.Millisecond)
		if n != 4 {
			t.Errorf("%d when it came to the front", n-3)
		}
		b.Behind()
		cancel() // what waits ends with the window
		b.Wait()
	})
}
