package ui

import (
	"context"
	"log/slog"
	"strings"
	"time"

	"yumori/internal/companion"
	"yumori/internal/config"
	"yumori/internal/event"
	"yumori/internal/llm"
	"yumori/internal/speech"
	"yumori/internal/updates"
	"yumori/ui/backups"
	"yumori/ui/chat"
	"yumori/ui/face"
	"yumori/ui/importing"
	"yumori/ui/look"
	"yumori/ui/memories"
	"yumori/ui/page"
	"yumori/ui/settings"
	"yumori/ui/tray"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// A shellOptions is what a shell is made of.
type shellOptions struct {
	App        fyne.App
	Dispatcher *page.Dispatcher
	Home       home
	Persona    string // slug to open, "" the first
	Now        func() time.Time
	Logger     *slog.Logger
	Tray       tray.Tray                  // nil: there is none
	Trayed     func(context.Context) bool // whether the system shows a tray now
	Voice      *speech.Voice              // nil nothing is read aloud
	VoiceOf    func(config.VoiceChoice) *speech.Voice
	Sounds     speech.Streamer        // plays blips; nil nothing does
	Spent      func() time.Duration   // what the processors have worked for the process; nil nobody knows
	Loud       func() (float64, bool) // how loud the voice is that is heard; nil nobody knows
}

// A shell is the window: rail, title line, and the page that is open.
type shell struct {
	opt        shellOptions
	dispatcher *page.Dispatcher
	home       home
	win        fyne.Window
	words      page.Words
	settings   config.Settings
	newer      updates.Release // what is told of, and was not read yet
	next       config.Settings // what they will be when what is on its way has arrived
	calls      *page.Calls
	faces      *face.Stage
	paint      func() // lets portraits be painted, once the first page is shown
	there      *activity

	people     []companion.PersonaInfo
	slug       string // of the persona that is open, "" none yet
	page       pageName
	companions map[string]*openPersona
	chats      map[string]*chat.Page
	states     map[string]companion.Snapshot
	found      page.Machine                // what it has to offer
	sought     bool                        // found was looked for
	pull       page.PullState              // the download under way, or broken off
	drafts     map[string]memories.Unsaved // of memories, by persona

	rail   *rail
	title  *titleLine
	body   *fyne.Container
	hints  *hintLayer
	sheets *page.Sheets
	bring  *importing.Flow
	copies *backups.Flow
	prefs  *settings.Page    // while it is open
	open   sidePage          // beside the chat; nil while the chat is
	woke   companion.Morning // the night that is told of

	inTray bool // the program stays when its window is closed

	rests int // how often memory is still to be given back
}

// Sizes of the window.
const (
	windowWidth  float32 = 1180
	windowHeight float32 = 720
	leastWidth   float32 = 720
	leastHeight  float32 = 480
)

func newShell(opt shellOptions) (*shell, error) {
	s := &shell{
		opt: opt, dispatcher: opt.Dispatcher, home: opt.Home, slug: opt.Persona, page: pageChat,
		companions: map[string]*openPersona{}, chats: map[string]*chat.Page{}, states: map[string]companion.Snapshot{},
		drafts: map[string]memories.Unsaved{},
	}
	s.settings = s.home.Settings.Settings()
	w, err := page.LoadWords(s.home.Settings.Language())
	if err != nil {
		return nil, err
	}
	s.words = w
	s.useVoice()
	s.win = opt.App.NewWindow(w.T("app.name"))
	s.win.SetPadded(false)
	s.sheets = page.NewSheets(s.win)
	s.win.SetMaster()
	s.calls = s.windowCalls()
	s.faces = page.NewFaces(page.Scene{
		Dispatcher: s.dispatcher, Now: opt.Now, Lively: s.lively, Scale: func() float32 { return s.win.Canvas().Scale() }, Loud: opt.Loud, Spent: opt.Spent,
	})
	s.paint = paintLater(s.faces)
	s.there = &activity{now: opt.Now, back: s.faces.Wake}
	s.bring = importing.New(s.deps(), s.home.imports, s.importHooks())
	s.copies = backups.New(s.deps(), s.home.copies, s.backupHooks())
	s.dress()
	s.build()
	s.win.Resize(s.size())
	s.win.SetOnDropped(s.dropped)
	s.win.SetCloseIntercept(s.shut)
	s.addShortcuts()
	s.setTray()
	life := opt.App.Lifecycle()
	life.SetOnEnteredForeground(s.look)
	life.SetOnExitedForeground(s.dispatcher.Behind)
	return s, nil
}

// The keys of the toolkit's own preferences, which are the machine's and not
// the home's.
const (
	prefWidth  = "window.width"
	prefHeight = "window.height"
	prefFolded = "glance.folded"
)

// size is the window's size when it was last closed.
func (s *shell) size() fyne.Size {
	p := s.opt.App.Preferences()
	w := float32(p.FloatWithFallback(prefWidth, float64(windowWidth)))
	h := float32(p.FloatWithFallback(prefHeight, float64(windowHeight)))
	return fyne.NewSize(max(w, leastWidth), max(h, leastHeight))
}

// shut is what closing the window does: it ends the program, or only hides it
// where the program stays in a tray from which it comes back.
func (s *shell) shut() {
	if !s.inTray || !s.settings.UI.Tray {
		s.close()
		return
	}
	page.Background(s.dispatcher, "tray", func(ctx context.Context) (bool, error) {
		return s.opt.Trayed(ctx), nil
	}, func(there bool, err error) {
		if err != nil || !there {
			s.close()
			return
		}
		s.win.Hide()
		s.dispatcher.Behind()
	})
}

// isUnsaved reports whether something written would be lost.
func (s *shell) isUnsaved() bool {
	for _, list := range s.drafts {
		if len(list) > 0 {
			return true
		}
	}
	return false
}

// close closes the window, unless something written would be lost: then it
// asks.
func (s *shell) close() {
	for slug, list := range s.drafts {
		for file := range list {
			s.sheets.Ask(page.SheetModel{
				Title: s.words.T("unsaved.title"), Action: s.words.T("unsaved.leave"), Cancel: s.words.T("cancel"),
				Text: s.words.T("unsaved.text", "file", s.words.FileTitle(file), "name", s.persona(slug).Name),
			}, nil, func() page.SheetEnd {
				s.leave()
				return page.SheetDone
			})
			return
		}
	}
	s.leave()
}

func (s *shell) leave() {
	size := s.win.Canvas().Size()
	p := s.opt.App.Preferences()
	p.SetFloat(prefWidth, float64(size.Width))
	p.SetFloat(prefHeight, float64(size.Height))
	s.win.Close()
}

// dress puts on the theme of the settings.
func (s *shell) dress() {
	variant := look.System
	switch s.settings.UI.Theme {
	case "dark":
		variant = look.Dark
	case "light":
		variant = look.Light
	}
	s.opt.App.Settings().SetTheme(look.New(look.Options{Scale: float32(s.settings.UI.TextSize) / 100, Variant: variant}))
}

// build makes the window's content in the present words.
func (s *shell) build() {
	s.hints = newHintLayer()
	s.rail = newRail(s.words, railHooks{
		Persona: s.goPersona, Page: s.goPage, Create: s.createPersona, Menu: s.personaMenu, Hint: s.calls.Hint, Face: s.wear,
	})
	s.title = newTitleLine(s.words, titleHooks{
		Search: s.toggleSearch, Talks: s.toggleTalks, Menu: s.personaMenu, Hint: s.calls.Hint,
	})
	s.body = container.NewStack()
	right := container.NewBorder(s.title.content, nil, nil, nil, s.body)
	s.win.SetContent(container.NewStack(
		widget.NewPanel(look.Bg, "", 0),
		container.NewBorder(nil, nil, s.rail.content, nil, right),
		s.hints.content,
	))
}

// start reads what the window shows first.
func (s *shell) start() {
	type first struct {
		people []companion.PersonaInfo
		slug   string
	}
	page.Background(s.dispatcher, "start", func(context.Context) (first, error) {
		people, err := s.home.personas.Personas()
		if err != nil {
			return first{}, err
		}
		slug, err := s.home.personas.First()
		return first{people, slug}, err
	}, func(f first, err error) {
		s.people = f.people
		if err != nil {
			s.fail(err)
			return
		}
		if s.slug == "" {
			s.slug = f.slug
		}
		s.goPersona(s.slug)
		s.discover()
		s.bring.Offer(s.unfinished())
	})
}

// discover looks for model servers on this machine, and again until there is one
// or a model was chosen.
func (s *shell) discover() {
	page.Background(s.dispatcher, "discover", func(ctx context.Context) (page.Machine, error) {
		return page.Machine{Servers: s.home.Models.Discover(ctx), Suited: s.home.Store.SuggestModels()}, nil
	}, func(f page.Machine, _ error) {
		nothingNew := s.sought && len(f.Servers) == 0 && len(s.found.Servers) == 0
		s.found, s.sought = f, true
		if len(f.Servers) == 0 && !s.settings.Models.Chat.Configured() {
			s.dispatcher.Schedule("discover/later", discoverAgain, s.discover)
		}
		if nothingNew {
			return // and nothing is drawn anew
		}
		s.offer()
		if s.prefs != nil {
			s.prefs.Offer(s.welcome())
		}
	})
}

// discoverAgain is how long after nothing was found it is looked again: a server
// may be started while the window is open.
const discoverAgain = 10 * time.Second

// offer shows the card of the first run until it was answered.
func (s *shell) offer() {
	c := s.chats[s.slug]
	switch {
	case c == nil:
	case s.settings.UI.Welcomed || s.settings.Models.Chat.Configured():
		c.First.Offer(nil)
	default:
		c.First.ShowPull(page.PullView(s.pull, s.words))
		c.First.Offer(chat.WelcomeView(s.welcome(), s.words))
	}
}

// welcome is what can be offered on this machine.
func (s *shell) welcome() page.WelcomeState {
	return page.WelcomeState{Machine: s.found, Pulling: s.pull.Choice.Name != ""}
}

// receive takes an event of the home.
func (s *shell) receive(e event.Event) {
	s.rest()
	switch state := e.State.(type) {
	case config.Settings:
		s.changed(state)
		return
	case llm.Usage:
		if s.prefs != nil {
			s.prefs.ReadSpending()
		}
		return
	case []companion.PersonaInfo:
		s.people = state
		s.showRail()
		return
	case companion.Summoned:
		s.surface()
		return
	case updates.Release:
		tellNewer(s, state)
		return
	}
	s.receiveOf(e)
}

// receiveOf takes an event of one persona.
func (s *shell) receiveOf(e event.Event) {
	slug, topic, ok := strings.Cut(e.Topic, "/")
	if topic == companion.TopicTurn {
		s.there.touch()
	}
	if said, is := e.State.(companion.Spoken); is {
		s.notify(slug, said)
	}
	if c := s.chats[slug]; ok && c != nil {
		c.Receive(event.Event{Topic: topic, State: e.State})
	}
	if ok && slug == s.slug && s.open != nil {
		s.open.Receive(topic, e.State)
	}
	if d, is := e.State.(companion.Dreaming); is && !d.Running && slug == s.slug && !s.dispatcher.InFront() {
		s.wake()
	}
}

// changed takes new settings: what one sees changes at once.
func (s *shell) changed(now config.Settings) {
	old := s.settings
	s.settings = now
	s.setTray()
	if old.UI.Voice != now.UI.Voice {
		s.useVoice()
	}
	if old.UI.Theme != now.UI.Theme || old.UI.TextSize != now.UI.TextSize {
		s.dress()
	}
	if w, err := page.LoadWords(s.home.Settings.Language()); err == nil && w.Lang != s.words.Lang {
		s.words = w
		s.nameTray()
	}
	if old.UI.Theme != now.UI.Theme || old.UI.TextSize != now.UI.TextSize || old.Locale != now.Locale {
		s.rebuild()
		return
	}
	for _, c := range s.chats {
		c.Composer.SendWith(now.UI.Send)
		c.Aloud.Each(widget.When(now.UI.ReadAloud))
		c.Aloud.Blip(widget.When(now.UI.Blips))
		c.RefreshCompanion()
	}
	if s.prefs != nil {
		s.prefs.Show(now)
	}
	s.offer()
}

// rebuild makes the window's content anew, with what was written kept.
func (s *shell) rebuild() {
	drafts := map[string]chat.Draft{}
	for slug, c := range s.chats {
		drafts[slug] = c.Composer.Draft()
	}
	was := s.prefs
	var read settings.SectionPlace
	if was != nil {
		read = was.Parts.Place()
	}
	clear(s.chats)
	s.sheets.Close()
	s.closePage()
	s.win.SetTitle(s.words.T("app.name"))
	s.bring.Speak(s.words)
	s.copies.Speak(s.words)
	s.build()
	for slug, d := range drafts {
		if m := s.companions[slug]; m != nil {
			s.chat(slug, m).Composer.SetDraft(d)
		}
	}
	s.showRail()
	s.goPage(s.page)
	if was != nil && s.prefs != nil {
		s.prefs.Skills.Keep(was.Skills)
		s.prefs.Parts.GoTo(read)
	}
	s.offer()
}

// fail shows an error in place of the page.
func (s *shell) fail(err error) {
	s.opt.Logger.Error("window", "error", err)
	s.paint()
	e := s.words.Explain(err)
	hooks := page.TroubleHooks{Word: func(key string) string { return s.words.T(key) }}
	card := hooks.Card(page.TroubleModel{What: e.What, Next: e.Next, Details: e.Details}, func() {})
	s.body.Objects = []fyne.CanvasObject{container.NewVBox(widget.Inset(widget.Measured(card, look.MeasureBubble), look.Around))}
	s.body.Refresh()
}
