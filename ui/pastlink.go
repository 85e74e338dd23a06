package ui

import (
	"yumori/ui/widget"

	fynewidget "fyne.io/fyne/v2/widget"
)

// A pastLink leads from a list to the past of its file, and back.
type pastLink struct {
	mate pastReader
	file memoryModel
	back func()
}

// pastBelow puts the button of a file's past beneath a list.
func pastBelow(deps pageDeps, list *widget.MasterList, l pastLink) {
	open := widget.NewButton(deps.words.T("past.open"), func() {
		list.Unselect()
		list.Put(deps.pastPage(l.mate, l.file.file, l.file.title, func() {
			list.Put(nil)
			l.back()
		}))
	})
	open.Importance = fynewidget.LowImportance
	list.Foot(open)
}
