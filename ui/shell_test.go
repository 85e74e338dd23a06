package ui

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"yumori/internal/companion"
	"yumori/internal/config"
	"yumori/internal/models"
	"yumori/persona"
	"yumori/ui/importing"
	"yumori/ui/look"
	"yumori/ui/memories"
	"yumori/ui/page"
	"yumori/ui/uitest"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/storage"
	"fyne.io/fyne/v2/test"
	fynewidget "fyne.io/fyne/v2/widget"
)

func ctrl(name fyne.KeyName) fyne.Shortcut {
	return &desktop.CustomShortcut{KeyName: name, Modifier: fyne.KeyModifierShortcutDefault}
}

func TestLanguageChangesAtOnce(t *testing.T) {
	s := newStage(t, 2)
	test.Type(s.ChatPage().Composer.Entry, "a draft")
	s.goPage(pageSettings)
	s.prefs.Locale.SetSelected("日本語")
	s.bench.Settle()
	if s.words.Lang != "ja" || s.fake.Kept.Locale != "ja" || s.win.Title() != "夢守" {
		t.Errorf("the window speaks %s, the settings say %q", s.words.Lang, s.fake.Kept.Locale)
	}
	if s.page != pageSettings || s.prefs == nil {
		t.Error("the page was left")
	}
	s.shortcuts.pressed(ctrl(fyne.KeyE))
	s.bench.Settle()
	if got := s.ChatPage().Composer.Entry.Text; got != "a draft" {
		t.Errorf("the draft is %q", got)
	}
}

func TestThemeAndTextSizeChangeAtOnce(t *testing.T) {
	s := newStage(t, 2)
	s.goPage(pageSettings)
	s.prefs.Theme.SetSelected("Light")
	s.prefs.Size.OnChangeEnded(140)
	s.bench.Settle()
	theme, ok := s.opt.App.Settings().Theme().(*look.Theme)
	if !ok || theme.Scale() != 1.4 || theme.IsDark(0) {
		t.Errorf("the theme is %+v", theme)
	}
	if s.fake.Kept.UI.TextSize != 140 || s.fake.Kept.UI.Theme != "light" {
		t.Errorf("the settings are %+v", s.fake.Kept.UI)
	}
}

func TestServersAreOfferedOnce(t *testing.T) {
	s := newStageWith(t, 0, config.Settings{})
	s.discovery.machine.Servers = []models.Server{{Kind: "Ollama", Provider: "ollama", BaseURL: "http://localhost:11434", Models: []string{"llama"}}}
	s.offer()
	w := s.ChatPage().First.Model
	if w == nil || len(w.Servers) != 1 || len(w.Servers[0].Offers) != 1 || w.Servers[0].Offers[0].Word != "Talk with llama" {
		t.Fatalf("offered %+v", w)
	}
	s.calls.Use(w.Servers[0].Offers[0].Choice)
	s.bench.Settle()
	if c := s.fake.Kept.Models.Chat; c != (config.ModelChoice{Provider: "ollama", Name: "llama", BaseURL: "http://localhost:11434"}) || !s.fake.Kept.UI.Welcomed {
		t.Errorf("the settings are %+v", s.fake.Kept)
	}
	if s.ChatPage().First.Model != nil {
		t.Error("the card is still there")
	}
}

func TestPersonaOfACard(t *testing.T) {
	s := newStage(t, 0)
	s.shortcuts.pressed(ctrl(fyne.KeyN))
	s.bench.Settle()
	uitest.TapButton(t, s.sheets.Open(), s.words.T("persona.from"))
	if s.sheets.Open() == nil {
		t.Fatal("a new persona cannot be brought in")
	}
	s.sheets.Dismiss()
	s.dropped(fyne.NewPos(0, 0), []fyne.URI{storage.NewFileURI("/x/mira.charx")})
	s.bench.Settle()
	uitest.TapButton(t, s.sheets.Open(), s.words.T("import.do"))
	s.bench.Settle()
	uitest.TapButton(t, s.sheets.Open(), s.words.T("import.done.go", "name", "Mira"))
	s.bench.Settle()
	if s.slug != "new" || s.sheets.Open() != nil || len(s.rail.people.Objects) != 3 {
		t.Errorf("open: %s, %d personas in the rail", s.slug, len(s.rail.people.Objects))
	}
}

func TestAnImportThatWasBrokenOffIsOfferedAgain(t *testing.T) {
	s := newStage(t, 0)
	s.bring.Offer(unfinishedIn(s.home.Settings.Path(), s.opt.App.Preferences()))
	if s.sheets.Open() != nil {
		t.Fatal("something is offered though nothing was broken off")
	}
	unfinished{s.home.Settings.Path(), importing.Request{Path: "/x/talks.json", Persona: "akari"}}.keep(s.opt.App.Preferences())
	s.bring.Offer(unfinishedIn(s.home.Settings.Path(), s.opt.App.Preferences()))
	uitest.TapButton(t, s.sheets.Open(), s.words.T("import.go_on"))
	s.bench.Settle()
	uitest.TapButton(t, s.sheets.Open(), s.words.T("import.do"))
	s.bench.Settle()
	if r := unfinishedIn(s.home.Settings.Path(), s.opt.App.Preferences()); r != (importing.Request{}) {
		t.Errorf("it would be offered again: %+v", r)
	}
	uitest.TapButton(t, s.sheets.Open(), s.words.T("import.done.go", "name", "灯子"))
	s.bench.Settle()
	if s.slug != "akari" {
		t.Errorf("it leads to %s", s.slug)
	}
}

