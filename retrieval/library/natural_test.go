package library

import (
	"slices"
	"strings"
	"testing"
)

func TestNaturally(t *testing.T) {
	for _, want := range []string{
		"note-1 note-2 note-10", "2.txt 10.txt 10a.txt", "a a1 a1b a01 ab", "7 07 8 18446744073709551616", "第2章 第10章",
	} {
		list := strings.Fields(want)
		slices.Reverse(list)
		slices.SortFunc(list, naturally)
		if got := strings.Join(list, " "); want != got {
			t.Errorf("%q, want %q", got, want)
		}
	}
	for _, pair := range [][2]string{{"a", "a"}, {"x10y2", "x10y2"}, {"", ""}} {
		if naturally(pair[0], pair[1]) != 0 {
			t.Errorf("%q differs from itself", pair[0])
		}
	}
}
