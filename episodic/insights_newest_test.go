package episodic

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestNewest has insights of three years in files of their own, and asks for
// fewer than the last file has, for more, and for more than there are.
func TestNewest(t *testing.T) {
	b := newBench(t)
	n := b.n
	var want []string
	for _, year := range []int{2023, 2024, 2025} {
		for i := range 70 {
			at := time.Date(year, 1, 2, 4, 0, 0, 0, time.UTC).AddDate(0, 0, i)
			text := fmt.Sprint(year, " ", i)
			if _, err := n.Add(Insight{Insight: text, Dream: strings.Repeat("snow ", 400), CreatedAt: at, Sources: []string{"m" + text}}, cause()); err != nil {
				t.Fatal(err)
			}
			want = append(want, text)
		}
	}
	if !strings.Contains(b.FileText(t, "memory/insights_archived_2023.json"), "2023 0") {
		t.Fatal("nothing was archived")
	}
	if _, err := n.Withdraw([]string{"m2025 69"}, cause()); err != nil {
		t.Fatal(err)
	}
	want = want[:len(want)-1]
	for _, k := range []int{0, 1, 4, 69, 70, 150, len(want), len(want) + 5} {
		var got []string
		for _, i := range n.Newest(k) {
			got = append(got, i.Insight)
		}
		if w := want[max(0, len(want)-k):]; !slices.Equal(got, w) {
			t.Errorf("the newest %d: %v, want %v", k, got, w)
		}
	}
	if got := len(n.All()); got != len(want) {
		t.Errorf("%d in all, want %d", got, len(want))
	}
}
