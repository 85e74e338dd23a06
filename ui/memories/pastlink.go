package memories

import (
	"yumori/ui/page"
	"yumori/ui/widget"

	fynewidget "fyne.io/fyne/v2/widget"
)

// A pastLink leads from a list to the past of its file, and back.
type pastLink struct {
	past page.PastReader
	file MemoryModel
	back func()
}

// pastBelow puts the button of a file's past beneath a list.
func pastBelow(deps page.Deps, list *widget.MasterList, l pastLink) {
	open := widget.NewButton(deps.Words.T("past.open"), func() {
		list.Unselect()
		list.Put(deps.PastPage(l.past, l.file.File, l.file.title, func() {
			list.Put(nil)
			l.back()
		}))
	})
	open.Importance = fynewidget.LowImportance
	list.Foot(open)
}
