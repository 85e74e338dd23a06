package memories

import (
	"image/color"
	"strconv"
	"time"

	"yumori/internal/facts"
	"yumori/ui/look"
	"yumori/ui/page"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	fynewidget "fyne.io/fyne/v2/widget"
)

// A courseLine is how sure the persona was of an opinion over time: a line
// from 0 to 100 %. What is pointed at is told by OnPoint.
type courseLine struct {
	fynewidget.BaseWidget
	steps   []facts.Step
	spots   []spotAt
	OnPoint func(facts.Step) // the zero Step when nothing is pointed at
}

// A spotAt is where a step lies, in shares of width and height.
type spotAt struct{ x, y float64 }

// The form of the line.
const (
	courseHeight float32 = 84
	courseDot    float32 = 7
	courseMost           = 80 // steps drawn: the newest
)

func newCourseLine(steps []facts.Step, point func(facts.Step)) *courseLine {
	c := &courseLine{steps: steps[max(len(steps)-courseMost, 0):], OnPoint: point}
	c.spots = courseSpots(c.steps)
	c.ExtendBaseWidget(c)
	return c
}

// courseSpots lays steps out in time; where times are missing, or all the same,
// they stand at equal distances.
func courseSpots(steps []facts.Step) []spotAt {
	spots := make([]spotAt, len(steps))
	if len(steps) == 0 {
		return nil
	}
	first, last := steps[0].Time, steps[len(steps)-1].Time
	all := last.Sub(first)
	even := first.IsZero() || all <= 0
	for i, s := range steps {
		x := float64(i) / float64(max(len(steps)-1, 1))
		if !even {
			x = max(0, min(1, float64(s.Time.Sub(first))/float64(all)))
		}
		spots[i] = spotAt{x, 1 - s.Confidence}
	}
	return spots
}

// MinSize is that of a small chart.
func (c *courseLine) MinSize() fyne.Size { return fyne.NewSize(120, courseHeight) }

// MouseIn is called by the toolkit.
func (c *courseLine) MouseIn(e *desktop.MouseEvent) { c.point(e.Position) }

// MouseMoved is called by the toolkit.
func (c *courseLine) MouseMoved(e *desktop.MouseEvent) { c.point(e.Position) }

// MouseOut is called by the toolkit.
func (c *courseLine) MouseOut() { c.OnPoint(facts.Step{}) }

// point tells of the step nearest to a place.
func (c *courseLine) point(at fyne.Position) {
	best := -1
	near := float32(0)
	for i := range c.spots {
		d := c.place(i).X - at.X
		if d = max(d, -d); best < 0 || d < near {
			best, near = i, d
		}
	}
	if best >= 0 {
		c.OnPoint(c.steps[best])
	}
}

// place is where a step is drawn.
func (c *courseLine) place(i int) fyne.Position {
	s := c.Size().SubtractWidthHeight(2*courseDot, 2*courseDot)
	return fyne.NewPos(courseDot+s.Width*float32(c.spots[i].x), courseDot+s.Height*float32(c.spots[i].y))
}

// CreateRenderer is called by the toolkit.
func (c *courseLine) CreateRenderer() fyne.WidgetRenderer {
	r := &courseRenderer{course: c, ground: widget.RoundedRect(look.RadiusControl)}
	for range 3 {
		r.marks = append(r.marks, canvas.NewLine(color.Transparent))
	}
	for i := range c.spots {
		r.dots = append(r.dots, canvas.NewCircle(color.Transparent))
		if i > 0 {
			l := canvas.NewLine(color.Transparent)
			l.StrokeWidth = 2
			r.line = append(r.line, l)
		}
	}
	r.paint()
	return r
}

type courseRenderer struct {
	course *courseLine
	ground *canvas.Rectangle
	marks  []*canvas.Line // at 100, 50 and 0 %
	line   []*canvas.Line
	dots   []*canvas.Circle
}

func (r *courseRenderer) Destroy() {}

func (r *courseRenderer) MinSize() fyne.Size { return r.course.MinSize() }

func (r *courseRenderer) Objects() []fyne.CanvasObject {
	list := []fyne.CanvasObject{r.ground}
	for _, l := range append(r.marks, r.line...) {
		list = append(list, l)
	}
	for _, d := range r.dots {
		list = append(list, d)
	}
	return list
}

func (r *courseRenderer) Layout(size fyne.Size) {
	widget.Put(r.ground, widget.Rect{At: fyne.Position{}, Size: size})
	for i, m := range r.marks {
		y := courseDot + (size.Height-2*courseDot)*float32(i)/2
		m.Position1, m.Position2 = fyne.NewPos(courseDot, y), fyne.NewPos(size.Width-courseDot, y)
	}
	for i, d := range r.dots {
		at := r.course.place(i)
		widget.Put(d, widget.Rect{At: at.SubtractXY(courseDot/2, courseDot/2), Size: fyne.NewSquareSize(courseDot)})
		if i > 0 {
			r.line[i-1].Position1, r.line[i-1].Position2 = r.course.place(i-1), at
		}
	}
}

func (r *courseRenderer) paint() {
	r.ground.FillColor = theme.Color(look.Raised)
	for _, m := range r.marks {
		m.StrokeColor = theme.Color(look.Line)
	}
	for _, l := range r.line {
		l.StrokeColor = theme.Color(look.Link)
	}
	for _, d := range r.dots {
		d.FillColor = theme.Color(look.Link)
	}
}

func (r *courseRenderer) Refresh() {
	r.paint()
	r.Layout(r.course.Size())
	for _, o := range r.Objects() {
		o.Refresh()
	}
}

// step says how sure the persona was from a time on, and why.
func step(w page.Words, s facts.Step) string {
	if s.Confidence == 0 && s.Time.IsZero() && s.Evidence == nil {
		return w.T("fact.course.hint")
	}
	sure := w.T("fact.sure", "n", page.Percent(s.Confidence))
	if s.Time.IsZero() {
		return sure
	}
	said := w.Date(s.Time.Local().Format(time.DateOnly)) + page.Separator + sure
	pro := 0
	for _, e := range s.Evidence {
		if e.Stance == facts.For {
			pro++
		}
	}
	if len(s.Evidence) > 0 {
		said += page.Separator + w.T("fact.course.why", "for", strconv.Itoa(pro), "against", strconv.Itoa(len(s.Evidence)-pro))
	}
	return said
}
