package ui

import (
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
)

// A textBox is a text to be edited beside other things: a field, with a bar to
// turn its parts where it is longer than the field takes at a time.
type textBox struct {
	content fyne.CanvasObject
	field   *widget.Field
	leaves  []leaf
	leaf    int // the part in the field
	bar     *leafBar
}

// newTextBox makes a box of at least so many lines.
func (d pageDeps) newTextBox(text string, lines int) *textBox {
	b := &textBox{leaves: leavesOf(text), field: widget.NewTextField(d.calls.Key)}
	b.field.SetMinRowsVisible(lines)
	b.bar = newLeafBar(d, func(by int) { b.turn(b.leaf + by) })
	b.content = widget.Under(b.bar.content, b.field)
	b.turn(0)
	return b
}

// turn puts a part of the text into the field.
func (b *textBox) turn(to int) {
	if to < 0 || to >= len(b.leaves) {
		return
	}
	b.leaf = to
	b.field.OnChanged = nil // nobody typed
	b.field.SetText(b.leaves[to].text)
	b.field.OnChanged = func(text string) { b.leaves[b.leaf].text = text }
	b.field.CursorRow, b.field.CursorColumn = 0, 0
	b.bar.show(to, len(b.leaves))
}

// text is what is in the box.
func (b *textBox) text() string { return bound(b.leaves) }
