package page

import (
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
)

// A TextBox is a text to be edited beside other things: a field, with a bar to
// turn its parts where it is longer than the field takes at a time.
type TextBox struct {
	Content fyne.CanvasObject
	Field   *widget.Field
	parts   []TextPart
	part    int // the part in the field
	bar     *PartBar
}

// NewTextBox makes a box of at least so many lines.
func (d Deps) NewTextBox(text string, lines int) *TextBox {
	b := &TextBox{parts: Parts(text), Field: widget.NewTextField(d.Calls.Key)}
	b.Field.SetMinRowsVisible(lines)
	b.bar = NewPartBar(d, func(by int) { b.turn(b.part + by) })
	b.Content = widget.Under(b.bar.Content, b.Field)
	b.turn(0)
	return b
}

// turn puts a part of the text into the field.
func (b *TextBox) turn(to int) {
	if to < 0 || to >= len(b.parts) {
		return
	}
	b.part = to
	b.Field.OnChanged = nil // nobody typed
	b.Field.SetText(b.parts[to].Text)
	b.Field.OnChanged = func(text string) { b.parts[b.part].Text = text }
	b.Field.CursorRow, b.Field.CursorColumn = 0, 0
	b.bar.Show(to, len(b.parts))
}

// Text is what is in the box.
func (b *TextBox) Text() string { return Joined(b.parts) }
