package widget

import (
	"image/color"
	"slices"

	"yumori/ui/look"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	fynewidget "fyne.io/fyne/v2/widget"
)

// A RadioGroup is a choice of one of a few words that are all in sight, beside
// each other as far as there is room. One of them is always chosen. The
// toolkit's own keeps Escape for itself and does not come into sight.
type RadioGroup struct {
	fynewidget.BaseWidget
	Options   []string
	Selected  string
	OnChanged func(string) // may be nil

	items []*radio
	box   *fyne.Container
}

// NewRadioGroup is a group with its first word chosen.
func NewRadioGroup(options []string, changed func(string)) *RadioGroup {
	g := &RadioGroup{Options: options, Selected: options[0], OnChanged: changed, box: FlowLeft()}
	for i, word := range options {
		item := &radio{word: word, chosen: i == 0, pick: func() { g.SetSelected(word) }, step: func(by int) { g.step(i + by) }}
		item.ExtendBaseWidget(item)
		g.items = append(g.items, item)
		g.box.Add(item)
	}
	g.ExtendBaseWidget(g)
	return g
}

// SetSelected chooses a word and tells of it if it was another before.
func (g *RadioGroup) SetSelected(word string) {
	if word == g.Selected || !slices.Contains(g.Options, word) {
		return
	}
	g.Selected = word
	for _, item := range g.items {
		item.chosen = item.word == word
		item.Refresh()
	}
	if g.OnChanged != nil {
		g.OnChanged(word)
	}
}

// step chooses the word at a place and gives it the focus, if there is one.
func (g *RadioGroup) step(to int) {
	if to < 0 || to >= len(g.items) {
		return
	}
	if c := fyne.CurrentApp().Driver().CanvasForObject(g.items[to]); c != nil {
		c.Focus(g.items[to])
	}
	g.SetSelected(g.Options[to])
}

// Inside is the container of the group's own.
func (g *RadioGroup) Inside() fyne.CanvasObject { return g.box }

// CreateRenderer is called by the toolkit.
func (g *RadioGroup) CreateRenderer() fyne.WidgetRenderer { return fynewidget.NewSimpleRenderer(g.box) }

// A radio is one word of a RadioGroup.
type radio struct {
	fynewidget.BaseWidget
	word                     string
	chosen, focused, hovered bool
	pick                     func()
	step                     func(by int)
}

// Tapped is called by the toolkit.
func (r *radio) Tapped(*fyne.PointEvent) { r.pick() }

// Cursor is asked by the toolkit.
func (r *radio) Cursor() desktop.Cursor { return desktop.PointerCursor }

// MouseIn is called by the toolkit.
func (r *radio) MouseIn(*desktop.MouseEvent) {
	r.hovered = true
	r.Refresh()
}

// MouseMoved is called by the toolkit.
func (r *radio) MouseMoved(*desktop.MouseEvent) {}

// MouseOut is called by the toolkit.
func (r *radio) MouseOut() {
	r.hovered = false
	r.Refresh()
}

// FocusGained is called by the toolkit.
func (r *radio) FocusGained() {
	r.focused = true
	r.Refresh()
	Reveal(r)
}

// FocusLost is called by the toolkit.
func (r *radio) FocusLost() {
	r.focused = false
	r.Refresh()
}

// TypedRune is called by the toolkit.
func (r *radio) TypedRune(rune) {}

// TypedKey is called by the toolkit.
func (r *radio) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeySpace, fyne.KeyReturn, fyne.KeyEnter:
		r.pick()
	case fyne.KeyLeft, fyne.KeyUp:
		r.step(-1)
	case fyne.KeyRight, fyne.KeyDown:
		r.step(1)
	default:
		PassEscape(r, e)
	}
}

// CreateRenderer is called by the toolkit.
func (r *radio) CreateRenderer() fyne.WidgetRenderer {
	w := &radioRenderer{radio: r, label: NewCaption(r.word, look.Text, "")}
	w.paint()
	return w
}

type radioRenderer struct {
	radio           *radio
	halo, ring, dot canvas.Circle
	label           *Caption
}

func (w *radioRenderer) Destroy() {}

func (w *radioRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{&w.halo, &w.ring, &w.dot, w.label}
}

// ringSide is how wide the ring before the word is.
func (w *radioRenderer) ringSide() float32 { return theme.TextSize() * 1.2 }

func (w *radioRenderer) MinSize() fyne.Size {
	text := w.label.Natural()
	return fyne.NewSize(w.ringSide()+2*look.Half+look.Half+text.Width+look.Inside, max(text.Height, w.ringSide())+2*look.Inside)
}

func (w *radioRenderer) Layout(size fyne.Size) {
	side := w.ringSide()
	middle := func(side float32) fyne.Position {
		return fyne.NewPos(look.Half+(w.ringSide()-side)/2, (size.Height-side)/2)
	}
	Put(&w.halo, Rect{middle(side + 2*look.Half), fyne.NewSquareSize(side + 2*look.Half)})
	Put(&w.ring, Rect{middle(side), fyne.NewSquareSize(side)})
	Put(&w.dot, Rect{middle(side * 0.55), fyne.NewSquareSize(side * 0.55)})
	x, text := side+2*look.Half+look.Half, w.label.Natural()
	Put(w.label, Rect{fyne.NewPos(x, (size.Height-text.Height)/2), fyne.NewSize(max(size.Width-x, 0), text.Height)})
}

func (w *radioRenderer) paint() {
	r := w.radio
	w.halo.FillColor, w.halo.StrokeWidth = color.Transparent, 0
	if r.hovered {
		w.halo.FillColor = theme.Color(look.Raised)
	}
	if r.focused {
		w.halo.StrokeColor, w.halo.StrokeWidth = theme.Color(look.Accent), 1.5
	}
	w.ring.FillColor, w.ring.StrokeWidth, w.ring.StrokeColor = color.Transparent, 1.5, theme.Color(look.Muted)
	w.dot.FillColor = color.Transparent
	if r.chosen {
		w.ring.StrokeColor, w.dot.FillColor = theme.Color(look.Accent), theme.Color(look.Accent)
	}
}

func (w *radioRenderer) Refresh() {
	w.paint()
	w.halo.Refresh()
	w.ring.Refresh()
	w.dot.Refresh()
	w.label.Refresh()
}
