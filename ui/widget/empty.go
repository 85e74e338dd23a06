package widget

import (
	"yumori/ui/look"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
)

// emptyAbove is how far down a page what says that it is empty stands.
const emptyAbove float32 = 64

// EmptyPage says what will live on a page where nothing is yet: a title and a
// hint in the middle, and a picture above them; nil is none.
func EmptyPage(picture fyne.CanvasObject, title, hint string) fyne.CanvasObject {
	head := NewCaption(title, look.Text, look.SizeLead).InBold()
	head.Align = fyne.TextAlignCenter
	rows := Rows(look.Between, head, container.New(&SnugLayout{Ems: 34}, CentredParagraph(hint, look.Muted, "")))
	above := emptyAbove
	if picture != nil {
		rows.Objects = append([]fyne.CanvasObject{container.NewCenter(picture)}, rows.Objects...)
		above = look.Around
	}
	return container.New(layout.NewCustomPaddedLayout(above, look.Around, look.Around, look.Around), rows)
}
