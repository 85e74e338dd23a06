package face

import (
	"bytes"
	"fmt"
	"image"
	"image/draw"

	"github.com/fyne-io/oksvg"
	"github.com/srwiley/rasterx"
)

// A shapes is the text of one layer file. It is parsed for each picture: the
// library moves the gradients of a file only while it reads it, and sorts their
// stops while it draws, so a parsed file cannot be shared.
type shapes struct{ head, body []byte }

// newShapes takes a file apart at its root element. What the renderer does not
// know is an error when it is drawn: a drawing is shown as it was made, or not
// at all.
func newShapes(svg []byte) (*shapes, error) {
	start := bytes.Index(svg, []byte("<svg"))
	end := bytes.LastIndex(svg, []byte("</svg>"))
	if start < 0 || end < start {
		return nil, errNoDrawing
	}
	open := bytes.IndexByte(svg[start:], '>')
	if open < 0 || start+open >= end {
		return nil, errNoDrawing
	}
	v := &shapes{head: svg[:start+open+1], body: svg[start+open+1 : end]}
	// A gradient is moved with its group only if it has a transformation.
	for _, kind := range []string{"<linearGradient ", "<radialGradient "} {
		v.body = bytes.ReplaceAll(v.body, []byte(kind), []byte(kind+`gradientTransform="rotate(0)" `))
	}
	return v, nil
}

// parse reads the layer as it is after a transformation.
func (v *shapes) parse(m rasterx.Matrix2D) (*oksvg.SvgIcon, error) {
	var b bytes.Buffer
	b.Write(v.head)
	fmt.Fprintf(&b, `<g transform="matrix(%f %f %f %f %f %f)">`, m.A, m.B, m.C, m.D, m.E, m.F)
	b.Write(v.body)
	b.WriteString("</g></svg>")
	icon, err := oksvg.ReadIconStream(&b, oksvg.StrictErrorMode)
	if err != nil {
		return nil, fmt.Errorf("parse drawing: %w", err)
	}
	return icon, nil
}

// draw paints the layer on a picture, by a transformation from the drawing's
// units to pixels.
func (v *shapes) draw(on *image.RGBA, m rasterx.Matrix2D) error {
	icon, err := v.parse(m)
	if err != nil {
		return err
	}
	b := on.Bounds()
	dasher := rasterx.NewDasher(b.Dx(), b.Dy(), &scanner{on: on})
	for _, path := range icon.SVGPaths {
		path.LineWidth *= (m.A + m.D) / 2 // the library does not scale strokes
		path.Draw(dasher, 1)
	}
	return nil
}

// atop lays a picture on another where that one is opaque.
func atop(on, top *image.RGBA) {
	mask := image.NewAlpha(on.Rect)
	for i := range mask.Pix {
		mask.Pix[i] = on.Pix[4*i+3]
	}
	draw.DrawMask(on, on.Rect, top, on.Rect.Min, mask, mask.Rect.Min, draw.Over)
}
