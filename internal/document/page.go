package document

import (
	"math"
	"strings"

	"github.com/ledongthuc/pdf"
)

// Bounds of one page: a small stream can be unpacked to very much.
const (
	maxPageText = 1 << 20 // bytes
	maxShown    = 400_000 // characters
	maxNesting  = 8       // of forms in forms
)

// matrix is [a b c d e f] of the PDF format.
type matrix [6]float64

func (m matrix) times(n matrix) matrix {
	return matrix{
		m[0]*n[0] + m[1]*n[2], m[0]*n[1] + m[1]*n[3],
		m[2]*n[0] + m[3]*n[2], m[2]*n[1] + m[3]*n[3],
		m[4]*n[0] + m[5]*n[2] + n[4], m[4]*n[1] + m[5]*n[3] + n[5],
	}
}

func identity() matrix { return matrix{1, 0, 0, 1, 0, 0} }

// A pen is the state in which text is shown.
type pen struct {
	page                          matrix // user space to page
	font                          *font
	size, spacing, words, stretch float64
	leading                       float64
}

// A setter follows the content of a page and writes down its text: a new line
// where the pen goes to another line, a space where it leaves a gap.
type setter struct {
	out       strings.Builder
	shown     int
	pen       pen
	saved     []pen
	text      matrix // text space to user space
	line      matrix // the same at the beginning of the line
	fonts     map[string]*font
	resources pdf.Value
	depth     int

	begun bool
	x, y  float64 // where the last character ended, on the page
	em    float64 // its size
}

// pageText returns the text of a page. It panics as the library does for a
// page that is broken; what was read until then is in the setter.
func (s *setter) read(page pdf.Value) {
	s.pen = pen{page: identity(), stretch: 1}
	s.text, s.line = identity(), identity()
	s.resources = inherited(page, "Resources")
	s.fonts = map[string]*font{}
	s.follow(page.Key("Contents"))
}

// inherited looks for an attribute of a page in what the page is in.
func inherited(v pdf.Value, key string) pdf.Value {
	for range 64 {
		if v.IsNull() {
			break
		}
		if a := v.Key(key); !a.IsNull() {
			return a
		}
		v = v.Key("Parent")
	}
	return pdf.Value{}
}

func (s *setter) follow(content pdf.Value) {
	if content.Kind() != pdf.Stream && content.Kind() != pdf.Array {
		return
	}
	pdf.Interpret(content, func(stk *pdf.Stack, op string) {
		args := make([]pdf.Value, stk.Len())
		for i := len(args) - 1; i >= 0; i-- {
			args[i] = stk.Pop()
		}
		if s.shown > maxShown || s.out.Len() > maxPageText {
			return
		}
		if !s.state(op, args) {
			s.show(op, args)
		}
	})
}

func numbers(args []pdf.Value, n int) ([]float64, bool) {
	if len(args) < n {
		return nil, false
	}
	out := make([]float64, n)
	for i, a := range args[len(args)-n:] {
		out[i] = a.Float64()
	}
	return out, true
}

// state carries out the operators that change the pen; it reports whether op
// is one.
func (s *setter) state(op string, args []pdf.Value) bool {
	switch op {
	case "q":
		if len(s.saved) < 256 {
			s.saved = append(s.saved, s.pen)
		}
	case "Q":
		if n := len(s.saved); n > 0 {
			s.pen, s.saved = s.saved[n-1], s.saved[:n-1]
		}
	case "cm":
		if m, ok := numbers(args, 6); ok {
			s.pen.page = matrix(m).times(s.pen.page)
		}
	case "Tf":
		if len(args) >= 2 {
			s.pen.font, s.pen.size = s.fontNamed(args[len(args)-2].Name()), args[len(args)-1].Float64()
		}
	case "Tc", "Tw", "Tz", "TL":
		if n, ok := numbers(args, 1); ok {
			s.measure(op, n[0])
		}
	default:
		return false
	}
	return true
}

func (s *setter) measure(op string, n float64) {
	switch op {
	case "Tc":
		s.pen.spacing = n
	case "Tw":
		s.pen.words = n
	case "Tz":
		s.pen.stretch = n / 100
	case "TL":
		s.pen.leading = n
	}
}

func (s *setter) fontNamed(name string) *font {
	if f, ok := s.fonts[name]; ok {
		return f
	}
	f := readFont(s.resources.Key("Font").Key(name))
	s.fonts[name] = f
	return f
}

