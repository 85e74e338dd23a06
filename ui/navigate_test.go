package ui

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"yumori/internal/companion"
	"yumori/internal/transcript"
	"yumori/ui/uitest"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/storage"
)

func TestFilesAreDroppedAnywhere(t *testing.T) {
	file := filepath.Join(t.TempDir(), "tea.md")
	if err := os.WriteFile(file, []byte("# Tea"), 0o600); err != nil {
		t.Fatal(err)
	}
	files := []fyne.URI{storage.NewFileURI(file)}
	s := livedStage(t)
	for _, name := range []pageName{pageKnowledge, pageDreams, pageMemories, pageMind, pageSettings} {
		s.goPage(name)
		s.bench.Settle()
		before := len(s.companion.Library.Papers)
		s.dropped(fyne.Position{}, files)
		s.bench.Settle()
		if name != pageKnowledge {
			if s.sheets.Open() == nil {
				t.Fatalf("%s: nothing is asked", name)
			}
			uitest.TapButton(t, s.sheets.Open(), s.words.T("drop.do"))
		}
		s.bench.Settle()
		if s.page != pageKnowledge || len(s.companion.Library.Papers) != before+1 {
			t.Errorf("%s: the window is on %s, %d files more", name, s.page, len(s.companion.Library.Papers)-before)
		}
	}
	s.goPage(pageChat)
	s.dropped(fyne.Position{}, files)
	s.bench.Settle()
	if s.sheets.Open() != nil || len(s.ChatPage().Composer.Draft().Files) != 1 {
		t.Error("on the conversation it is not added to the message")
	}
}

func TestTheRailCountsWhatWaits(t *testing.T) {
	people := []companion.PersonaInfo{{Slug: "luna", Name: "Luna"}, {Slug: "mio", Name: "Mio"}}
	states := map[string]companion.Snapshot{
		"luna": {Inbox: []companion.Ask{{ID: "a"}, {ID: "b", Dream: true}, {ID: "c#d", Dream: true}}},
		"mio":  {Inbox: []companion.Ask{{ID: "e"}}},
	}
	m := railView(people, states, "luna", pageMind)
	if m.waiting != 3 || m.people[0].waiting != 3 || m.people[1].waiting != 1 {
		t.Errorf("%+v", m)
	}
	s := newStage(t, 0)
	s.states, s.cast.people = states, people
	s.showRail()
	chat, dreams, inbox := s.rail.pages[pageChat], s.rail.pages[pageDreams], s.rail.pages[pageInbox]
	if chat.Count != 0 || dreams.Count != 0 || inbox.Count != 3 || s.rail.faces["mio"].Count != 1 {
		t.Errorf("badges %d, %d, %d, %d", chat.Count, dreams.Count, inbox.Count, s.rail.faces["mio"].Count)
	}
	if want := s.words.N("rail.waiting", 3, "name", s.words.T("page.inbox")); inbox.Word != want {
		t.Errorf("the word is %q, want %q", inbox.Word, want)
	}
	states["luna"] = companion.Snapshot{}
	s.showRail()
	if inbox.Count != 0 || inbox.Word != s.words.T("page.inbox") {
		t.Errorf("once all is decided the badge says %d, %q", inbox.Count, inbox.Word)
	}
}

// TestAnotherPersonaBringsWhatWaits counts what waits for a persona that is chosen while
// another page than the conversation is open.
func TestAnotherPersonaBringsWhatWaits(t *testing.T) {
	s := newStage(t, 0)
	s.goPage(pageMemories)
	s.companion.Waiting = []companion.Ask{{ID: "a"}, {ID: "b"}}
	s.goPersona("akari")
	s.bench.Settle()
	if inbox := s.rail.pages[pageInbox]; s.page != pageMemories || inbox.Count != 2 || s.rail.faces["akari"].Count != 2 {
		t.Errorf("on %s the badges say %d and %d, want 2", s.page, inbox.Count, s.rail.faces["akari"].Count)
	}
}

