package segment

import (
	"bytes"
	"io"
	"math/rand/v2"
	"testing"
)

func TestCursorReadsWhatStandsThere(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 6))
	data := make([]byte, 10_000)
	for i := range data {
		data[i] = byte(rnd.Uint32())
	}
	for _, window := range []int{0, 64, NearWindow, WideWindow} {
		s := NewMappedFile(bytes.NewReader(data), io.NopCloser(nil), int64(len(data)))
		c := Cursor{File: s, Window: window}
		for range 2_000 {
			at := rnd.IntN(len(data))
			n := rnd.IntN(min(len(data)-at, 3_000) + 1)
			if !bytes.Equal(c.Read(int64(at), n), data[at:at+n]) {
				t.Fatalf("window %d: %d bytes at %d", window, n, at)
			}
		}
		if err := s.Failure(); err != nil {
			t.Fatal(err)
		}
		if got := c.Read(int64(len(data)-2), 5); !bytes.Equal(got, make([]byte, 5)) || s.Failure() == nil {
			t.Errorf("window %d: beyond the end stands %v, %v", window, got, s.Failure())
		}
	}
}
