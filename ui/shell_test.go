package ui

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"yumori/internal/companion"
	"yumori/internal/llm"
	"yumori/ui/look"
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
	test.Type(s.chatPage().composer.entry, "a draft")
	s.goPage(pageSettings)
	s.prefs.locale.SetSelected("日本語")
	s.bench.settle()
	if s.words.Lang != "ja" || s.house.settings.Locale != "ja" || s.win.Title() != "夢守" {
		t.Errorf("the window speaks %s, the settings say %q", s.words.Lang, s.house.settings.Locale)
	}
	if s.page != pageSettings || s.prefs == nil {
		t.Error("the page was left")
	}
	s.pressed(ctrl(fyne.KeyE))
	s.bench.settle()
	if got := s.chatPage().composer.entry.Text; got != "a draft" {
		t.Errorf("the draft is %q", got)
	}
}

func TestThemeAndTextSizeChangeAtOnce(t *testing.T) {
	s := newStage(t, 2)
	s.goPage(pageSettings)
	s.prefs.theme.SetSelected("light")
	s.prefs.size.OnChangeEnded(140)
	s.bench.settle()
	theme, ok := s.opt.App.Settings().Theme().(*look.Theme)
	if !ok || theme.Scale() != 1.4 || theme.IsDark(0) {
		t.Errorf("the theme is %+v", theme)
	}
	if s.house.settings.UI.TextSize != 140 || s.house.settings.UI.Theme != "light" {
		t.Errorf("the settings are %+v", s.house.settings.UI)
	}
}

func TestSettingsThatCannotBeSavedGoBack(t *testing.T) {
	s := newStage(t, 0)
	s.goPage(pageSettings)
	s.house.fail = errOdd
	s.prefs.ask.SetChecked(false)
	s.bench.settle()
	if !s.prefs.ask.Checked || !s.prefs.note.Visible() {
		t.Error("the page shows what was not saved, or does not say so")
	}
}

func TestModelForm(t *testing.T) {
	s := newStage(t, 0)
	s.goPage(pageSettings)
	f := s.prefs.roles[0]
	if f.more.Visible() {
		t.Error("the built-in rules are asked for a key")
	}
	f.provider.SetSelected(s.words.T("provider.openai"))
	f.address.SetText(" http://localhost:11434/v1 ")
	f.name.SetText("llama")
	f.key.SetText("sk-secret")
	f.test()
	s.bench.settle()
	want := companion.ModelChoice{Provider: "openai", Name: "llama", BaseURL: "http://localhost:11434/v1"}
	if s.house.tested != want || f.result.Source() != "openai/llama answered after 1.2 s." {
		t.Errorf("tested %+v: %q", s.house.tested, f.result.Source())
	}
	if s.house.settings.Models.Chat.Configured() {
		t.Error("a test changed the settings")
	}
	f.save()
	s.bench.settle()
	if s.house.settings.Models.Chat != want || s.house.keys["openai"] != "sk-secret" || f.key.Text != "" {
		t.Errorf("saved %+v, the field of the key holds %q", s.house.settings.Models.Chat, f.key.Text)
	}
}

func TestAModelThatCannotBeUsedIsNotTaken(t *testing.T) {
	s := newStage(t, 0)
	before := companion.ModelChoice{Provider: "openai", Name: "llama", BaseURL: "http://localhost:11434/v1"}
	s.house.settings.Models.Chat, s.settings.Models.Chat = before, before
	s.goPage(pageSettings)
	s.house.unfit = llm.ErrAddress
	f := s.prefs.roles[0]
	f.address.SetText("hello world")
	f.key.SetText("sk-secret")
	f.save()
	s.bench.settle()
	if s.house.settings.Models.Chat != before || len(s.house.keys) != 0 || f.result.Source() != notTaken(s.words, llm.ErrAddress) {
		t.Errorf("taken: %+v, said: %q", s.house.settings.Models.Chat, f.result.Source())
	}
	e := s.prefs.embedder
	e.provider.SetSelected(widget.WordOf(e.providers, "openai"))
	e.address.SetText("hello world")
	e.save()
	s.bench.settle()
	if s.house.settings.Embedder.Configured() || e.result.Source() != notTaken(s.words, llm.ErrAddress) {
		t.Errorf("taken: %+v, said: %q", s.house.settings.Embedder, e.result.Source())
	}
}

