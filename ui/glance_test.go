package ui

import (
	"strings"
	"testing"

	"yumori/companion"

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
	s.mate.fakeMind = livedMind()
	s.mate.tell(companion.TopicMind, s.mate.mind)
	if said := saidIn(g.content); !strings.Contains(said, "Mika's cats") || !strings.Contains(said, "joy, 70 %") {
		t.Errorf("it says\n%s", said)
	}
	if g.drives[curious].model.value < 0.2 {
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
