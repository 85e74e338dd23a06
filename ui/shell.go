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
	"yumori/ui/dreams"
	"yumori/ui/face"
	"yumori/ui/importing"
	"yumori/ui/memories"
	"yumori/ui/page"
	"yumori/ui/settings"
	"yumori/ui/tray"

	"fyne.io/fyne/v2"
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

// A shell is the program in its window: rail, title line, and the page that is
// open.
type shell struct {
	*window
	*frame
	calls     *page.Calls
	faces     *face.Stage
	settings  *preferences
	there     *activity
	shortcuts *shortcuts
	tray      *trayIcon
	discovery *discovery
	pull      *download
	cast      *cast
	talks     *conversations
	mornings  *mornings
	memory    *releaser

	slug       string // of the persona that is open, "" none yet
	page       pageName
	companions map[string]*openPersona
	states     map[string]companion.Snapshot
	drafts     drafts

	bring  *importing.Flow
	copies *backups.Flow
}

// Drafts are texts of memories that were changed and not saved, by persona.
type drafts map[string]memories.Unsaved

// of are those of a persona.
func (d drafts) of(slug string) memories.Unsaved {
	if d[slug] == nil {
		d[slug] = memories.Unsaved{}
	}
	return d[slug]
}

// first is one of them, where there is one.
func (d drafts) first() (slug, file string, found bool) {
	for slug, list := range d {
		for file := range list {
			return slug, file, true
		}
	}
	return "", "", false
}

// Sizes of the window.
const (
	windowWidth  float32 = 1180
	windowHeight float32 = 720
	leastWidth   float32 = 720
	leastHeight  float32 = 480
)

func newShell(opt shellOptions) (*shell, error) {
	w, err := newWindow(opt)
	if err != nil {
		return nil, err
	}
	s := &shell{
		window: w, frame: &frame{window: w}, slug: opt.Persona, page: pageChat,
		companions: map[string]*openPersona{}, states: map[string]companion.Snapshot{}, drafts: drafts{},
		memory: &releaser{dispatcher: opt.Dispatcher},
	}
	s.settings = &preferences{window: w, Settings: w.home.Settings.Settings(), changed: s.changed, refused: func() {
		if s.prefs != nil {
			s.prefs.Show(s.home.Settings.Settings())
		}
	}}
	s.settings.useVoice()
	s.faces = page.NewFaces(page.Scene{
		Dispatcher: s.dispatcher, Now: opt.Now, Lively: func(o fyne.CanvasObject) bool { return s.there.lively(o) },
		Scale: func() float32 { return s.win.Canvas().Scale() }, Loud: opt.Loud, Spent: opt.Spent,
	})
	s.paint = paintLater(s.faces)
	s.there = &activity{window: w, settings: s.settings, now: opt.Now, back: s.faces.Wake}
	s.addParts()
	s.calls = s.windowCalls()
	s.bring = importing.New(s.deps(), s.home.imports, s.importHooks())
	s.copies = backups.New(s.deps(), s.home.copies, s.backupHooks())
	s.settings.dress()
	s.build()
	s.win.Resize(s.size())
	s.win.SetOnDropped(s.dropped)
	s.win.SetCloseIntercept(s.shut)
	s.shortcuts.listen()
	s.tray.put()
	life := opt.App.Lifecycle()
	life.SetOnEnteredForeground(s.there.look)
	life.SetOnExitedForeground(s.dispatcher.Behind)
	return s, nil
}

// addParts makes the parts that ask something of the window.
func (s *shell) addParts() {
	s.shortcuts = &shortcuts{window: s.window, keys: s.keys, escape: s.escape, typed: func(r rune) {
		if c := s.talks.open(); c != nil {
			c.Type(r)
		}
	}}
	s.tray = &trayIcon{window: s.window, settings: s.settings, quit: func() {
		if _, _, unsaved := s.drafts.first(); unsaved {
			s.surface() // what asks before the program ends asks in the window
		}
		s.close()
	}}
	s.discovery = &discovery{window: s.window, settings: s.settings, found: func() {
		s.offer()
		if s.prefs != nil {
			s.prefs.Offer(s.welcome())
		}
	}}
	s.mornings = &mornings{window: s.window, of: func(slug string) dreams.MorningReader {
		if m := s.companions[slug]; m != nil {
			return m.mornings
		}
		return nil
	}}
	s.pull = &download{window: s.window, moved: s.showPull, arrived: s.pulled}
	s.cast = &cast{window: s.window, faces: s.faces, castHooks: castHooks{
		shown: func() string { return s.slug }, open: s.goPersonaThen, greet: s.goImported, forget: s.forgetPersona, fail: s.fail,
		bring: func() { s.bring.Choose() },
		own: func(slug string) face.Own {
			if m := s.companions[slug]; m != nil {
				return m.face
			}
			if s.home.pictures == nil {
				return nil
			}
			return s.home.pictures(slug)
		},
	}}
	s.talks = &conversations{window: s.window, settings: s.settings, pages: map[string]*chat.Page{}, deps: s.deps,
		visit: func() {
			if s.page != pageChat {
				s.goPage(pageChat)
			}
		},
		shown: func() string {
			if s.page != pageChat {
				return ""
			}
			return s.slug
		},
	}
}

