package ui

import (
	"yumori/ui/look"
	"yumori/ui/page"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
)

// tour says on a sheet what each place of the rail is for.
func (w *window) tour() {
	list := widget.Rows(look.Inside)
	for _, p := range places(w.words) {
		icon := canvas.NewImageFromResource(look.IconIn(p.icon, look.Accent))
		icon.FillMode = canvas.ImageFillContain
		icon.SetMinSize(fyne.NewSquareSize(look.Grown(tourIcon)))
		side := container.New(layout.NewCustomPaddedLayout(2, 0, 0, look.Inside), container.NewVBox(icon))
		says := widget.Rows(0, widget.NewCaption(p.word, look.Text, "").InBold(), widget.Paragraph(p.tour, look.Muted, look.SizeHint))
		list.Add(container.NewBorder(nil, nil, side, nil, says))
	}
	w.list(w.words.T("tour.title"), list)
}

// tourIcon is how large the picture of a place is.
const tourIcon float32 = 20

// list shows a list on a sheet, as high as it needs: then it scrolls.
func (w *window) list(title string, list *fyne.Container) {
	for range 2 { // a text knows its height once it has its width
		list.Resize(fyne.NewSize(page.SheetWidth-2*look.Between-listBar, list.MinSize().Height))
	}
	scroll := container.NewVScroll(container.New(layout.NewCustomPaddedLayout(0, 0, 0, listBar), list))
	room := w.win.Canvas().Size().Height - sheetMargin*theme.TextSize()/usualText
	scroll.SetMinSize(fyne.NewSize(100, max(min(list.MinSize().Height, room), 100)))
	w.sheets.Ask(page.SheetModel{Title: title, Cancel: w.words.T("close")}, scroll, nil)
}

// listBar is the room beside a list for the bar that scrolls it.
const listBar float32 = 14

// sheetMargin is what a sheet's title and buttons, and the window around it,
// take of the height.
const sheetMargin float32 = 190

// usualText is the size of text that lengths in pixels are meant for.
const usualText float32 = 15
