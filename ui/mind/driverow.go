package mind

import (
	"image/color"

	"yumori/motivation"
	"yumori/ui/look"
	"yumori/ui/page"
	"yumori/ui/prose"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	fynewidget "fyne.io/fyne/v2/widget"
)

// A driveRow is one drive: its name, how strong it is in words and, pointed at,
// in digits; a slider with the marks at which it is felt and at which it acts;
// how it goes on in the coming hours, and what stands behind it.
type driveRow struct {
	fynewidget.BaseWidget
	model   page.DriveModel
	name    *widget.Caption
	level   *widget.Caption
	behind  *prose.Text
	bar     widget.Rect // where the slider is, as it was laid out
	down    bool        // the pointer holds the knob
	pointed widget.When // the pointer is over it, or the keyboard is at it
	hooks   driveHooks
}

// driveHooks are what a row asks of the page.
type driveHooks struct {
	held func(d motivation.Drive, level float64) // would it be so?
	free func()                                  // it was let go
	set  func()                                  // it is to be what it was held at
	drop func()                                  // nothing is asked any more
}

func newDriveRow(hooks driveHooks) *driveRow {
	r := &driveRow{
		name: widget.NewCaption("", look.Text, ""), level: widget.NewCaption("", look.Text, ""),
		behind: widget.Paragraph("", look.Muted, look.SizeHint), hooks: hooks,
	}
	r.level.Align = fyne.TextAlignTrailing
	r.behind.OnMouseIn, r.behind.OnMouseOut = func() { r.point(true) }, func() { r.point(false) }
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
	r.name.Text, r.level.Text = m.Name, m.Word
	if r.behind.Source() != m.Behind {
		r.behind.SetPlain(m.Behind)
	}
	if bool(r.pointed) && m.Level != "" {
		r.level.Text = m.Word + page.Separator + m.Level
	}
	r.Refresh()
}

// point shows the digits too while the row is pointed at.
func (r *driveRow) point(at widget.When) {
	r.pointed = at
	r.show(r.model)
}

// levelAt is the level at a place of the slider.
func (r *driveRow) levelAt(x float32) float64 {
	return float64(min(1, max(0, (x-r.bar.At.X)/max(r.bar.Size.Width, 1))))
}

// MouseIn is called by the toolkit.
func (r *driveRow) MouseIn(*desktop.MouseEvent) { r.point(true) }

// MouseMoved is called by the toolkit.
func (r *driveRow) MouseMoved(*desktop.MouseEvent) {}

// MouseOut is called by the toolkit.
func (r *driveRow) MouseOut() { r.point(false) }

// MouseDown takes hold of the knob.
func (r *driveRow) MouseDown(e *desktop.MouseEvent) {
	y := e.Position.Y - r.bar.At.Y - r.bar.Size.Height/2
	if e.Button != desktop.MouseButtonPrimary || r.model.Level == "" || y < -knobSide || y > knobSide {
		return
	}
	if x := e.Position.X - r.bar.At.X; x >= -knobSide && x <= r.bar.Size.Width+knobSide {
		r.down = true
		r.hooks.held(r.model.Drive, r.levelAt(e.Position.X))
	}
}

// MouseUp lets go of the knob.
func (r *driveRow) MouseUp(*desktop.MouseEvent) { r.DragEnd() }

// Dragged is called by the toolkit.
func (r *driveRow) Dragged(e *fyne.DragEvent) {
	if r.down {
		r.hooks.held(r.model.Drive, r.levelAt(e.Position.X))
	}
}

// DragEnd lets go of the knob.
func (r *driveRow) DragEnd() {
	if r.down {
		r.down = false
		r.hooks.free()
	}
}

// FocusGained is called by the toolkit.
func (r *driveRow) FocusGained() {
	widget.Reveal(r)
	r.point(true)
}

// FocusLost is called by the toolkit.
func (r *driveRow) FocusLost() {
	r.point(false)
	r.hooks.free()
}

// TypedRune is called by the toolkit.
func (r *driveRow) TypedRune(rune) {}

// keyStep is how far an arrow moves the knob.
const keyStep = 0.05

// TypedKey moves the knob, sets the drive to where it is, or lets go of it.
func (r *driveRow) TypedKey(e *fyne.KeyEvent) {
	to := r.model.Value
	switch e.Name {
	case fyne.KeyLeft, fyne.KeyDown:
		to -= keyStep
	case fyne.KeyRight, fyne.KeyUp:
		to += keyStep
	case fyne.KeyReturn, fyne.KeyEnter:
		r.hooks.set()
		return
	case fyne.KeyEscape:
		r.hooks.drop()
		widget.PassEscape(r, e)
		return
	default:
		return
	}
	if r.model.Level != "" {
		r.hooks.held(r.model.Drive, min(1, max(0, to)))
	}
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
	knobSide    float32 = 16
	aheadSteps          = 24 // hours
	aheadHeight float32 = 24
	barLeast    float32 = 160 // what the bar has before there is an outlook
)

// aheadWidth is how wide the outlook is in a row of a width: three times of day
// stand beneath it. It is the first to give way.
func aheadWidth(width float32) float32 {
	if wide := 11 * theme.TextSize(); width-wide-look.Between >= barLeast {
		return wide
	}
	return 0
}

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

func (d *driveRenderer) heights() (line, hint float32) {
	return d.row.name.Natural().Height, d.row.behind.MinSize().Height
}

func (d *driveRenderer) MinSize() fyne.Size {
	line, hint := d.heights()
	return fyne.NewSize(barLeast, line+aheadHeight+hint)
}

func (d *driveRenderer) Layout(size fyne.Size) {
	d.row.behind.Resize(fyne.NewSize(size.Width, d.row.behind.Size().Height)) // its height follows from it
	line, hint := d.heights()
	name := min(d.row.name.Natural().Width, size.Width)
	widget.Put(d.row.name, widget.Rect{At: fyne.Position{}, Size: fyne.NewSize(name, line)})
	widget.Put(d.row.level, widget.Rect{At: fyne.NewPos(name, 0), Size: fyne.NewSize(size.Width-name, line)})
	ahead := aheadWidth(size.Width)
	reach := size.Width - knobSide
	if ahead > 0 {
		reach -= ahead + look.Between
	}
	d.row.bar = widget.Rect{At: fyne.NewPos(knobSide/2, line+(aheadHeight-widget.BarHeight)/2), Size: fyne.NewSize(reach, widget.BarHeight)}
	widget.Put(d.row.behind, widget.Rect{At: fyne.NewPos(0, line+aheadHeight), Size: fyne.NewSize(size.Width, hint)})
	d.layoutBar(d.row.bar)
	d.layoutAhead(widget.Rect{At: fyne.NewPos(size.Width-ahead, line+2), Size: fyne.NewSize(ahead, aheadHeight-4)})
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
	if space.Size.Width == 0 {
		ahead = nil
	}
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

// scaleLayout puts times of day beneath the outlook of the rows above.
type scaleLayout struct{}

func (scaleLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(0, widget.Wanted(objects[0]).Height)
}

func (scaleLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	wide := aheadWidth(size.Width)
	for i, o := range objects {
		widget.SetVisible(o, widget.When(wide > 0))
		want := widget.Wanted(o)
		x := size.Width - wide + (wide-want.Width)*float32(i)/float32(len(objects)-1)
		widget.Put(o, widget.Rect{At: fyne.NewPos(x, 0), Size: want})
	}
}
