package widget

import (
	"yumori/ui/look"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	fynewidget "fyne.io/fyne/v2/widget"
)

// A FileChip is an attachment: its kind, its name, its size.
type FileChip struct {
	fynewidget.BaseWidget
	box *fyne.Container
}

// NewFileChip makes a chip that only shows a file.
func NewFileChip(name, size string) *FileChip {
	return NewChip(ChipFace{Name: name, Size: size}, nil)
}

// A ChipFace is what a chip shows of an attachment.
type ChipFace struct {
	Name, Size string
	Picture    bool
}

// NewChip makes a chip; one with a button gets it at its end.
func NewChip(face ChipFace, button *IconButton) *FileChip {
	icon := look.IconFile
	if face.Picture {
		icon = look.IconPicture
	}
	image := canvas.NewImageFromResource(look.IconIn(icon, look.Text))
	image.FillMode = canvas.ImageFillContain
	image.SetMinSize(fyne.NewSquareSize(18))
	name := NewCaption(Shorten(face.Name, 32), look.Text, look.SizeHint)
	size := NewCaption(face.Size, look.Text, look.SizeHint)
	line := Inline(look.Inside, Centred(image), Whole(name), Whole(size))
	if button != nil {
		line.Add(button)
	}
	c := &FileChip{box: container.NewStack(NewPanel(look.Raised, look.Line, look.RadiusControl), Inset(line, look.Half+2))}
	c.ExtendBaseWidget(c)
	return c
}

// CreateRenderer is called by the toolkit.
func (c *FileChip) CreateRenderer() fyne.WidgetRenderer { return fynewidget.NewSimpleRenderer(c.box) }

// Centred keeps a thing in the middle of its cell.
func Centred(o fyne.CanvasObject) *fyne.Container { return container.New(middleLayout{}, o) }

// Whole keeps a caption from being squeezed, in the middle of its cell.
func Whole(c *Caption) *fyne.Container { return container.New(middleLayout{}, c) }

// middleLayout gives a thing its size in the middle of the height.
type middleLayout struct{}

func (middleLayout) MinSize(objects []fyne.CanvasObject) fyne.Size { return Wanted(objects[0]) }

func (middleLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	o := objects[0]
	want := Wanted(o)
	want.Width = min(want.Width, size.Width)
	o.Resize(want)
	o.Move(fyne.NewPos(0, (size.Height-want.Height)/2))
}

// Wanted is the size at which a thing shows all of itself.
func Wanted(o fyne.CanvasObject) fyne.Size {
	if c, ok := o.(*Caption); ok {
		size := c.Natural()
		size.Width++
		return size
	}
	return o.MinSize()
}

// MidHeight gives a thing all of the width, in the middle of the height.
type MidHeight struct{}

// MinSize is asked by the toolkit.
func (MidHeight) MinSize(objects []fyne.CanvasObject) fyne.Size { return objects[0].MinSize() }

// Layout is called by the toolkit.
func (MidHeight) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	height := objects[0].MinSize().Height
	Put(objects[0], Rect{fyne.NewPos(0, (size.Height-height)/2), fyne.NewSize(size.Width, height)})
}
