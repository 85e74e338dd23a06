package face

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/draw"
	_ "image/gif"  // pictures that people give
	_ "image/jpeg" // pictures that people give
	_ "image/png"  // pictures that people give

	xdraw "golang.org/x/image/draw"
	_ "golang.org/x/image/webp" // pictures that people give
)

// Endings are those of the files of pictures that can be shown.
func Endings() []string { return []string{".png", ".jpg", ".jpeg", ".gif", ".webp"} }

// ErrPicture says that a persona's own picture cannot be shown: it is damaged,
// of an unknown kind or too large. The drawn face stands in its place.
var ErrPicture = errors.New("picture cannot be shown")

// mostPixels bounds a picture: a small file may claim a gigapixel.
const mostPixels = 40_000_000

// manyTimes is how much larger than what is shown a picture is before it is made
// smaller in a coarser way first.
const manyTimes = 4

// Own tells a persona's own pictures.
type Own interface {
	// Expression returns the picture of a feeling, "" for the persona at rest;
	// nil if there is none. It reads a file.
	Expression(category string) ([]byte, error)
}

// Check reports why a picture cannot be shown, with ErrPicture; nil it can. It
// takes as long as showing it does.
func Check(picture []byte) error {
	_, err := decode(picture, 64)
	return err
}

// decode makes a square of a picture, side by side pixels, the middle of what
// is longer than wide, its upper part where it is higher: there the head is.
// Of an animation it takes the first picture.
func decode(data []byte, side int) (*image.RGBA, error) {
	c, _, err := image.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrPicture, err)
	}
	if c.Width <= 0 || c.Height <= 0 || c.Width > mostPixels/c.Height {
		return nil, fmt.Errorf("%w: %d by %d pixels", ErrPicture, c.Width, c.Height)
	}
	m, _, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrPicture, err)
	}
	b := m.Bounds()
	part := image.Rect(0, 0, min(b.Dx(), b.Dy()), min(b.Dx(), b.Dy()))
	part = part.Add(b.Min).Add(image.Pt((b.Dx()-part.Dx())/2, (b.Dy()-part.Dy())/8))
	square := image.NewRGBA(image.Rect(0, 0, side, side))
	if part.Dx() > manyTimes*side { // every pixel of a photograph takes seconds
		less := image.NewRGBA(image.Rect(0, 0, manyTimes*side, manyTimes*side))
		xdraw.ApproxBiLinear.Scale(less, less.Rect, m, part, draw.Src, nil)
		m, part = less, less.Rect
	}
	xdraw.CatmullRom.Scale(square, square.Rect, m, part, draw.Src, nil)
	return square, nil
}
