package companion

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"sync"
	"time"

	"yumori/internal/config"
	"yumori/internal/event"
	"yumori/internal/exchange"
	"yumori/internal/llm"
	"yumori/internal/llm/embedcache"
	"yumori/internal/models"
	"yumori/internal/prompt"
	"yumori/internal/skill"
	"yumori/internal/spending"
	"yumori/internal/store"
	"yumori/internal/updates"
	"yumori/persona"
	"yumori/retrieval"
)

// Options are what a Home is built from. Builtin and Samples are required.
type Options struct {
	// Home is the home directory; "" is store.DefaultHome.
	Home string
	// Now is the clock; nil is time.Now.
	Now func() time.Time
	// Logger gets what a developer wants to know; nil discards. No private
	// text and no key is ever logged.
	Logger *slog.Logger
	// Builtin is the mind that needs no model.
	Builtin llm.Model
	// Pick makes the model of a choice. It is the one place that knows
	// providers; nil leaves the built-in rules alone.
	Pick func(ctx context.Context, choice config.ModelChoice, key string) (llm.Model, error)
	// PickEmbedder makes the embedder of a choice, whose provider is "ollama",
	// "openai" or "gemini"; without a name it is one that the provider offers. nil leaves
	// the built-in semantic space alone.
	PickEmbedder func(ctx context.Context, choice config.EmbedderChoice, key string) (llm.Embedder, error)
	// ListModels asks the provider of a choice for its models, sorted by
	// name; nil lists none.
	ListModels func(ctx context.Context, choice config.ModelChoice, key string) ([]models.Info, error)
	// PullModel downloads the model of a choice, see Home.PullModel; progress
	// is never nil. nil downloads nothing.
	PullModel func(ctx context.Context, choice config.ModelChoice, progress func(models.PullProgress)) error
	// Memory is the machine's main memory in bytes; 0 asks the system.
	Memory int64
	// Discover looks for model servers on this machine; nil finds none.
	Discover func(ctx context.Context) []models.Server
	Limits   retrieval.Limits // how long a turn waits for what it recalls; zero is the usual time
	// Updates is where newer versions are told; the zero Source asks nobody.
	Updates updates.Source
	// Samples holds the sample personas: personas/<language>/<file>.
	Samples fs.FS
}

// ErrNoPersona says that a slug names no persona of this home.
var ErrNoPersona = errors.New("no such persona")

// A Home is a home with its settings and personas. It is safe for concurrent
// use; one process has one Home on a home.
type Home struct {
	opt       Options
	home      *store.Home
	bus       event.Bus
	ledger    *spending.Ledger
	providers models.Providers
	*models.Set
	*updates.Checker
	scales *prompt.Scales
	pins   *skill.Pins
	kept   *embedcache.Cache // vectors of all personas' texts
	// Backups are its copies.
	Backups *Backups

	mu       sync.Mutex // guards what follows
	settings config.Settings
	raw      []byte        // settings file as last read or written
	version  store.Version // of raw
	damage   []Trouble     // what was wrong at opening
	open     map[string]*Companion
	watch    *nightWatch // nil until Watch
	shut     []Trouble   // why the door of the settings is not open; none if it is, or is not to be

	watchesFiles bool // the files of whoever is open are watched

	origins *exchange.Origins
	*exchange.Exchange
}

// A Trouble is something wrong with a file that did not stop the program.
type Trouble struct {
	File   string // relative to the home
	Line   int    // of the file, from 1; 0 all of it
	What   string // in plain words, for the log and doctor
	Aside  string // where the bad file was put; "" left in place
	Backup bool   // an earlier good version is in the history

	Uncopied bool // no file: File is a folder to which the copy of the day could not be made
	Shut     bool // no file: File is an address at which other programs are not let in
}

