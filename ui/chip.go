package ui

import (
	"yumori/ui/look"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
)

// A fileChip is an attachment: its kind, its name, its size.
type fileChip struct {
	widget.BaseWidget
	box *fyne.Container
}

func newFileChip(name, size string) *fileChip {
	return newChip(chipFace{name: name, size: size}, nil)
}

// A chipFace is what a chip shows of an attachment.
type chipFace struct {
	name, size string
	picture    bool
}

// newChip makes a chip; one with a button gets it at its end.
func newChip(face chipFace, button *iconButton) *fileChip {
	icon := look.IconFile
	if face.picture {
		icon = look.IconPicture
	}
	image := canvas.NewImageFromResource(look.IconIn(icon, look.Text))
	image.FillMode = canvas.ImageFillContain
	image.SetMinSize(fyne.NewSquareSize(18))
	name := newCaption(shorten(face.name, 32), look.Text, look.SizeHint)
	size := newCaption(face.size, look.Text, look.SizeHint)
	line := inline(look.Inside, centred(image), whole(name), whole(size))
	if button != nil {
		line.Add(button)
	}
	c := &fileChip{box: container.NewStack(newPanel(look.Raised, look.Line, look.RadiusControl), inset(line, look.Half+2))}
	c.ExtendBaseWidget(c)
	return c
}

// CreateRenderer is called by the toolkit.
func (c *fileChip) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(c.box) }

// shorten cuts the middle of a text, so that a file name keeps its ending.
func shorten(s string, most int) string {
	r := []rune(s)
	if len(r) <= most {
		return s
	}
	return string(r[:most/2]) + "…" + string(r[len(r)-most/2+1:])
}

// centred keeps a thing in the middle of its cell.
func centred(o fyne.CanvasObject) *fyne.Container { return container.New(middleLayout{}, o) }

// whole keeps a caption from being squeezed, in the middle of its cell.
func whole(c *caption) *fyne.Container { return container.New(middleLayout{}, c) }

// middleLayout gives a thing its size in the middle of the height.
type middleLayout struct{}

func (middleLayout) MinSize(objects []fyne.CanvasObject) fyne.Size { return wanted(objects[0]) }

func (middleLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	o := objects[0]
	want := wanted(o)
	want.Width = min(want.Width, size.Width)
	o.Resize(want)
	o.Move(fyne.NewPos(0, (size.Height-want.Height)/2))
}

// wanted is the size at which a thing shows all of itself.
func wanted(o fyne.CanvasObject) fyne.Size {
	if c, ok := o.(*caption); ok {
		size := c.Natural()
		size.Width++
		return size
	}
	return o.MinSize()
}

// midHeight gives a thing all of the width, in the middle of the height.
type midHeight struct{}

func (midHeight) MinSize(objects []fyne.CanvasObject) fyne.Size { return objects[0].MinSize() }

func (midHeight) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	height := objects[0].MinSize().Height
	put(objects[0], rect{fyne.NewPos(0, (size.Height-height)/2), fyne.NewSize(size.Width, height)})
}
