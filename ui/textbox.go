package ui

import (
	"yumori/ui/look"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// A textBox is a text to be edited. One that the toolkit's entry would choke on
// is shown, as far as its beginning goes, and stays as it is.
type textBox struct {
	content fyne.CanvasObject
	field   *field // nil: it is only shown
	kept    string
}

// newTextBox makes a box of at least so many lines.
func (d pageDeps) newTextBox(text string, lines int) *textBox {
	b := &textBox{kept: text}
	if heavy(text) {
		note := paragraph(d.words.T("memories.heavy", "size", d.words.Size(int64(len(text)))), look.Muted, look.SizeHint)
		shown := container.NewVScroll(paragraph(beginning(text, heavyShown), look.Text, ""))
		shown.SetMinSize(fyne.NewSize(100, leastTall/2))
		b.content = under(note, shown)
		return b
	}
	b.field = newTextField(d.calls.Key)
	b.field.SetMinRowsVisible(lines)
	b.field.SetText(text)
	b.content = b.field
	return b
}

// text is what is in the box.
func (b *textBox) text() string {
	if b.field == nil {
		return b.kept
	}
	return b.field.Text
}
