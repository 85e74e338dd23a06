package prose

import (
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A document is blocks laid out for one width and text size.
type document struct {
	width, size float32
	version     int // of the text it shows
	blocks      []*laid
	tops        []float32 // y of each block
	height      float32
	right       float32 // the furthest that anything needs
	fixed       bool    // something in it is as wide as the width
}

// layOut is the document of blocks. The blocks that the old document has at
// its head too, at the same measure, are taken from it.
func layOut(s *setter, blocks []Block, old *document) *document {
	d := &document{width: s.width, size: s.size}
	reuse := old != nil && old.width == s.width && old.size == s.size
	for i, b := range blocks {
		var l *laid
		if reuse = reuse && i < len(old.blocks) && equal(old.blocks[i].block, b); reuse {
			l = old.blocks[i]
		} else {
			l = s.set(b)
		}
		if i > 0 {
			d.height += l.gap
		}
		d.blocks, d.tops = append(d.blocks, l), append(d.tops, d.height)
		d.height += l.height
		d.right = max(d.right, l.right)
		d.fixed = d.fixed || s.align != AlignLeft || b.Kind == CodeBlock || b.Kind == Rule
	}
	return d
}

// A caret is a place in a document: before a byte of a block's text.
type caret struct{ block, at int }

func (c caret) before(d caret) bool { return c.block < d.block || c.block == d.block && c.at < d.at }

// clamp brings a caret into the document.
func (d *document) clamp(c caret) caret {
	if len(d.blocks) == 0 || c.block < 0 {
		return caret{}
	}
	if c.block >= len(d.blocks) {
		return d.end()
	}
	text := d.blocks[c.block].text
	c.at = min(max(c.at, 0), len(text))
	for c.at > 0 && c.at < len(text) && !utf8.RuneStart(text[c.at]) {
		c.at--
	}
	return c
}

// ordered brings what two carets select into the document, in order; not ok is
// nothing.
func (d *document) ordered(anchor, head caret) (from, to caret, ok bool) {
	from, to = d.clamp(anchor), d.clamp(head)
	if to.before(from) {
		from, to = to, from
	}
	return from, to, from != to
}

// end is the place after everything.
func (d *document) end() caret {
	if len(d.blocks) == 0 {
		return caret{}
	}
	last := len(d.blocks) - 1
	return caret{last, len(d.blocks[last].text)}
}

// caretAt is the place nearest to a point.
func (d *document) caretAt(x, y float32, r ruler) caret {
	if len(d.blocks) == 0 {
		return caret{}
	}
	b := max(0, sort.Search(len(d.tops), func(i int) bool { return d.tops[i] > y })-1)
	l := d.blocks[b]
	if len(l.lines) == 0 {
		return caret{b, 0}
	}
	ln := l.nearest(x, y-d.tops[b])
	return caret{b, ln.byteAt(l.text, x, r)}
}

// nearest is the line at a height, and where several stand beside each other
// the nearest of them.
func (l *laid) nearest(x, y float32) *line {
	best, dist := 0, float32(1e9)
	for i := range l.lines {
		ln := &l.lines[i]
		dy := max(ln.y-y, y-(ln.y+ln.h), 0)
		dx := max(ln.x-x, x-(ln.x+ln.w), 0)
		if d := dy*1000 + dx; d < dist {
			best, dist = i, d
		}
	}
	return &l.lines[best]
}

// byteAt is the place in a line nearest to x, between two characters.
func (ln *line) byteAt(text string, x float32, r ruler) int {
	if len(ln.runs) == 0 {
		return ln.from
	}
	for _, rn := range ln.runs {
		if x < rn.x+rn.w {
			return rn.byteAt(text, x, r)
		}
	}
	return ln.runs[len(ln.runs)-1].to
}

// scale is what the summed advances of a run are to be multiplied with to give
// its width: pairs of letters stand closer together than alone.
func (rn run) scale(m *measure) float32 {
	if sum := m.of(rn.from, rn.to); sum > 0 {
		return rn.w / sum
	}
	return 1
}

func (rn run) measure(text string, r ruler) *measure {
	return &measure{ruler: r, text: text, stretches: []stretch{{len(text), rn.face}}}
}

func (rn run) byteAt(text string, x float32, r ruler) int {
	m := rn.measure(text, r)
	k, at := rn.scale(m), rn.x
	for i := rn.from; i < rn.to; {
		end, adv := m.cluster(i, rn.to)
		if x < at+adv*k/2 {
			return i
		}
		at += adv * k
		i = end
	}
	return rn.to
}

// xAt is where in a line a byte's place is.
func (ln *line) xAt(text string, at int, r ruler) float32 {
	x := ln.x
	for _, rn := range ln.runs {
		if at >= rn.to {
			x = rn.x + rn.w
			continue
		}
		if at <= rn.from {
			return rn.x
		}
		m := rn.measure(text, r)
		return rn.x + m.of(rn.from, at)*rn.scale(m)
	}
	return x
}

// A patch is a rectangle of selected text.
type patch struct{ x, y, w, h float32 }

// patches are the rectangles between two places, a before b. A selected line
// end shows as a little space.
func (d *document) patches(a, b caret, r ruler) []patch {
	var out []patch
	for i := a.block; i <= b.block && i < len(d.blocks); i++ {
		l := d.blocks[i]
		from, to := l.within(i, a, b)
		if from == to {
			continue
		}
		for j := range l.lines {
			ln := &l.lines[j]
			if ln.to < from || ln.from > to || ln.to == from && from != 0 {
				continue
			}
			x0, x1 := ln.xAt(l.text, max(from, ln.from), r), ln.xAt(l.text, min(to, ln.to), r)
			if ln.from == ln.to || to > ln.to || to == ln.to && i < b.block {
				x1 += d.size / 4
			}
			if x1 > x0 {
				out = append(out, patch{x0, d.tops[i] + ln.y, x1 - x0, ln.h})
			}
		}
	}
	return out
}

// within is the part of the i-th block's text that lies between two places.
func (l *laid) within(i int, a, b caret) (from, to int) {
	to = len(l.text)
	if i == a.block {
		from = a.at
	}
	if i == b.block {
		to = b.at
	}
	return from, to
}

// between is the text between two places, a before b, as it is copied: a blank
// line between paragraphs, list markers kept.
func (d *document) between(a, b caret) string {
	var s strings.Builder
	for i := a.block; i <= b.block && i < len(d.blocks); i++ {
		l := d.blocks[i]
		from, to := l.within(i, a, b)
		if i > a.block {
			s.WriteString(gapText(l.block))
		}
		if l.block.Marker != "" && from == 0 && a != b {
			s.WriteString(strings.Repeat("  ", max(0, l.block.Depth-1)) + l.block.Marker + " ")
		}
		s.WriteString(l.text[from:to])
	}
	return s.String()
}

func gapText(b Block) string {
	if b.Tight {
		return "\n"
	}
	return "\n\n"
}

// word is the word around a byte: letters of one script, or one other
// character.
func word(text string, at int) (from, to int) {
	if at >= len(text) {
		at = len(text)
		if at == 0 {
			return 0, 0
		}
		_, n := utf8.DecodeLastRuneInString(text)
		at -= n
	}
	r, n := utf8.DecodeRuneInString(text[at:])
	k := scriptOf(r)
	from, to = at, at+n
	if k == scriptNone {
		return from, to
	}
	for from > 0 {
		r, n := utf8.DecodeLastRuneInString(text[:from])
		if scriptOf(r) != k {
			break
		}
		from -= n
	}
	for to < len(text) {
		r, n := utf8.DecodeRuneInString(text[to:])
		if scriptOf(r) != k {
			break
		}
		to += n
	}
	return from, to
}

type script uint8

const (
	scriptNone script = iota
	scriptHan
	scriptHiragana
	scriptKatakana
	scriptLetter
	scriptSpace
)

func scriptOf(r rune) script {
	switch {
	case unicode.Is(unicode.Han, r):
		return scriptHan
	case unicode.Is(unicode.Hiragana, r):
		return scriptHiragana
	case unicode.Is(unicode.Katakana, r) || r == 'ー':
		return scriptKatakana
	case unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || r == '_' || r == '\'' || r == '’':
		return scriptLetter
	case r == ' ' || r == '\t' || r == '\u3000':
		return scriptSpace
	default:
		return scriptNone
	}
}
