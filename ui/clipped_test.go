package ui

import (
	"testing"
	"time"

	"yumori/internal/config"
	"yumori/ui/look"
	"yumori/ui/settings"
	"yumori/ui/uitest"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

// TestNoLabelIsCutAtAnyWidth opens every page, pane and panel in both languages, with
// text of the usual and of the largest size.
func TestNoLabelIsCutAtAnyWidth(t *testing.T) {
	list := openings()
	for _, name := range []pageName{pageMorning, pageInbox} {
		list = append(list, opened{string(name), func(s *stage) { s.goPage(name) }})
	}
	for _, lang := range []string{"en", "ja"} {
		for _, size := range []int{100, settings.TextSizeMax} {
			for _, width := range []float32{smallScreen.Width, look.FoldWidth} { // at the second the glance is open
				s := newStageWith(t, 20, config.Settings{Locale: lang, UI: config.UIChoices{TextSize: size}})
				s.lived(t)
				s.companion.Outlook.Older = true
				s.companion.FakeDreams.Past.Days = 40
				s.companion.State.Motives.Spoke = uitest.Noon.Add(-30 * 24 * time.Hour)
				s.win.Resize(fyne.NewSize(width, smallScreen.Height))
				for _, at := range list {
					at.open(s)
					s.bench.Settle()
					for _, cut := range cutIn(s.win.Content()) {
						t.Errorf("%s, %d %%, %v wide, %s: %q", lang, size, width, at.name, cut)
					}
				}
			}
		}
	}
}

// cutIn is what is cut in a thing once it is laid out: what is as high as its width
// lets it be has its height the second time. Painting it as well would take five
// times as long.
func cutIn(o fyne.CanvasObject) []string {
	test.LaidOutObjects(o)
	test.LaidOutObjects(o)
	return uitest.Cut(o)
}

// TestNoLabelOfASheetIsCut opens what lies above a page, or beside the conversation,
// with the largest text on a small screen.
func TestNoLabelOfASheetIsCut(t *testing.T) {
	for _, lang := range []string{"en", "ja"} {
		s := newStageWith(t, 20, config.Settings{Locale: lang, UI: config.UIChoices{TextSize: settings.TextSizeMax}})
		s.lived(t)
		s.win.Resize(smallScreen)
		for _, at := range []opened{
			{"a new persona", func(s *stage) { s.cast.create() }}, {"keys", func(s *stage) { s.shortcuts.show() }},
			{"portrait", func(s *stage) { askPortrait(s.shell) }}, {"import", func(s *stage) { s.bring.Choose() }},
			{"export", func(s *stage) { s.calls.Export() }}, {"backup", func(s *stage) { s.calls.BackUp() }},
			{"restore", func(s *stage) { s.calls.Restore() }}, {"prompt", func(s *stage) { s.talks.showPrompt() }},
			{"talks", func(s *stage) { s.title.talks.OnTapped() }},
		} {
			at.open(s)
			s.bench.Settle()
			seen := s.win.Content()
			if sheet := s.sheets.Open(); sheet != nil {
				seen = sheet.Content
			}
			for _, cut := range cutIn(seen) {
				t.Errorf("%s, %s: %q", lang, at.name, cut)
			}
			s.sheets.Close()
			s.bench.Settle()
		}
	}
}
