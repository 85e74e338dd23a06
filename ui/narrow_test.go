package ui

import (
	"testing"

	"yumori/internal/config"
	"yumori/ui/settings"
	"yumori/ui/uitest"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
)

// TestNothingRunsOutOfANarrowWindow opens the pages in the smallest window with
// the largest text: what is wider than its place would be cut off.
func TestNothingRunsOutOfANarrowWindow(t *testing.T) {
	for _, lang := range []string{"en", "ja"} {
		settings := config.Settings{Locale: lang, UI: config.UIChoices{TextSize: settings.TextSizeMax}}
		s := newStageWith(t, 20, settings)
		s.companion.FakeDreams = uitest.DreamtOf()
		s.companion.Outlook.Older = true
		s.companion.FakeDreams.Past.Days = 40
		s.win.Resize(fyne.NewSize(leastWidth, leastHeight))
		for _, name := range []pageName{pageDreams, pageKnowledge, pageSettings} {
			s.goPage(name)
			s.bench.Settle()
			s.win.Canvas().Capture()
			for _, o := range test.LaidOutObjects(s.body) {
				v, ok := o.(*container.Scroll)
				if ok && v.Direction == container.ScrollVerticalOnly && v.Visible() && v.Size().Width > 0 && v.Content.MinSize().Width > v.Size().Width+1 {
					t.Errorf("%s, %s: %v wide in %v", lang, name, v.Content.MinSize().Width, v.Size().Width)
				}
			}
		}
	}
}
