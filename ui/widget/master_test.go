package widget

import (
	"testing"

	"fyne.io/fyne/v2/test"
)

func TestADamagedListDoesNotSayThatNothingIsThere(t *testing.T) {
	test.NewTempApp(t)
	l := NewMasterList("nothing yet", func(int) {})
	l.Show(0, nil)
	if !l.empty.Visible() || l.hurt.Visible() {
		t.Error("an empty list does not say so")
	}
	l.Warn("damaged")
	if l.empty.Visible() || !l.hurt.Visible() {
		t.Error("the list says both that it is damaged and that nothing is there yet")
	}
}
