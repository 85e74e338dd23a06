package widget

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynewidget "fyne.io/fyne/v2/widget"
)

// A wheel lies upon a field of one line and gives what the mouse's wheel does
// there to what the field stands in: the toolkit's field would keep it to itself,
// and a page of fields could not be scrolled over them.
type wheel struct {
	fynewidget.BaseWidget
	field fyne.CanvasObject
}

func newWheel(field fyne.CanvasObject) *wheel {
	w := &wheel{field: field}
	w.ExtendBaseWidget(w)
	return w
}

// Scrolled is called by the toolkit.
func (w *wheel) Scrolled(e *fyne.ScrollEvent) {
	if scroll := scrollOf(w.field); scroll != nil {
		scroll.Scrolled(e)
	}
}

// CreateRenderer is called by the toolkit: there is nothing to see.
func (w *wheel) CreateRenderer() fyne.WidgetRenderer {
	return fynewidget.NewSimpleRenderer(container.NewWithoutLayout())
}

// scrollOf is what scrolls the page that o stands on, nil for none.
func scrollOf(o fyne.CanvasObject) *container.Scroll {
	path := PathTo(rootOf(o), o)
	for i := len(path) - 1; i >= 0; i-- {
		if scroll, ok := path[i].(*container.Scroll); ok && scroll.Direction != container.ScrollHorizontalOnly {
			return scroll
		}
	}
	return nil
}

// A wheeledRenderer is that of a field with a wheel upon it.
type wheeledRenderer struct {
	fyne.WidgetRenderer
	wheel *wheel
}

// Layout is called by the toolkit.
func (r *wheeledRenderer) Layout(size fyne.Size) {
	r.WidgetRenderer.Layout(size)
	r.wheel.Resize(size)
}

// Objects is called by the toolkit.
func (r *wheeledRenderer) Objects() []fyne.CanvasObject {
	under := r.WidgetRenderer.Objects()
	return append(under[:len(under):len(under)], r.wheel)
}
