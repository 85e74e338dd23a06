package widget

import (
	"testing"

	"fyne.io/fyne/v2"
)

func TestABadge(t *testing.T) {
	b := newBadge()
	b.show(120, fyne.NewSquareSize(40))
	if b.text.Text != "99+" || !b.field.Visible() {
		t.Errorf("120 is written %q", b.text.Text)
	}
	b.show(0, fyne.NewSquareSize(40))
	if b.field.Visible() || b.text.Visible() {
		t.Error("nothing has a badge")
	}
}
