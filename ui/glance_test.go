package ui

import (
	"strings"
	"testing"

	"yumori/internal/companion"
	"yumori/ui/uitest"

	"fyne.io/fyne/v2"
)

func TestGlanceFollowsAndFolds(t *testing.T) {
	s := newStage(t, 4)
	g := s.ChatPage().Glance
	if g.Content.Visible() {
		t.Error("a window of 1024 shows the glance")
	}
	s.win.Resize(fyne.NewSize(1280, 720))
	if !g.Content.Visible() {
		t.Fatal("a window of 1280 does not show the glance")
	}
	s.companion.FakeMind = uitest.LivedMind()
	s.companion.Tell(companion.TopicMind, s.companion.State)
	if said := uitest.Said(g.Content); !strings.Contains(said, "Mika's cats") || !strings.Contains(said, "very joyful") {
		t.Errorf("it says\n%s", said)
	}
	if g.Drives[curious].Model.Value < 0.2 {
		t.Error("curiosity does not show")
	}
	s.shortcuts.pressed(ctrl("B"))
	if g.Content.Visible() {
		t.Error("it does not fold")
	}
	s.shortcuts.pressed(ctrl("B"))
	s.talks.search()
	if g.Content.Visible() || !s.ChatPage().Side.Searching() {
		t.Error("search and glance stand beside each other")
	}
	s.talks.toggleSearch()
	if !g.Content.Visible() {
		t.Error("it does not come back after the search")
	}
}
