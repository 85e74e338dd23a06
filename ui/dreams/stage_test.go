package dreams

import (
	"testing"

	"yumori/internal/config"
	"yumori/ui/face"
	"yumori/ui/page"
	"yumori/ui/uitest"

	"fyne.io/fyne/v2"
)

// A stage is the page in a window over fakes.
type stage struct {
	*uitest.Window
	bench     *uitest.Bench
	home      *uitest.FakeHome
	companion *uitest.FakeCompanion
	words     page.Words
	win       fyne.Window
	sheets    *page.Sheets
	open      any // the page
}

// dreamer has the page ask a fake.
func dreamer(m *uitest.FakeCompanion) Companion {
	return Companion{Dreamer: m, Diary: m, Nights: m, Face: m}
}

// newStage opens a window on a log of n messages.
func newStage(t testing.TB, n int) *stage {
	t.Helper()
	return newStageWith(t, n, uitest.DarkSettings())
}

func newStageWith(t testing.TB, n int, chosen config.Settings) *stage {
	t.Helper()
	w := uitest.NewWindow(t, n, chosen)
	return &stage{Window: w, bench: w.Bench, home: w.Home, companion: w.Companion, words: w.Words, win: w.Win, sheets: w.Sheets}
}

// The names of pages.
const (
	pageChat   = "chat"
	pageDreams = "dreams"
)

// goPage opens the page.
func (s *stage) goPage(name string) {
	p := New(s.Deps(), face.Who{Slug: "luna", Name: "Luna"}, dreamer(s.companion))
	s.companion.Publish = p.Receive
	s.open = p
	s.Place(name, p.Object())
}
