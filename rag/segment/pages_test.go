package segment

import (
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// TestPagesGoBackAWhileAfterTheLastLook looks now and then, and longer.
func TestPagesGoBackAWhileAfterTheLastLook(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var p pages
		var freed atomic.Int32
		leave := func() bool { return p.leave(func() { freed.Add(1) }) }
		wait := func(d time.Duration, want int32, when string) {
			t.Helper()
			time.Sleep(d)
			synctest.Wait()
			if got := freed.Load(); got != want {
				t.Fatalf("%s: they went back %d times, want %d", when, got, want)
			}
		}
		p.view()
		p.view()
		if leave() || !leave() {
			t.Error("the last one who looked is not the one to let go")
		}
		wait(restAfter-time.Millisecond, 0, "just before")
		p.view()
		if leave() {
			t.Error("they are to go back twice")
		}
		wait(restAfter-time.Millisecond, 0, "looked at again")
		wait(time.Millisecond, 1, "a while after that")
		wait(10*restAfter, 1, "long after")
		p.view()
		leave()
		p.view()
		wait(10*restAfter, 1, "somebody still looks")
		leave()
		wait(restAfter, 2, "who has left")
	})
}
