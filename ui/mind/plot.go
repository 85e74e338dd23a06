package mind

import (
	"image"
	"image/color"
	"math"
	"slices"
	"time"

	"yumori/motivation"
	"yumori/ui/look"

	"fyne.io/fyne/v2/theme"
)

// This file draws the emotions over time into a picture, away from the
// screen's goroutine: ten thousand of them cost the screen nothing.

// A plotSheet is a drawing of emotions: what, over which time, how large.
type plotSheet struct {
	points   []motivation.Point // the oldest first
	from, to time.Time
	width    int     // pixels
	height   int     // pixels
	scale    float32 // pixels for one of the toolkit's
	inks     map[motivation.Category]color.NRGBA
	line     color.NRGBA
	spots    []spot // of points, as place put them
}

// A spot is where a point lies, in shares of width and height.
type spot struct{ x, y float64 }

// The most that points stand beside their times so as not to lie on each
// other, and how far from each other, in the toolkit's pixels.
const (
	asideMost = 40.0
	asideStep = 10.0
)

// place puts the points where they lie. Those of one lane that would cover each
// other go aside a little, as long as that is not far from their times.
func (s *plotSheet) place() {
	wide := float64(max(s.width, 1)) / float64(max(s.scale, 0.1))
	last := map[int]float64{}
	s.spots = make([]spot, len(s.points))
	for i, p := range s.points {
		x, y := s.spotOf(p)
		at := lane(p.Category)
		if before, ok := last[at]; ok && x*wide < before+asideStep {
			x = min(before+asideStep, x*wide+asideMost) / wide
		}
		x = min(x, 1-side(1)/2/wide)
		last[at], s.spots[i] = x*wide, spot{x, y}
	}
}

// plotInks are the colours of the theme that a drawing is made with.
func plotInks() (map[motivation.Category]color.NRGBA, color.NRGBA) {
	inks := map[motivation.Category]color.NRGBA{}
	for _, c := range motivation.Categories() {
		inks[c] = solid(theme.Color(look.Emotion(string(c))))
	}
	return inks, solid(theme.Color(look.Line))
}

func solid(c color.Color) color.NRGBA { return color.NRGBAModel.Convert(c).(color.NRGBA) }

// lane is the place of a category, from the top.
func lane(c motivation.Category) int {
	if i := slices.Index(motivation.Categories(), c); i >= 0 {
		return i
	}
	return len(motivation.Categories()) - 1
}

// spotOf is where a point lies, in shares of width and height. The first and
// the last moment stand half a point inside: what was felt just now is seen
// whole.
func (s plotSheet) spotOf(p motivation.Point) (x, y float64) {
	all := s.to.Sub(s.from)
	if all > 0 {
		x = float64(p.Time.Sub(s.from)) / float64(all)
	}
	if s.width > 0 {
		edge := min(side(1)/2*float64(s.scale)/float64(s.width), 0.5)
		x = edge + x*(1-2*edge)
	}
	lanes := float64(len(motivation.Categories()))
	// Within its lane a stronger feeling stands higher.
	return x, (float64(lane(p.Category)) + 0.75 - 0.5*p.Intensity) / lanes
}

// side is how large a point is drawn, in the toolkit's pixels.
func side(intensity float64) float64 { return 4 + 8*math.Sqrt(max(0, min(intensity, 1))) }

// draw makes the picture. Cost: a few milliseconds for ten thousand points.
func (s plotSheet) draw() *image.NRGBA {
	img := image.NewNRGBA(image.Rect(0, 0, max(s.width, 1), max(s.height, 1)))
	lanes := len(motivation.Categories())
	for i := 1; i < lanes; i++ {
		y := i * s.height / lanes
		for x := range s.width {
			img.SetNRGBA(x, y, s.line)
		}
	}
	stamps := map[stampKey]stamp{}
	for i, p := range s.points {
		key := stampKey{p.Category, int(math.Round(side(p.Intensity) * float64(s.scale)))}
		st, ok := stamps[key]
		if !ok {
			st = newStamp(key)
			stamps[key] = st
		}
		at := s.spots[i]
		st.press(img, image.Pt(int(at.x*float64(s.width)), int(at.y*float64(s.height))), s.inks[p.Category])
	}
	return img
}

