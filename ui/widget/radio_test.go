package widget

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

func TestARadioGroup(t *testing.T) {
	told := ""
	g := NewRadioGroup([]string{"a", "b", "c"}, func(word string) { told = word })
	w := test.NewTempWindow(t, g)
	g.SetSelected("a")
	g.SetSelected("x")
	if told != "" || g.Selected != "a" {
		t.Errorf("told of %q where nothing changed", told)
	}
	w.Canvas().Focus(g.items[0])
	press := func(k fyne.KeyName) { w.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: k}) }
	press(fyne.KeyLeft)
	press(fyne.KeyRight)
	if told != "b" || w.Canvas().Focused() != g.items[1] {
		t.Errorf("the arrow chose %q", told)
	}
	w.Canvas().FocusNext()
	press(fyne.KeySpace)
	test.Tap(g.items[0])
	if told != "a" || !g.items[0].chosen || g.items[2].chosen {
		t.Errorf("tapped, %q is chosen", told)
	}
}
