package ui

import (
	"reflect"
	"testing"

	"yumori/internal/config"
	"yumori/ui/settings"
	"yumori/ui/uitest"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
)

// smallScreen is the least that a screen shows; a title bar is not counted.
var smallScreen = fyne.NewSize(800, 560)

// TestOnASmallScreenEverythingIsReached opens every page on a screen of 800 by 600,
// in both languages, with text of the usual and of the largest size: the window
// fits, and what can be pressed or written in is in sight, or can be scrolled to.
func TestOnASmallScreenEverythingIsReached(t *testing.T) {
	for _, lang := range []string{"en", "ja"} {
		for _, size := range []int{100, settings.TextSizeMax} {
			s := newStageWith(t, 20, config.Settings{Locale: lang, UI: config.UIChoices{TextSize: size}})
			s.companion.FakeDreams = uitest.DreamtOf()
			s.companion.Outlook.Older = true
			s.companion.FakeDreams.Past.Days = 40
			s.win.Resize(smallScreen)
			for _, name := range []pageName{pageChat, pageMorning, pageInbox, pageMind, pageDreams, pageMemories, pageKnowledge, pageSettings} {
				s.goPage(name)
				s.bench.Settle()
				s.win.Canvas().Capture()
				if least := s.win.Content().MinSize(); least.Width > smallScreen.Width || least.Height > smallScreen.Height {
					t.Errorf("%s, %d %%, %s: the window needs %v", lang, size, name, least)
				}
				unreached(t, s, lang+", "+string(name))
			}
		}
	}
}

// TestOnASmallScreenTheRailIsSeenWhole has two personas, every page and the button
// that adds a persona in sight without scrolling, with the largest text too.
func TestOnASmallScreenTheRailIsSeenWhole(t *testing.T) {
	for _, size := range []int{100, settings.TextSizeMax} {
		s := newStageWith(t, 20, config.Settings{UI: config.UIChoices{TextSize: size}})
		s.win.Resize(smallScreen)
		s.bench.Settle()
		s.win.Canvas().Capture()
		for _, o := range test.LaidOutObjects(s.rail.content) {
			if v, ok := o.(*container.Scroll); ok && v.Content.MinSize().Height > v.Size().Height {
				t.Errorf("%d %%: the personas are %v high in %v", size, v.Content.MinSize().Height, v.Size().Height)
			}
			if b, ok := o.(*widget.IconButton); ok {
				if end := fyne.CurrentApp().Driver().AbsolutePositionForObject(b).Y + b.Size().Height; end > smallScreen.Height {
					t.Errorf("%d %%: %s ends at %v", size, b.Word, end)
				}
			}
		}
	}
}

// unreached tells what can be pressed or written in and is out of reach.
func unreached(t *testing.T, s *stage, where string) {
	t.Helper()
	scrolled := map[fyne.CanvasObject]bool{}
	all := test.LaidOutObjects(s.win.Content())
	hidden := map[fyne.CanvasObject]bool{}
	for _, o := range all {
		if v, ok := o.(*container.Scroll); ok && v.Visible() {
			for _, inside := range test.LaidOutObjects(v.Content) {
				scrolled[inside] = true
			}
		}
		if !o.Visible() && !hidden[o] {
			for _, inside := range test.LaidOutObjects(o) {
				hidden[inside] = true
			}
		}
	}
	for _, o := range all {
		_, pressed := o.(fyne.Tappable)
		_, written := o.(fyne.Focusable)
		if !pressed && !written || hidden[o] || !o.Visible() {
			continue
		}
		at, size := fyne.CurrentApp().Driver().AbsolutePositionForObject(o), o.Size()
		if size.Width == 0 || size.Height == 0 {
			continue
		}
		out := at.X < -1 || at.X+size.Width > smallScreen.Width+1
		if !scrolled[o] {
			out = out || at.Y < -1 || at.Y+size.Height > smallScreen.Height+1
		}
		if out {
			t.Errorf("%s: %s at %v, %v large", where, reflect.TypeOf(o), at, size)
		}
	}
}

// On a small screen a newcomer sees at once that a model can be connected, below
// the portrait and what can be said.
func TestOnASmallScreenANewcomerSeesHowToConnect(t *testing.T) {
	s := newcomer(t)
	s.win.Resize(smallScreen)
	s.bench.Settle()
	column := s.ChatPage().Transcript.Column
	note := column.Shown("welcome")
	if note == nil {
		t.Fatal("nothing says it")
	}
	if end, seen := note.Position().Y+note.Size().Height, column.Scroll.Offset.Y+column.Scroll.Size().Height; end > seen || column.Scroll.Offset.Y > 0 {
		t.Errorf("it ends at %v, seen is from %v to %v", end, column.Scroll.Offset.Y, seen)
	}
}
