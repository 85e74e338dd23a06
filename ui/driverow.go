package ui

import (
	"image/color"

	"yumori/ui/look"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// A driveRow is one drive: its name, its level with the marks at which it is
// felt and at which it acts, how it goes on in the coming hours, and what
// stands behind it.
type driveRow struct {
	widget.BaseWidget
	model  driveModel
	name   *caption
	level  *caption
	behind *caption
}

func newDriveRow() *driveRow {
	r := &driveRow{
		name: newCaption("", look.Text, ""), level: newCaption("", look.Text, ""),
		behind: newCaption("", look.Muted, look.SizeHint),
	}
	r.level.Align = fyne.TextAlignTrailing
	r.ExtendBaseWidget(r)
	return r
}

func (r *driveRow) show(m driveModel) {
	r.model = m
	token := look.Text
	if m.top {
		token = look.Accent
	}
	r.name.Token, r.level.Token = token, token
	r.name.Bold = bool(m.top)
	r.name.Text, r.level.Text, r.behind.Text = m.name, m.level, m.behind
	r.Refresh()
}

// CreateRenderer is called by the toolkit.
func (r *driveRow) CreateRenderer() fyne.WidgetRenderer {
	d := &driveRenderer{row: r, track: rectangle(barHeight / 2), fill: rectangle(barHeight / 2), knob: canvas.NewCircle(color.Transparent)}
	for range driveMarks() {
		d.marks = append(d.marks, rectangle(0))
	}
	for range aheadSteps {
		l := canvas.NewLine(color.Transparent)
		l.StrokeWidth = 1.5
		d.ahead = append(d.ahead, l)
	}
	d.paint()
	return d
}

func rectangle(radius float32) *canvas.Rectangle {
	r := canvas.NewRectangle(color.Transparent)
	r.CornerRadius = radius
	return r
}

// driveMarks are the levels that are marked on a bar.
func driveMarks() []float64 { return []float64{feltFrom, actsFrom} }

// The form of a drive's row.
const (
	knobSide   float32 = 16
	aheadWidth float32 = 120
	aheadSteps         = 24  // hours
	barLeast   float32 = 140 // what the bar has before there is an outlook
)

type driveRenderer struct {
	row         *driveRow
	track, fill *canvas.Rectangle
	knob        *canvas.Circle
	marks       []*canvas.Rectangle
	ahead       []*canvas.Line
}

func (d *driveRenderer) Destroy() {}

func (d *driveRenderer) Objects() []fyne.CanvasObject {
	list := []fyne.CanvasObject{d.row.name, d.row.level, d.row.behind, d.track, d.fill}
	for _, m := range d.marks {
		list = append(list, m)
	}
	for _, l := range d.ahead {
		list = append(list, l)
	}
	return append(list, d.knob)
}

// nameWidth and levelWidth are the room for a drive's name and its number,
// which grow with the text.
func (d *driveRenderer) nameWidth() float32 { return 6.5 * theme.TextSize() }

func levelWidth() float32 { return 3 * theme.TextSize() }

func (d *driveRenderer) heights() (line, hint float32) {
	return d.row.name.Natural().Height, d.row.behind.measure("Ag").Height
}

func (d *driveRenderer) MinSize() fyne.Size {
	line, hint := d.heights()
	return fyne.NewSize(d.nameWidth()+levelWidth()+120, line+hint)
}

func (d *driveRenderer) Layout(size fyne.Size) {
	line, hint := d.heights()
	put(d.row.name, rect{fyne.Position{}, fyne.NewSize(d.nameWidth(), line)})
	ahead := min(aheadWidth, max(size.Width-d.MinSize().Width-barLeast, 0)) // the first to give way
	bar := rect{fyne.NewPos(d.nameWidth(), (line-barHeight)/2), fyne.NewSize(size.Width-d.nameWidth()-levelWidth()-ahead-look.Between, barHeight)}
	put(d.row.level, rect{fyne.NewPos(bar.at.X+bar.size.Width, 0), fyne.NewSize(levelWidth(), line)})
	put(d.row.behind, rect{fyne.NewPos(d.nameWidth(), line), fyne.NewSize(size.Width-d.nameWidth(), hint)})
	d.layoutBar(bar)
	d.layoutAhead(rect{fyne.NewPos(size.Width-ahead, 2), fyne.NewSize(ahead, line-4)})
}

func (d *driveRenderer) layoutBar(bar rect) {
	put(d.track, bar)
	reach := bar.size.Width * float32(d.row.model.value)
	visible(d.fill, when(reach >= barHeight)) // below that the knob covers it
	put(d.fill, rect{bar.at, fyne.NewSize(reach, barHeight)})
	visible(d.knob, when(d.row.model.level != "")) // not before the level is known
	put(d.knob, rect{fyne.NewPos(bar.at.X+reach-knobSide/2, bar.at.Y+(barHeight-knobSide)/2), fyne.NewSquareSize(knobSide)})
	for i, level := range driveMarks() {
		put(d.marks[i], rect{fyne.NewPos(bar.at.X+bar.size.Width*float32(level)-1, bar.at.Y-3), fyne.NewSize(2, barHeight+6)})
	}
}

// layoutAhead draws the coming hours as a line from left to right.
func (d *driveRenderer) layoutAhead(space rect) {
	ahead := d.row.model.ahead
	step := space.size.Width / aheadSteps
	at := func(i int) fyne.Position {
		y := space.size.Height * float32(1-ahead[i])
		return fyne.NewPos(space.at.X+float32(i)*step, space.at.Y+y)
	}
	for i, l := range d.ahead {
		visible(l, when(i+1 < len(ahead)))
		if i+1 < len(ahead) {
			l.Position1, l.Position2 = at(i), at(i+1)
		}
	}
}

func (d *driveRenderer) paint() {
	token := look.Link
	if d.row.model.top {
		token = look.Accent
	}
	d.track.FillColor = theme.Color(look.Raised)
	d.fill.FillColor = theme.Color(token)
	d.knob.FillColor, d.knob.StrokeColor, d.knob.StrokeWidth = theme.Color(token), theme.Color(look.Surface), 2
	for _, m := range d.marks {
		m.FillColor = theme.Color(look.Edge)
	}
	for _, l := range d.ahead {
		l.StrokeColor = theme.Color(look.Edge)
	}
}

func (d *driveRenderer) Refresh() {
	d.paint()
	d.Layout(d.row.Size())
	for _, o := range d.Objects() {
		o.Refresh()
	}
}
