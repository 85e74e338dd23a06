package widget

import (
	"yumori/ui/look"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// BarHeight is how thick a bar is that tells of a level.
const BarHeight float32 = 10

// A Progress is a thin bar that fills from the left.
type Progress struct {
	Content *fyne.Container
	Share   float64 // of the bar that is filled, 0 to 1
}

// NewProgress makes an empty bar.
func NewProgress() *Progress {
	p := &Progress{}
	p.Content = container.New(progressLayout{p}, NewPanel(look.Line, "", BarHeight/4), NewPanel(look.Accent, "", BarHeight/4))
	return p
}

// Show fills the bar as far as so many of all are done.
func (p *Progress) Show(done, of int) {
	p.Set(float64(done) / float64(max(of, 1)))
}

// progressLayout puts what is done above the whole.
type progressLayout struct{ of *Progress }

func (progressLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(40, BarHeight/2) }

func (l progressLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	Put(objects[0], Rect{fyne.Position{}, size})
	Put(objects[1], Rect{fyne.Position{}, fyne.NewSize(size.Width*float32(l.of.Share), size.Height)})
}

// Set fills a share of the bar, 0 to 1.
func (p *Progress) Set(share float64) {
	p.Share = min(share, 1)
	p.Content.Refresh()
}
