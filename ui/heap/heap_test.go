package heap

import (
	"runtime"
	"testing"
)

// returned is how much of Go's heap is given back to the system, in bytes: what the
// process holds in all has the shadow of the race detector in it, which grows meanwhile.
func returned() int {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int(m.HeapReleased)
}

func TestReleaseGivesBack(t *testing.T) {
	const size = 64 << 20
	block := make([]byte, size)
	for i := range block {
		block[i] = byte(i)
	}
	before := returned()
	if block[size-1] != byte((size-1)&0xff) { // it is used up to here
		t.Fatal("the block is not what was written")
	}
	clear(block[:1]) // and is not needed from here on
	Release()
	if back := returned() - before; back < size*3/4 {
		t.Errorf("of %d MB %d went back", size>>20, back>>20)
	}
}
