package settings

import (
	"strings"
	"testing"

	"yumori/dreaming"
	"yumori/internal/config"
	"yumori/internal/llm"
	"yumori/internal/spending"
	"yumori/retrieval"
	"yumori/retrieval/embedding"
	"yumori/ui/page"
	"yumori/ui/uitest"
	"yumori/ui/widget"
)

func openEmbedder(t *testing.T) (*stage, *embedderForm) {
	t.Helper()
	s := newStage(t, 2)
	s.goPage(pageSettings)
	s.bench.Settle()
	return s, s.prefs.embedder
}

func TestTheEmbedderIsChosenLive(t *testing.T) {
	s, f := openEmbedder(t)
	w := s.words
	if f.more.Visible() || f.about.Source() != w.T("embed.about.builtin") {
		t.Errorf("at first: %q", f.about.Source())
	}
	pick := func(value string) { f.provider.SetSelected(widget.WordOf(f.providers, value)); s.bench.Settle() }
	pick(embedLocal)
	if f.address.Text != localServer || f.keyed.Visible() || f.about.Source() != w.T("embed.about.local") {
		t.Errorf("on this machine: %q, %q", f.address.Text, f.about.Source())
	}
	f.name.SetText("nomic-embed-text")
	uitest.TapButton(t, f.content, w.T("model.test"))
	s.bench.Settle()
	if want := (config.EmbedderChoice{Provider: "openai", Name: "nomic-embed-text", BaseURL: localServer}); len(s.home.Embedded) != 1 || s.home.Embedded[0] != want {
		t.Errorf("tried %+v", s.home.Embedded)
	}
	if !strings.Contains(f.result.Source(), "1,536") {
		t.Errorf("the test says %q", f.result.Source())
	}
	s.home.Kept.Embedder.Cache = 7
	s.Settings = s.home.Kept
	uitest.TapButton(t, f.content, w.T("embed.save"))
	s.bench.Settle()
	if got := s.home.Kept.Embedder; got.BaseURL != localServer || got.Cache != 7 {
		t.Errorf("kept %+v", got)
	}
	if got := widget.ValueOf(f.providers, f.provider.Selected); got != embedLocal {
		t.Errorf("it is shown as %q", got)
	}
	pick("openai")
	if f.address.Text != "" || !f.keyed.Visible() || !strings.Contains(f.about.Source(), "OpenAI") {
		t.Errorf("away: %q, %q", f.address.Text, f.about.Source())
	}
	pick("gemini")
	if f.server.Visible() || !strings.Contains(f.about.Source(), "Gemini") {
		t.Errorf("Gemini: %q", f.about.Source())
	}
	f.key.SetText("k")
	f.fallback.SetSelected(widget.WordOf(f.fallbacks, "openai"))
	uitest.TapButton(t, f.content, w.T("embed.save"))
	s.bench.Settle()
	if got := s.home.Kept.Embedder; got.Provider != "gemini" || got.Fallback != "openai" || f.key.Text != "" {
		t.Errorf("kept %+v", got)
	}
	pick("builtin")
	if s.home.Kept.Embedder.Configured() {
		t.Error("to have none does not hold at once")
	}
	s.home.Fail = llm.ErrKey
	pick("gemini")
	uitest.TapButton(t, f.content, w.T("model.test"))
	s.bench.Settle()
	if !strings.Contains(f.result.Source(), w.T("error.key")) {
		t.Errorf("a bad key: %q", f.result.Source())
	}
}

func TestHowTheVectorsStand(t *testing.T) {
	w := uitest.English(t)
	state := func(e *embedding.State, chunks, vectors int) []retrieval.IndexState {
		return []retrieval.IndexState{{Chunks: chunks, Vectors: vectors, Embedder: e}}
	}
	for _, tt := range []struct {
		name string
		list []retrieval.IndexState
		want vectorModel
	}{
		{"none", []retrieval.IndexState{{Chunks: 1200}}, vectorModel{text: "1,200 passages are found by keywords."}},
		{"making", state(&embedding.State{Filling: 40}, 1200, 0), vectorModel{text: "Embedding 40 of 1,200 …", busy: true}},
		{"waiting", state(&embedding.State{Problem: "no server", Failure: llm.ErrUnavailable}, 1200, 0), vectorModel{text: w.T("embed.waiting"), problem: w.Explain(llm.ErrUnavailable).Sentence()}},
		{"in use", state(&embedding.State{InUse: "openai/q", Dim: 1536}, 1200, 1190), vectorModel{text: "In use: openai/q (1,536 dimensions); 1,190 of 1,200 passages are embedded."}},
	} {
		if got := vectorView(tt.list, w); got != tt.want {
			t.Errorf("%s: %+v, want %+v", tt.name, got, tt.want)
		}
	}
	s, f := openEmbedder(t)
	s.companion.Indexes = state(&embedding.State{InUse: "openai/q", Dim: 3, Problem: "2 vectors short", Left: 2}, 9, 7)
	s.prefs.readVectors(0)
	s.bench.Settle()
	if !f.problem.Visible() || !strings.Contains(f.problem.Source(), "2 texts") || !strings.Contains(f.state.Source(), "7 of 9") {
		t.Errorf("it says %q, %q", f.state.Source(), f.problem.Source())
	}
}

func TestCapsAndTonightStandByTheCost(t *testing.T) {
	s := newStage(t, 2)
	s.companion.FakeDreams = uitest.DreamtOf()
	s.home.Kept.Budget = config.BudgetChoices{DayCalls: 10, DayTokens: 1000, MonthMoney: 2}
	s.home.Spent = []spending.Sum{{Purpose: "act", Model: "m", Usage: llm.Usage{Calls: 4, Prompt: 1500, Money: 0.5}}}
	s.companion.Spent = llm.Usage{Calls: 7}
	s.goPage(pageSettings)
	s.bench.Settle()
	said := uitest.Said(s.prefs.spent)
	for _, want := range []string{"proactive messages, m", "Tonight", "12 messages", "9,000 tokens", page.OutlookView(dreaming.Outlook{}, uitest.Noon, s.words)} {
		if !strings.Contains(said, want) {
			t.Errorf("it does not say %q:\n%s", want, said)
		}
	}
	if strings.Contains(said, "0 of 40") || !strings.Contains(said, "7 of 40") || !strings.Contains(said, "4 of 10") || !strings.Contains(said, "0.50 of 2.00") {
		t.Errorf("the limits of night, day and month:\n%s", said)
	}
}
