package widget

import (
	"image/color"

	"yumori/ui/look"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	fynewidget "fyne.io/fyne/v2/widget"
)

// layerGap is what is between a layer's words and its bar, or the bar would
// underline them.
const layerGap float32 = 3

// A LayerBar is a layer of the prompt and how long it is.
type LayerBar struct {
	fynewidget.BaseWidget
	Model      BarModel
	name, size *Caption
	track      *canvas.Rectangle
}

// NewLayerBar makes a line with its bar.
func NewLayerBar(m BarModel) *LayerBar {
	b := &LayerBar{}
	b.make(m)
	b.ExtendBaseWidget(b)
	return b
}

func (b *LayerBar) make(m BarModel) {
	b.Model, b.name, b.size = m, NewCaption(m.Name, look.Text, look.SizeHint), NewCaption(m.Size, look.Muted, look.SizeHint)
	b.track = canvas.NewRectangle(color.Transparent)
	b.track.CornerRadius = 2
	b.size.Align = fyne.TextAlignTrailing
}

// A FoldBar is a LayerBar that is pressed to fold what is below it.
type FoldBar struct {
	LayerBar
	tap func()
}

// NewFoldBar makes a line with its bar; tap folds.
func NewFoldBar(m BarModel, tap func()) *FoldBar {
	b := &FoldBar{tap: tap}
	b.make(m)
	b.ExtendBaseWidget(b)
	return b
}

// Tapped is called by the toolkit.
func (b *FoldBar) Tapped(*fyne.PointEvent) { b.tap() }

// Cursor is asked by the toolkit.
func (b *FoldBar) Cursor() desktop.Cursor { return desktop.PointerCursor }

// CreateRenderer is called by the toolkit.
func (b *LayerBar) CreateRenderer() fyne.WidgetRenderer {
	r := &layerBarRenderer{b}
	r.Refresh()
	return r
}

type layerBarRenderer struct{ bar *LayerBar }

func (r *layerBarRenderer) Destroy() {}

func (r *layerBarRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.bar.name, r.bar.size, r.bar.track}
}

func (r *layerBarRenderer) MinSize() fyne.Size {
	return fyne.NewSize(120, r.lines()*r.bar.name.Natural().Height+layerGap+3)
}

// lines are the lines of text above the bar.
func (r *layerBarRenderer) lines() float32 {
	if r.bar.Model.Apart {
		return 2
	}
	return 1
}

func (r *layerBarRenderer) Layout(size fyne.Size) {
	line := r.bar.name.Natural().Height
	named, told := Rect{fyne.Position{}, fyne.NewSize(size.Width/2, line)}, Rect{fyne.NewPos(size.Width/2, 0), fyne.NewSize(size.Width/2, line)}
	if r.bar.Model.Apart {
		named.Size.Width, told = size.Width, Rect{fyne.NewPos(0, line), fyne.NewSize(size.Width, line)}
	}
	Put(r.bar.name, named)
	Put(r.bar.size, told)
	Put(r.bar.track, Rect{fyne.NewPos(0, r.lines()*line+layerGap), fyne.NewSize(max(2, size.Width*r.bar.Model.Share), 3)})
}

func (r *layerBarRenderer) Refresh() {
	token := look.Link
	if r.bar.Model.Full {
		token = look.Bad
	}
	r.bar.track.FillColor = theme.Color(token)
	r.bar.track.Refresh()
	r.bar.name.Refresh()
	r.bar.size.Refresh()
}

// A BarModel is a line with a bar: how much of the whole it is.
type BarModel struct {
	Name, Size string
	Share      float32 // in [0, 1]
	Full       When    // it is used up
	Apart      When    // its size has a line of its own: it says more
}
