package mind

import (
	"image/color"
	"math"
	"time"

	"yumori/episodic"
	"yumori/internal/mind"
	"yumori/ui/look"
	"yumori/ui/page"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	fynewidget "fyne.io/fyne/v2/widget"
)

// A heatMap is a calendar of how much each day moved the persona: a column a
// week, Monday above; what is pointed at is said by OnPoint.
type heatMap struct {
	fynewidget.BaseWidget
	days    map[episodic.Date]mind.FeltDay
	first   time.Time // a Monday
	last    time.Time
	cells   []*canvas.Rectangle
	months  map[int]*canvas.Text // by the week in which they begin
	cursor  int                  // the cell the keyboard is on
	focused bool
	month   func(time.Time) string // its name
	OnPoint func(day time.Time, felt mind.FeltDay)
}

// The form of the calendar.
const (
	heatWeeks         = 26
	heatCell  float32 = 15
	heatGap   float32 = 3
)

func newHeatMap(now time.Time, named func(time.Time) string, point func(time.Time, mind.FeltDay)) *heatMap {
	h := &heatMap{OnPoint: point, month: named}
	year, month, day := now.Date()
	// Noon: days are counted, and one may have 23 hours.
	h.last = time.Date(year, month, day, 12, 0, 0, 0, now.Location())
	back := (int(h.last.Weekday()) + 6) % 7
	h.first = h.last.AddDate(0, 0, -back-7*(heatWeeks-1))
	h.nameMonths()
	for range heatWeeks * 7 {
		h.cells = append(h.cells, widget.RoundedRect(3))
	}
	h.cursor = h.newest()
	h.ExtendBaseWidget(h)
	return h
}

// nameMonths names a month above the week in which it begins; the first of the
// calendar above its first week, if the next is not too near.
func (h *heatMap) nameMonths() {
	h.months = map[int]*canvas.Text{}
	for week := range heatWeeks {
		first, last := h.day(week*7), h.day(week*7+6)
		if next := h.day(4*7 - 1); week == 0 && next.Month() == first.Month() || week > 0 && last.Day() <= 7 {
			h.months[week] = canvas.NewText(h.month(last), color.Transparent)
		}
	}
}

// heatLabel is how high the names of the months are.
func heatLabel() float32 { return 1.5 * theme.Size(look.SizeHint) }

// newest is the cell of the last day.
func (h *heatMap) newest() int { return (heatWeeks-1)*7 + (int(h.last.Weekday())+6)%7 }

// span is the days shown.
func (h *heatMap) span() (first, last episodic.Date) {
	return episodic.DateOf(h.first), episodic.DateOf(h.last)
}

func (h *heatMap) show(list []mind.FeltDay) {
	h.days = map[episodic.Date]mind.FeltDay{}
	for _, d := range list {
		h.days[d.Date] = d
	}
	h.Refresh()
}

// day is the day of a cell.
func (h *heatMap) day(cell int) time.Time { return h.first.AddDate(0, 0, cell) }

// MinSize is that of all weeks.
func (h *heatMap) MinSize() fyne.Size {
	return fyne.NewSize(heatWeeks*(heatCell+heatGap)-heatGap, heatLabel()+7*(heatCell+heatGap)-heatGap)
}

// MouseIn is called by the toolkit.
func (h *heatMap) MouseIn(e *desktop.MouseEvent) { h.point(e.Position) }

// MouseMoved is called by the toolkit.
func (h *heatMap) MouseMoved(e *desktop.MouseEvent) { h.point(e.Position) }

// MouseOut is called by the toolkit.
func (h *heatMap) MouseOut() { h.OnPoint(time.Time{}, mind.FeltDay{}) }

func (h *heatMap) point(at fyne.Position) {
	week, row := int(at.X/(heatCell+heatGap)), int(math.Floor(float64((at.Y-heatLabel())/(heatCell+heatGap))))
	day := h.day(week*7 + row)
	if week < 0 || week >= heatWeeks || row < 0 || row > 6 || day.After(h.last) {
		h.OnPoint(time.Time{}, mind.FeltDay{})
		return
	}
	h.OnPoint(day, h.days[episodic.DateOf(day)])
}

// FocusGained is called by the toolkit: the arrows go from day to day.
func (h *heatMap) FocusGained() {
	h.focused = true
	widget.Reveal(h)
	h.step(0)
}