func TestServersAreOfferedOnce(t *testing.T) {
	s := newStageWith(t, 0, companion.Settings{})
	s.found.Servers = []companion.Server{{Kind: "Ollama", Provider: "ollama", BaseURL: "http://localhost:11434", Models: []string{"llama"}}}
	s.offer()
	w := s.chatPage().state.welcome
	if w == nil || len(w.servers) != 1 || len(w.servers[0].Offers) != 1 || w.servers[0].Offers[0].Word != "Talk with llama" {
		t.Fatalf("offered %+v", w)
	}
	s.calls.Use(w.servers[0].Offers[0].Choice)
	s.bench.settle()
	if c := s.house.settings.Models.Chat; c != (companion.ModelChoice{Provider: "ollama", Name: "llama", BaseURL: "http://localhost:11434"}) || !s.house.settings.UI.Welcomed {
		t.Errorf("the settings are %+v", s.house.settings)
	}
	if s.chatPage().state.welcome != nil {
		t.Error("the card is still there")
	}
}

func TestPersonaOfACard(t *testing.T) {
	s := newStage(t, 0)
	s.pressed(ctrl(fyne.KeyN))
	form := s.newSheetForm("")
	for _, file := range []string{"/x/face.png", "/x/world.json"} {
		form.note.Hide()
		s.createOfCard(form, file)
		s.bench.settle()
		if !form.note.Visible() || s.slug != "luna" {
			t.Errorf("%s is not refused in words", file)
		}
	}
	s.createOfCard(form, "/x/mira.png")
	s.bench.settle()
	if s.slug != "new" || s.sheet != nil || len(s.rail.people.Objects) != 3 {
		t.Errorf("open: %s, %d personas in the rail", s.slug, len(s.rail.people.Objects))
	}
	s.dropped(fyne.NewPos(0, 0), []fyne.URI{storage.NewFileURI("/x/face.charx")})
	s.bench.settle()
	if s.sheet == nil {
		t.Error("a file that is no card closes the question")
	}
	s.dropped(fyne.NewPos(0, 0), []fyne.URI{storage.NewFileURI("/x/mira.charx")})
	s.bench.settle()
	if s.sheet != nil || len(s.rail.people.Objects) != 4 {
		t.Errorf("dropped: %d personas in the rail", len(s.rail.people.Objects))
	}
}

func TestPersonas(t *testing.T) {
	s := newStage(t, 0)
	s.pressed(ctrl(fyne.KeyN))
	if s.sheet == nil {
		t.Fatal("Ctrl+N does not ask for a name")
	}
	form := s.newSheetForm("")
	s.create(form, "en")
	s.bench.settle()
	if !form.note.Visible() {
		t.Error("a persona without a name is not refused in words")
	}
	form.name.SetText("Iris")
	s.create(form, "en")
	s.bench.settle()
	if s.slug != "new" || len(s.rail.people.Objects) != 3 || s.sheet != nil {
		t.Errorf("open: %s, %d personas in the rail", s.slug, len(s.rail.people.Objects))
	}
	s.setAside("new")
	tapButton(t, s.sheet.pop, s.words.T("persona.aside.do"))
	s.bench.settle()
	if len(s.house.aside) != 1 || s.slug != "luna" || len(s.rail.people.Objects) != 2 {
		t.Errorf("set aside: %v, open: %s", s.house.aside, s.slug)
	}
	s.renamePersona("luna")
	tapButton(t, s.sheet.pop, s.words.T("persona.rename.do"))
	s.bench.settle()
	if s.sheet != nil || s.personaName("luna") != "Luna" {
		t.Error("the sheet stays, or the name changed by itself")
	}
	s.pressed(ctrl("2"))
	s.bench.settle()
	if s.slug != "akari" {
		t.Errorf("Ctrl+2 leads to %s", s.slug)
	}
}

