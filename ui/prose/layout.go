package prose

import (
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"yumori/ui/look"
)

// A run is a stretch of one line in one face and style.
type run struct {
	from, to int     // bytes of the block's text
	x, w     float32 // from the left edge of the whole
	face     face
	style    Style
	url      string
	dots     bool // emphasis dots above
}

// A line is one line of a block, or of a cell.
type line struct {
	from, to int     // bytes of the block's text
	x, y     float32 // of its box; y from the top of the block
	w, h     float32 // of its ink, of its box
	base     float32 // baseline, from the top of the block
	runs     []run
}

// A shape is drawn beneath the text.
type shape struct {
	kind       shapeKind
	x, y, w, h float32 // from the left edge of the whole and the top of the block
}

type shapeKind uint8

const (
	shapeBox   shapeKind = iota // behind a block of code
	shapePill                   // behind code within text
	shapeBar                    // beside a quotation
	shapeLine                   // a rule, a table's lines
	shapeOfBox                  // copy affordance of a code block: its place
	shapeDot                    // a list item's
	shapeRing                   // a nested list item's
	shapeTodo                   // a task's box
	shapeDone                   // a finished task's box
)

// A laid block is a block whose lines have their places.
type laid struct {
	block  Block
	text   string // the block's text; a table's cells one after the other
	lines  []line
	marker run     // of a list item; its text is block.Marker
	base   float32 // of the marker
	shapes []shape
	gap    float32 // above the block, unless it is the first
	height float32
	right  float32 // the furthest that anything in it needs
}

// A setter lays out blocks for one width and text size.
type setter struct {
	ruler ruler
	size  float32 // of talk
	width float32
	align Align // of paragraphs
}

// Measures of the setting, in ems of the talk's size.
const (
	emList    = 1.5 // indent of a list
	emQuote   = 1.0 // indent of a quotation
	emGap     = 0.6 // between paragraphs
	emTight   = 0.12
	emHeading = 0.9
	emCode    = 0.93 // size of the code face
	emPad     = 0.65 // inside the box of code
	emCell    = 0.6  // between a table's cell and its lines
	minColumn = 2.0  // the least that indents leave to the text
)

// set lays out one block. Its cost is that of its text.
func (s *setter) set(b Block) *laid {
	l := &laid{block: b, gap: s.size * emGap}
	left := min(float32(b.Depth)*emList+float32(b.Quote)*emQuote, max(0, s.width/s.size-minColumn-2)) * s.size
	switch {
	case b.Tight:
		l.gap = s.size * emTight
	case b.Kind == Heading:
		l.gap = s.size * emHeading
	}
	switch b.Kind {
	case CodeBlock:
		s.setCode(l, left)
	case Rule:
		l.height = float32(math.Round(float64(s.size)))
		l.shapes = append(l.shapes, shape{shapeLine, left, l.height / 2, max(s.width-left, 0), 1})
	case Table:
		s.setTable(l, left)
	default:
		s.setParagraph(l, left)
	}
	if b.Quote > 0 {
		for q := range b.Quote {
			l.shapes = append(l.shapes, shape{shapeBar, float32(q) * emQuote * s.size, 0, 3, l.height})
		}
	}
	return l
}

// bodySize is the text size of a block.
func (s *setter) bodySize(b Block) float32 {
	if b.Kind != Heading {
		return s.size
	}
	switch b.Level {
	case 1:
		return s.size * 1.33
	case 2:
		return s.size * 1.2
	case 3:
		return s.size * 1.07
	default:
		return s.size
	}
}

// lineHeight of a text size, in whole pixels so that lines are evenly apart.
func lineHeight(size float32) float32 {
	return float32(math.Round(float64(size * look.LineHeight)))
}

// setParagraph lays out a paragraph or a heading, and its marker.
func (s *setter) setParagraph(l *laid, left float32) {
	size := s.bodySize(l.block)
	lead := Style(0)
	if l.block.Kind == Heading {
		lead = Strong
	}
	l.height = s.flow(l, flowing{spans: l.block.Spans, lead: lead, size: size, x: left, width: s.width - left, align: s.align})
	if l.block.Marker == "" {
		return
	}
	if kind, em, ok := markerShape(l.block.Marker); ok {
		d := em * s.size
		l.shapes = append(l.shapes, shape{kind, max(0, left-0.45*s.size-(0.4+em/2)*s.size), (lineHeight(size) - d) / 2, d, d})
		return
	}
	f := face{size: size, bold: lead != 0}
	w := s.ruler.width(f, l.block.Marker)
	l.marker = run{x: max(0, left-w-0.45*s.size), w: w, face: f}
	l.base = l.lines[0].base
}

// markerShape is what is drawn for a marker, and its size in ems, if it is not
// written.
func markerShape(marker string) (kind shapeKind, em float32, ok bool) {
	switch marker {
	case bullet:
		return shapeDot, 0.32, true
	case innerBullet:
		return shapeRing, 0.3, true
	case todo:
		return shapeTodo, 0.85, true
	case done:
		return shapeDone, 0.85, true
	default:
		return 0, 0, false
	}
}

// setCode lays out a block of code in its box.
func (s *setter) setCode(l *laid, left float32) {
	pad := s.size * emPad
	height := s.flow(l, flowing{
		spans: l.block.Spans, size: s.size * emCode, x: left + pad, y: pad, width: s.width - left - 2*pad,
	})
	l.height = height + 2*pad
	l.right = min(s.width, max(l.right+pad+1.6*s.size, left+8*s.size))
	box := shape{shapeBox, left, 0, max(s.width-left, 0), l.height}
	side := 1.35 * s.size
	l.shapes = append(l.shapes, box,
		shape{shapeOfBox, box.x + box.w - side - pad/2, pad / 2, side, side})
}

