package chat

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"

	"yumori/internal/transcript"
	"yumori/ui/look"
	"yumori/ui/page"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	fynewidget "fyne.io/fyne/v2/widget"
)

// Bounds of a picture in a bubble.
const (
	pictureWidth  float32 = 260
	pictureHeight float32 = 170
	pictureSide           = 640        // pixels kept of its longer side
	picturePixels         = 40_000_000 // a small file may claim a gigapixel
)

// errHugePicture says that a picture has more pixels than are decoded.
var errHugePicture = errors.New("picture too large to show")

// An attachmentReader reads what was attached to a message.
type attachmentReader interface {
	Attachment(transcript.Attachment) ([]byte, error)
}

// A picture is an attached picture, small. Until it is read, and when it
// cannot be, its icon stands there.
type picture struct {
	fynewidget.BaseWidget
	image *canvas.Image
	box   *fyne.Container
}

func newPicture(f fileModel) *picture {
	p := &picture{image: canvas.NewImageFromResource(look.IconIn(look.IconPicture, look.Muted))}
	p.image.FillMode = canvas.ImageFillContain
	p.image.SetMinSize(fyne.NewSize(pictureWidth, pictureHeight))
	name := widget.NewCaption(widget.Shorten(f.name, 32)+page.Separator+f.size, look.Text, look.SizeHint)
	field := container.NewStack(widget.NewPanel(look.Raised, "", look.RadiusControl), widget.Inset(p.image, look.Half))
	p.box = container.NewBorder(nil, name, nil, nil, field)
	p.ExtendBaseWidget(p)
	return p
}

// show sets the picture once it is there.
func (p *picture) show(m image.Image) {
	p.image.Resource, p.image.Image = nil, m
	p.image.Refresh()
}

// CreateRenderer is called by the toolkit.
func (p *picture) CreateRenderer() fyne.WidgetRenderer { return fynewidget.NewSimpleRenderer(p.box) }

// previews are the pictures that were read, by path. They are few: the oldest
// makes room.
type previews struct {
	dispatcher *page.Dispatcher
	files      attachmentReader
	known      map[string]image.Image
	order      []string
}

const mostPreviews = 40

func newPreviews(b *page.Dispatcher, files attachmentReader) *previews {
	return &previews{dispatcher: b, files: files, known: map[string]image.Image{}}
}

// load reads a picture and hands it to show, now or later. What cannot be
// read is not shown.
func (p *previews) load(a transcript.Attachment, show func(image.Image)) {
	if m, ok := p.known[a.Path]; ok {
		show(m)
		return
	}
	page.Background(p.dispatcher, "preview/"+a.Path, func(context.Context) (image.Image, error) {
		data, err := p.files.Attachment(a)
		if err != nil {
			return nil, err
		}
		return preview(data)
	}, func(m image.Image, err error) {
		if err != nil {
			return
		}
		p.keep(a.Path, m)
		show(m)
	})
}

func (p *previews) keep(path string, m image.Image) {
	if len(p.order) >= mostPreviews {
		delete(p.known, p.order[0])
		p.order = p.order[1:]
	}
	p.known[path] = m
	p.order = append(p.order, path)
}

// preview decodes a picture and makes it small. The size is looked at first:
// sixty bytes can claim to be a gigapixel.
func preview(data []byte) (image.Image, error) {
	c, _, err := image.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("read picture: %w", err)
	}
	if c.Width <= 0 || c.Height <= 0 || c.Width > picturePixels/c.Height {
		return nil, errHugePicture
	}
	m, _, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("read picture: %w", err)
	}
	return shrink(m), nil
}

// shrink makes a picture at most pictureSide long, each pixel the mean of
// those it stands for.
func shrink(m image.Image) image.Image {
	b := m.Bounds()
	step := (max(b.Dx(), b.Dy()) + pictureSide - 1) / pictureSide
	if step <= 1 {
		return m
	}
	small := image.NewRGBA64(image.Rect(0, 0, max(b.Dx()/step, 1), max(b.Dy()/step, 1)))
	for y := range small.Rect.Dy() {
		for x := range small.Rect.Dx() {
			small.SetRGBA64(x, y, mean(m, image.Rect(x*step, y*step, (x+1)*step, (y+1)*step).Add(b.Min).Intersect(b)))
		}
	}
	return small
}

// mean is the mean colour of a part of a picture that is not empty.
func mean(m image.Image, part image.Rectangle) color.RGBA64 {
	var r, g, b, a, n uint64
	for y := part.Min.Y; y < part.Max.Y; y++ {
		for x := part.Min.X; x < part.Max.X; x++ {
			pr, pg, pb, pa := m.At(x, y).RGBA()
			r, g, b, a, n = r+uint64(pr), g+uint64(pg), b+uint64(pb), a+uint64(pa), n+1
		}
	}
	return color.RGBA64{R: uint16(r / n), G: uint16(g / n), B: uint16(b / n), A: uint16(a / n)}
}
