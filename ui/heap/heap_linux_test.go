package heap

import (
	"os"
	"strconv"
	"strings"
	"testing"
)

// resident is how much of this process is in memory, in bytes.
func resident(t *testing.T) int {
	t.Helper()
	data, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		t.Fatal(err)
	}
	pages, err := strconv.Atoi(strings.Fields(string(data))[1])
	if err != nil {
		t.Fatal(err)
	}
	return pages * os.Getpagesize()
}

func TestReleaseGivesBack(t *testing.T) {
	const size = 64 << 20
	block := make([]byte, size)
	for i := range block {
		block[i] = byte(i)
	}
	held := resident(t)
	if block[size-1] != byte((size-1)&0xff) { // it is used up to here
		t.Fatal("the block is not what was written")
	}
	clear(block[:1]) // and is not needed from here on
	Release()
	if left := held - resident(t); left < size*3/4 {
		t.Errorf("of %d MB %d went back", size>>20, left>>20)
	}
}
