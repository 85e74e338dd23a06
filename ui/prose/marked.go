package prose

import "strings"

// SetMarked shows a text as it stands, with what lies in the ranges, bytes of
// it in ascending order, set off.
func (t *Text) SetMarked(s string, ranges [][2]int) {
	t.show(s, func(shown string) []Block {
		if !strings.HasPrefix(s, shown) { // it was cleaned: the ranges are of another text
			return Plain(shown)
		}
		return marked(shown, ranges)
	})
}

// marked is Plain with the ranges strong.
func marked(s string, ranges [][2]int) []Block {
	if strings.TrimSpace(s) == "" {
		return nil
	}
	var spans []Span
	at := 0
	add := func(to int, style Style) {
		if to > at {
			spans = append(spans, Span{Text: s[at:to], Style: style})
			at = to
		}
	}
	for _, r := range ranges {
		if r[0] < at || r[1] > len(s) {
			continue
		}
		add(r[0], 0)
		add(r[1], Strong)
	}
	add(len(s), 0)
	return []Block{{Spans: spans}}
}
