package page

import (
	"yumori/internal/transcript"
	"yumori/ui/look"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
)

// A TroubleModel is an error that stands where it happened.
type TroubleModel struct {
	What, Next, Details string
	Retry               transcript.ID // the message to answer again, "" none
	Models              bool          // another model would help
	Left                bool          // it is about files that were left out
	Link                string        // a newer version is told of there, "" it is about something else
	Dismiss             int           // index of the damaged file's first trouble + 1, 0 none
}

// TroubleHooks are what the card of a trouble asks of its page. What the
// trouble does not offer may be nil.
type TroubleHooks struct {
	Retry    func(id transcript.ID)
	Dismiss  func(damage int)
	Prompt   func() // shows what would be sent now
	GotLeft  func() // takes the word about files that are left out away
	Link     func(url string)
	GotNewer func() // takes the word about a newer version away
	Settings func()
	Word     func(key string) string
}

// Card says what went wrong where it happened.
func (h TroubleHooks) Card(m TroubleModel, grew func()) fyne.CanvasObject {
	icon := canvas.NewImageFromResource(look.IconIn(look.IconWarning, look.Bad))
	if m.Left || m.Link != "" { // nothing went wrong
		icon.Resource = look.IconIn(look.IconInfo, look.Muted)
	}
	icon.FillMode = canvas.ImageFillContain
	icon.SetMinSize(fyne.NewSquareSize(20))
	box := widget.Rows(look.Half, widget.Paragraph(m.What, look.Text, ""))
	if m.Next != "" {
		box.Add(widget.Paragraph(m.Next, look.Muted, ""))
	}
	buttons := widget.FlowLeft()
	if m.Retry != "" {
		buttons.Add(widget.NewButton(h.Word("message.retry"), func() { h.Retry(m.Retry) }))
	}
	if m.Models {
		buttons.Add(widget.NewButton(h.Word("chat.models"), h.Settings))
	}
	if m.Left {
		buttons.Add(widget.NewButton(h.Word("prompt.now"), h.Prompt))
		buttons.Add(widget.NewButton(h.Word("dismiss"), h.GotLeft))
	}
	if m.Link != "" {
		buttons.Add(widget.NewButton(h.Word("update.open"), func() { h.Link(m.Link) }))
		buttons.Add(widget.NewButton(h.Word("dismiss"), h.GotNewer))
	}
	if m.Dismiss > 0 {
		buttons.Add(widget.NewButton(h.Word("dismiss"), func() { h.Dismiss(m.Dismiss - 1) }))
	}
	if m.Details != "" {
		body := widget.Paragraph(m.Details, look.Muted, look.SizeHint)
		body.Hide()
		buttons.Add(widget.NewFoldButton(h.Word("details"), body, grew))
		box.Add(buttons)
		box.Add(body)
	} else if len(buttons.Objects) > 0 {
		box.Add(buttons)
	}
	top := container.NewVBox(icon)
	return widget.Card(container.NewBorder(nil, nil, widget.Inset(top, 0), nil, container.New(layout.NewCustomPaddedLayout(0, 0, look.Between, 0), box)))
}

// Trouble says what went wrong in place of what should stand there.
func (d Deps) Trouble(err error) fyne.CanvasObject {
	e := d.Words.Explain(err)
	hooks := TroubleHooks{Word: func(key string) string { return d.Words.T(key) }}
	card := hooks.Card(TroubleModel{What: e.What, Next: e.Next, Details: e.Details}, func() {})
	return widget.Inset(container.NewVBox(card), look.Between)
}
