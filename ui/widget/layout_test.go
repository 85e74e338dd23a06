package widget

import (
	"testing"

	"yumori/ui/look"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
)

func TestASnugTextIsAsHighAsItsLines(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(look.New(look.Options{Variant: look.Dark}))
	text := CentredParagraph("There you are. The lamp is on, and the kettle too.", look.Text, look.SizeTitle)
	box := container.New(&SnugLayout{Ems: 40}, text)
	box.Resize(fyne.NewSize(600, 100))
	wide := box.MinSize().Height
	box.Resize(fyne.NewSize(160, 100))
	if got := box.MinSize().Height; got <= wide || got < text.Size().Height {
		t.Errorf("in little room it is %v high, its text %v, in much room %v", got, text.Size().Height, wide)
	}
}
