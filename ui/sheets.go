package ui

import (
	"yumori/ui/look"
	"yumori/ui/page"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// A hintLayer shows one word beside what is pointed at. It lies over
// everything and takes no clicks.
type hintLayer struct {
	label   *widget.Caption
	box     *fyne.Container
	content *fyne.Container
}

func newHintLayer() *hintLayer {
	h := &hintLayer{label: widget.NewCaption("", look.Text, look.SizeHint)}
	h.box = container.NewStack(widget.NewPanel(look.Raised, look.Line, look.RadiusControl), widget.Inset(widget.Whole(h.label), look.Half+2))
	h.box.Hide()
	h.content = container.NewWithoutLayout(h.box)
	return h
}

// hint shows a word beside a thing: right of what is in the rail, else above.
func (h *hintLayer) hint(s widget.Spot) {
	if s.At == nil || s.Text == "" {
		h.box.Hide()
		return
	}
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(s.At)
	if at.IsZero() {
		return // not on the screen yet
	}
	size := s.At.Size()
	h.label.SetText(s.Text)
	h.box.Refresh()
	want := h.box.MinSize()
	room := h.content.Size()
	to := at.AddXY(size.Width/2-want.Width/2, -want.Height-look.Half)
	switch {
	case at.X < look.Grown(page.RailWidth):
		to = at.AddXY(size.Width+look.Inside, (size.Height-want.Height)/2)
	case to.Y < look.Half:
		to = fyne.NewPos(to.X, at.Y+size.Height+look.Half)
	}
	to.X = max(look.Half, min(to.X, room.Width-want.Width-look.Half))
	h.box.Resize(want)
	h.box.Move(to)
	h.box.Show()
}
