package mind

import (
	"image/color"

	"yumori/ui/look"
	"yumori/ui/page"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
	fynewidget "fyne.io/fyne/v2/widget"
)

// A driveRow is one drive: its name, its level with the marks at which it is
// felt and at which it acts, how it goes on in the coming hours, and what
// stands behind it.
type driveRow struct {
	fynewidget.BaseWidget
	model  page.DriveModel
	name   *widget.Caption
	level  *widget.Caption
	behind *widget.Caption
}

func newDriveRow() *driveRow {
	r := &driveRow{
		name: widget.NewCaption("", look.Text, ""), level: widget.NewCaption("", look.Text, ""),
		behind: widget.NewCaption("", look.Muted, look.SizeHint),
	}
	r.level.Align = fyne.TextAlignTrailing
	r.ExtendBaseWidget(r)
	return r
}

func (r *driveRow) show(m page.DriveModel) {
	r.model = m
	token := look.Text
	if m.Top {
		token = look.Accent
	}
	r.name.Token, r.level.Token = token, token
	r.name.Bold = bool(m.Top)
	r.name.Text, r.level.Text, r.behind.Text = m.Name, m.Level, m.Behind
	r.Refresh()
}

// CreateRenderer is called by the toolkit.
func (r *driveRow) CreateRenderer() fyne.WidgetRenderer {
	d := &driveRenderer{row: r, track: widget.RoundedRect(widget.BarHeight / 2), fill: widget.RoundedRect(widget.BarHeight / 2), knob: canvas.NewCircle(color.Transparent)}
	for range driveMarks() {
		d.marks = append(d.marks, widget.RoundedRect(0))
	}
	for range aheadSteps {
		l := canvas.NewLine(color.Transparent)
		l.StrokeWidth = 1.5
		d.ahead = append(d.ahead, l)
	}
	d.paint()
	return d
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

// nameWidth and LevelWidth are the room for a drive's name and its number,
// which grow with the text.
func (d *driveRenderer) nameWidth() float32 { return 6.5 * theme.TextSize() }

func (d *driveRenderer) heights() (line, hint float32) {
	return d.row.name.Natural().Height, d.row.behind.Measure("Ag").Height
}

func (d *driveRenderer) MinSize() fyne.Size {
	line, hint := d.heights()
	return fyne.NewSize(d.nameWidth()+page.LevelWidth()+120, line+hint)
}

func (d *driveRenderer) Layout(size fyne.Size) {
	line, hint := d.heights()
	widget.Put(d.row.name, widget.Rect{At: fyne.Position{}, Size: fyne.NewSize(d.nameWidth(), line)})
	ahead := min(aheadWidth, max(size.Width-d.MinSize().Width-barLeast, 0)) // the first to give way
	bar := widget.Rect{At: fyne.NewPos(d.nameWidth(), (line-widget.BarHeight)/2), Size: fyne.NewSize(size.Width-d.nameWidth()-page.LevelWidth()-ahead-look.Between, widget.BarHeight)}
	widget.Put(d.row.level, widget.Rect{At: fyne.NewPos(bar.At.X+bar.Size.Width, 0), Size: fyne.NewSize(page.LevelWidth(), line)})
	widget.Put(d.row.behind, widget.Rect{At: fyne.NewPos(d.nameWidth(), line), Size: fyne.NewSize(size.Width-d.nameWidth(), hint)})
	d.layoutBar(bar)
	d.layoutAhead(widget.Rect{At: fyne.NewPos(size.Width-ahead, 2), Size: fyne.NewSize(ahead, line-4)})
}

func (d *driveRenderer) layoutBar(bar widget.Rect) {
	widget.Put(d.track, bar)
	reach := bar.Size.Width * float32(d.row.model.Value)
	widget.SetVisible(d.fill, widget.When(reach >= widget.BarHeight)) // below that the knob covers it
	widget.Put(d.fill, widget.Rect{At: bar.At, Size: fyne.NewSize(reach, widget.BarHeight)})
	widget.SetVisible(d.knob, widget.When(d.row.model.Level != "")) // not before the level is known
	widget.Put(d.knob, widget.Rect{At: fyne.NewPos(bar.At.X+reach-knobSide/2, bar.At.Y+(widget.BarHeight-knobSide)/2), Size: fyne.NewSquareSize(knobSide)})
	for i, level := range driveMarks() {
		widget.Put(d.marks[i], widget.Rect{At: fyne.NewPos(bar.At.X+bar.Size.Width*float32(level)-1, bar.At.Y-3), Size: fyne.NewSize(2, widget.BarHeight+6)})
	}
}

// layoutAhead draws the coming hours as a line from left to right.
func (d *driveRenderer) layoutAhead(space widget.Rect) {
	ahead := d.row.model.Ahead
	step := space.Size.Width / aheadSteps
	at := func(i int) fyne.Position {
		y := space.Size.Height * float32(1-ahead[i])
		return fyne.NewPos(space.At.X+float32(i)*step, space.At.Y+y)
	}
	for i, l := range d.ahead {
		widget.SetVisible(l, widget.When(i+1 < len(ahead)))
		if i+1 < len(ahead) {
			l.Position1, l.Position2 = at(i), at(i+1)
		}
	}
}

func (d *driveRenderer) paint() {
	token := look.Link
	if d.row.model.Top {
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
