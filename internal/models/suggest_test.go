package models

import "testing"

func TestSuggestionsSuitTheMemory(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		memory int64
		first  string
		n      int
	}{
		{2 * gib, "", 0},
		{3*gib - 150<<20, "gemma3:1b", 1}, // a machine of 3 GiB shows a little less
		{4 * gib, "qwen3.5:0.8b", 2},
		{8*gib - 500<<20, "qwen3.5:4b", 3},
		{16 * gib, "qwen3.5:9b", 3},
		{64 * gib, "qwen3:30b-instruct", 3},
		{0, "qwen3.5:4b", 3},
	} {
		list := suggest(tt.memory)
		if len(list) != tt.n || tt.n > 0 && list[0].Name != tt.first {
			t.Errorf("%d bytes: %+v", tt.memory, list)
		}
		for _, s := range list {
			if s.Download <= 0 || s.Memory <= s.Download {
				t.Errorf("sizes of %+v", s)
			}
		}
	}
}

func TestMainMemory(t *testing.T) {
	t.Parallel()
	if n := mainMemory(); n != 0 && (n < gib/4 || n > 1<<50) {
		t.Errorf("this machine is said to have %d bytes", n)
	}
}