// A flowing is text to be set in a column.
type flowing struct {
	spans []Span
	lead  Style // added to every span's
	size  float32
	x, y  float32 // of the column; y from the top of the block
	width float32
	align Align
}

// flow sets a column of text, appending it to the block, and returns its
// height.
func (s *setter) flow(l *laid, f flowing) float32 {
	start := len(l.text)
	m := measure{ruler: s.ruler}
	var all strings.Builder
	for _, sp := range f.spans {
		all.WriteString(sp.Text)
		m.stretches = append(m.stretches, stretch{all.Len(), s.faceOf(sp.Style|f.lead, f.size)})
	}
	m.text = all.String()
	l.text += m.text
	if len(m.stretches) == 0 {
		m.stretches = []stretch{{0, face{size: f.size}}}
	}
	h := lineHeight(f.size)
	for i, c := range breakLines(&m, max(f.width, 1)) {
		ln := line{from: start + c.from, to: start + c.to, x: f.x, y: f.y + float32(i)*h, h: h}
		ln.base = s.baseline(face{size: f.size, code: l.block.Kind == CodeBlock}, ln.y, h)
		s.fill(l, &ln, f, start)
		l.right = max(l.right, f.x+max(ln.w, c.w))
		l.lines = append(l.lines, ln)
	}
	return float32(math.Ceil(float64(f.height(l, h))))
}

// height of what was set: the lines from f.y on.
func (f flowing) height(l *laid, h float32) float32 {
	return l.lines[len(l.lines)-1].y + h - f.y
}

// faceOf is the face for a style.
func (s *setter) faceOf(style Style, size float32) face {
	f := face{size: size, bold: style&Strong != 0, code: style&Code != 0}
	if f.code && size == s.size {
		f.size = size * emCode
	}
	return f
}

// baseline of a line whose box begins at y and is h high.
func (s *setter) baseline(f face, y, h float32) float32 {
	height, base := s.ruler.metrics(f)
	return y + (h-height)/2 + base
}

// fill makes the runs of a line and aligns them.
func (s *setter) fill(l *laid, ln *line, f flowing, start int) {
	ink := ln.from + len(strings.TrimRight(l.text[ln.from:ln.to], " \t\n\u3000"))
	x, at := f.x, start
	for _, sp := range f.spans {
		from, to := max(at, ln.from), min(at+len(sp.Text), ink)
		at += len(sp.Text)
		if from >= to {
			if at >= ink {
				break
			}
			continue
		}
		for _, r := range s.pieces(l.text[from:to], sp, f) {
			r.from, r.to, r.x = r.from+from, r.to+from, x
			x += r.w
			ln.runs = append(ln.runs, r)
		}
	}
	ln.w = x - f.x
	shift := float32(0)
	switch f.align {
	case AlignCentre:
		shift = max(0, (f.width-ln.w)/2)
	case AlignRight:
		shift = max(0, f.width-ln.w)
	}
	if shift > 0 {
		ln.x += shift
		for i := range ln.runs {
			ln.runs[i].x += shift
		}
	}
	s.pills(l, ln)
}

// pills puts a ground behind code that stands within text.
func (s *setter) pills(l *laid, ln *line) {
	if l.block.Kind == CodeBlock {
		return
	}
	for i, r := range ln.runs {
		if r.style&Code == 0 {
			continue
		}
		if n := len(l.shapes); i > 0 && ln.runs[i-1].style&Code != 0 && n > 0 {
			l.shapes[n-1].w += r.w
			continue
		}
		l.shapes = append(l.shapes, shape{shapePill, r.x - 2, ln.y + 0.12*ln.h, r.w + 4, 0.78 * ln.h})
	}
}

// pieces cuts a stretch of one span into runs: for emphasis, what can slant
// apart from what cannot.
func (s *setter) pieces(text string, sp Span, f flowing) []run {
	style := sp.Style | f.lead
	base := run{face: s.faceOf(style, f.size), style: style, url: sp.URL}
	// Dots are for a word; a whole passage is narration, and set softer.
	const longestDotted = 36
	soft := style&Emphasis != 0 && len(sp.Text) > longestDotted
	var out []run
	for i := 0; i < len(text); {
		to, class := classRun(text, i, style)
		r := base
		r.from, r.to = i, to
		if style&Emphasis != 0 {
			r.face.slant = class == classSlants
			r.dots = class == classDots && !soft
			if soft {
				r.style |= Quiet
			}
		}
		r.w = s.ruler.width(r.face, text[i:to])
		out = append(out, r)
		i = to
	}
	return out
}

// A class of characters that are set alike.
type class uint8

const (
	classText   class = iota // set as it is
	classSlants              // has a slanted form
	classDots                // takes dots for emphasis
)

// classRun is the end of the run of one class that begins at i, in a span of
// the given style.
func classRun(text string, i int, style Style) (to int, c class) {
	for to = i; to < len(text); {
		r, n := utf8.DecodeRuneInString(text[to:])
		k := classText
		if style&Emphasis != 0 {
			k = emphasis(r)
		}
		if joiner(r) && to > i {
			k = c
		}
		if to == i {
			c = k
		} else if k != c {
			break
		}
		to += n
	}
	return to, c
}

// joiner says whether r belongs to the character before it.
func joiner(r rune) bool {
	return r == 0x200D || r == 0xFE0F || r == 0xFE0E || r >= 0x1F3FB && r <= 0x1F3FF || unicode.In(r, unicode.M)
}

// emphasis is how a character is set that is emphasised.
func emphasis(r rune) class {
	switch {
	case r < 0x0530 || r >= 0x1E00 && r <= 0x206F:
		return classSlants
	case even(r):
		return classDots
	default:
		return classText
	}
}
