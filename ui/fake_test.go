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
	"yumori/internal/llm"
	innermind "yumori/internal/mind"
	"yumori/internal/transcript"
	"yumori/retrieval"
	"yumori/ui/chat"
	"yumori/ui/dreams"
	"yumori/ui/importing"
	"yumori/ui/inbox"
	"yumori/ui/knowledge"
	"yumori/ui/memories"
	"yumori/ui/mind"
	"yumori/ui/page"
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

// A whole is all that the pages ask of a persona, in one.
type whole interface {
	talkative
	rememberer
	portraitKeeper
	inbox.Companion
	mind.Mind
	mind.Questions
	mind.Goals
	mind.GoalEnds
	dreams.Dreamer
	dreams.Diary
	dreams.Nights
	dreams.MorningReader
	settings.Skills
	Drives() companion.DriveSetter
	AskQuestion(ctx context.Context, id string) (companion.Action, error)
	Exchange(transcript.ID) (innermind.Words, error)
	Status(context.Context) ([]retrieval.IndexState, error)
	NightSpent() llm.Usage
}

// fakePersona has each page ask a fake.
func fakePersona(m whole, read knowledge.Source) *openPersona {
	return &openPersona{
		face: m, chat: talkToFake(m), inbox: m, mornings: m, memories: rememberedByFake(m), knowledge: read,
		mind: mind.Companion{
			Mind: m, Questions: m, Goals: m, Ends: m, Past: m, Face: m,
			Snapshot: m.Snapshot, Drives: m.Drives, Dreaming: m.Dreaming, Ask: m.AskQuestion, Exchange: m.Exchange,
		},
		dreams:   dreams.Companion{Dreamer: m, Diary: m, Nights: m, Face: m},
		settings: &settings.Companion{Indexes: m.Status, Nights: m, Skills: m, Trust: m.TrustDocument},
	}
}

// A talkative is all that the chat page asks, in one.
type talkative interface {
	chat.Talker
	chat.Self
	chat.Log
	chat.Replies
	chat.Retractor
	chat.Truster
	chat.Learner
	chat.SessionKeeper
	page.Answerer
	Recall(context.Context, retrieval.Question) (retrieval.Recollection, error)
	Dreaming() companion.Dreaming
	Night(context.Context) (dreaming.Outlook, error)
}

// talkToFake has the chat page ask a fake.
func talkToFake(m talkative) chat.Companion {
	return chat.Companion{
		Talk: m, Self: m, Log: m, Replies: m, Takeback: m, Trust: m, Learning: m, Asks: m, Sessions: m,
		Recall: m.Recall, Dreaming: m.Dreaming, Night: m.Night,
	}
}

// A rememberer is all that the page of memories asks, in one.
type rememberer interface {
	memories.Texts
	memories.Episodes
	memories.Insights
	memories.Entities
	memories.Facts
	page.PastReader
	page.TroubleTeller
	ListSkills(context.Context) ([]companion.Skill, error)
}

// rememberedByFake has the page of memories ask a fake.
func rememberedByFake(m rememberer) memories.Companion {
	return memories.Companion{Texts: m, Past: m, Episodes: m, Insights: m, Entities: m, Facts: m, Skills: m.ListSkills, Snapshot: m.Snapshot}
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
		return fakePersona(m, knowledge.Source{Library: &m.Library, Adder: &m.Library, Trust: m}), nil
	}
	past := func(context.Context, string) (dreaming.BackfillPlan, error) {
		return m.BackfillPlan(t.Context(), dreaming.Backfill{})
	}
	s, err := newShell(shellOptions{
		App: a, Dispatcher: b.Dispatcher, Now: func() time.Time { return uitest.Noon }, Logger: slog.New(slog.DiscardHandler),
		Trayed: func(context.Context) bool { return true },
		Home:   home{Home: settings.Home{Settings: h, Models: h, Tests: h, Store: h, Window: h, Spending: h, Start: h, Updates: h}, personas: h, templates: h, imports: importing.Home{Importer: h, Cards: h, Past: past}, copies: h, open: open},
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
func (s *stage) ChatPage() *chat.Page { return s.talks.pages[s.slug] }

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
