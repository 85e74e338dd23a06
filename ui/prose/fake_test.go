package prose

import (
	"strings"
	"unicode/utf8"
)

// A gridRuler measures as a terminal would: Latin is half as wide as Japanese,
// whatever the face; accents and joiners have no width.
type gridRuler struct{}

func (gridRuler) advance(f face, r rune) float32 {
	switch {
	case joiner(r):
		return 0
	case r < 0x1100:
		return f.size / 2
	default:
		return f.size
	}
}

func (g gridRuler) width(f face, s string) float32 {
	var w float32
	for _, r := range expand(s) {
		w += g.advance(f, r)
	}
	return w
}

func (gridRuler) metrics(f face) (height, baseline float32) { return f.size * 1.4, f.size }

// talk is a setter for tests: 10 px text, a column of n kanji.
func talk(n int) *setter { return &setter{ruler: gridRuler{}, size: 10, width: float32(n) * 10} }

// cutText is a text as breakLines cuts it for a column of n kanji.
func cutText(s string, n int) []string {
	m := &measure{ruler: gridRuler{}, text: s, stretches: []stretch{{len(s), face{size: 10}}}}
	var out []string
	for _, l := range breakLines(m, float32(n)*10) {
		out = append(out, s[l.from:l.to])
	}
	return out
}

// flat is all the text that a document shows.
func flat(d *document) string {
	var s strings.Builder
	for _, l := range d.blocks {
		for _, ln := range l.lines {
			for _, r := range ln.runs {
				s.WriteString(l.text[r.from:r.to])
			}
		}
	}
	return s.String()
}

func runes(s string) int { return utf8.RuneCountInString(s) }
