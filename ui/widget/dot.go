package widget

import (
	"image/color"

	"yumori/ui/look"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
	fynewidget "fyne.io/fyne/v2/widget"
)

// A FeelingDot is a dot of the colour of a feeling; its word stands beside it.
type FeelingDot struct {
	fynewidget.BaseWidget
	emotion string
	dot     *canvas.Circle
}

// NewFeelingDot makes a dot of no feeling yet.
func NewFeelingDot() *FeelingDot {
	d := &FeelingDot{dot: canvas.NewCircle(color.Transparent)}
	d.ExtendBaseWidget(d)
	return d
}

// Set takes the colour of a feeling.
func (d *FeelingDot) Set(emotion string) {
	d.emotion = emotion
	d.Refresh()
}

// MinSize is that of a small dot.
func (d *FeelingDot) MinSize() fyne.Size { return fyne.NewSquareSize(9) }

// Refresh takes the colour of the theme.
func (d *FeelingDot) Refresh() {
	d.dot.FillColor = theme.Color(look.Emotion(d.emotion))
	d.dot.Refresh()
}

// CreateRenderer is called by the toolkit.
func (d *FeelingDot) CreateRenderer() fyne.WidgetRenderer { return fynewidget.NewSimpleRenderer(d.dot) }
