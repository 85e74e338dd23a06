package ui

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"yumori/dreaming"
	"yumori/internal/companion"
	"yumori/internal/config"
	"yumori/internal/event"
	"yumori/ui/chat"
	"yumori/ui/importing"
	"yumori/ui/knowledge"
	"yumori/ui/settings"
	"yumori/ui/uitest"

	"fyne.io/fyne/v2"
)

// A stage is a window over fakes.
type stage struct {
	*shell
	bench     *uitest.Bench
	fake      *uitest.FakeHome
	companion *uitest.FakeCompanion
}

// fakePersona has each page ask a fake.
func fakePersona(m *uitest.FakeCompanion) *openPersona {
	return &openPersona{
		face: m, chat: m, inbox: m, mind: m, dreams: m, mornings: m, memories: m,
		knowledge: knowledge.Source{Library: &m.Library, Trust: m}, settings: m,
	}
}

// newStage opens the window on a log of n messages, 1024 by 640.
func newStage(t testing.TB, n int) *stage {
	t.Helper()
	return newStageWith(t, n, config.Settings{UI: config.UIChoices{Theme: "dark", Welcomed: true}})
}

func newStageWith(t testing.TB, n int, chosen config.Settings) *stage {
	t.Helper()
	a := uitest.NewApp(t)
	m := uitest.NewCompanion(t, n)
	h := &uitest.FakeHome{
		Companion: m, Keys: map[string]string{}, Kept: chosen,
		People: []companion.PersonaInfo{{Slug: "luna", Name: "Luna", Language: "en"}, {Slug: "akari", Name: "灯子", Language: "ja"}},
	}
	b := uitest.NewBench(t)
	open := func(_ context.Context, slug string) (*openPersona, error) {
		if slug == "gone" {
			return nil, companion.ErrNoPersona
		}
		m.Slug = slug
		return fakePersona(m), nil
	}
	past := func(context.Context, string) (dreaming.BackfillPlan, error) {
		return m.BackfillPlan(t.Context(), dreaming.Backfill{})
	}
	s, err := newShell(shellOptions{
		App: a, Dispatcher: b.Dispatcher, Now: func() time.Time { return uitest.Noon }, Logger: slog.New(slog.DiscardHandler),
		Trayed: func(context.Context) bool { return true },
		Home:   home{Home: settings.Home{Settings: h, Models: h, Store: h, Window: h, Spending: h, Start: h, Updates: h}, personas: h, templates: h, imports: importing.Home{Importer: h, Cards: h, Past: past}, copies: h, open: open},
	})
	if err != nil {
		t.Fatal(err)
	}
	m.Publish = func(topic string, state any) {
		s.receive(event.Event{Topic: m.Slug + "/" + topic, State: state})
	}
	s.win.Show()
	s.win.Resize(fyne.NewSize(1024, 640))
	s.start()
	b.Settle()
	return &stage{shell: s, bench: b, fake: h, companion: m}
}

// ChatPage is the chat page that is open.
func (s *stage) ChatPage() *chat.Page { return s.chats[s.slug] }

// Knowledge opens the page of what was read.
func (s *stage) Knowledge(t *testing.T) *knowledge.Page {
	t.Helper()
	s.goPage(pageKnowledge)
	s.bench.Settle()
	p, ok := s.open.(*knowledge.Page)
	if !ok {
		t.Fatalf("%T is open", s.open)
	}
	return p
}