// nearest is the point closest to a place given in shares, within reach pixels.
func (s plotSheet) nearest(x, y, reach float64) (motivation.Point, bool) {
	w, h := float64(s.width)/float64(s.scale), float64(s.height)/float64(s.scale)
	best, found := reach, -1
	for i, at := range s.spots {
		if d := math.Hypot((at.x-x)*w, (at.y-y)*h); d <= best {
			best, found = d, i
		}
	}
	if found < 0 {
		return motivation.Point{}, false
	}
	return s.points[found], true
}

type stampKey struct {
	category motivation.Category
	side     int
}

// A stamp is the form of an emotion: how much of each pixel it covers.
type stamp struct {
	side  int
	cover []uint8
}

// stampSamples is how many samples a side a pixel's cover is measured with.
const stampSamples = 4

func newStamp(key stampKey) stamp {
	n := max(key.side, 3)
	st := stamp{side: n, cover: make([]uint8, n*n)}
	for py := range n {
		for px := range n {
			in := 0
			for k := range stampSamples * stampSamples {
				x := (float64(px) + (float64(k%stampSamples)+0.5)/stampSamples) / float64(n)
				y := (float64(py) + (float64(k/stampSamples)+0.5)/stampSamples) / float64(n)
				if inForm(key.category, 2*x-1, 2*y-1) {
					in++
				}
			}
			st.cover[py*n+px] = uint8(in * 255 / (stampSamples * stampSamples)) //nolint:gosec // at most 255
		}
	}
	return st
}

// inForm reports whether a place within [-1, 1] belongs to the form of an
// emotion: never colour alone tells which it is.
func inForm(c motivation.Category, x, y float64) bool {
	switch c {
	case motivation.Joy: // a disc
		return x*x+y*y <= 1
	case motivation.Contentment: // a ring
		r := x*x + y*y
		return r <= 1 && r >= 0.3
	case motivation.Protective: // a square
		return math.Abs(x) <= 0.82 && math.Abs(y) <= 0.82
	case motivation.Anxious: // a triangle
		return y <= 0.8 && math.Abs(x) <= (y+1)/1.8
	case motivation.Sadness: // a triangle that hangs
		return y >= -0.8 && math.Abs(x) <= (1-y)/1.8
	case motivation.Anger: // a lozenge
		return math.Abs(x)+math.Abs(y) <= 1
	default: // a cross
		return math.Abs(x) <= 0.3 || math.Abs(y) <= 0.3
	}
}

// press puts the form on a picture with its middle at a place.
func (st stamp) press(img *image.NRGBA, at image.Point, ink color.NRGBA) {
	const strength = 215 // of 255: where points lie on each other it shows
	for py := range st.side {
		for px := range st.side {
			a := int(st.cover[py*st.side+px]) * strength / 255
			p := image.Pt(at.X+px-st.side/2, at.Y+py-st.side/2)
			if a == 0 || !p.In(img.Rect) {
				continue
			}
			img.SetNRGBA(p.X, p.Y, over(img.NRGBAAt(p.X, p.Y), ink, a))
		}
	}
}

// over is a colour laid over another with a strength in [0, 255].
func over(under, ink color.NRGBA, a int) color.NRGBA {
	ua := int(under.A) * (255 - a) / 255
	sum := a + ua
	if sum == 0 {
		return color.NRGBA{}
	}
	mix := func(u, i uint8) uint8 { return uint8((int(i)*a + int(u)*ua) / sum) }                            //nolint:gosec // a mean of bytes
	return color.NRGBA{mix(under.R, ink.R), mix(under.G, ink.G), mix(under.B, ink.B), uint8(min(sum, 255))} //nolint:gosec // at most 255
}
