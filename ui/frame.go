package ui

import (
	"yumori/ui/look"
	"yumori/ui/page"
	"yumori/ui/settings"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// A frame is what stands around the pages, and the page that is open in it.
type frame struct {
	*window
	paint func() // lets portraits be painted, once the first page is shown
	rail  *rail
	title *titleLine
	body  *fyne.Container
	hints *hintLayer
	prefs *settings.Page // while it is open
	open  sidePage       // beside the chat; nil while the chat is
}

// lay makes the window's content in the present words.
func (f *frame) lay(r railHooks, t titleHooks) {
	f.hints = newHintLayer()
	f.rail = newRail(f.words, r)
	f.title = newTitleLine(f.words, t)
	f.body = container.NewStack()
	right := container.NewBorder(f.title.content, nil, nil, nil, f.body)
	f.win.SetContent(container.NewStack(
		widget.NewPanel(look.Bg, "", 0),
		container.NewBorder(nil, nil, f.rail.content, nil, right),
		f.hints.content,
	))
}

// place shows a page.
func (f *frame) place(content ...fyne.CanvasObject) {
	f.body.Objects = content
	f.body.Refresh()
}

// closePage ends the page that is open beside the chat.
func (f *frame) closePage() {
	if f.open != nil {
		f.open.Close()
	}
	if f.prefs != nil {
		f.prefs.Close()
	}
	f.prefs, f.open = nil, nil
}

// A saver is a page with a text that can be saved.
type saver interface{ Keep() }

// saveText saves the text that is written in, if the page has one.
func (f *frame) saveText() {
	if p, ok := f.open.(saver); ok {
		p.Keep()
	}
}

// fail shows an error in place of the page.
func (f *frame) fail(err error) {
	f.opt.Logger.Error("window", "error", err)
	f.paint()
	e := f.words.Explain(err)
	hooks := page.TroubleHooks{Word: func(key string) string { return f.words.T(key) }}
	card := hooks.Card(page.TroubleModel{What: e.What, Next: e.Next, Details: e.Details}, func() {})
	f.body.Objects = []fyne.CanvasObject{container.NewVBox(widget.Inset(widget.Measured(card, look.MeasureBubble), look.Around))}
	f.body.Refresh()
}
