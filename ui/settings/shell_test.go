package settings

import (
	"testing"

	"yumori/internal/config"
	"yumori/internal/llm"
	"yumori/internal/models"
	"yumori/ui/page"
	"yumori/ui/uitest"
	"yumori/ui/widget"
)

func TestSettingsThatCannotBeSavedGoBack(t *testing.T) {
	s := newStage(t, 0)
	s.goPage(pageSettings)
	s.home.Fail = uitest.ErrOdd
	s.prefs.ask.SetChecked(false)
	s.bench.Settle()
	if !s.prefs.ask.Checked || !s.prefs.note.Visible() {
		t.Error("the page shows what was not saved, or does not say so")
	}
}

func TestModelForm(t *testing.T) {
	s := newStage(t, 0)
	s.goPage(pageSettings)
	f := s.prefs.Roles[0]
	if f.more.Visible() {
		t.Error("the built-in rules are asked for a key")
	}
	f.Provider.SetSelected(s.words.T("supplier.another"))
	f.Address.SetText(" http://localhost:11434/v1 ")
	f.Name.SetText("llama")
	f.Key.SetText("sk-secret")
	f.save()
	s.bench.Settle()
	want := config.ModelChoice{Provider: "openai", Name: "llama", BaseURL: "http://localhost:11434/v1"}
	if s.home.Tested != want || f.result.Source() != "llama ·  OpenAI answered in 1.2 s." {
		t.Errorf("tested %+v: %q", s.home.Tested, f.result.Source())
	}
	if s.home.Kept.Models != (config.ModelRoles{Chat: want, Light: want, Dream: want}) || s.home.Keys["compatible"] != "sk-secret" || s.home.Keys["openai"] != "" || f.Key.Text != "" {
		t.Errorf("saved %+v, the field of the key holds %q", s.home.Kept.Models.Chat, f.Key.Text)
	}
}

func TestAModelThatCannotBeUsedIsNotTaken(t *testing.T) {
	s := newStage(t, 0)
	before := config.ModelChoice{Provider: "openai", Name: "llama", BaseURL: "http://localhost:11434/v1"}
	s.home.Kept.Models.Chat, s.Settings.Models.Chat = before, before
	s.goPage(pageSettings)
	s.home.Unfit = llm.ErrAddress
	f := s.prefs.Roles[0]
	f.Address.SetText("hello world")
	f.Key.SetText("sk-secret")
	f.save()
	s.bench.Settle()
	if s.home.Kept.Models.Chat != before || len(s.home.Keys) != 0 || f.result.Source() != notTaken(s.words, llm.ErrAddress) {
		t.Errorf("taken: %+v, said: %q", s.home.Kept.Models.Chat, f.result.Source())
	}
	e := s.prefs.embedder
	e.provider.SetSelected(widget.WordOf(e.providers, "openai"))
	e.address.SetText("hello world")
	e.save()
	s.bench.Settle()
	if s.home.Kept.Embedder.Configured() || e.result.Source() != notTaken(s.words, llm.ErrAddress) {
		t.Errorf("taken: %+v, said: %q", s.home.Kept.Embedder, e.result.Source())
	}
}

// TestAModelThatDoesNotAnswerIsNotTaken: the reason is said in words, and one
// may insist.
func TestAModelThatDoesNotAnswerIsNotTaken(t *testing.T) {
	s := newStage(t, 0)
	s.goPage(pageSettings)
	f := s.prefs.Roles[0]
	f.Provider.SetSelected("LM Studio, llama.cpp")
	s.bench.Settle()
	f.Name.SetText("qwen")
	s.home.Fail = llm.ErrUnavailable
	f.save()
	s.bench.Settle()
	if s.home.Kept.Models.Chat.Configured() || f.result.Source() != notTaken(s.words, llm.ErrUnavailable) || !f.anyway.Visible() {
		t.Errorf("taken: %+v, said: %q", s.home.Kept.Models.Chat, f.result.Source())
	}
	s.home.Fail = nil
	f.anyway.OnTapped()
	s.bench.Settle()
	want := config.ModelChoice{Provider: "openai", Name: "qwen", BaseURL: page.StudioLocal}
	if s.home.Kept.Models.Chat != want || f.anyway.Visible() {
		t.Errorf("one who insists gets %+v", s.home.Kept.Models.Chat)
	}
}

