package widget

import (
	"image/color"

	"yumori/ui/look"
	"yumori/ui/prose"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
)

// RoundedRect makes a rectangle without a colour yet.
func RoundedRect(radius float32) *canvas.Rectangle {
	r := canvas.NewRectangle(color.Transparent)
	r.CornerRadius = radius
	return r
}

// EdgeLayout is a hairline from top to bottom.
type EdgeLayout struct{}

// MinSize is asked by the toolkit.
func (EdgeLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(1, 1) }

// Layout is called by the toolkit.
func (EdgeLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	Put(objects[0], Rect{fyne.Position{}, size})
}

// FixedWidth gives a thing a width.
type FixedWidth struct{ Width float32 }

// MinSize is asked by the toolkit.
func (l FixedWidth) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(l.Width, 10) }

// Layout is called by the toolkit.
func (l FixedWidth) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	Put(objects[0], Rect{fyne.Position{}, size})
}

// GrownWidth gives a thing a width that grows with the text, from what it is at
// 100 %.
type GrownWidth struct{ Width float32 }

// MinSize is asked by the toolkit.
func (l GrownWidth) MinSize([]fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(look.Grown(l.Width), 10)
}

// Layout is called by the toolkit.
func (l GrownWidth) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	Put(objects[0], Rect{fyne.Position{}, size})
}

// A Rect is a place and a size.
type Rect struct {
	At   fyne.Position
	Size fyne.Size
}

// Put gives a thing its place and size.
func Put(o fyne.CanvasObject, r Rect) {
	o.Move(r.At)
	o.Resize(r.Size)
}

// A SnugLayout puts a text in the middle, in the narrowest box it fits. It is as
// high as the text is at the width it was last given.
type SnugLayout struct {
	Ems   float32
	width float32 // as it was laid out; 0 it was not
}

func (l *SnugLayout) fit(o fyne.CanvasObject, width float32) fyne.Size {
	width = min(width, l.Ems*theme.TextSize())
	if t, ok := o.(*prose.Text); ok && width > 0 {
		return t.Fit(width)
	}
	return o.MinSize()
}

// MinSize is asked by the toolkit.
func (l *SnugLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	width := l.Ems * theme.TextSize()
	if l.width > 0 {
		width = l.width
	}
	return fyne.NewSize(0, l.fit(objects[0], width).Height)
}

// Layout is called by the toolkit.
func (l *SnugLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	l.width = size.Width
	fit := l.fit(objects[0], size.Width)
	Put(objects[0], Rect{fyne.NewPos((size.Width-fit.Width)/2, 0), fit})
}

// Hairline is a hairline.
func Hairline() fyne.CanvasObject {
	return container.New(hairLayout{}, NewPanel(look.Line, "", 0))
}

type hairLayout struct{}

func (hairLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(1, 1) }

func (hairLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	Put(objects[0], Rect{fyne.Position{}, size})
}

// SideSpace keeps a text off what stands left and right of it.
type SideSpace struct{}

// MinSize is asked by the toolkit.
func (SideSpace) MinSize(objects []fyne.CanvasObject) fyne.Size {
	return objects[0].MinSize().AddWidthHeight(2*look.Inside, 0)
}

// Layout is called by the toolkit.
func (SideSpace) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	Put(objects[0], Rect{At: fyne.NewPos(look.Inside, 0), Size: size.SubtractWidthHeight(2*look.Inside, 0)})
}
