package ui

import (
	"context"
	"net/url"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"yumori/internal/companion"
	"yumori/internal/config"
	"yumori/internal/event"
	"yumori/ui/dreams"
	"yumori/ui/memories"
	"yumori/ui/page"
	"yumori/ui/uitest"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

func TestEscapeClosesASheetFromEverywhere(t *testing.T) {
	s := newStage(t, 0)
	s.cast.create()
	s.bench.Settle()
	c := s.win.Canvas()
	first, places := c.Focused(), 1
	for c.FocusNext(); c.Focused() != first; c.FocusNext() {
		places++
	}
	for n := range places {
		s.sheets.Close()
		s.cast.create()
		s.bench.Settle()
		for range n {
			c.FocusNext()
		}
		at := c.Focused()
		if _, text := at.(*widget.Field); text {
			continue
		}
		if at.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape}); s.sheets.Open() != nil {
			t.Errorf("Escape does nothing on a %T", at)
		}
	}
}

// fakeTray is a tray that shows nothing.
type fakeTray struct{ menu *fyne.Menu }

func (a *fakeTray) SetSystemTrayMenu(m *fyne.Menu) { a.menu = m }

func (a *fakeTray) SetSystemTrayIcon(fyne.Resource) {}

// The names of the window, of what is pointed at and of the tray's menu follow
// the language.
func TestNamesFollowTheLanguage(t *testing.T) {
	s := newStage(t, 0)
	app := &fakeTray{}
	s.opt.Tray = app
	s.calls.Change(func(c *config.Settings) { c.UI.Tray = true }, nil)
	s.bench.Settle()
	if app.menu == nil || app.menu.Items[0].Label != uitest.English(t).T("tray.show") {
		t.Fatalf("the tray's menu is %+v", app.menu)
	}
	ja := uitest.Japanese(t)
	s.calls.Change(func(c *config.Settings) { c.Locale = "ja" }, nil)
	s.bench.Settle()
	for _, is := range []struct{ what, got, want string }{
		{"the window", s.win.Title(), ja.T("app.name")},
		{"the tray's first", app.menu.Items[0].Label, ja.T("tray.show")},
		{"the tray's second", app.menu.Items[1].Label, ja.T("tray.quit")},
		{"the rail's mind", s.rail.pages[pageMind].AccessibilityLabel(), ja.T("page.mind")},
		{"the search", s.title.search.Word, ja.T("search.open")},
	} {
		if is.got != is.want {
			t.Errorf("%s is called %q, want %q", is.what, is.got, is.want)
		}
	}
}

// Quitting from the tray loses nothing that was written: it is asked in the
// window, which is shown for that, and staying stays in the tray.
func TestQuittingFromTheTrayAsks(t *testing.T) {
	s := newStage(t, 0)
	app := &fakeTray{}
	s.opt.Tray = app
	s.calls.Change(func(c *config.Settings) { c.UI.Tray = true }, nil)
	s.bench.Settle()
	s.drafts.of("luna")["SOUL.md"] = memories.TextDraft{Text: "new"}
	s.shut()
	app.menu.Items[1].Action()
	if s.sheets.Open() == nil {
		t.Fatal("nothing is asked")
	}
	s.sheets.Close()
	if !s.tray.there {
		t.Error("staying, it is no longer in the tray")
	}
}

// TestTheWindowNeverVanishes: it hides only where a tray brings it back, and a
// second start brings it back in any case.
func TestTheWindowNeverVanishes(t *testing.T) {
	for _, tt := range []struct {
		name string
		tray bool
	}{{"with a tray", true}, {"without", false}} {
		t.Run(tt.name, func(t *testing.T) {
			s := newStage(t, 0)
			s.opt.Tray = &fakeTray{}
			s.opt.Trayed = func(context.Context) bool { return tt.tray }
			closed := false
			s.win.SetOnClosed(func() { closed = true })
			s.calls.Change(func(c *config.Settings) { c.UI.Tray = true }, nil)
			s.bench.Settle()
			s.shut()
			s.bench.Settle()
			if closed == tt.tray {
				t.Errorf("the window is closed: %v", closed)
			}
			s.receive(event.Event{Topic: companion.TopicSummoned, State: companion.Summoned{}}) // whatever is open
		})
	}
}

// Words for what has changed meanwhile are not lost.
func TestWordsThatWereNotWrittenAreShown(t *testing.T) {
	s := newStage(t, 2)
	s.companion.FakeDreams = uitest.DreamtOf()
	s.goPage(pageDreams)
	s.bench.Settle()
	p := s.open.(*dreams.Page)
	p.Reword(dreams.DreamtModel{Id: "c4"}, "W Green tea")
	s.bench.Settle()
	if s.sheets.Open() == nil || !strings.Contains(uitest.Said(s.sheets.Open()), "W Green tea") {
		t.Fatal("the words are gone")
	}
	uitest.TapButton(t, s.sheets.Open(), s.words.T("copy.words"))
	if got := s.opt.App.Clipboard().Content(); got != "W Green tea" {
		t.Errorf("copied %q", got)
	}
	p.Reword(dreams.DreamtModel{Id: "c1"}, "Water heals.")
	s.bench.Settle()
	if s.sheets.Open() != nil {
		t.Error("of words that were written it says they were not")
	}
}