// TestOneModelDoesEverything unless the advanced part is open.
func TestOneModelDoesEverything(t *testing.T) {
	s := newStage(t, 0)
	s.goPage(pageSettings)
	take := func(role int, name string) {
		f := s.prefs.Roles[role]
		f.Provider.SetSelected("Ollama")
		f.Name.SetText(name)
		f.save()
		s.bench.Settle()
	}
	names := func() [3]string {
		m := s.home.Kept.Models
		return [3]string{m.Chat.Name, m.Light.Name, m.Dream.Name}
	}
	take(0, "a")
	if s.prefs.others.Visible() || names() != [3]string{"a", "a", "a"} {
		t.Errorf("together: %v", names())
	}
	s.prefs.Apart.SetChecked(true)
	take(1, "b")
	take(0, "c")
	if !s.prefs.others.Visible() || names() != [3]string{"c", "b", "a"} {
		t.Errorf("apart: %v", names())
	}
	s.prefs.Apart.SetChecked(false)
	s.bench.Settle()
	if s.prefs.others.Visible() || names() != [3]string{"c", "c", "c"} {
		t.Errorf("together again: %v", names())
	}
}

// TestTheModelsOfAnyAddressAreListed, as far as it tells them.
func TestTheModelsOfAnyAddressAreListed(t *testing.T) {
	s := newStage(t, 0)
	s.goPage(pageSettings)
	f := s.prefs.Roles[0]
	s.home.Unread = llm.ErrKey
	f.Provider.SetSelected("OpenRouter")
	s.bench.Settle()
	if f.ServerModels.Note.Source() != s.words.T("model.there.key") || f.Address.Visible() && f.Only[0].Part.Visible() {
		t.Errorf("without a key: %q", f.ServerModels.Note.Source())
	}
	f.Key.SetText("sk-wrong")
	f.Key.OnSubmitted("sk-wrong")
	s.bench.Settle()
	if f.ServerModels.Note.Source() != s.words.Explain(llm.ErrKey).Sentence() {
		t.Errorf("with a wrong one: %q", f.ServerModels.Note.Source())
	}
	s.home.Unread, s.home.Models = nil, []models.Info{{Name: "x/one"}, {Name: "x/two"}}
	f.Key.SetText("sk-or")
	f.Key.OnSubmitted("sk-or")
	s.bench.Settle()
	if s.home.Keys["openrouter"] != "sk-or" || s.home.Keys["openai"] != "" || f.Name.Text != "x/one" || f.ServerModels.Note.Source() != "2 models available." {
		t.Errorf("with one: %v, %q, %q", s.home.Keys, f.Name.Text, f.ServerModels.Note.Source())
	}
}

// TestTheKeyIsAskedForAsItStands: the field says what to do in it, the note whose it
// is, and what was said of the window of another choice is taken back.
func TestTheKeyIsAskedForAsItStands(t *testing.T) {
	chosen := uitest.DarkSettings()
	chosen.Models.Chat = config.ModelChoice{Provider: "ollama", Name: "a", BaseURL: page.OllamaLocal}
	s := newStageWith(t, 0, chosen)
	s.home.Window = llm.Window{Tokens: 32768}
	s.goPage(pageSettings)
	s.bench.Settle()
	f := s.prefs.Roles[0]
	if !f.Window.Note.Visible() {
		t.Error("the window of the choice is not told")
	}
	rows := []struct{ supplier, key, line, hint string }{
		{"OpenRouter", "", "key.needed", "model.key.paste"},
		{s.words.T("supplier.another"), "", "key.none", "model.key.paste"},
		{"OpenRouter", "sk-or", "key.keyring", "model.key.hint"},
	}
	for _, row := range rows {
		s.home.Keys["openrouter"] = row.key
		f.Provider.SetSelected(row.supplier)
		s.bench.Settle()
		if f.keyNote.Source() != s.words.T(row.line) || f.Key.PlaceHolder != s.words.T(row.hint) {
			t.Errorf("%+v: %q, %q", row, f.keyNote.Source(), f.Key.PlaceHolder)
		}
		if f.Window.Note.Visible() {
			t.Errorf("%+v: it tells of the window of another choice", row)
		}
	}
}

