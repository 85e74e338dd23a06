package mind

import (
	"yumori/ui/look"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
)

// plotLayout puts lanes' words at the left, the picture, the days beneath.
type plotLayout struct{}

func (plotLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(objects[0].MinSize().Width+200, plotHeight+objects[2].MinSize().Height+look.Half)
}

func (plotLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	left := objects[0].MinSize().Width + look.Between
	space := widget.Rect{At: fyne.NewPos(left, 0), Size: fyne.NewSize(size.Width-left, plotHeight)}
	widget.Put(objects[0], widget.Rect{At: fyne.Position{}, Size: fyne.NewSize(left-look.Between, plotHeight)})
	widget.Put(objects[1], space)
	widget.Put(objects[2], widget.Rect{At: fyne.NewPos(left, plotHeight+look.Half), Size: fyne.NewSize(space.Size.Width, objects[2].MinSize().Height)})
}

// laneLayout gives each word the middle of its lane, and all the width of the longest.
type laneLayout struct{}

func (laneLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	widest := float32(0)
	for _, o := range objects {
		widest = max(widest, widget.Wanted(o).Width)
	}
	return fyne.NewSize(widest, plotHeight)
}

func (laneLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	height := size.Height / float32(len(objects))
	for i, o := range objects {
		want := widget.Wanted(o)
		widget.Put(o, widget.Rect{At: fyne.NewPos(0, height*float32(i)+(height-want.Height)/2), Size: fyne.NewSize(size.Width, want.Height)})
	}
}

// endsLayout puts three words at the left, in the middle and at the right; that in
// the middle only where it has room.
type endsLayout struct{}

func (endsLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(120, widget.Wanted(objects[0]).Height)
}

func (endsLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	all := float32(0)
	for _, o := range objects {
		all += widget.Wanted(o).Width + look.Inside
	}
	for i, o := range objects {
		widget.SetVisible(o, widget.When(i != 1 || all <= size.Width))
		want := widget.Wanted(o)
		x := (size.Width - want.Width) * float32(i) / float32(len(objects)-1)
		widget.Put(o, widget.Rect{At: fyne.NewPos(x, 0), Size: want})
	}
}
