package ui

import (
	"yumori/ui/look"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// A railLayout stands the personas at the top, which scroll, the button that adds
// one under them, and the pages at the bottom. Where there is little height the
// buttons stand closer, before a persona has to be scrolled to.
type railLayout struct{}

// railSqueezed is how high a button is at least, as a share of what it would be:
// its picture takes 55 %.
const railSqueezed = 0.68

// heights is how high the personas, each button and what is between those are, in
// a height.
func (railLayout) heights(objects []fyne.CanvasObject, height float32) (faces, button, gap float32) {
	if scroll, ok := objects[0].(*container.Scroll); ok {
		faces = scroll.Content.MinSize().Height
	}
	n := float32(len(objects) - 1)
	button, gap = objects[1].MinSize().Height, look.Half
	over := func() float32 { return faces + look.Inside + n*(button+gap) - height }
	if over() > 0 {
		button = max(button-over()/n, railSqueezed*button)
	}
	if over() > 0 {
		gap = max(gap-over()/n, 0)
	}
	return max(faces-max(over(), 0), 0), button, gap
}

// MinSize is asked by the toolkit.
func (railLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	button := objects[1].MinSize()
	return fyne.NewSize(button.Width+2*look.Inside, objects[0].MinSize().Height+look.Inside+railSqueezed*button.Height*float32(len(objects)-1))
}

// Layout is called by the toolkit.
func (l railLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	faces, button, gap := l.heights(objects, size.Height)
	width := size.Width - 2*look.Inside
	widget.Put(objects[0], widget.Rect{Size: fyne.NewSize(size.Width, faces)})
	widget.Put(objects[1], widget.Rect{At: fyne.NewPos(look.Inside, faces+look.Inside), Size: fyne.NewSize(width, button)})
	pages := objects[2:]
	for i, p := range pages {
		y := size.Height - float32(len(pages)-i)*(button+gap) + gap
		widget.Put(p, widget.Rect{At: fyne.NewPos(look.Inside, y), Size: fyne.NewSize(width, button)})
	}
}