// show carries out the operators that move the pen and show text.
func (s *setter) show(op string, args []pdf.Value) {
	switch op {
	case "BT":
		s.text, s.line = identity(), identity()
	case "Td", "TD":
		if n, ok := numbers(args, 2); ok {
			if op == "TD" {
				s.pen.leading = -n[1]
			}
			s.move(n[0], n[1])
		}
	case "Tm":
		if m, ok := numbers(args, 6); ok {
			s.text, s.line = matrix(m), matrix(m)
		}
	case "T*":
		s.move(0, -s.pen.leading)
	case "'", "\"":
		if n, ok := numbers(args[:max(0, len(args)-1)], 2); ok && op == "\"" {
			s.pen.words, s.pen.spacing = n[0], n[1]
		}
		s.move(0, -s.pen.leading)
		s.string(args)
	case "Tj":
		s.string(args)
	case "TJ":
		s.pieces(args)
	case "Do":
		if len(args) > 0 {
			s.form(args[len(args)-1].Name())
		}
	}
}

func (s *setter) string(args []pdf.Value) {
	if len(args) > 0 && s.pen.font != nil {
		s.pen.font.glyphs(args[len(args)-1].RawString(), s.put)
	}
}

func (s *setter) pieces(args []pdf.Value) {
	if len(args) == 0 || s.pen.font == nil {
		return
	}
	list := args[len(args)-1]
	for i := range list.Len() {
		if x := list.Index(i); x.Kind() == pdf.String {
			s.pen.font.glyphs(x.RawString(), s.put)
		} else {
			s.advance(-x.Float64() / 1000 * s.pen.size)
		}
	}
}

func (s *setter) move(x, y float64) {
	s.line = matrix{1, 0, 0, 1, x, y}.times(s.line)
	s.text = s.line
}

// advance moves the pen along the line.
func (s *setter) advance(by float64) {
	if s.pen.font != nil && s.pen.font.upright {
		s.text = matrix{1, 0, 0, 1, 0, by}.times(s.text)
		return
	}
	s.text = matrix{1, 0, 0, 1, by * s.pen.stretch, 0}.times(s.text)
}

// put writes one character down.
func (s *setter) put(g glyph) {
	at := s.text.times(s.pen.page)
	em := math.Abs(s.pen.size) * math.Max(math.Hypot(at[0], at[1]), math.Hypot(at[2], at[3]))
	s.gap(at, em)
	s.out.WriteString(g.text)
	s.shown++
	step := g.width/1000*s.pen.size + s.pen.spacing
	if g.space {
		step += s.pen.words
	}
	if s.pen.font.upright {
		step = -s.pen.size - s.pen.spacing
	}
	s.advance(step)
	end := s.text.times(s.pen.page)
	s.begun, s.x, s.y, s.em = true, end[4], end[5], em
}

// gap writes what lies between the last character and the place of the next.
func (s *setter) gap(at matrix, em float64) {
	if !s.begun {
		return
	}
	// Along and across the direction of writing.
	dx, dy := at[4]-s.x, at[5]-s.y
	length := math.Hypot(at[0], at[1])
	if length == 0 || em == 0 {
		return
	}
	cos, sin := at[0]/length, at[1]/length
	if s.pen.font.upright {
		cos, sin = sin, -cos
	}
	along, across := dx*cos+dy*sin, dy*cos-dx*sin
	size := math.Max(em, s.em)
	switch {
	case math.Abs(across) > 1.8*size:
		s.out.WriteString("\n\n")
	case math.Abs(across) > 0.6*size, along < -1.2*size:
		s.out.WriteString("\n")
	case along > 3*size:
		s.out.WriteString("  ")
	case along > 0.18*size:
		s.out.WriteString(" ")
	}
}

// form follows a form, which is content of its own.
func (s *setter) form(name string) {
	x := s.resources.Key("XObject").Key(name)
	if x.Key("Subtype").Name() != "Form" || s.depth >= maxNesting {
		return
	}
	outer, outerFonts, outerSaved := s.resources, s.fonts, s.saved
	was := s.pen
	if r := x.Key("Resources"); !r.IsNull() {
		s.resources, s.fonts = r, map[string]*font{}
	}
	if m := x.Key("Matrix"); m.Len() == 6 {
		var own matrix
		for i := range own {
			own[i] = m.Index(i).Float64()
		}
		s.pen.page = own.times(s.pen.page)
	}
	s.depth++
	s.saved = nil
	s.follow(x)
	s.depth--
	s.pen, s.resources, s.fonts, s.saved = was, outer, outerFonts, outerSaved
}
