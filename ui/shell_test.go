package ui

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"yumori/internal/companion"
	"yumori/internal/llm"
	"yumori/ui/look"
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
	test.Type(s.chatPage().composer.entry, "a draft")
	s.goPage(pageSettings)
	s.prefs.locale.SetSelected("日本語")
	s.bench.Settle()
	if s.words.Lang != "ja" || s.house.Kept.Locale != "ja" || s.win.Title() != "夢守" {
		t.Errorf("the window speaks %s, the settings say %q", s.words.Lang, s.house.Kept.Locale)
	}
	if s.page != pageSettings || s.prefs == nil {
		t.Error("the page was left")
	}
	s.pressed(ctrl(fyne.KeyE))
	s.bench.Settle()
	if got := s.chatPage().composer.entry.Text; got != "a draft" {
		t.Errorf("the draft is %q", got)
	}
}

func TestThemeAndTextSizeChangeAtOnce(t *testing.T) {
	s := newStage(t, 2)
	s.goPage(pageSettings)
	s.prefs.theme.SetSelected("light")
	s.prefs.size.OnChangeEnded(140)
	s.bench.Settle()
	theme, ok := s.opt.App.Settings().Theme().(*look.Theme)
	if !ok || theme.Scale() != 1.4 || theme.IsDark(0) {
		t.Errorf("the theme is %+v", theme)
	}
	if s.house.Kept.UI.TextSize != 140 || s.house.Kept.UI.Theme != "light" {
		t.Errorf("the settings are %+v", s.house.Kept.UI)
	}
}

func TestSettingsThatCannotBeSavedGoBack(t *testing.T) {
	s := newStage(t, 0)
	s.goPage(pageSettings)
	s.house.Fail = uitest.ErrOdd
	s.prefs.ask.SetChecked(false)
	s.bench.Settle()
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
	s.bench.Settle()
	want := companion.ModelChoice{Provider: "openai", Name: "llama", BaseURL: "http://localhost:11434/v1"}
	if s.house.Tested != want || f.result.Source() != "openai/llama answered after 1.2 s." {
		t.Errorf("tested %+v: %q", s.house.Tested, f.result.Source())
	}
	if s.house.Kept.Models.Chat.Configured() {
		t.Error("a test changed the settings")
	}
	f.save()
	s.bench.Settle()
	if s.house.Kept.Models.Chat != want || s.house.Keys["openai"] != "sk-secret" || f.key.Text != "" {
		t.Errorf("saved %+v, the field of the key holds %q", s.house.Kept.Models.Chat, f.key.Text)
	}
}

