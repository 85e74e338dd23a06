package ui

import (
	"context"
	"strings"
	"testing"

	"yumori/internal/companion"
	"yumori/internal/llm"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

func TestPullView(t *testing.T) {
	w := english(t)
	choice := companion.ModelChoice{Provider: providerOllama, Name: "qwen3:4b"}
	at := companion.PullProgress{Done: 1_230_000_000, Total: 2_050_000_000}
	for _, tt := range []struct {
		name string
		s    pullState
		want pullModel
	}{
		{"nothing", pullState{}, pullModel{}},
		{"begins", pullState{choice: choice, running: true}, pullModel{title: "Downloading qwen3:4b", line: "Starting …", stop: true}},
		{"on its way", pullState{choice: choice, running: true, at: at},
			pullModel{title: "Downloading qwen3:4b", line: "1,230 of 2,050 MB ·  60 %", share: 0.6, stop: true}},
		{"arrived", pullState{choice: choice, running: true, at: companion.PullProgress{Done: 9, Total: 9}},
			pullModel{title: "Downloading qwen3:4b", line: "Checking what arrived …", share: 1, stop: true}},
		{"stopped", pullState{choice: choice, at: at},
			pullModel{title: "The download of qwen3:4b is paused at 60 %", line: w.T("pull.kept"), share: 0.6, goOn: true, ended: true}},
		{"broke at 60 %", pullState{choice: choice, at: at, err: llm.ErrUnavailable},
			pullModel{title: "qwen3:4b is not downloaded yet", line: "The connection broke at 60 %.", next: w.T("pull.kept"),
				details: llm.ErrUnavailable.Error(), bad: true, share: 0.6, goOn: true, ended: true}},
		{"refused at 60 %", pullState{choice: choice, at: at, err: llm.ErrRefused},
			pullModel{title: "qwen3:4b is not downloaded yet", line: "It broke off at 60 %: " + w.T("error.refused"), next: w.T("pull.kept"),
				details: llm.ErrRefused.Error(), bad: true, share: 0.6, goOn: true, ended: true}},
		{"never began", pullState{choice: choice, err: llm.ErrUnavailable},
			pullModel{title: "qwen3:4b is not downloaded yet", line: w.T("error.unavailable"), next: w.T("error.unavailable.next"),
				details: llm.ErrUnavailable.Error(), bad: true, goOn: true, ended: true}},
		{"no such model", pullState{choice: choice, err: llm.ErrNoModel},
			pullModel{title: "qwen3:4b is not downloaded yet", line: w.T("pull.unknown"), next: w.T("pull.unknown.next"),
				details: llm.ErrNoModel.Error(), bad: true, ended: true}},
	} {
		if got := pullView(tt.s, w); got != tt.want {
			t.Errorf("%s: %+v\nwant %+v", tt.name, got, tt.want)
		}
	}
}

// An Ollama that has no model yet, on a machine that a few models suit.
func newcomer(t *testing.T) *stage {
	t.Helper()
	s := newStageWith(t, 0, companion.Settings{})
	s.house.servers = []companion.Server{{Kind: "Ollama", Provider: providerOllama, BaseURL: ollamaLocal}}
	s.house.suited = []companion.ModelSuggestion{{Name: "qwen3:4b", Download: 2_500_000_000}, {Name: "gemma3:1b", Download: 815_000_000}}
	s.discover()
	s.bench.settle()
	return s
}

func TestWelcomeView(t *testing.T) {
	w := english(t)
	suited := []companion.ModelSuggestion{{Name: "qwen3:4b", Download: 2_500_000_000}}
	empty := companion.Server{Kind: "Ollama", Provider: providerOllama, BaseURL: ollamaLocal}
	studio := companion.Server{Kind: "LM Studio", Provider: "openai", BaseURL: "http://127.0.0.1:1234/v1", Models: []string{"a", "b"}}
	m := welcomeView(welcomeState{machine: machine{[]companion.Server{empty, studio}, suited}}, w)
	if len(m.servers) != 2 || m.none != "" {
		t.Fatalf("%+v", m)
	}
	want := offerModel{choice: companion.ModelChoice{Provider: providerOllama, Name: "qwen3:4b", BaseURL: ollamaLocal},
		word: "Download and use", about: "qwen3:4b ·  2.5 GB", pull: true}
	if got := m.servers[0].offers; len(got) != 1 || got[0] != want {
		t.Errorf("of an Ollama without a model: %+v", got)
	}
	if got := m.servers[1].offers; len(got) != 1 || got[0].pull || got[0].choice.Provider != "openai" || got[0].choice.Name != "a" {
		t.Errorf("of LM Studio: %+v", got)
	}
	if m := welcomeView(welcomeState{}, w); m.none == "" || len(m.servers) != 0 {
		t.Errorf("where nothing was found: %+v", m)
	}
	if m := welcomeView(welcomeState{machine: machine{servers: []companion.Server{empty}}, pulling: true}, w); !m.pulling || len(m.servers) != 0 {
		t.Errorf("while one is downloaded: %+v", m)
	}
}

func TestANewcomerDownloadsAModelAndTalksWithIt(t *testing.T) {
	s := newcomer(t)
	card := s.chatPage().state.welcome
	if card == nil || len(card.servers) != 1 || len(card.servers[0].offers) != 2 {
		t.Fatalf("offered: %+v", card)
	}
	var box *pullBox
	s.house.pull = func(ctx context.Context, tell func(companion.PullProgress)) error {
		box = s.chatPage().pull
		for _, done := range []int64{0, 1_000_000_000, 2_000_000_000} {
			tell(companion.PullProgress{Done: done, Total: 2_500_000_000})
		}
		if box.line.Source() != "2,000 of 2,500 MB ·  80 %" || !box.content.Visible() || !box.stop.Visible() {
			t.Errorf("on the way it says %q", box.line.Source())
		}
		return nil
	}
	tapButton(t, s.chatPage().others.welcomeCard(*card), s.words.T("pull.use"))
	if w := s.chatPage().state.welcome; w == nil || !w.pulling {
		t.Errorf("the card does not show the download: %+v", w)
	}
	s.bench.settle()
	want := companion.ModelChoice{Provider: providerOllama, Name: "qwen3:4b", BaseURL: ollamaLocal}
	if got := s.house.settings; got.Models.Chat != want || !got.UI.Welcomed {
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
	s.house.pull = func(ctx context.Context, tell func(companion.PullProgress)) error {
		tell(companion.PullProgress{Done: 60, Total: 100})
		return llm.ErrUnavailable
	}
	s.calls.Pull.Begin(roleChat, s.chatPage().state.welcome.servers[0].offers[0].choice)
	s.bench.settle()
	box := s.chatPage().pull
	if !strings.Contains(box.line.Source(), "60 %") || !box.goOn.Visible() || box.stop.Visible() || s.house.settings.Models.Chat.Configured() {
		t.Fatalf("broken off: %q, %q", box.title.Source(), box.line.Source())
	}
	// It is seen in the settings too, and goes on from there.
	s.goPage(pageSettings)
	s.bench.settle()
	there := s.prefs.roles[0].shelf
	if !there.box.content.Visible() || there.box.line.Source() != box.line.Source() {
		t.Errorf("in the settings: %q", there.box.line.Source())
	}
	s.house.pull = nil
	test.Tap(there.box.goOn)
	s.bench.settle()
	if got := s.house.settings.Models.Chat.Name; got != "qwen3:4b" || len(s.house.pulls) != 2 {
		t.Errorf("after it went on the model is %q", got)
	}
	if there.box.content.Visible() {
		t.Error("the download is still shown")
	}
}

func TestADownloadIsStoppedAndGivenUp(t *testing.T) {
	s := newcomer(t)
	s.house.pull = func(ctx context.Context, tell func(companion.PullProgress)) error {
		tell(companion.PullProgress{Done: 60, Total: 100})
		test.Tap(s.chatPage().pull.stop)
		tell(companion.PullProgress{Done: 70, Total: 100})
		return ctx.Err()
	}
	offer := s.chatPage().state.welcome.servers[0].offers[1].choice
	s.calls.Pull.Begin(roleChat, offer)
	s.calls.Pull.Begin(roleLight, offer) // one at a time
	s.bench.settle()
	box := s.chatPage().pull
	if box.title.Source() != "The download of gemma3:1b is paused at 60 %" || len(s.house.pulls) != 1 {
		t.Errorf("stopped it says %q", box.title.Source())
	}
	test.Tap(box.giveUp)
	s.bench.settle()
	if w := s.chatPage().state.welcome; w == nil || w.pulling || len(w.servers) != 1 {
		t.Errorf("given up, the card is %+v", w)
	}
}

func TestOnlyTheNewestThatIsToldIsShown(t *testing.T) {
	b := newBench(t)
	var later []func()
	b.enter = func(f func()) { later = append(later, f) }
	var shown []int
	tell := teller(b.border, func(n int) { shown = append(shown, n) })
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
	s.bench.settle()
	f := s.prefs.roles[1]
	s.house.window = llm.Window{Tokens: 4096, From: llm.WindowServed}
	f.provider.SetSelected(s.words.T("provider.ollama"))
	s.bench.settle()
	if f.address.Text != ollamaLocal || f.shelf.note.Source() != s.words.T("model.there.none") || f.images.Visible() || f.key.Visible() && f.only[3].part.Visible() {
		t.Errorf("chosen: %q, %q", f.address.Text, f.shelf.note.Source())
	}
	f.shelf.name.SetText(" qwen3:8b ")
	test.Tap(f.shelf.get)
	s.house.models = []companion.ModelInfo{{Name: "gemma3:1b"}, {Name: "nomic-embed-text", Embeds: true}, {Name: "qwen3:8b"}}
	s.bench.settle()
	want := companion.ModelChoice{Provider: providerOllama, Name: "qwen3:8b", BaseURL: ollamaLocal}
	if got := s.house.settings.Models; got.Light != want || got.Chat.Configured() {
		t.Errorf("downloaded for small tasks: %+v", got)
	}
	if got := f.shelf.note.Source(); got != "2 models are there." || f.name.Text != "qwen3:8b" {
		t.Errorf("afterwards: %q, %q", got, f.name.Text)
	}
	if got := f.window.note.Source(); got != "This model serves 4,096 tokens (said by the server)." {
		t.Errorf("its window: %q", got)
	}
	s.house.unread = llm.ErrUnavailable
	f.shelf.read(0)
	s.bench.settle()
	if got := f.shelf.note.Source(); got != s.words.explain(llm.ErrUnavailable).sentence() {
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
	for _, w := range []words{english(t), japanese(t)} {
		seen := map[string]bool{}
		for _, from := range []llm.WindowSource{llm.WindowLearned, llm.WindowSet, llm.WindowServed, llm.WindowTable, llm.WindowAssumed} {
			said := w.window(llm.Window{Tokens: 32768, From: from})
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
