package page

import (
	"context"

	"yumori/ui/look"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynewidget "fyne.io/fyne/v2/widget"
)

// An Expresser has pictures of what it feels.
type Expresser interface {
	// Expression returns the picture of a feeling, nil if there is none.
	Expression(category string) ([]byte, error)
}

// A Face follows what the persona feels: with its own pictures where it has
// them, else drawn.
type Face struct {
	fynewidget.BaseWidget
	Deps
	mate    Expresser
	slug    string
	feeling string
	shown   string // feeling of the picture, "" none was read yet
	Picture *canvas.Image
}

const faceSide float32 = 76

// NewFace makes the face of the persona of a slug.
func NewFace(deps Deps, slug string, m Expresser) *Face {
	f := &Face{Deps: deps, slug: slug, mate: m, Picture: &canvas.Image{FillMode: canvas.ImageFillContain}}
	f.draw()
	f.ExtendBaseWidget(f)
	return f
}

// Set shows a feeling.
func (f *Face) Set(feeling string) {
	if feeling == f.shown && feeling != "" {
		return
	}
	f.feeling = feeling
	Background(f.Border, f.slug+"/face", func(context.Context) ([]byte, error) {
		return f.mate.Expression(feeling)
	}, func(data []byte, _ error) {
		f.shown = feeling
		f.draw()
		if data != nil {
			f.Picture.Resource = fyne.NewStaticResource(f.slug+"-"+feeling, data)
		}
		f.Picture.Refresh()
	})
}

// draw shows the drawing of the feeling.
func (f *Face) draw() {
	f.Picture.Resource = look.IconIn(look.Face(f.feeling), look.Emotion(f.feeling))
}

// MinSize is a square.
func (f *Face) MinSize() fyne.Size { return fyne.NewSquareSize(faceSide) }

// CreateRenderer is called by the toolkit.
func (f *Face) CreateRenderer() fyne.WidgetRenderer { return fynewidget.NewSimpleRenderer(f.Picture) }