func TestPersonas(t *testing.T) {
	s := newStage(t, 0)
	s.shortcuts.pressed(ctrl(fyne.KeyN))
	s.bench.Settle()
	if s.sheets.Open() == nil {
		t.Fatal("Ctrl+N does not ask for a name")
	}
	s.fake.Fail = persona.ErrBadName
	uitest.TapButton(t, s.sheets.Open(), s.words.T("persona.create.do"))
	s.bench.Settle()
	if s.sheets.Open() == nil || !strings.Contains(uitest.Said(s.sheets.Open()), s.words.Explain(persona.ErrBadName).What) {
		t.Error("a persona without a name is not refused in words")
	}
	s.fake.Fail = nil
	widget.FirstFocusable(s.sheets.Open().Content).(*widget.Field).SetText("Iris")
	uitest.TapButton(t, s.sheets.Open(), s.words.T("persona.create.do"))
	s.bench.Settle()
	if s.slug != "new" || len(s.rail.people.Objects) != 3 || s.sheets.Open() != nil {
		t.Errorf("open: %s, %d personas in the rail", s.slug, len(s.rail.people.Objects))
	}
	s.cast.setAside("new")
	uitest.TapButton(t, s.sheets.Open(), s.words.T("persona.aside.do"))
	s.bench.Settle()
	if len(s.fake.Aside) != 1 || s.slug != "luna" || len(s.rail.people.Objects) != 2 {
		t.Errorf("set aside: %v, open: %s", s.fake.Aside, s.slug)
	}
	s.cast.rename("luna")
	uitest.TapButton(t, s.sheets.Open(), s.words.T("persona.rename.do"))
	s.bench.Settle()
	if s.sheets.Open() != nil || s.cast.persona("luna").Name != "Luna" {
		t.Error("the sheet stays, or the name changed by itself")
	}
	s.shortcuts.pressed(ctrl("2"))
	s.bench.Settle()
	if s.slug != "akari" {
		t.Errorf("Ctrl+2 leads to %s", s.slug)
	}
}

func TestLinks(t *testing.T) {
	for _, tt := range []struct {
		name, address, action string
	}{
		{"https", "https://example.com/tea", "Open"},
		{"http", "http://example.com", "Copy address"},
		{"file", "file:///etc/passwd", "Copy address"},
		{"a name before the host", "https://bank.example@evil.example/", "Copy address"},
		{"garbage", "https://%zz", "Copy address"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := newStage(t, 0)
			s.openLink(tt.address)
			found := false
			for _, o := range test.LaidOutObjects(s.sheets.Open()) {
				if b, ok := o.(*widget.Button); ok && b.Importance == fynewidget.HighImportance {
					found = b.Text == tt.action
				}
			}
			if !found {
				t.Errorf("%s does not offer %q", tt.address, tt.action)
			}
		})
	}
}

func TestUnsavedMemoriesAreKept(t *testing.T) {
	s := newStage(t, 0)
	s.companion.KeptTexts["SOUL.md"] = "# Luna"
	s.goMemory(page.MemoryPlace{Pane: "", Id: "SOUL.md"})
	s.bench.Settle()
	s.open.(*memories.Page).Text.SetText("# Luna, changed")
	s.goPage(pageChat)
	s.companion.KeptTexts["SOUL.md"] = "# Luna, by hand"
	s.close()
	if s.sheets.Open() == nil {
		t.Fatal("the window closes over what was not saved")
	}
	s.sheets.Close()
	s.goMemory(page.MemoryPlace{Pane: "", Id: "SOUL.md"})
	s.bench.Settle()
	if s.open.(*memories.Page).Text.Text != "# Luna, changed" {
		t.Fatalf("the editor holds %q", s.open.(*memories.Page).Text.Text)
	}
	test.Tap(s.open.(*memories.Page).Save)
	s.bench.Settle()
	if s.open.(*memories.Page).State.Theirs == nil {
		t.Fatal("what was written by hand meanwhile is written over")
	}
	s.open.(*memories.Page).TakeTheirs()
	if len(s.drafts["luna"]) != 0 || s.open.(*memories.Page).Text.Text != "# Luna, by hand" {
		t.Errorf("after “take theirs” the editor holds %q", s.open.(*memories.Page).Text.Text)
	}
}

func TestNothingIsFetched(t *testing.T) {
	s := newStage(t, 0)
	asked := false
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked = true }))
	defer server.Close()
	denyRemote()
	address, err := storage.ParseURI(server.URL + "/picture.png")
	if err != nil {
		t.Fatal(err)
	}
	s.dropped(fyne.Position{}, []fyne.URI{address})
	s.bench.Settle()
	if asked || len(s.ChatPage().Composer.Files) != 0 {
		t.Error("an address that fell on the window was fetched")
	}
	if !s.ChatPage().Composer.NoteBox.Visible() {
		t.Error("nothing is said about it")
	}
}

func TestNamesOfAnyLength(t *testing.T) {
	s := newStage(t, 2)
	long := strings.Repeat("とても長い名前", 50)
	s.fake.People[0].Name = long
	s.cast.list("luna")
	s.bench.Settle()
	s.companion.Speaker = models.Speaker{Provider: "openai", Name: strings.Repeat("m", 300)}
	s.companion.Tell(companion.TopicSnapshot, s.companion.Snapshot())
	s.rail.faces["luna"].MouseIn(nil)
	if w := s.win.Content().MinSize().Width; w > 1024 {
		t.Errorf("the window cannot be narrower than %v", w)
	}
}

func TestWindowRemembersItsSize(t *testing.T) {
	s := newStage(t, 0)
	s.win.Resize(fyne.NewSize(900, 610))
	s.close()
	if got := s.size(); got != fyne.NewSize(900, 610) {
		t.Errorf("the next window is %v", got)
	}
}