// tapButton taps the button of a word.
func tapButton(t *testing.T, in fyne.CanvasObject, word string) {
	t.Helper()
	for _, o := range test.LaidOutObjects(in) {
		if b, ok := o.(*widget.Button); ok && b.Text == word {
			test.Tap(b)
			return
		}
	}
	t.Fatalf("no button %q", word)
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
			for _, o := range test.LaidOutObjects(s.sheet.pop) {
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

func TestMemories(t *testing.T) {
	s := newStage(t, 0)
	s.mate.texts["SOUL.md"] = "# Luna"
	s.goPage(pageMemories)
	s.bench.settle()
	p := s.open.(*memoriesPage)
	if p.text.Text != "# Luna" || !p.save.Disabled() {
		t.Fatalf("the editor holds %q", p.text.Text)
	}
	p.text.SetText("# Luna\n\nquiet")
	p.open(memoryModel{file: "USER.md"})
	s.bench.settle()
	p.open(memoryModel{file: "SOUL.md"})
	s.bench.settle()
	if p.text.Text != "# Luna\n\nquiet" {
		t.Fatalf("what was written went: %q", p.text.Text)
	}
	s.mate.foreign["SOUL.md"] = "# Luna, by hand"
	test.Tap(p.save)
	s.bench.settle()
	if p.state.theirs == nil || *p.state.theirs != "# Luna, by hand" || len(p.conflict.Objects) == 0 {
		t.Fatal("the conflict is not shown")
	}
	if s.mate.texts["SOUL.md"] != "# Luna, by hand" {
		t.Error("theirs was overwritten without a word")
	}
	p.keepMine()
	s.bench.settle()
	if s.mate.texts["SOUL.md"] != "# Luna\n\nquiet" || len(p.conflict.Objects) != 0 {
		t.Errorf("after “keep mine” the file holds %q", s.mate.texts["SOUL.md"])
	}
	p.text.SetText("x")
	test.Tap(p.revert)
	s.bench.settle()
	if p.text.Text != "# Luna\n\nquiet" {
		t.Errorf("after “revert” the editor holds %q", p.text.Text)
	}
}

func TestUnsavedMemoriesAreKept(t *testing.T) {
	s := newStage(t, 0)
	s.mate.texts["SOUL.md"] = "# Luna"
	s.goPage(pageMemories)
	s.bench.settle()
	s.open.(*memoriesPage).text.SetText("# Luna, changed")
	s.goPage(pageChat)
	s.mate.texts["SOUL.md"] = "# Luna, by hand"
	s.close()
	if s.sheet == nil {
		t.Fatal("the window closes over what was not saved")
	}
	s.closeSheet()
	s.goPage(pageMemories)
	s.bench.settle()
	if s.open.(*memoriesPage).text.Text != "# Luna, changed" {
		t.Fatalf("the editor holds %q", s.open.(*memoriesPage).text.Text)
	}
	test.Tap(s.open.(*memoriesPage).save)
	s.bench.settle()
	if s.open.(*memoriesPage).state.theirs == nil {
		t.Fatal("what was written by hand meanwhile is written over")
	}
	s.open.(*memoriesPage).takeTheirs()
	if len(s.drafts["luna"]) != 0 || s.open.(*memoriesPage).text.Text != "# Luna, by hand" {
		t.Errorf("after “take theirs” the editor holds %q", s.open.(*memoriesPage).text.Text)
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
	s.bench.settle()
	if asked || len(s.chatPage().composer.files) != 0 {
		t.Error("an address that fell on the window was fetched")
	}
	if !s.chatPage().composer.noteBox.Visible() {
		t.Error("nothing is said about it")
	}
}

func TestNamesOfAnyLength(t *testing.T) {
	s := newStage(t, 2)
	long := strings.Repeat("とても長い名前", 50)
	s.house.people[0].Name = long
	s.listPersonas("luna")
	s.bench.settle()
	s.mate.speaker = companion.Speaker{Provider: "openai", Name: strings.Repeat("m", 300)}
	s.mate.tell(companion.TopicSnapshot, s.mate.Snapshot())
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
