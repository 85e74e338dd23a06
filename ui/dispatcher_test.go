package ui

import (
	"context"
	"runtime"
	"slices"
	"testing"
	"time"

	"yumori/dreaming/record"
	"yumori/internal/facts"
	"yumori/ui/memories"
	"yumori/ui/page"
	"yumori/ui/uitest"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

// opened is a way to open a page or a pane, by its name.
type opened struct {
	name string
	open func(*stage)
}

// openings are all pages and panes.
func openings() []opened {
	var list []opened
	for _, name := range []pageName{pageChat, pageMind, pageDreams, pageKnowledge, pageSettings} {
		list = append(list, opened{string(name), func(s *stage) { s.goPage(name) }})
	}
	for _, pane := range []page.PaneName{"", page.PaneEpisodes, page.PaneInsights, page.PaneEntities, page.PaneFacts, page.PaneDiary, page.PaneDays, page.PaneBank, page.PaneSkills} {
		list = append(list, opened{"memories " + string(pane), func(s *stage) {
			s.goPage(pageMemories)
			if pane != "" {
				s.open.(*memories.Page).GoTo(page.MemoryPlace{Pane: pane})
			}
		}})
	}
	return append(list, opened{"search", func(s *stage) { s.goPage(pageChat); s.talks.search() }}, opened{"why", func(s *stage) {
		s.goPage(pageChat)
		s.ChatPage().Side.OpenWhy(uitest.MessageID(5))
	}})
}

// livedStage is a window over a persona that has a little of everything.
func livedStage(t testing.TB) *stage {
	s := newStage(t, 20)
	s.lived(t)
	return s
}

// lived gives the persona a little of everything.
func (s *stage) lived(t testing.TB) {
	s.companion.FakeMind, s.companion.FakeMemories, s.companion.FakeDreams, s.companion.FakeWhy = uitest.LivedMind(), uitest.LivedMemories(), uitest.DreamtOf(), uitest.KnownWhy(t)
	s.companion.Library.Papers = uitest.SomePapers()
}

// A press is what can be pressed or moved, by its name.
type press struct {
	word string
	do   func()
}

// buttons are what can be pressed or moved in a thing, each with its name.
func buttons(in fyne.CanvasObject) []press {
	var list []press
	for _, o := range test.LaidOutObjects(in) {
		switch o := o.(type) {
		case *widget.Button:
			list = append(list, press{word: o.Text, do: func() { test.Tap(o) }})
		case *widget.IconButton:
			list = append(list, press{word: o.Word, do: func() { test.Tap(o) }})
		case *widget.FileRow:
			list = append(list, press{word: "row", do: o.OnTapped})
		case *widget.Check:
			list = append(list, press{word: o.Text, do: func() { test.Tap(o) }})
		case *widget.Picker:
			list = append(list, press{word: "select", do: func() { o.SetSelectedIndex(len(o.Options) - 1) }})
		case *widget.Slider:
			list = append(list, press{word: "slider", do: func() { o.SetValue(o.Min) }})
		case *widget.Field:
			list = append(list, press{word: "field", do: func() { o.SetText("x" + o.Text) }})
		}
	}
	return list
}

// namesOf are the names of acts.
func namesOf(list []press) []string {
	var names []string
	for _, a := range list {
		names = append(names, a.word)
	}
	return names
}

// TestNothingWaitsOnTheScreen does everything that every page offers, before a
// companion that may not be asked on the screen's goroutine: no disk, no
// network and no model there.
func TestNothingWaitsOnTheScreen(t *testing.T) {
	for _, at := range openings() {
		t.Run(at.name, func(t *testing.T) {
			s := livedStage(t)
			s.calls.Pick = func(func(fyne.URIReadCloser)) {} // the toolkit's own dialog
			w := s.slow()
			w.did = "open"
			at.open(s)
			s.win.Canvas().Capture() // it is drawn while nothing has been answered
			s.bench.Settle()
			s.win.Canvas().Capture()
			n := len(buttons(s.body))
			if n == 0 {
				t.Fatal("nothing to press on the page")
			}
			var list []press
			for i := range n {
				if list == nil {
					at.open(s)
					s.bench.Settle()
					list = buttons(s.body)
				}
				if i >= len(list) {
					break
				}
				before := namesOf(list)
				w.did = list[i].word
				list[i].do()
				s.confirm()
				s.bench.Settle()
				s.sheets.Close()
				if list = buttons(s.body); !slices.Equal(namesOf(list), before) {
					list = nil // it led elsewhere
				}
			}
			for _, c := range w.caught {
				t.Errorf("asked on the screen's goroutine, after %s", c)
			}
		})
	}
}

// confirm fills a sheet that was opened and presses its button.
func (s *stage) confirm() {
	if s.sheets.Open() == nil {
		return
	}
	var last *widget.Button
	for _, o := range test.LaidOutObjects(s.sheets.Open()) {
		switch o := o.(type) {
		case *widget.Field:
			o.SetText("something else")
		case *widget.Button:
			last = o
		}
	}
	if last != nil {
		test.Tap(last)
	}
}

// TestClosedPagesLeaveNothing opens and closes every page often, and holds the
// program to the goroutines and the tasks of before. Of the memory only the
// real program can tell (internal/e2e): the test's toolkit never forgets a
// widget.
func TestClosedPagesLeaveNothing(t *testing.T) {
	s := livedStage(t)
	// Goroutines and waiting as in the program; the test is the screen.
	l := &uitest.Loop{}
	s.dispatcher.Start, s.dispatcher.Enter = func(f func()) { go f() }, l.Put
	s.dispatcher.Pause = s.bench.Really
	ticks := map[string]bool{"luna/glance/tick": true, "rest": true} // the conversation stays when it is not seen
	rest := func() {
		for {
			l.Drain()
			waits := 0
			for _, kind := range s.dispatcher.UnderWay() {
				if !ticks[kind] {
					waits++
				}
			}
			if waits == 0 {
				return
			}
			runtime.Gosched()
		}
	}
	round := func() {
		for _, at := range openings() {
			at.open(s)
			ticks["mind/tick"] = s.page == pageMind
			rest()
		}
		s.goPage(pageChat)
		ticks["mind/tick"] = false
		rest()
	}
	for range 3 {
		round()
	}
	goroutines := runtime.NumGoroutine()
	rounds := 50
	if raceEnabled || testing.Short() {
		rounds = 10
	}
	for range rounds {
		round()
	}
	late := time.After(time.Minute)
	for runtime.NumGoroutine() > goroutines {
		select {
		case <-late:
			t.Fatalf("%d goroutines after an hour of paging, %d before", runtime.NumGoroutine(), goroutines)
		default:
			runtime.Gosched()
		}
	}
}

// TestTheWatchSees makes sure that what TestNothingWaitsOnTheScreen looks with
// sees.
func TestTheWatchSees(t *testing.T) {
	s := newStage(t, 2)
	w := s.slow()
	s.bench.Settle()
	m := s.companions["luna"]
	page.Background(s.dispatcher, "test", func(context.Context) ([]record.Summary, error) { return m.dreams.Diary.Summaries() }, func([]record.Summary, error) {
		_, _ = m.memories.Facts.Facts(facts.Query{})
	})
	s.bench.Settle()
	m.dreams.Dreamer.StopDreaming()
	_ = m.memories.Episodes.EpisodeHeads()
	if want := []string{": Facts", ": EpisodeHeads"}; !slices.Equal(w.caught, want) {
		t.Errorf("caught %q, want %q", w.caught, want)
	}
}