// TestAServerOfThisComputerMayWantAKey: the field is there once the server asks for a
// key, and stays as long as one is kept.
func TestAServerOfThisComputerMayWantAKey(t *testing.T) {
	chosen := uitest.DarkSettings()
	chosen.Models.Chat = config.ModelChoice{Provider: "openai", Name: "a", BaseURL: page.StudioLocal}
	s := newStageWith(t, 0, chosen)
	s.goPage(pageSettings)
	s.bench.Settle()
	f := s.prefs.Roles[0]
	asks := func() bool { return f.keyPart.Visible() }
	if f.supplier().ID != "studio" || asks() {
		t.Errorf("%s asks for a key before the server does", f.supplier().ID)
	}
	s.home.Unread = llm.ErrKey
	f.Address.OnSubmitted("")
	s.bench.Settle()
	if !asks() || f.keyNote.Source() != s.words.T("key.refused") {
		t.Errorf("the server wants a key, and nothing asks for it: %q", f.keyNote.Source())
	}
	s.home.Unread = nil
	f.Key.SetText("sk-own")
	f.save()
	s.bench.Settle()
	s.goPage(pageSettings)
	s.bench.Settle()
	if s.home.Keys["compatible"] != "sk-own" || f.supplier().ID != "studio" || !asks() || f.keyNote.Source() != s.words.T("key.keyring") {
		t.Errorf("with its key kept: %v, %s, %q", s.home.Keys, f.supplier().ID, f.keyNote.Source())
	}
}

// TestWithoutAnAddressNobodyIsAsked: another server is not OpenAI because nobody has
// said yet where it is.
func TestWithoutAnAddressNobodyIsAsked(t *testing.T) {
	s := newStage(t, 0)
	s.goPage(pageSettings)
	f := s.prefs.Roles[0]
	s.home.Models = []models.Info{{Name: "a"}, {Name: "b"}}
	f.Provider.SetSelected("Ollama")
	s.bench.Settle()
	s.home.Asked = nil
	f.Provider.SetSelected(s.words.T("supplier.another"))
	if f.ServerModels.Note.Source() != "" {
		t.Errorf("of the models of another supplier: %q", f.ServerModels.Note.Source())
	}
	f.Name.SetText("a")
	f.save()
	s.bench.Settle()
	if len(s.home.Asked) != 0 || s.home.Tested.Name != "" || f.result.Source() != s.words.T("model.address.missing") {
		t.Errorf("asked %v, tried %+v, said %q", s.home.Asked, s.home.Tested, f.result.Source())
	}
}

// TestAHalfTypedAddressGetsNoKey: a server that may take a key is asked for its
// models once its address is said to be complete.
func TestAHalfTypedAddressGetsNoKey(t *testing.T) {
	s := newStage(t, 0)
	s.goPage(pageSettings)
	f := s.prefs.Roles[0]
	f.Provider.SetSelected(s.words.T("supplier.another"))
	s.bench.Settle()
	s.home.Asked = nil
	f.Address.SetText("https://exam")
	s.bench.Settle()
	f.Address.SetText("https://example.com/v1")
	s.bench.Settle()
	if len(s.home.Asked) != 0 {
		t.Errorf("asked while it was typed: %v", s.home.Asked)
	}
	f.Address.OnSubmitted(f.Address.Text)
	s.bench.Settle()
	if len(s.home.Asked) != 1 || s.home.Asked[0].BaseURL != "https://example.com/v1" {
		t.Errorf("asked at last: %v", s.home.Asked)
	}
}
