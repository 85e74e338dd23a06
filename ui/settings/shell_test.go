package settings

import (
	"testing"

	"yumori/internal/config"
	"yumori/internal/llm"
	"yumori/ui/uitest"
	"yumori/ui/widget"
)

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
	f := s.prefs.Roles[0]
	if f.more.Visible() {
		t.Error("the built-in rules are asked for a key")
	}
	f.Provider.SetSelected(s.words.T("provider.openai"))
	f.Address.SetText(" http://localhost:11434/v1 ")
	f.Name.SetText("llama")
	f.Key.SetText("sk-secret")
	f.test()
	s.bench.Settle()
	want := config.ModelChoice{Provider: "openai", Name: "llama", BaseURL: "http://localhost:11434/v1"}
	if s.house.Tested != want || f.result.Source() != "openai/llama answered in 1.2 s." {
		t.Errorf("tested %+v: %q", s.house.Tested, f.result.Source())
	}
	if s.house.Kept.Models.Chat.Configured() {
		t.Error("a test changed the settings")
	}
	f.save()
	s.bench.Settle()
	if s.house.Kept.Models.Chat != want || s.house.Keys["openai"] != "sk-secret" || f.Key.Text != "" {
		t.Errorf("saved %+v, the field of the key holds %q", s.house.Kept.Models.Chat, f.Key.Text)
	}
}

func TestAModelThatCannotBeUsedIsNotTaken(t *testing.T) {
	s := newStage(t, 0)
	before := config.ModelChoice{Provider: "openai", Name: "llama", BaseURL: "http://localhost:11434/v1"}
	s.house.Kept.Models.Chat, s.Settings.Models.Chat = before, before
	s.goPage(pageSettings)
	s.house.Unfit = llm.ErrAddress
	f := s.prefs.Roles[0]
	f.Address.SetText("hello world")
	f.Key.SetText("sk-secret")
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
