package ui

import (
	"context"
	"strings"
	"testing"

	"yumori/internal/companion"
	"yumori/internal/llm"
	"yumori/ui/page"
	"yumori/ui/uitest"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

// An Ollama that has no model yet, on a machine that a few models suit.
func newcomer(t *testing.T) *stage {
	t.Helper()
	s := newStageWith(t, 0, companion.Settings{})
	s.house.Servers = []companion.Server{{Kind: "Ollama", Provider: page.ProviderOllama, BaseURL: ollamaLocal}}
	s.house.Suited = []companion.ModelSuggestion{{Name: "qwen3:4b", Download: 2_500_000_000}, {Name: "gemma3:1b", Download: 815_000_000}}
	s.discover()
	s.bench.Settle()
	return s
}

func TestWelcomeView(t *testing.T) {
	w := uitest.English(t)
	suited := []companion.ModelSuggestion{{Name: "qwen3:4b", Download: 2_500_000_000}}
	empty := companion.Server{Kind: "Ollama", Provider: page.ProviderOllama, BaseURL: ollamaLocal}
	studio := companion.Server{Kind: "LM Studio", Provider: "openai", BaseURL: "http://127.0.0.1:1234/v1", Models: []string{"a", "b"}}
	m := welcomeView(page.WelcomeState{Machine: page.Machine{Servers: []companion.Server{empty, studio}, Suited: suited}}, w)
	if len(m.servers) != 2 || m.none != "" {
		t.Fatalf("%+v", m)
	}
	want := page.OfferModel{Choice: companion.ModelChoice{Provider: page.ProviderOllama, Name: "qwen3:4b", BaseURL: ollamaLocal},
		Word: "Download and use", About: "qwen3:4b ·  2.5 GB", Pull: true}
	if got := m.servers[0].Offers; len(got) != 1 || got[0] != want {
		t.Errorf("of an Ollama without a model: %+v", got)
	}
	if got := m.servers[1].Offers; len(got) != 1 || got[0].Pull || got[0].Choice.Provider != "openai" || got[0].Choice.Name != "a" {
		t.Errorf("of LM Studio: %+v", got)
	}
	if m := welcomeView(page.WelcomeState{}, w); m.none == "" || len(m.servers) != 0 {
		t.Errorf("where nothing was found: %+v", m)
	}
	if m := welcomeView(page.WelcomeState{Machine: page.Machine{Servers: []companion.Server{empty}}, Pulling: true}, w); !m.pulling || len(m.servers) != 0 {
		t.Errorf("while one is downloaded: %+v", m)
	}
}

func TestANewcomerDownloadsAModelAndTalksWithIt(t *testing.T) {
	s := newcomer(t)
	card := s.chatPage().state.welcome
	if card == nil || len(card.servers) != 1 || len(card.servers[0].Offers) != 2 {
		t.Fatalf("offered: %+v", card)
	}
	var box *page.PullBox
	s.house.Pull = func(ctx context.Context, tell func(companion.PullProgress)) error {
		box = s.chatPage().pull
		for _, done := range []int64{0, 1_000_000_000, 2_000_000_000} {
			tell(companion.PullProgress{Done: done, Total: 2_500_000_000})
		}
		if box.Line.Source() != "2,000 of 2,500 MB ·  80 %" || !box.Content.Visible() || !box.Stop.Visible() {
			t.Errorf("on the way it says %q", box.Line.Source())
		}
		return nil
	}
	uitest.TapButton(t, s.chatPage().others.welcomeCard(*card), s.words.T("pull.use"))
	if w := s.chatPage().state.welcome; w == nil || !w.pulling {
		t.Errorf("the card does not show the download: %+v", w)
	}
	s.bench.Settle()
	want := companion.ModelChoice{Provider: page.ProviderOllama, Name: "qwen3:4b", BaseURL: ollamaLocal}
	if got := s.house.Kept; got.Models.Chat != want || !got.UI.Welcomed {
		t.Errorf("afterwards the settings are %+v", got)
	}
	if s.win.Canvas().Focused() != s.chatPage().composer.entry {
		t.Error("one cannot begin to type")
	}
	if s.chatPage().state.welcome != nil || s.page != pageChat {
		t.Error("the card is still there, or the conversation was left")
	}
}

func TestADownloadThatBreaksOffGoesOn(t *testing.T) {
	s := newcomer(t)
	s.house.Pull = func(ctx context.Context, tell func(companion.PullProgress)) error {
		tell(companion.PullProgress{Done: 60, Total: 100})
		return llm.ErrUnavailable
	}
	s.calls.Pull.Begin(page.RoleChat, s.chatPage().state.welcome.servers[0].Offers[0].Choice)
	s.bench.Settle()
	box := s.chatPage().pull
	if !strings.Contains(box.Line.Source(), "60 %") || !box.GoOn.Visible() || box.Stop.Visible() || s.house.Kept.Models.Chat.Configured() {
		t.Fatalf("broken off: %q, %q", box.Title.Source(), box.Line.Source())
	}
	// It is seen in the settings too, and goes on from there.
	s.goPage(pageSettings)
	s.bench.Settle()
	there := s.prefs.roles[0].shelf
	if !there.box.Content.Visible() || there.box.Line.Source() != box.Line.Source() {
		t.Errorf("in the settings: %q", there.box.Line.Source())
	}
	s.house.Pull = nil
	test.Tap(there.box.GoOn)
	s.bench.Settle()
	if got := s.house.Kept.Models.Chat.Name; got != "qwen3:4b" || len(s.house.Pulls) != 2 {
		t.Errorf("after it went on the model is %q", got)
	}
	if there.box.Content.Visible() {
		t.Error("the download is still shown")
	}
}

func TestADownloadIsStoppedAndGivenUp(t *testing.T) {
	s := newcomer(t)
	s.house.Pull = func(ctx context.Context, tell func(companion.PullProgress)) error {
		tell(companion.PullProgress{Done: 60, Total: 100})
		test.Tap(s.chatPage().pull.Stop)
		tell(companion.PullProgress{Done: 70, Total: 100})
		return ctx.Err()
	}
	offer := s.chatPage().state.welcome.servers[0].Offers[1].Choice
	s.calls.Pull.Begin(page.RoleChat, offer)
	s.calls.Pull.Begin(page.RoleLight, offer) // one at a time
	s.bench.Settle()
	box := s.chatPage().pull
	if box.Title.Source() != "The download of gemma3:1b is paused at 60 %" || len(s.house.Pulls) != 1 {
		t.Errorf("stopped it says %q", box.Title.Source())
	}
	test.Tap(box.GiveUp)
	s.bench.Settle()
	if w := s.chatPage().state.welcome; w == nil || w.pulling || len(w.servers) != 1 {
		t.Errorf("given up, the card is %+v", w)
	}
}

func TestOnlyTheNewestThatIsToldIsShown(t *testing.T) {
	b := uitest.NewBench(t)
	var later []func()
	b.Enter = func(f func()) { later = append(later, f) }
	var shown []int
	tell := page.Teller(b.Border, func(n int) { shown = append(shown, n) })
	ctx, cancel := context.WithCancel(t.Context())
	for n := range 5 {
		tell(ctx, n)
	}
	for _, f := range later {
		f()
	}
	if len(later) != 1 || len(shown) != 1 || shown[0] != 4 {
		t.Errorf("%d crossings brought %v", len(later), shown)
	}
	tell(ctx, 5)
	cancel()
	later[1]()
	if len(shown) != 1 {
		t.Errorf("after the end %v was shown", shown)
	}
}

func TestOllamaIsAProviderOfItsOwn(t *testing.T) {
	s := newcomer(t)
	s.goPage(pageSettings)
	s.bench.Settle()
	f := s.prefs.roles[1]
	s.house.Window = llm.Window{Tokens: 4096, From: llm.WindowServed}
	f.provider.SetSelected(s.words.T("provider.ollama"))
	s.bench.Settle()
	if f.address.Text != ollamaLocal || f.shelf.note.Source() != s.words.T("model.there.none") || f.images.Visible() || f.key.Visible() && f.only[3].part.Visible() {
		t.Errorf("chosen: %q, %q", f.address.Text, f.shelf.note.Source())
	}
	f.shelf.name.SetText(" qwen3:8b ")
	test.Tap(f.shelf.get)
	s.house.Models = []companion.ModelInfo{{Name: "gemma3:1b"}, {Name: "nomic-embed-text", Embeds: true}, {Name: "qwen3:8b"}}
	s.bench.Settle()
	want := companion.ModelChoice{Provider: page.ProviderOllama, Name: "qwen3:8b", BaseURL: ollamaLocal}
	if got := s.house.Kept.Models; got.Light != want || got.Chat.Configured() {
		t.Errorf("downloaded for small tasks: %+v", got)
	}
	if got := f.shelf.note.Source(); got != "2 models are there." || f.name.Text != "qwen3:8b" {
		t.Errorf("afterwards: %q, %q", got, f.name.Text)
	}
	if got := f.window.note.Source(); got != "This model serves 4,096 tokens (said by the server)." {
		t.Errorf("its window: %q", got)
	}
	s.house.Unread = llm.ErrUnavailable
	f.shelf.read(0)
	s.bench.Settle()
	if got := f.shelf.note.Source(); got != s.words.Explain(llm.ErrUnavailable).Sentence() {
		t.Errorf("a server that does not run: %q", got)
	}
	f.provider.SetSelected(s.words.T("provider.openai"))
	if f.address.Text != "" || f.shelf.content.Visible() {
		t.Errorf("another provider: %q", f.address.Text)
	}
}

func TestTheWindowOfAModelIsSet(t *testing.T) {
	s := newStage(t, 0)
	s.goPage(pageSettings)
	f := s.prefs.roles[0]
	for _, tt := range []struct {
		text string
		want int
	}{{"", 0}, {"16384", 16384}, {"16,384", 16384}, {"many", 0}, {"-5", 0}} {
		f.window.entry.SetText(tt.text)
		if got := f.window.tokens(); got != tt.want {
			t.Errorf("%q is %d tokens", tt.text, got)
		}
	}
	for _, w := range []page.Words{uitest.English(t), uitest.Japanese(t)} {
		seen := map[string]bool{}
		for _, from := range []llm.WindowSource{llm.WindowLearned, llm.WindowSet, llm.WindowServed, llm.WindowTable, llm.WindowAssumed} {
			said := w.Window(llm.Window{Tokens: 32768, From: from})
			if !strings.Contains(said, "32,768") || seen[said] {
				t.Errorf("%s: %q", from, said)
			}
			seen[said] = true
		}
	}
}

func TestTheCardIsReadFromItsBeginning(t *testing.T) {
	s := newcomer(t)
	s.win.Resize(fyne.NewSize(1024, 420))
	c := s.chatPage().column
	if c.total() <= c.Size().Height || c.scroll.Offset.Y != 0 {
		t.Errorf("of %v in %v the view begins at %v", c.total(), c.Size().Height, c.scroll.Offset.Y)
	}
	if s.chatPage().pill.Visible() {
		t.Error("the way to the newest message is offered where there is none")
	}
}
