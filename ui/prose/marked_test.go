package prose

import (
	"slices"
	"testing"
)

func TestMarked(t *testing.T) {
	for _, c := range []struct {
		name   string
		text   string
		ranges [][2]int
		want   []Span
	}{
		{"nothing", "a b", nil, []Span{{Text: "a b"}}},
		{"in the middle", "the oil froze", [][2]int{{4, 7}}, []Span{{Text: "the "}, {Text: "oil", Style: Strong}, {Text: " froze"}}},
		{"at the ends", "夢と夢", [][2]int{{0, 3}, {6, 9}}, []Span{{Text: "夢", Style: Strong}, {Text: "と"}, {Text: "夢", Style: Strong}}},
		{"beyond, and across", "abc", [][2]int{{1, 2}, {0, 2}, {2, 9}}, []Span{{Text: "a"}, {Text: "b", Style: Strong}, {Text: "c"}}},
	} {
		got := marked(c.text, c.ranges)
		if len(got) != 1 || !slices.Equal(got[0].Spans, c.want) {
			t.Errorf("%s: %+v", c.name, got)
		}
	}
	if marked(" \n", nil) != nil {
		t.Error("a block of nothing")
	}
}
