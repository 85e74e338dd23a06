package ui

import (
	"context"
	"strings"
	"testing"

	"yumori/internal/config"
	"yumori/internal/llm"
	"yumori/internal/models"
	"yumori/ui/chat"
	"yumori/ui/page"
	"yumori/ui/uitest"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

// An Ollama that has no model yet, on a machine that a few models suit.
func newcomer(t *testing.T) *stage {
	t.Helper()
	s := newStageWith(t, 0, config.Settings{})
	s.fake.Servers = []models.Server{{Kind: "Ollama", Provider: page.ProviderOllama, BaseURL: page.OllamaLocal}}
	s.fake.Suited = []models.Suggestion{{Name: "qwen3:4b", Download: 2_500_000_000}, {Name: "gemma3:1b", Download: 815_000_000}}
	s.discovery.look()
	s.bench.Settle()
	return s
}

func TestWelcomeView(t *testing.T) {
	w := uitest.English(t)
	suited := []models.Suggestion{{Name: "qwen3:4b", Download: 2_500_000_000}}
	empty := models.Server{Kind: "Ollama", Provider: page.ProviderOllama, BaseURL: page.OllamaLocal}
	studio := models.Server{Kind: "LM Studio", Provider: "openai", BaseURL: "http://127.0.0.1:1234/v1", Models: []string{"a", "b"}}
	m := chat.WelcomeView(page.WelcomeState{Machine: page.Machine{Servers: []models.Server{empty, studio}, Suited: suited}}, w)
	if len(m.Servers) != 2 || m.None != "" {
		t.Fatalf("%+v", m)
	}
	want := page.OfferModel{Choice: config.ModelChoice{Provider: page.ProviderOllama, Name: "qwen3:4b", BaseURL: page.OllamaLocal},
		Word: "Download and use", About: "qwen3:4b ·  2.5 GB", Pull: true}
	if got := m.Servers[0].Offers; len(got) != 1 || got[0] != want {
		t.Errorf("of an Ollama without a model: %+v", got)
	}
	if got := m.Servers[1].Offers; len(got) != 1 || got[0].Pull || got[0].Choice.Provider != "openai" || got[0].Choice.Name != "a" {
		t.Errorf("of LM Studio: %+v", got)
	}
	if m := chat.WelcomeView(page.WelcomeState{}, w); m.None == "" || len(m.Servers) != 0 {
		t.Errorf("where nothing was found: %+v", m)
	}
	if m := chat.WelcomeView(page.WelcomeState{Machine: page.Machine{Servers: []models.Server{empty}}, Pulling: true}, w); !m.Pulling || len(m.Servers) != 0 {
		t.Errorf("while one is downloaded: %+v", m)
	}
}

func TestANewcomerDownloadsAModelAndTalksWithIt(t *testing.T) {
	s := newcomer(t)
	card := s.ChatPage().First.Model
	if card == nil || len(card.Servers) != 1 || len(card.Servers[0].Offers) != 2 {
		t.Fatalf("offered: %+v", card)
	}
	var box *page.PullBox
	s.fake.Pull = func(ctx context.Context, tell func(models.PullProgress)) error {
		box = s.ChatPage().First.Pull
		for _, done := range []int64{0, 1_000_000_000, 2_000_000_000} {
			tell(models.PullProgress{Done: done, Total: 2_500_000_000})
		}
		if box.Line.Source() != "2,000 of 2,500 MB ·  80 %" || !box.Content.Visible() || !box.Stop.Visible() {
			t.Errorf("on the way it says %q", box.Line.Source())
		}
		return nil
	}
	uitest.TapButton(t, s.ChatPage().Transcript.Others.WelcomeCard(*card), s.words.T("pull.use"))
	if w := s.ChatPage().First.Model; w == nil || !w.Pulling {
		t.Errorf("the card does not show the download: %+v", w)
	}
	s.bench.Settle()
	want := config.ModelChoice{Provider: page.ProviderOllama, Name: "qwen3:4b", BaseURL: page.OllamaLocal}
	if got := s.fake.Kept; got.Models.Chat != want || !got.UI.Welcomed {
		t.Errorf("afterwards the settings are %+v", got)
	}
	if s.win.Canvas().Focused() != s.ChatPage().Composer.Entry {
		t.Error("one cannot begin to type")
	}
	if s.ChatPage().First.Model != nil || s.page != pageChat {
		t.Error("the card is still there, or the conversation was left")
	}
}

// Who chose a model that is there, by mouse, can begin to type as well; and what
// is typed while nothing has the focus goes into the entry.
func TestANewcomerChoosesAModelAndTypes(t *testing.T) {
	s := newStageWith(t, 0, config.Settings{})
	s.fake.Servers = []models.Server{{Kind: "Ollama", Provider: page.ProviderOllama, BaseURL: page.OllamaLocal, Models: []string{"gemma3:12b"}}}
	s.discovery.look()
	s.bench.Settle()
	p := s.ChatPage()
	s.win.Canvas().Unfocus()
	uitest.TapButton(t, p.Transcript.Others.WelcomeCard(*p.First.Model), s.words.T("welcome.use", "model", "gemma3:12b"))
	s.bench.Settle()
	if s.fake.Kept.Models.Chat.Name != "gemma3:12b" || s.win.Canvas().Focused() != p.Composer.Entry {
		t.Errorf("with %q, the focus is on %T", s.fake.Kept.Models.Chat.Name, s.win.Canvas().Focused())
	}
	s.win.Canvas().Unfocus()
	s.win.Canvas().OnTypedRune()(' ') // of a button that was pressed with it and is gone
	if p.Composer.Entry.Text != "" || s.win.Canvas().Focused() != nil {
		t.Errorf("a space gives the focus to %T", s.win.Canvas().Focused())
	}
	s.win.Canvas().OnTypedRune()('h')
	if p.Composer.Entry.Text != "h" || s.win.Canvas().Focused() != p.Composer.Entry {
		t.Errorf("the entry has %q", p.Composer.Entry.Text)
	}
	s.goPage(pageMind)
	s.bench.Settle()
	s.win.Canvas().OnTypedRune()('i')
	if p.Composer.Entry.Text != "h" {
		t.Errorf("on another page: %q", p.Composer.Entry.Text)
	}
}

func TestADownloadThatBreaksOffGoesOn(t *testing.T) {
	s := newcomer(t)
	s.fake.Pull = func(ctx context.Context, tell func(models.PullProgress)) error {
		tell(models.PullProgress{Done: 60, Total: 100})
		return llm.ErrUnavailable
	}
	s.calls.Pull.Begin(page.RoleChat, s.ChatPage().First.Model.Servers[0].Offers[0].Choice)
	s.bench.Settle()
	box := s.ChatPage().First.Pull
	if !strings.Contains(box.Line.Source(), "60 %") || !box.GoOn.Visible() || box.Stop.Visible() || s.fake.Kept.Models.Chat.Configured() {
		t.Fatalf("broken off: %q, %q", box.Title.Source(), box.Line.Source())
	}
	// It is seen in the settings too, and goes on from there.
	s.goPage(pageSettings)
	s.bench.Settle()
	there := s.prefs.Roles[0].ServerModels
	if !there.Box.Content.Visible() || there.Box.Line.Source() != box.Line.Source() {
		t.Errorf("in the settings: %q", there.Box.Line.Source())
	}
	s.fake.Pull = nil
	test.Tap(there.Box.GoOn)
	s.bench.Settle()
	if got := s.fake.Kept.Models.Chat.Name; got != "qwen3:4b" || len(s.fake.Pulls) != 2 {
		t.Errorf("after it went on the model is %q", got)
	}
	if there.Box.Content.Visible() {
		t.Error("the download is still shown")
	}
}

func TestADownloadIsStoppedAndGivenUp(t *testing.T) {
	s := newcomer(t)
	s.fake.Pull = func(ctx context.Context, tell func(models.PullProgress)) error {
		tell(models.PullProgress{Done: 60, Total: 100})
		test.Tap(s.ChatPage().First.Pull.Stop)
		tell(models.PullProgress{Done: 70, Total: 100})
		return ctx.Err()
	}
	offer := s.ChatPage().First.Model.Servers[0].Offers[1].Choice
	s.calls.Pull.Begin(page.RoleChat, offer)
	s.calls.Pull.Begin(page.RoleLight, offer) // one at a time
	s.bench.Settle()
	box := s.ChatPage().First.Pull
	if box.Title.Source() != "The download of gemma3:1b is paused at 60 %" || len(s.fake.Pulls) != 1 {
		t.Errorf("stopped it says %q", box.Title.Source())
	}
	test.Tap(box.GiveUp)
	s.bench.Settle()
	if w := s.ChatPage().First.Model; w == nil || w.Pulling || len(w.Servers) != 1 {
		t.Errorf("given up, the card is %+v", w)
	}
}

func TestOnlyTheNewestThatIsToldIsShown(t *testing.T) {
	b := uitest.NewBench(t)
	var later []func()
	b.Enter = func(f func()) { later = append(later, f) }
	var shown []int
	tell := page.Teller(b.Dispatcher, func(n int) { shown = append(shown, n) })
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
	f := s.prefs.Roles[1]
	s.fake.Window = llm.Window{Tokens: 4096, From: llm.WindowServed}
	f.Provider.SetSelected("Ollama")
	s.bench.Settle()
	if f.Address.Text != page.OllamaLocal || f.ServerModels.Note.Source() != s.words.T("model.there.none") || f.Images.Visible() || f.Key.Visible() && f.Only[3].Part.Visible() {
		t.Errorf("chosen: %q, %q", f.Address.Text, f.ServerModels.Note.Source())
	}
	f.ServerModels.Name.SetText(" qwen3:8b ")
	test.Tap(f.ServerModels.Get)
	s.fake.Models = []models.Info{{Name: "gemma3:1b"}, {Name: "nomic-embed-text", Embeds: true}, {Name: "qwen3:8b"}}
	s.bench.Settle()
	want := config.ModelChoice{Provider: page.ProviderOllama, Name: "qwen3:8b", BaseURL: page.OllamaLocal}
	if got := s.fake.Kept.Models; got.Light != want || got.Chat.Configured() {
		t.Errorf("downloaded for small tasks: %+v", got)
	}
	if got := f.ServerModels.Note.Source(); got != "2 models available." || f.Name.Text != "qwen3:8b" {
		t.Errorf("afterwards: %q, %q", got, f.Name.Text)
	}
	if got := f.Window.Note.Source(); got != "This model handles 4,096 tokens (reported by the server)." {
		t.Errorf("its window: %q", got)
	}
	s.fake.Unread = llm.ErrUnavailable
	f.ServerModels.Read(0)
	s.bench.Settle()
	if got := f.ServerModels.Note.Source(); got != s.words.Explain(llm.ErrUnavailable).Sentence() {
		t.Errorf("a server that does not run: %q", got)
	}
	f.Provider.SetSelected(s.words.T("supplier.another"))
	if f.Address.Text != "" || f.ServerModels.Content.Visible() {
		t.Errorf("another provider: %q", f.Address.Text)
	}
}

func TestTheCardIsReadFromItsBeginning(t *testing.T) {
	s := newcomer(t)
	s.win.Resize(fyne.NewSize(1024, 420))
	c := s.ChatPage().Transcript.Column
	if c.Total() <= c.Size().Height || c.Scroll.Offset.Y != 0 {
		t.Errorf("of %v in %v the view begins at %v", c.Total(), c.Size().Height, c.Scroll.Offset.Y)
	}
	if s.ChatPage().Transcript.Pill.Visible() {
		t.Error("the way to the newest message is offered where there is none")
	}
}