// OpenHome opens a home, making it and its sample personas on first run. It
// returns store.ErrInUse when another process has it.
func OpenHome(ctx context.Context, opt Options) (*Home, error) {
	if opt.Now == nil {
		opt.Now = time.Now
	}
	if opt.Logger == nil {
		opt.Logger = slog.New(slog.DiscardHandler)
	}
	dir := opt.Home
	if dir == "" {
		d, err := store.DefaultHome()
		if err != nil {
			return nil, fmt.Errorf("find home: %w", err)
		}
		dir = d
	}
	home, err := store.Open(dir, store.Options{Now: opt.Now, Logger: opt.Logger})
	if err != nil {
		return nil, fmt.Errorf("open home: %w", err)
	}
	h := &Home{opt: opt, home: home, open: map[string]*Companion{}}
	h.Backups = &Backups{h: h}
	h.providers = models.Providers{
		Builtin: opt.Builtin, Pick: opt.Pick, PickEmbedder: opt.PickEmbedder, ListModels: opt.ListModels,
		PullModel: opt.PullModel, Discover: opt.Discover, Memory: opt.Memory,
	}
	h.Set = models.New(models.Options{Providers: &h.providers, Home: home, Settings: h.Settings, Meter: h.meter, Now: opt.Now})
	h.Checker = updates.New(updates.Options{
		Dir: home.Dir(), Now: opt.Now, Source: opt.Updates, On: func() bool { return h.Settings().Update.Check },
	})
	h.ledger = spending.NewLedger(home.Dir(), opt.Now, opt.Logger)
	h.pins = skill.OpenPins(home.Dir(), opt.Now)
	h.scales = prompt.NewScales(home.Dir(), opt.Logger)
	h.kept = embedcache.New(embedcache.Options{Dir: home.Dir(), Logger: opt.Logger, Limit: func() int64 {
		return int64(h.Settings().Embedder.Cache) << 20
	}})
	h.origins = exchange.NewOrigins(home.Dir(), opt.Logger)
	h.Exchange = exchange.New(exchange.Options{Home: home, Now: opt.Now, Samples: opt.Samples, Origins: h.origins, Host: h})
	if err := h.start(ctx); err != nil {
		_ = home.Close()
		return nil, err
	}
	return h, nil
}

func (h *Home) start(context.Context) error {
	if err := h.loadSettings(); err != nil {
		return err
	}
	slugs, err := h.home.Personas()
	if err != nil {
		return fmt.Errorf("list personas: %w", err)
	}
	if len(slugs) == 0 {
		return h.firstRun(nil)
	}
	if made, ok := h.firstRunBroken(slugs); ok {
		if err := h.firstRun(made); err != nil { // what is there can be used without
			h.opt.Logger.Warn("go on with the first run", "error", err)
		}
	}
	return nil
}

// firstRunBroken reports whether a first run was broken off, and which sample
// personas it had made, slugs by name: there are no settings, which it writes
// last, and no other personas.
func (h *Home) firstRunBroken(slugs []string) (made map[string]string, ok bool) {
	if h.version != "" || len(h.damage) > 0 {
		return nil, false
	}
	made = map[string]string{}
	for _, slug := range slugs {
		made[h.info(slug).Name] = slug
	}
	samples := 0
	for _, lang := range sampleLanguages {
		if files, err := persona.ReadSample(h.opt.Samples, lang); err == nil && made[files.Name()] != "" {
			samples++
		}
	}
	return made, samples == len(slugs)
}

// sampleLanguages are the languages there is a sample persona of.
var sampleLanguages = [...]string{"en", "ja"}

// loadSettings reads the settings file. One that cannot be used is set aside
// and the defaults hold; it is never taken for an empty one and overwritten.
func (h *Home) loadSettings() error {
	d := h.home.Dir()
	text, err := d.ReadText(config.File)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	var s config.Settings
	if err == nil {
		s, err = config.Decode([]byte(text.S))
	}
	if err == nil {
		h.settings, h.raw, h.version = s, []byte(text.S), text.Version
		return nil
	}
	if errors.Is(err, fs.ErrPermission) {
		return fmt.Errorf("read settings: %w", err)
	}
	set, qerr := d.Quarantine(config.File, err.Error())
	if qerr != nil {
		return fmt.Errorf("set aside damaged settings: %w", qerr)
	}
	h.damage = append(h.damage, Trouble{File: config.File, What: err.Error(), Aside: set.Path, Backup: set.LastGood != nil})
	h.opt.Logger.Warn("settings set aside", "error", err, "as", set.Path)
	return nil
}