// FocusLost is called by the toolkit.
func (h *heatMap) FocusLost() {
	h.focused = false
	h.Refresh()
	h.OnPoint(time.Time{}, mind.FeltDay{})
}

// TypedRune is called by the toolkit.
func (h *heatMap) TypedRune(rune) {}

// TypedKey is called by the toolkit.
func (h *heatMap) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeyUp:
		h.step(-1)
	case fyne.KeyDown:
		h.step(1)
	case fyne.KeyLeft:
		h.step(-7)
	case fyne.KeyRight:
		h.step(7)
	case fyne.KeyHome:
		h.step(-h.cursor)
	case fyne.KeyEnd:
		h.step(h.newest() - h.cursor)
	default:
		widget.PassEscape(h, e)
	}
}

// step goes on by days, as far as there are any.
func (h *heatMap) step(by int) {
	if to := h.cursor + by; to >= 0 && to <= h.newest() {
		h.cursor = to
	}
	h.Refresh()
	day := h.day(h.cursor)
	h.OnPoint(day, h.days[episodic.DateOf(day)])
}

// CreateRenderer is called by the toolkit.
func (h *heatMap) CreateRenderer() fyne.WidgetRenderer {
	r := &heatRenderer{h}
	r.paint()
	return r
}

type heatRenderer struct{ heat *heatMap }

func (r *heatRenderer) Destroy() {}

func (r *heatRenderer) MinSize() fyne.Size { return r.heat.MinSize() }

func (r *heatRenderer) Objects() []fyne.CanvasObject {
	list := make([]fyne.CanvasObject, len(r.heat.cells))
	for i, c := range r.heat.cells {
		list[i] = c
	}
	for week := range heatWeeks {
		if m, ok := r.heat.months[week]; ok {
			list = append(list, m)
		}
	}
	return list
}

func (r *heatRenderer) Layout(fyne.Size) {
	for i, c := range r.heat.cells {
		widget.Put(c, widget.Rect{At: fyne.NewPos(float32(i/7)*(heatCell+heatGap), heatLabel()+float32(i%7)*(heatCell+heatGap)), Size: fyne.NewSquareSize(heatCell)})
	}
	for week, m := range r.heat.months {
		widget.Put(m, widget.Rect{At: fyne.NewPos(float32(week)*(heatCell+heatGap), 0), Size: m.MinSize()})
	}
}

func (r *heatRenderer) paint() {
	low, high := solid(theme.Color(look.Raised)), solid(theme.Color(look.Accent))
	for _, m := range r.heat.months {
		m.Color, m.TextSize = theme.Color(look.Muted), theme.Size(look.SizeHint)
	}
	for i, c := range r.heat.cells {
		day := r.heat.day(i)
		widget.SetVisible(c, widget.When(!day.After(r.heat.last)))
		felt, ok := r.heat.days[episodic.DateOf(day)]
		c.FillColor = low
		if ok {
			c.FillColor = between(low, high, 0.2+0.8*felt.Mean)
		}
		c.StrokeWidth = 0
		if r.heat.focused && i == r.heat.cursor {
			c.StrokeColor, c.StrokeWidth = theme.Color(look.Text), 2
		}
	}
}

func (r *heatRenderer) Refresh() {
	r.paint()
	r.Layout(r.heat.Size())
	for _, m := range r.heat.months {
		m.Refresh()
	}
	for _, c := range r.heat.cells {
		c.Refresh()
	}
}

// between is a colour on the way from one to another.
func between(a, b color.NRGBA, share float64) color.NRGBA {
	mix := func(a, b uint8) uint8 { return uint8(float64(a) + (float64(b)-float64(a))*share) }
	return color.NRGBA{mix(a.R, b.R), mix(a.G, b.G), mix(a.B, b.B), 0xff}
}

// feltDay says how much a day moved the persona.
func feltDay(w page.Words, day time.Time, felt mind.FeltDay) string {
	if day.IsZero() {
		return w.T("heat.hint")
	}
	name := w.Date(day.Format(time.DateOnly))
	if felt.Exchanges == 0 {
		return w.T("heat.none", "day", name)
	}
	return w.N("heat.day", felt.Exchanges, "day", name, "mean", page.Decimals(felt.Mean), "max", page.Decimals(felt.Max))
}
