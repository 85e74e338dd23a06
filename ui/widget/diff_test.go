package widget

import (
	"strings"
	"testing"
	"time"
)

func TestDiff(t *testing.T) {
	for _, tt := range []struct{ name, before, after, want string }{
		{"same", "a\nb", "a\nb", "…"},
		{"added", "a", "a\nb", " a|+b"},
		{"from nothing", "", "a\nb", "+a|+b"},
		{"to nothing", "a\n", "", "-a"},
		{"changed", "a\nb\nc", "a\nx\nc", " a|-b|+x| c"},
		{"far", "1\n2\n3\n4\n5\n6", "1\n2\n3\n4\n5\nx", "…| 5|-6|+x"},
		{"line ends", "a\r\nb", "a\nb\nc", "…| b|+c"},
	} {
		var got []string
		for _, l := range Diff(tt.before, tt.after) {
			sign := map[DiffKind]string{DiffSame: " ", DiffRemoved: "-", DiffAdded: "+", diffGap: ""}[l.Kind]
			got = append(got, sign+l.Text)
		}
		if s := strings.Join(got, "|"); s != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, s, tt.want)
		}
	}
}

func TestDiffIsBounded(t *testing.T) {
	long := strings.Repeat("a\nb\n", 20_000)
	start := time.Now()
	lines := Diff(long, long+"c")
	if took := time.Since(start); took > 30*time.Second {
		t.Errorf("took %v", took)
	}
	if len(lines) > diffShown+1 {
		t.Errorf("%d lines are shown", len(lines))
	}
}