func TestAModelThatCannotBeUsedIsNotTaken(t *testing.T) {
	s := newStage(t, 0)
	before := companion.ModelChoice{Provider: "openai", Name: "llama", BaseURL: "http://localhost:11434/v1"}
	s.house.Kept.Models.Chat, s.settings.Models.Chat = before, before
	s.goPage(pageSettings)
	s.house.Unfit = llm.ErrAddress
	f := s.prefs.roles[0]
	f.address.SetText("hello world")
	f.key.SetText("sk-secret")
	f.save()
	s.bench.Settle()
	if s.house.Kept.Models.Chat != before || len(s.house.Keys) != 0 || f.result.Source() != notTaken(s.words, llm.ErrAddress) {
		t.Errorf("taken: %+v, said: %q", s.house.Kept.Models.Chat, f.result.Source())
	}
	e := s.prefs.embedder
	e.provider.SetSelected(widget.WordOf(e.providers, "openai"))
	e.address.SetText("hello world")
	e.save()
	s.bench.Settle()
	if s.house.Kept.Embedder.Configured() || e.result.Source() != notTaken(s.words, llm.ErrAddress) {
		t.Errorf("taken: %+v, said: %q", s.house.Kept.Embedder, e.result.Source())
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
	s.bench.Settle()
	if c := s.house.Kept.Models.Chat; c != (companion.ModelChoice{Provider: "ollama", Name: "llama", BaseURL: "http://localhost:11434"}) || !s.house.Kept.UI.Welcomed {
		t.Errorf("the settings are %+v", s.house.Kept)
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
		s.bench.Settle()
		if !form.note.Visible() || s.slug != "luna" {
			t.Errorf("%s is not refused in words", file)
		}
	}
	s.createOfCard(form, "/x/mira.png")
	s.bench.Settle()
	if s.slug != "new" || s.sheet != nil || len(s.rail.people.Objects) != 3 {
		t.Errorf("open: %s, %d personas in the rail", s.slug, len(s.rail.people.Objects))
	}
	s.dropped(fyne.NewPos(0, 0), []fyne.URI{storage.NewFileURI("/x/face.charx")})
	s.bench.Settle()
	if s.sheet == nil {
		t.Error("a file that is no card closes the question")
	}
	s.dropped(fyne.NewPos(0, 0), []fyne.URI{storage.NewFileURI("/x/mira.charx")})
	s.bench.Settle()
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
	s.bench.Settle()
	if !form.note.Visible() {
		t.Error("a persona without a name is not refused in words")
	}
	form.name.SetText("Iris")
	s.create(form, "en")
	s.bench.Settle()
	if s.slug != "new" || len(s.rail.people.Objects) != 3 || s.sheet != nil {
		t.Errorf("open: %s, %d personas in the rail", s.slug, len(s.rail.people.Objects))
	}
	s.setAside("new")
	uitest.TapButton(t, s.sheet.pop, s.words.T("persona.aside.do"))
	s.bench.Settle()
	if len(s.house.Aside) != 1 || s.slug != "luna" || len(s.rail.people.Objects) != 2 {
		t.Errorf("set aside: %v, open: %s", s.house.Aside, s.slug)
	}
	s.renamePersona("luna")
	uitest.TapButton(t, s.sheet.pop, s.words.T("persona.rename.do"))
	s.bench.Settle()
	if s.sheet != nil || s.personaName("luna") != "Luna" {
		t.Error("the sheet stays, or the name changed by itself")
	}
	s.pressed(ctrl("2"))
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
	s.mate.KeptTexts["SOUL.md"] = "# Luna"
	s.goPage(pageMemories)
	s.bench.Settle()
	p := s.open.(*memoriesPage)
	if p.text.Text != "# Luna" || !p.save.Disabled() {
		t.Fatalf("the editor holds %q", p.text.Text)
	}
	p.text.SetText("# Luna\n\nquiet")
	p.open(memoryModel{file: "USER.md"})
	s.bench.Settle()
	p.open(memoryModel{file: "SOUL.md"})
	s.bench.Settle()
	if p.text.Text != "# Luna\n\nquiet" {
		t.Fatalf("what was written went: %q", p.text.Text)
	}
	s.mate.Foreign["SOUL.md"] = "# Luna, by hand"
	test.Tap(p.save)
	s.bench.Settle()
	if p.state.theirs == nil || *p.state.theirs != "# Luna, by hand" || len(p.conflict.Objects) == 0 {
		t.Fatal("the conflict is not shown")
	}
	if s.mate.KeptTexts["SOUL.md"] != "# Luna, by hand" {
		t.Error("theirs was overwritten without a word")
	}
	p.keepMine()
	s.bench.Settle()
	if s.mate.KeptTexts["SOUL.md"] != "# Luna\n\nquiet" || len(p.conflict.Objects) != 0 {
		t.Errorf("after “keep mine” the file holds %q", s.mate.KeptTexts["SOUL.md"])
	}
	p.text.SetText("x")
	test.Tap(p.revert)
	s.bench.Settle()
	if p.text.Text != "# Luna\n\nquiet" {
		t.Errorf("after “revert” the editor holds %q", p.text.Text)
	}
}

func TestUnsavedMemoriesAreKept(t *testing.T) {
	s := newStage(t, 0)
	s.mate.KeptTexts["SOUL.md"] = "# Luna"
	s.goPage(pageMemories)
	s.bench.Settle()
	s.open.(*memoriesPage).text.SetText("# Luna, changed")
	s.goPage(pageChat)
	s.mate.KeptTexts["SOUL.md"] = "# Luna, by hand"
	s.close()
	if s.sheet == nil {
		t.Fatal("the window closes over what was not saved")
	}
	s.closeSheet()
	s.goPage(pageMemories)
	s.bench.Settle()
	if s.open.(*memoriesPage).text.Text != "# Luna, changed" {
		t.Fatalf("the editor holds %q", s.open.(*memoriesPage).text.Text)
	}
	test.Tap(s.open.(*memoriesPage).save)
	s.bench.Settle()
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
	s.bench.Settle()
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
	s.house.People[0].Name = long
	s.listPersonas("luna")
	s.bench.Settle()
	s.mate.Speaker = companion.Speaker{Provider: "openai", Name: strings.Repeat("m", 300)}
	s.mate.Tell(companion.TopicSnapshot, s.mate.Snapshot())
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
