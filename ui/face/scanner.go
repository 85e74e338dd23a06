package face

import (
	"image"
	"image/color"
	"image/draw"

	"github.com/srwiley/rasterx"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// A scanner fills paths. The one of the library asks for the colour of every
// pixel of the whole picture for each path with a gradient, which takes a
// second a picture; this one stays within the path, asks for every fourth
// pixel and mixes those between, and spreads what is lost in rounding, so that
// wide gradients show no bands.
type scanner struct {
	on     *image.RGBA
	source any // color.Color or rasterx.ColorFunc
	starts []int
	points []fixed.Point26_6
	vector vector.Rasterizer
	cover  []uint8
	colour lattice
}

var _ rasterx.Scanner = (*scanner)(nil)

// Start begins a part of a path.
func (s *scanner) Start(a fixed.Point26_6) {
	s.starts = append(s.starts, len(s.points))
	s.points = append(s.points, a)
}

// Line goes on to a point.
func (s *scanner) Line(b fixed.Point26_6) { s.points = append(s.points, b) }

// Clear forgets the path.
func (s *scanner) Clear() { s.starts, s.points = s.starts[:0], s.points[:0] }

// SetColor takes a color.Color or a rasterx.ColorFunc.
func (s *scanner) SetColor(c any) { s.source = c }

// SetBounds does nothing: the bounds are those of the picture.
func (s *scanner) SetBounds(int, int) {}

// SetWinding does nothing: paths are filled where they wind around.
func (s *scanner) SetWinding(bool) {}

// SetClip does nothing: no clip is ever set.
func (s *scanner) SetClip(image.Rectangle) {}

// GetPathExtent is the smallest rectangle around the path.
func (s *scanner) GetPathExtent() fixed.Rectangle26_6 {
	if len(s.points) == 0 {
		return fixed.Rectangle26_6{}
	}
	r := fixed.Rectangle26_6{Min: s.points[0], Max: s.points[0]}
	for _, p := range s.points {
		r.Min.X, r.Min.Y = min(r.Min.X, p.X), min(r.Min.Y, p.Y)
		r.Max.X, r.Max.Y = max(r.Max.X, p.X), max(r.Max.Y, p.Y)
	}
	return r
}

// Draw fills the path.
func (s *scanner) Draw() {
	e := s.GetPathExtent()
	area := image.Rect(e.Min.X.Floor(), e.Min.Y.Floor(), e.Max.X.Ceil(), e.Max.Y.Ceil()).Intersect(s.on.Rect)
	if area.Empty() {
		return
	}
	s.rasterize(area)
	switch c := s.source.(type) {
	case rasterx.ColorFunc:
		s.colour.take(c, area)
		s.fill(area)
	case color.Color:
		r, g, b, a := c.RGBA()
		s.fillPlain(area, [4]uint32{r, g, b, a})
	}
}

// rasterize finds how much of each pixel of an area the path covers.
func (s *scanner) rasterize(area image.Rectangle) {
	s.vector.Reset(area.Dx(), area.Dy())
	at := func(p fixed.Point26_6) (x, y float32) {
		return float32(p.X)/64 - float32(area.Min.X), float32(p.Y)/64 - float32(area.Min.Y)
	}
	for i, start := range s.starts {
		end := len(s.points)
		if i+1 < len(s.starts) {
			end = s.starts[i+1]
		}
		s.vector.MoveTo(at(s.points[start]))
		for _, p := range s.points[start+1 : end] {
			s.vector.LineTo(at(p))
		}
	} // not closed: the two sides of a stroke come as paths of their own
	if need := area.Dx() * area.Dy(); cap(s.cover) < need {
		s.cover = make([]uint8, need)
	}
	s.cover = s.cover[:area.Dx()*area.Dy()]
	mask := &image.Alpha{Pix: s.cover, Stride: area.Dx(), Rect: image.Rect(0, 0, area.Dx(), area.Dy())}
	s.vector.DrawOp = draw.Src // what was there is overwritten
	s.vector.Draw(mask, mask.Rect, image.Opaque, image.Point{})
}

// fillPlain fills an area with one colour, its channels of 16 bits.
func (s *scanner) fillPlain(area image.Rectangle, c [4]uint32) {
	for y := range area.Dy() {
		pix := s.on.Pix[s.on.PixOffset(area.Min.X, area.Min.Y+y):]
		for x, cover := range s.cover[y*area.Dx() : (y+1)*area.Dx()] {
			if cover == 0 {
				continue
			}
			m := uint32(cover) * 0x101
			rest := 0xffff - c[3]*m/0xffff
			for k, v := range c {
				p := &pix[4*x+k]
				*p = uint8((v*m/0xffff + uint32(*p)*0x101*rest/0xffff) >> 8) //nolint:gosec // below 0x10000
			}
		}
	}
}

// fill fills an area with a gradient.
func (s *scanner) fill(area image.Rectangle) {
	for y := range area.Dy() {
		s.colour.row(y)
		pix := s.on.Pix[s.on.PixOffset(area.Min.X, area.Min.Y+y):]
		for x, cover := range s.cover[y*area.Dx() : (y+1)*area.Dx()] {
			if cover == 0 {
				continue
			}
			c := s.colour.at(x)
			m := float32(cover) / 255
			rest := 1 - c[3]*m/255
			round := bayer[(area.Min.Y+y)&3][(area.Min.X+x)&3]
			for k, v := range c {
				p := &pix[4*x+k]
				*p = uint8(min(v*m+float32(*p)*rest+round, 255))
			}
		}
	}
}

// bayer rounds neighbours differently: ordered dithering. It is no variable
// anybody changes.
var bayer = [4][4]float32{
	{1. / 32, 17. / 32, 5. / 32, 21. / 32},
	{25. / 32, 9. / 32, 29. / 32, 13. / 32},
	{7. / 32, 23. / 32, 3. / 32, 19. / 32},
	{31. / 32, 15. / 32, 27. / 32, 11. / 32},
}

// A lattice is a gradient known at every fourth pixel.
type lattice struct {
	wide  int // columns of knots
	knots [][4]float32
	line  [][4]float32 // the row asked for, at the columns of the knots
}

// latticeStep is how far the knots lie from each other, in pixels.
const latticeStep = 4

// take asks a gradient for its colours.
func (l *lattice) take(colour rasterx.ColorFunc, area image.Rectangle) {
	l.wide = area.Dx()/latticeStep + 2
	high := area.Dy()/latticeStep + 2
	l.knots = l.knots[:0]
	for y := range high {
		for x := range l.wide {
			r, g, b, a := colour(area.Min.X+x*latticeStep, area.Min.Y+y*latticeStep).RGBA()
			l.knots = append(l.knots, [4]float32{float32(r) / 257, float32(g) / 257, float32(b) / 257, float32(a) / 257})
		}
	}
}

// row prepares a row of the area.
func (l *lattice) row(y int) {
	above := l.knots[y/latticeStep*l.wide:]
	below := above[l.wide:]
	t := float32(y%latticeStep) / latticeStep
	l.line = l.line[:0]
	for x := range l.wide {
		l.line = append(l.line, between(above[x], below[x], t))
	}
}

// at is the colour of a pixel of the row, from 0 to 255.
func (l *lattice) at(x int) [4]float32 {
	return between(l.line[x/latticeStep], l.line[x/latticeStep+1], float32(x%latticeStep)/latticeStep)
}

func between(a, b [4]float32, t float32) [4]float32 {
	for k := range a {
		a[k] += (b[k] - a[k]) * t
	}
	return a
}
