package page

import (
	"context"
	"slices"
	"time"

	"yumori/assets"
	"yumori/ui/face"
	"yumori/ui/look"
	"yumori/ui/prose"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
)

// This file is what the portraits need of the window, and what they express.

// A Scene is where portraits are shown.
type Scene struct {
	Dispatcher *Dispatcher
	Now        func() time.Time
	Scale      func() float32               // pixels of the screen in one unit of the toolkit
	Lively     func(fyne.CanvasObject) bool // whether an object may move
	Spent      func() time.Duration         // what the processors have worked for the process; nil nobody knows
	Loud       func() (float64, bool)       // how loud the voice is that is heard; nil nobody knows
}

// NewFaces makes the stage of a window's portraits.
func NewFaces(s Scene) *face.Stage {
	return &face.Stage{
		Gallery: face.NewGallery(assets.Files),
		Work: func(kind string, work, show func()) {
			Background(s.Dispatcher, kind, func(context.Context) (struct{}, error) {
				work()
				return struct{}{}, nil
			}, func(struct{}, error) { show() })
		},
		Wait: func(kind string, d time.Duration, then func()) {
			Background(s.Dispatcher, kind, func(ctx context.Context) (struct{}, error) {
				return struct{}{}, s.Dispatcher.Pause(ctx, d)
			}, func(_ struct{}, err error) {
				if err == nil {
					then()
				}
			})
		},
		Drop: s.Dispatcher.Drop, Now: s.Now, Scale: s.Scale, Lively: s.Lively, Loud: s.Loud, Spent: s.Spent,
	}
}

// NewPortrait makes a large portrait, and a line that says why one of the
// persona's own pictures is not shown.
func (d Deps) NewPortrait(side float32, own face.Own) (*face.Portrait, *prose.Text) {
	p, says := face.New(d.Faces, side, own), widget.Paragraph("", look.Muted, look.SizeHint)
	says.Hide()
	p.OnTrouble = func(err error) {
		if widget.SetVisible(says, widget.When(err != nil)); err != nil {
			widget.SetParagraph(says, d.Words.T("face.trouble"))
		}
	}
	return p, says
}

// ExpressionOf is how a feeling looks.
func ExpressionOf(category string) face.Expression {
	if e := face.Expression(category); slices.Contains(face.All(), e) {
		return e
	}
	return face.Neutral
}
