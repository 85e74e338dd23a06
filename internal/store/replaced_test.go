package store

import (
	"strings"
	"sync"
	"testing"
)

// TestReadWhileReplaced reads a file while others put new ones in its place: each
// time it is one of theirs, and never one that cannot be used, which its owner
// would set aside and begin anew.
func TestReadWhileReplaced(t *testing.T) {
	t.Parallel()
	d := newPersona(t)
	write(t, d, "a.txt", "0")
	var wg sync.WaitGroup
	for n := range 2 {
		wg.Go(func() {
			for range 100 {
				if err := d.Write("a.txt", []byte(strings.Repeat("x", n+1)), byUser); err != nil {
					t.Error(err)
				}
			}
		})
	}
	done := make(chan struct{})
	go func() { wg.Wait(); close(done) }()
	defer wg.Wait()
	for reading := true; reading && !t.Failed(); {
		select {
		case <-done:
			reading = false
		default:
		}
		if _, err := d.Read("a.txt"); err != nil {
			t.Error(err)
		}
		if _, err := d.Version("a.txt"); err != nil {
			t.Error(err)
		}
	}
}