// shut is what closing the window does: it ends the program, or only hides it
// where the program stays in a tray from which it comes back.
func (s *shell) shut() {
	if !s.tray.there || !s.settings.UI.Tray {
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

// close closes the window, unless something written would be lost: then it
// asks.
func (s *shell) close() {
	slug, file, unsaved := s.drafts.first()
	if !unsaved {
		s.leave()
		return
	}
	s.sheets.Ask(page.SheetModel{
		Title: s.words.T("unsaved.title"), Action: s.words.T("unsaved.leave"), Cancel: s.words.T("cancel"),
		Text: s.words.T("unsaved.text", "file", s.words.FileTitle(file), "name", s.cast.persona(slug).Name),
	}, nil, func() page.SheetEnd {
		s.leave()
		return page.SheetDone
	})
}

// build makes the window's content in the present words.
func (s *shell) build() {
	s.lay(railHooks{
		Persona: s.goPersona, Page: s.goPage, Create: s.cast.create, Menu: s.personaMenu, Hint: s.calls.Hint, Face: s.cast.wear,
	}, titleHooks{
		Search: s.talks.toggleSearch, Talks: s.talks.toggleEnded, Menu: s.personaMenu, Hint: s.calls.Hint,
	})
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
		s.cast.people = f.people
		if err != nil {
			s.fail(err)
			return
		}
		if s.slug == "" {
			s.slug = f.slug
		}
		s.goPersona(s.slug)
		s.discovery.look()
		s.bring.Offer(unfinishedIn(s.home.Settings.Path(), s.opt.App.Preferences()))
	})
}

// A discovery is what models this machine has to offer.
type discovery struct {
	*window
	settings *preferences
	machine  page.Machine
	sought   bool // it was looked for
	found    func()
}

// look looks for model servers on this machine, and again until there is one
// or a model was chosen.
func (d *discovery) look() {
	page.Background(d.dispatcher, "discover", func(ctx context.Context) (page.Machine, error) {
		return page.Machine{Servers: d.home.Models.Discover(ctx), Suited: d.home.Store.SuggestModels()}, nil
	}, func(f page.Machine, _ error) {
		nothingNew := d.sought && len(f.Servers) == 0 && len(d.machine.Servers) == 0
		d.machine, d.sought = f, true
		if len(f.Servers) == 0 && !d.settings.Models.Chat.Configured() {
			d.dispatcher.Schedule("discover/later", discoverAgain, d.look)
		}
		if !nothingNew { // else nothing is drawn anew
			d.found()
		}
	})
}

// discoverAgain is how long after nothing was found it is looked again: a server
// may be started while the window is open.
const discoverAgain = 10 * time.Second

// offer shows the card of the first run until it was answered.
func (s *shell) offer() {
	c := s.talks.pages[s.slug]
	switch {
	case c == nil:
	case s.settings.UI.Welcomed || s.settings.Models.Chat.Configured():
		c.First.Offer(nil)
	default:
		c.First.ShowPull(page.PullView(s.pull.state, s.words))
		c.First.Offer(chat.WelcomeView(s.welcome(), s.words))
	}
}

// welcome is what can be offered on this machine.
func (s *shell) welcome() page.WelcomeState {
	return page.WelcomeState{Machine: s.discovery.machine, Pulling: s.pull.state.Choice.Name != ""}
}

// receive takes an event of the home.
func (s *shell) receive(e event.Event) {
	s.memory.rest()
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
		s.cast.people = state
		s.showRail()
		return
	case companion.Summoned:
		s.surface()
		return
	case updates.Release:
		s.talks.tellNewer(state)
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
	if t, is := e.State.(companion.Turn); is {
		s.mornings.heed(slug, t)
	}
	if said, is := e.State.(companion.Spoken); is {
		s.notify(slug, said)
	}
	if c := s.talks.pages[slug]; ok && c != nil {
		c.Receive(event.Event{Topic: topic, State: e.State})
	}
	if ok && slug == s.slug && s.open != nil {
		s.open.Receive(topic, e.State)
	}
	if d, is := e.State.(companion.Dreaming); is && !d.Running && slug == s.slug && s.mayWake() {
		s.wake()
	}
}

// changed takes new settings: what one sees changes at once.
func (s *shell) changed(now config.Settings) {
	old := s.settings.Settings
	s.settings.Settings = now
	s.tray.put()
	if old.UI.Voice != now.UI.Voice {
		s.settings.useVoice()
	}
	if old.UI.Theme != now.UI.Theme || old.UI.TextSize != now.UI.TextSize {
		s.settings.dress()
	}
	if w, err := page.LoadWords(s.home.Settings.Language()); err == nil && w.Lang != s.words.Lang {
		s.words = w
		s.tray.speak()
	}
	if old.UI.Theme != now.UI.Theme || old.UI.TextSize != now.UI.TextSize || old.Locale != now.Locale {
		s.rebuild()
		return
	}
	for _, c := range s.talks.pages {
		s.talks.set(c)
		c.RefreshCompanion()
	}
	if s.prefs != nil {
		s.prefs.Show(now)
	}
	s.offer()
}

// rebuild makes the window's content anew, with what was written kept.
func (s *shell) rebuild() {
	written := map[string]chat.Draft{}
	for slug, c := range s.talks.pages {
		written[slug] = c.Composer.Draft()
	}
	was := s.prefs
	var read settings.SectionPlace
	if was != nil {
		read = was.Parts.Place()
	}
	clear(s.talks.pages)
	s.sheets.Close()
	s.closePage()
	s.win.SetTitle(s.words.T("app.name"))
	s.bring.Speak(s.words)
	s.copies.Speak(s.words)
	s.build()
	for slug, d := range written {
		if m := s.companions[slug]; m != nil {
			s.talks.of(slug, m).Composer.SetDraft(d)
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
