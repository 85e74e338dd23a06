package widget

import (
	"image/color"
	"strconv"

	"yumori/ui/look"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
)

// A badge is a number in the corner of something: how much waits there. It
// belongs to the renderer of what it stands on.
type badge struct {
	field *canvas.Rectangle
	text  *canvas.Text
}

// badgeMost is the highest number that is written out.
const badgeMost = 99

// badgeText bounds its size: what it stands on does not grow with the text.
const badgeText float32 = 12

func newBadge() *badge {
	b := &badge{field: canvas.NewRectangle(color.Transparent), text: canvas.NewText("", color.Transparent)}
	b.text.Alignment = fyne.TextAlignCenter
	b.text.TextStyle = fyne.TextStyle{Bold: true}
	return b
}

func (b *badge) objects() []fyne.CanvasObject { return []fyne.CanvasObject{b.field, b.text} }

// show writes a number, none for 0, at the upper right corner of a size.
func (b *badge) show(n int, on fyne.Size) {
	SetVisible(b.field, When(n > 0))
	SetVisible(b.text, When(n > 0))
	if n <= 0 {
		return
	}
	b.text.Text = strconv.Itoa(n)
	if n > badgeMost {
		b.text.Text = strconv.Itoa(badgeMost) + "+"
	}
	b.text.TextSize = min(theme.Size(look.SizeHint)*0.86, badgeText)
	b.text.Color = theme.Color(look.Bg)
	b.field.FillColor = theme.Color(look.Accent)
	height := b.text.TextSize * 1.35
	size := fyne.NewSize(max(height, b.text.MinSize().Width+height*0.55), height)
	b.field.CornerRadius = height / 2
	at := fyne.NewPos(on.Width-size.Width, 0) // inside: what scrolls cuts off the rest
	b.field.Resize(size)
	b.field.Move(at)
	line := b.text.MinSize().Height // more than there is: it stands out above and below alike
	b.text.Resize(fyne.NewSize(size.Width, line))
	b.text.Move(at.AddXY(0, (height-line)/2))
	b.field.Refresh()
	b.text.Refresh()
}
