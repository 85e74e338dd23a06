package rag

import (
	"testing"
)

// TestPackWaitsForItsWriter lets the disk refuse a file at once: whoever fills
// it reads what the caller has locked, and is done when pack returns.
func TestPackWaitsForItsWriter(t *testing.T) {
	x := newFixture(t).x
	read := 0
	err := x.pack("..", func(p *packer) {
		for n := range 1_000_000 {
			p.u64(uint64(n))
			read++
		}
	})
	if err == nil {
		t.Fatal("a bad name was taken")
	}
	if read != 1_000_000 {
		t.Errorf("pack returned after %d numbers", read)
	}
}
