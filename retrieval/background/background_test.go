package background

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
)

// TestPasses asks for passes while one is under way: they are one pass, of the
// largest extent, after it.
func TestPasses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var working sync.WaitGroup
		var done []Extent
		release, bad := make(chan struct{}), errors.New("no")
		p := &Passes{Working: &working, After: func(error) {}, Work: func(e Extent) error {
			done = append(done, e)
			switch len(done) {
			case 1:
				<-release
				return bad
			case 2:
				panic("a slip")
			}
			return nil
		}}
		first := p.Request(Nothing)
		synctest.Wait()
		second, third := p.Request(Everything), p.Request(Changes)
		if over, _ := first.Ended(); over || second != third {
			t.Errorf("the first is over: %v; the others are one: %v", over, second == third)
		}
		close(release)
		if err := first.Wait(t.Context()); !errors.Is(err, bad) {
			t.Errorf("the first ended with %v", err)
		}
		if err := second.Wait(t.Context()); err == nil {
			t.Error("a panic is no error")
		}
		if err := p.Request(Changes).Wait(t.Context()); err != nil {
			t.Errorf("after a panic: %v", err)
		}
		p.Close()
		if err := p.Request(Changes).Wait(t.Context()); !errors.Is(err, ErrClosed) {
			t.Errorf("after the end: %v", err)
		}
		working.Wait()
		if len(done) != 3 || done[1] != Everything {
			t.Errorf("passes made: %v", done)
		}
	})
}

// TestTask asks for work twice while it is done: it is done once more.
func TestTask(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var task Task
		var working sync.WaitGroup
		n, release := 0, make(chan struct{})
		do := func(context.Context) {
			if n++; n == 1 {
				<-release
			}
		}
		task.Wait(t.Context()) // nothing is under way
		task.Request(t.Context(), &working, do)
		synctest.Wait()
		task.Request(t.Context(), &working, do)
		task.Request(t.Context(), &working, do)
		close(release)
		task.Wait(t.Context())
		working.Wait()
		if n != 2 {
			t.Errorf("done %d times", n)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		task.Request(ctx, &working, do)
		working.Wait()
		if n != 2 {
			t.Error("work was begun after the end")
		}
	})
}
