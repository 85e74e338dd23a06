package ui

import (
	"yumori/ui/look"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// barHeight is how thick a bar is that tells of a level.
const barHeight float32 = 10

// A progress is a thin bar that fills from the left.
type progress struct {
	content *fyne.Container
	share   float64 // of the bar that is filled, 0 to 1
}

func newProgress() *progress {
	p := &progress{}
	p.content = container.New(progressLayout{p}, newPanel(look.Line, "", barHeight/4), newPanel(look.Accent, "", barHeight/4))
	return p
}

// show fills the bar as far as so many of all are done.
func (p *progress) show(done, of int) {
	p.set(float64(done) / float64(max(of, 1)))
}

// progressLayout puts what is done above the whole.
type progressLayout struct{ of *progress }

func (progressLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(40, barHeight/2) }

func (l progressLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	put(objects[0], rect{fyne.Position{}, size})
	put(objects[1], rect{fyne.Position{}, fyne.NewSize(size.Width*float32(l.of.share), size.Height)})
}

// set fills a share of the bar, 0 to 1.
func (p *progress) set(share float64) {
	p.share = min(share, 1)
	p.content.Refresh()
}
