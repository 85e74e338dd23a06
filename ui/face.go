package ui

import (
	"context"

	"yumori/ui/look"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynewidget "fyne.io/fyne/v2/widget"
)

// An expresser has pictures of what it feels.
type expresser interface {
	// Expression returns the picture of a feeling, nil if there is none.
	Expression(category string) ([]byte, error)
}

// A face follows what the persona feels: with its own pictures where it has
// them, else drawn.
type face struct {
	fynewidget.BaseWidget
	pageDeps
	mate    expresser
	slug    string
	feeling string
	shown   string // feeling of the picture, "" none was read yet
	picture *canvas.Image
}

const faceSide float32 = 76

func newFace(deps pageDeps, slug string, m expresser) *face {
	f := &face{pageDeps: deps, slug: slug, mate: m, picture: &canvas.Image{FillMode: canvas.ImageFillContain}}
	f.draw()
	f.ExtendBaseWidget(f)
	return f
}

// set shows a feeling.
func (f *face) set(feeling string) {
	if feeling == f.shown && feeling != "" {
		return
	}
	f.feeling = feeling
	background(f.border, f.slug+"/face", func(context.Context) ([]byte, error) {
		return f.mate.Expression(feeling)
	}, func(data []byte, _ error) {
		f.shown = feeling
		f.draw()
		if data != nil {
			f.picture.Resource = fyne.NewStaticResource(f.slug+"-"+feeling, data)
		}
		f.picture.Refresh()
	})
}

// draw shows the drawing of the feeling.
func (f *face) draw() {
	f.picture.Resource = look.IconIn(look.Face(f.feeling), look.Emotion(f.feeling))
}

// MinSize is a square.
func (f *face) MinSize() fyne.Size { return fyne.NewSquareSize(faceSide) }

// CreateRenderer is called by the toolkit.
func (f *face) CreateRenderer() fyne.WidgetRenderer { return fynewidget.NewSimpleRenderer(f.picture) }
