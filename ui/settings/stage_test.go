package settings

import (
	"testing"

	"yumori/internal/config"
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
	prefs     *Page
}

const (
	pageSettings = "settings"

	leastWidth, leastHeight float32 = 720, 480 // of the program's window
)

// fakePersona has the page ask a fake.
func fakePersona(m *uitest.FakeCompanion) *Companion {
	return &Companion{Indexes: m.Status, Nights: m, Skills: m, Trust: m.TrustDocument}
}

// newStage opens a window on a log of n messages.
func newStage(t testing.TB, n int) *stage {
	t.Helper()
	return newStageWith(t, n, uitest.DarkSettings())
}

func newStageWith(t testing.TB, n int, chosen config.Settings) *stage {
	t.Helper()
	w := uitest.NewWindow(t, n, chosen)
	s := &stage{Window: w, bench: w.Bench, home: w.Home, companion: w.Companion, words: w.Words, win: w.Win}
	w.Changed = func(now config.Settings) { s.prefs.Show(now) }
	return s
}

// goPage opens the page.
func (s *stage) goPage(name string) {
	h := s.home
	s.prefs = New(s.Deps(), Home{Settings: h, Models: h, Tests: h, Store: h, Window: h, Spending: h, Start: h, Updates: h}, s.Settings, fakePersona(s.companion))
	s.Place(name, s.prefs.Content)
}