// firstRun makes a sample persona for each language, but for those that were
// made, and has that of the user's language open first. The settings are
// written last: without them the next start goes on from here.
func (h *Home) firstRun(made map[string]string) error {
	s := h.Settings()
	for _, lang := range sampleLanguages {
		files, err := persona.ReadSample(h.opt.Samples, lang)
		if err != nil {
			return fmt.Errorf("make sample persona: %w", err)
		}
		slug := made[files.Name()]
		if slug == "" {
			if slug, err = h.createFrom(lang, "", ""); err != nil {
				return fmt.Errorf("make sample persona: %w", err)
			}
		}
		if lang == h.Language() {
			s.Persona = slug
		}
	}
	if s.Schema > config.Schema {
		return nil
	}
	return h.Change(s)
}

// Language returns the language of the program's own words: the setting, else
// the system's, else English.
func (h *Home) Language() string {
	if s := h.Settings(); s.Locale != "" {
		return s.Locale
	}
	return SystemLanguage()
}

// Settings returns the settings as they are now.
func (h *Home) Settings() config.Settings {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.settings
}

// Change makes s the settings, on disk first. When the file was changed by
// somebody else meanwhile it returns store.ErrConflict and reads the file
// again, so that a second try starts from what is there.
func (h *Home) Change(s config.Settings) error {
	h.mu.Lock()
	if h.settings.Schema > config.Schema {
		h.mu.Unlock()
		return fmt.Errorf("change settings: %s was written by a newer Yumori: %w", config.File, store.ErrReadOnly)
	}
	data, err := config.Encode(s, h.raw)
	if err != nil {
		h.mu.Unlock()
		return err
	}
	err = h.home.Dir().Replace(config.File, h.version, data, store.Cause{Kind: store.CauseUser, Note: "settings"})
	if errors.Is(err, store.ErrConflict) {
		lerr := h.loadSettings()
		h.mu.Unlock()
		return errors.Join(fmt.Errorf("change settings: %w", err), lerr)
	}
	if err != nil {
		h.mu.Unlock()
		return fmt.Errorf("change settings: %w", err)
	}
	if v, verr := h.home.Dir().Version(config.File); verr == nil {
		h.version = v
	}
	s.Schema = config.Schema
	h.settings, h.raw = s, data
	h.mu.Unlock()
	h.bus.Publish(event.Event{Topic: TopicSettings, State: s})
	return nil
}

// Subscribe returns the events of the home and of every companion in it,
// until ctx is done. The topics are TopicSettings, TopicPersonas, TopicUpdate and those
// of Companion, each of the latter prefixed with the persona's slug and a slash.
//
// The sequence is for one goroutine.
func (h *Home) Subscribe(ctx context.Context) func(yield func(event.Event) bool) {
	return h.bus.Subscribe(ctx)
}

// The topics of a Home.
const (
	TopicSettings = "settings" // State is Settings
	TopicPersonas = "personas" // State is []PersonaInfo
	TopicUpdate   = "update"   // State is updates.Release, a version newer than this
)

// Companion opens the persona of a slug; a second call returns the same
// Companion. It returns ErrNoPersona when there is none.
func (h *Home) Companion(ctx context.Context, slug string) (*Companion, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if c, ok := h.open[slug]; ok {
		return c, nil
	}
	c, err := open(ctx, h, slug)
	if err != nil {
		return nil, err
	}
	h.open[slug] = c
	if h.watchesFiles {
		c.Memories.WatchFiles()
	}
	return c, nil
}

// Troubles returns what was found wrong when the home was opened.
func (h *Home) Troubles() []Trouble {
	h.mu.Lock()
	defer h.mu.Unlock()
	return append([]Trouble(nil), h.damage...)
}

// Now returns the time it is in the home.
func (h *Home) Now() time.Time { return h.opt.Now() }

// Path returns the home directory.
func (h *Home) Path() string { return h.home.Path() }

// Close ends every companion's turn, waits for what is being written, and
// lets go of the home.
func (h *Home) Close() error {
	h.mu.Lock()
	watch := h.watch
	h.mu.Unlock()
	if watch != nil { // before the companions it looks after
		watch.stop()
	}
	h.mu.Lock()
	cs := h.open
	h.open = map[string]*Companion{}
	h.mu.Unlock()
	for _, c := range cs {
		c.Close()
	}
	h.scales.Save()
	if err := h.kept.Close(); err != nil {
		h.opt.Logger.Warn("close embedding cache", "error", err)
	}
	if err := h.home.Close(); err != nil {
		return fmt.Errorf("close home: %w", err)
	}
	return nil
}
