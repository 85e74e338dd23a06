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
	leaves  []Leaf
	leaf    int // the part in the field
	bar     *LeafBar
}

// NewTextBox makes a box of at least so many lines.
func (d Deps) NewTextBox(text string, lines int) *TextBox {
	b := &TextBox{leaves: Leaves(text), Field: widget.NewTextField(d.Calls.Key)}
	b.Field.SetMinRowsVisible(lines)
	b.bar = NewLeafBar(d, func(by int) { b.turn(b.leaf + by) })
	b.Content = widget.Under(b.bar.Content, b.Field)
	b.turn(0)
	return b
}

// turn puts a part of the text into the field.
func (b *TextBox) turn(to int) {
	if to < 0 || to >= len(b.leaves) {
		return
	}
	b.leaf = to
	b.Field.OnChanged = nil // nobody typed
	b.Field.SetText(b.leaves[to].Text)
	b.Field.OnChanged = func(text string) { b.leaves[b.leaf].Text = text }
	b.Field.CursorRow, b.Field.CursorColumn = 0, 0
	b.bar.Show(to, len(b.leaves))
}

// Text is what is in the box.
func (b *TextBox) Text() string { return Bound(b.leaves) }