// TestASheetIsAsWideAsItsButtons: large letters and long words do not push the
// buttons out of a sheet.
func TestASheetIsAsWideAsItsButtons(t *testing.T) {
	s := newStage(t, 2)
	s.sheets.Ask(page.SheetModel{Title: "Sure?", Action: strings.Repeat("one more word ", 5), Cancel: "Cancel"}, nil, func() page.SheetEnd { return page.SheetDone })
	seen := 0
	for _, o := range test.LaidOutObjects(s.sheets.Open()) {
		if b, ok := o.(*widget.Button); ok {
			seen++
			if b.Position().X < 0 || b.Size().Width < b.MinSize().Width {
				t.Errorf("%q stands at %v, %v wide", b.Text, b.Position(), b.Size())
			}
		}
	}
	if seen != 2 {
		t.Errorf("%d buttons", seen)
	}
}

func TestAnotherThemeKeepsThePlace(t *testing.T) {
	s := newStage(t, 0)
	s.goPage(pageSettings)
	s.bench.Settle()
	var rows []*widget.FileRow
	for _, o := range uitest.Seen(s.prefs.Content) {
		if r, ok := o.(*widget.FileRow); ok {
			rows = append(rows, r)
		}
	}
	rows[len(rows)-4].TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	was, before := s.prefs, s.prefs.Parts.Place()
	s.prefs.Theme.SetSelected(s.words.T("settings.light"))
	s.bench.Settle()
	if after := s.prefs.Parts.Place(); s.prefs == was || after != before {
		t.Errorf("after another theme the page stands at %v, not %v", after, before)
	}
}

func TestFilesAreChosenInADialog(t *testing.T) {
	s := newStage(t, 0)
	for _, o := range uitest.Seen(s.ChatPage().Content) {
		if b, ok := o.(*widget.IconButton); ok && b.AccessibilityLabel() == s.words.T("composer.attach") {
			test.Tap(b)
		}
	}
	if s.win.Canvas().Overlays().Top() == nil {
		t.Error("nothing is asked")
	}
}

// TestAPersonaIsMadeFromAText: the text is behind a button, and is what it is.
func TestAPersonaIsMadeFromAText(t *testing.T) {
	s := newStage(t, 0)
	s.cast.create()
	s.bench.Settle()
	var soul, name *widget.Field
	high := s.sheets.Open().MinSize().Height
	uitest.TapButton(t, s.sheets.Open(), s.words.T("persona.soul"))
	for _, o := range test.LaidOutObjects(s.sheets.Open()) {
		if f, ok := o.(*widget.Field); ok && f.MultiLine {
			soul = f
		} else if ok {
			name = f
		}
	}
	if soul == nil || !soul.Visible() || soul.Size().Height < newPersonaLists || s.sheets.Open().MinSize().Height != high {
		t.Fatal("the text has not the room of the characters")
	}
	soul.SetText("Warm, and never in a hurry.")
	uitest.TapButton(t, s.sheets.Open(), s.words.T("persona.create.do"))
	s.bench.Settle()
	if said := uitest.Said(s.sheets.Open()); !strings.Contains(said, s.words.T("persona.nameless")) || name.PlaceHolder != s.words.T("persona.name") {
		t.Errorf("without a name, in place of which stands %q, it says %s", name.PlaceHolder, said)
	}
	name.SetText("Nova")
	uitest.TapButton(t, s.sheets.Open(), s.words.T("persona.create.do"))
	s.bench.Settle()
	if s.fake.Soul != "Warm, and never in a hurry." || s.cast.people[len(s.cast.people)-1].Name != "Nova" {
		t.Errorf("made: %q, %+v", s.fake.Soul, s.cast.people)
	}
}

// TestAPersonaIsMadeOfACharacter: one of those in the language that is chosen,
// under the name one gives it, or its own.
func TestAPersonaIsMadeOfACharacter(t *testing.T) {
	s := newStage(t, 0)
	make := func(language, title, name string) companion.PersonaInfo {
		s.cast.create()
		s.bench.Settle()
		var tiles *widget.Tiles
		var field *widget.Field
		for range 2 { // the language brings other tiles
			for _, o := range test.LaidOutObjects(s.sheets.Open()) {
				switch o := o.(type) {
				case *widget.RadioGroup:
					o.SetSelected(language)
				case *widget.Tiles:
					tiles = o
				case *widget.Field:
					if !o.MultiLine {
						field = o
					}
				}
			}
		}
		tiles.SetSelected(title)
		field.SetText(name)
		uitest.TapButton(t, s.sheets.Open(), s.words.T("persona.create.do"))
		s.bench.Settle()
		return s.cast.people[len(s.cast.people)-1]
	}
	if got := make(s.words.T("language.en"), "Rusk", ""); got.Name != "fox" || got.Language != "en" || s.fake.Template != "fox" {
		t.Errorf("made %+v of %q", got, s.fake.Template)
	}
	if got := make(s.words.T("language.ja"), "よね", "花"); got.Name != "花" || got.Language != "ja" || s.fake.Template != "cook" {
		t.Errorf("made %+v of %q", got, s.fake.Template)
	}
}

// An opener notes what it is to open.
type opener struct {
	fyne.App
	opened []string
}

func (o *opener) OpenURL(u *url.URL) error {
	o.opened = append(o.opened, u.Path)
	return nil
}

// The folder of a file is opened where the file is named, and that of all data where
// its place is said.
func TestFoldersAreOpened(t *testing.T) {
	s := newStage(t, 0)
	o := &opener{App: s.opt.App}
	s.opt.App = o
	s.calls.Reveal("memory/2026-11-28.md")
	s.calls.Reveal("")
	home := filepath.ToSlash(s.home.Settings.Path())
	if want := []string{path.Join(home, "personas/luna/memory"), home}; !slices.Equal(o.opened, want) {
		t.Errorf("opened %q, not %q", o.opened, want)
	}
}
