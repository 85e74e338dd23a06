package widget

import (
	"yumori/ui/look"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
)

// Flow puts things beside each other from the right edge, and on to the next
// line where there is no room: buttons that do not leave a narrow window.
func Flow(things ...fyne.CanvasObject) *fyne.Container {
	return container.New(&flowLayout{share: 1}, things...)
}

// FlowLeft is flow from the left edge.
func FlowLeft(things ...fyne.CanvasObject) *fyne.Container {
	return container.New(&flowLayout{}, things...)
}

// FlowMiddle is flow in the middle.
func FlowMiddle(things ...fyne.CanvasObject) *fyne.Container {
	return container.New(&flowLayout{share: 0.5}, things...)
}

// A flowLayout knows the width it was last given: what height it needs depends
// on it.
type flowLayout struct {
	width float32
	share float32 // of the room that is left over which is at the left
}

// lines are the things of each line, those that are shown.
func (l *flowLayout) lines(objects []fyne.CanvasObject) [][]fyne.CanvasObject {
	var lines [][]fyne.CanvasObject
	x := float32(0)
	for _, o := range objects {
		if !o.Visible() {
			continue
		}
		w := o.MinSize().Width
		if len(lines) == 0 || x+look.Inside+w > l.width+0.5 && l.width > 0 {
			lines, x = append(lines, nil), -look.Inside
		}
		x += look.Inside + w
		lines[len(lines)-1] = append(lines[len(lines)-1], o)
	}
	return lines
}

// MinSize is as wide as the widest thing, and as high as the lines are.
func (l *flowLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	var size fyne.Size
	for i, line := range l.lines(objects) {
		high := float32(0)
		for _, o := range line {
			size.Width, high = max(size.Width, o.MinSize().Width), max(high, o.MinSize().Height)
		}
		if i > 0 {
			size.Height += look.Half
		}
		size.Height += high
	}
	return size
}

// Layout fills line after line.
func (l *flowLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	l.width = size.Width
	y := float32(0)
	for _, line := range l.lines(objects) {
		wide, high := -look.Inside, float32(0)
		for _, o := range line {
			wide, high = wide+look.Inside+o.MinSize().Width, max(high, o.MinSize().Height)
		}
		x := max(size.Width-wide, 0) * l.share
		for _, o := range line {
			w := min(o.MinSize().Width, size.Width)
			Put(o, Rect{fyne.NewPos(x, y), fyne.NewSize(w, high)})
			x += w + look.Inside
		}
		y += high + look.Half
	}
}

// TextBeside puts a text at the left of its controls, or above them where that
// would leave it less than ems.
func TextBeside(text, controls fyne.CanvasObject, ems float32) *fyne.Container {
	return container.New(&textBesideLayout{ems: ems}, text, controls)
}

// A textBesideLayout knows the width it was last given, as flowLayout does.
type textBesideLayout struct{ ems, width float32 }

func (l *textBesideLayout) above(controls fyne.CanvasObject) bool {
	return l.width > 0 && l.width-controls.MinSize().Width-look.Between < l.ems*theme.TextSize()
}

// MinSize is asked by the toolkit.
func (l *textBesideLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	text, controls := objects[0].MinSize(), objects[1].MinSize()
	if l.above(objects[1]) {
		return fyne.NewSize(controls.Width, text.Height+look.Inside+controls.Height)
	}
	return fyne.NewSize(controls.Width, max(text.Height, controls.Height))
}

// Layout is called by the toolkit.
func (l *textBesideLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	l.width = size.Width
	want := objects[1].MinSize()
	if l.above(objects[1]) {
		objects[0].Resize(fyne.NewSize(size.Width, objects[0].Size().Height)) // its height follows from it
		high := objects[0].MinSize().Height
		Put(objects[0], Rect{fyne.Position{}, fyne.NewSize(size.Width, high)})
		Put(objects[1], Rect{fyne.NewPos(size.Width-want.Width, high+look.Inside), want})
		return
	}
	wide := max(size.Width-want.Width-look.Between, 0)
	objects[0].Resize(fyne.NewSize(wide, objects[0].Size().Height))
	high := min(objects[0].MinSize().Height, size.Height)
	Put(objects[0], Rect{fyne.NewPos(0, (size.Height-high)/2), fyne.NewSize(wide, high)})
	Put(objects[1], Rect{fyne.NewPos(size.Width-want.Width, max(size.Height-want.Height, 0)/2), want})
}

// Tall puts below under a body that takes the rest of the height but never
// less than it needs to be used: then both scroll.
func Tall(body, below fyne.CanvasObject) *container.Scroll {
	return container.NewScroll(container.New(tallLayout{}, body, below))
}

type tallLayout struct{}

// leastTall is the least height of a body with a text to be edited.
const leastTall float32 = 220

// MinSize is asked by the toolkit.
func (tallLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	body, below := objects[0].MinSize(), objects[1].MinSize()
	return fyne.NewSize(max(body.Width, below.Width), max(body.Height, leastTall)+below.Height)
}

// Layout is called by the toolkit.
func (tallLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	below := objects[1].MinSize().Height
	Put(objects[0], Rect{fyne.Position{}, fyne.NewSize(size.Width, max(size.Height-below, 0))})
	Put(objects[1], Rect{fyne.NewPos(0, size.Height-below), fyne.NewSize(size.Width, below)})
}

// Labelled puts a thing under its name.
func Labelled(name string, o fyne.CanvasObject) fyne.CanvasObject {
	return Rows(look.Half, NewCaption(name, look.Muted, look.SizeHint), o)
}
