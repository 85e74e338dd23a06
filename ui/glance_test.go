package ui

import (
	"strings"
	"testing"

	"yumori/internal/companion"
	"yumori/ui/look"
	"yumori/ui/uitest"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
)

func TestGlanceFollowsAndFolds(t *testing.T) {
	s := newStage(t, 4)
	g := s.chatPage().glance
	if g.content.Visible() {
		t.Error("a window of 1024 shows the glance")
	}
	s.win.Resize(fyne.NewSize(1280, 720))
	if !g.content.Visible() {
		t.Fatal("a window of 1280 does not show the glance")
	}
	s.mate.FakeMind = uitest.LivedMind()
	s.mate.Tell(companion.TopicMind, s.mate.State)
	if said := uitest.Said(g.content); !strings.Contains(said, "Mika's cats") || !strings.Contains(said, "joy, 70 %") {
		t.Errorf("it says\n%s", said)
	}
	if g.drives[curious].model.Value < 0.2 {
		t.Error("curiosity does not show")
	}
	s.pressed(ctrl("B"))
	if g.content.Visible() {
		t.Error("it does not fold")
	}
	s.pressed(ctrl("B"))
	s.search()
	if g.content.Visible() || !s.chatPage().searching() {
		t.Error("search and glance stand beside each other")
	}
	s.toggleSearch()
	if !g.content.Visible() {
		t.Error("it does not come back after the search")
	}
}

// TestGlanceFitsLargeText holds that the words of a feeling wrap: in Japanese,
// at a large text size, they are wider than the glance.
func TestGlanceFitsLargeText(t *testing.T) {
	s := newStage(t, 4)
	fyne.CurrentApp().Settings().SetTheme(look.New(look.Options{Variant: look.Dark, Scale: 1.6}))
	s.win.Resize(fyne.NewSize(1280, 720))
	g := s.chatPage().glance
	widget.SetParagraph(g.feeling, "満ち足りた気持ち（100%）")
	if got := g.content.Objects[0].MinSize().Width; got > glanceWidth {
		t.Errorf("the glance needs %v, and has %v", got, glanceWidth)
	}
}
