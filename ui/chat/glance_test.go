package chat

import (
	"testing"

	"yumori/ui/look"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
)

// TestGlanceFitsLargeText holds that the words of a feeling wrap: in Japanese,
// at a large text size, they are wider than the glance.
func TestGlanceFitsLargeText(t *testing.T) {
	s := newStage(t, 4)
	fyne.CurrentApp().Settings().SetTheme(look.New(look.Options{Variant: look.Dark, Scale: 1.6}))
	s.win.Resize(fyne.NewSize(1280, 720))
	g := s.ChatPage().Glance
	widget.SetParagraph(g.Feeling, "とても満ち足りている")
	if got := g.Content.Objects[0].MinSize().Width; got > look.Grown(glanceWidth) {
		t.Errorf("the glance needs %v, and has %v", got, look.Grown(glanceWidth))
	}
}
