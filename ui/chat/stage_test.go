package chat

import (
	"testing"

	"yumori/internal/config"
	"yumori/internal/event"
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
	chat      *Page
}

// The names of pages.
const (
	pageChat     = "chat"
	pageSettings = "settings"
)

// talkTo has the page ask a fake.
func talkTo(m *uitest.FakeCompanion) Companion {
	return Companion{
		Talk: m, Self: m, Log: m, Replies: m, Takeback: m, Trust: m, Learning: m, Asks: m, Sessions: m,
		Recall: m.Recall, Dreaming: m.Dreaming, Night: m.Night,
	}
}

// newStage opens the page of a log of n messages.
func newStage(t testing.TB, n int) *stage {
	t.Helper()
	return newStageWith(t, n, uitest.DarkSettings())
}

func newStageWith(t testing.TB, n int, chosen config.Settings) *stage {
	t.Helper()
	w := uitest.NewWindow(t, n, chosen)
	s := &stage{Window: w, bench: w.Bench, home: w.Home, companion: w.Companion, words: w.Words, win: w.Win, sheets: w.Sheets}
	s.chat = New(w.Deps(), "luna", talkTo(s.companion))
	s.companion.Publish = func(topic string, state any) { s.chat.Receive(event.Event{Topic: topic, State: state}) }
	s.chat.Open()
	w.Place(pageChat, s.chat.Content)
	return s
}

// ChatPage is the page.
func (s *stage) ChatPage() *Page { return s.chat }

func (s *stage) deps() page.Deps { return s.Deps() }
