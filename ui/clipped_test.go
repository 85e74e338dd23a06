package ui

import (
	"testing"
	"time"

	"yumori/internal/config"
	"yumori/ui/look"
	"yumori/ui/settings"
	"yumori/ui/uitest"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

// TestNoLabelIsCutAtAnyWidth opens every page, and every part of the memories, in
// both languages, with text of the usual and of the largest size.
func TestNoLabelIsCutAtAnyWidth(t *testing.T) {
	for _, lang := range []string{"en", "ja"} {
		for _, size := range []int{100, settings.TextSizeMax} {
			for _, width := range []float32{smallScreen.Width, look.FoldWidth} { // at the second the glance is open
				s := newStageWith(t, 20, config.Settings{Locale: lang, UI: config.UIChoices{TextSize: size}})
				s.lived()
				s.win.Resize(fyne.NewSize(width, smallScreen.Height))
				for _, name := range []pageName{pageChat, pageMorning, pageInbox, pageMind, pageDreams, pageMemories, pageKnowledge, pageSettings} {
					s.goPage(name)
					whole := func() {
						s.bench.Settle()
						s.win.Canvas().Capture()
						for _, cut := range uitest.Cut(s.win.Content()) {
							t.Errorf("%s, %d %%, %v wide, %s: %q", lang, size, width, name, cut)
						}
					}
					whole()
					if name == pageMemories {
						for _, row := range rowsIn(s.body) {
							test.Tap(row)
							whole()
						}
					}
				}
			}
		}
	}
}

// lived gives the fakes something to show on every page.
func (s *stage) lived() {
	s.companion.FakeDreams, s.companion.FakeMind, s.companion.FakeMemories = uitest.DreamtOf(), uitest.LivedMind(), uitest.LivedMemories()
	s.companion.Outlook.Older = true
	s.companion.FakeDreams.Past.Days = 40
	s.companion.State.Motives.Spoke = uitest.Noon.Add(-30 * 24 * time.Hour)
}

// rowsIn are the rows of a list at the side, those that are folded, too.
func rowsIn(o fyne.CanvasObject) []*widget.FileRow {
	var rows []*widget.FileRow
	for _, each := range test.LaidOutObjects(o) {
		if r, ok := each.(*widget.FileRow); ok {
			rows = append(rows, r)
		}
	}
	return rows
}