// TestTheNightIsToldOnce has the morning stand before the talk, once, and not
// where something is written.
func TestTheNightIsToldOnce(t *testing.T) {
	s := newStage(t, 0)
	s.companion.MorningPage = uitest.DreamtOf().Mornings[0]
	s.ChatPage().Composer.Entry.SetText("Wait")
	s.wake()
	s.bench.Settle()
	if s.page != pageChat {
		t.Fatalf("while something is written the window is on %s", s.page)
	}
	s.ChatPage().Composer.Entry.SetText("")
	for _, want := range []pageName{pageMorning, pageChat} {
		s.goPage(pageChat)
		s.wake()
		s.bench.Settle()
		if s.page != want {
			t.Errorf("the window is on %s, want %s", s.page, want)
		}
	}
	if want := []string{"shown " + s.companion.MorningPage.ID}; !slices.Equal(s.companion.Dreamt, want) {
		t.Errorf("of its home it is noted %q", s.companion.Dreamt)
	}
}

// TestANightThatEndsIsShownAtOnce: one that was missed is dreamt right after the
// start, and one in which the window stood open ends while nobody is there. Whoever
// talks is left in peace.
func TestANightThatEndsIsShownAtOnce(t *testing.T) {
	ended := companion.Dreaming{}
	said := companion.Turn{Phase: companion.PhaseDone, User: transcript.Message{ID: "01"}}
	for _, row := range []struct {
		name string
		do   func(*stage)
		want pageName
	}{
		{"after the start", func(*stage) {}, pageMorning},
		{"the persona spoke first", func(s *stage) { s.companion.Tell(companion.TopicTurn, companion.Turn{Phase: companion.PhaseDone}) }, pageMorning},
		{"in a talk", func(s *stage) { s.companion.Tell(companion.TopicTurn, said) }, pageChat},
		{"hours after a talk", func(s *stage) {
			s.companion.Tell(companion.TopicTurn, said)
			s.there.now = func() time.Time { return uitest.Noon.Add(aloneAfter) }
		}, pageMorning},
	} {
		s := newStage(t, 0)
		s.dispatcher.Front()
		row.do(s)
		s.companion.MorningPage = uitest.DreamtOf().Mornings[0]
		s.companion.Tell(companion.TopicDream, ended)
		s.bench.Settle()
		if s.page != row.want {
			t.Errorf("%s the window is on %s, want %s", row.name, s.page, row.want)
		}
	}
}

// TestNothingOutOfSightHasTheFocus: a caret that blinks where nobody sees it
// costs a fifth of a core.
func TestNothingOutOfSightHasTheFocus(t *testing.T) {
	s := newStage(t, 2)
	if s.win.Canvas().Focused() != s.ChatPage().Composer.Entry {
		t.Fatal("one cannot begin to type")
	}
	for _, p := range places(s.words) {
		s.goPage(p.name)
		s.bench.Settle()
		o, ok := s.win.Canvas().Focused().(fyne.CanvasObject)
		if ok && widget.PathTo(s.win.Canvas().Content(), o) == nil {
			t.Errorf("on %s a %T has the focus that is not there", p.name, o)
		}
	}
}

// The morning page is of one persona's night: with another one opens on its talk.
func TestAnotherPersonaHasNotThatNight(t *testing.T) {
	s := newStage(t, 0)
	s.companion.MorningPage = uitest.DreamtOf().Mornings[0]
	s.wake()
	s.bench.Settle()
	if s.page != pageMorning {
		t.Fatalf("it opens on %s", s.page)
	}
	s.companion.MorningPage = companion.Morning{}
	s.goPersona("akari")
	s.bench.Settle()
	if s.page != pageChat || s.slug != "akari" {
		t.Errorf("%s stands on %s", s.slug, s.page)
	}
}
