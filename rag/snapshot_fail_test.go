package rag

import (
	"testing"

	"yumori/rag/segment"
)

// TestPackWaitsForItsWriter lets the disk refuse a file at once: whoever fills
// it reads what the caller has locked, and is done when pack returns.
func TestPackWaitsForItsWriter(t *testing.T) {
	x := newFixture(t).x
	read := 0
	err := x.folder.pack("..", func(p *segment.Writer) {
		for n := range 1_000_000 {
			p.U64(uint64(n))
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
