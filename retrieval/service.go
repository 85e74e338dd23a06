package retrieval

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"yumori/episodic"
	"yumori/internal/lang/when"
	"yumori/internal/llm"
	"yumori/internal/llm/embedcache"
	"yumori/internal/memory"
	"yumori/internal/store"
	"yumori/rag"
	"yumori/retrieval/background"
	"yumori/retrieval/embedding"
	"yumori/retrieval/library"
	"yumori/retrieval/source"
)

// How long recalling may hold things up.
const (
	// openAfter is how long the indexes of an opened persona stay closed when
	// nobody asks for them: what starts up comes first.
	openAfter = 800 * time.Millisecond
	// planningTime is what a planning model gets on top.
	planningTime = 8 * time.Second
)

// The indexes of a persona: what does not change any more or seldom, the
// conversation as it runs, and what the user gave to read.
const (
	indexStatic    = "static"
	indexLog       = "log"
	indexKnowledge = "knowledge"
)

// MostTokens is what a turn may recall at most.
const MostTokens = recallTokens + phraseTokens

// What a recall brings when nobody says otherwise, and how many tokens of what
// is found word by word it may bring on top.
const (
	recallItems   = 7
	recallDerived = 3 // beside them, in a turn
	recallTokens  = 1_000
	phraseTokens  = 400
)

// A Host is the living persona that a Service recalls for.
type Host interface {
	// Now is the time it is for the persona, in its zone.
	Now() time.Time
	// Names are what user and persona are called.
	Names() source.Names
	// Entities are the names that the persona knows something about.
	Entities() []string
	// Falls returns what is derived from a message and would be withdrawn with it.
	Falls(message string) ([]memory.Derived, error)
	// MarkOthers notes which memories are derived from texts of others; see Memory.
	MarkOthers(list []Memory)
}

// Settings are what the user has a say in.
type Settings struct {
	Auto     bool // memories come to mind by themselves
	Models   bool // a model plans
	Embedder embedding.Choice
}

// Options are what a Service recalls from, and with.
type Options struct {
	Limits    Limits
	Folder    source.Folder // but for Zone, Names and Entities, which the Host has
	Exchanges *episodic.Exchanges
	Settings  func() Settings                                               // as they are now
	Planner   func(context.Context) Planner                                 // nil: the rules; returns nil for the rules
	Pick      func(context.Context, embedding.Choice) (llm.Embedder, error) // makes an embedder
	Cache     *embedcache.Cache                                             // vectors of all personas; nil without an embedder
	Knowledge func(library.Base)                                            // is told what becomes of the knowledge
	Due       func(when.Days) ([]string, error)                             // ids of the facts that name one of some days, oldest first; nil: none
}

// A Service is all recall of a persona. It opens the indexes in the background,
// and brings them up to date in passes, one at a time, each asked for by
// Request. Everything in .index can be deleted; it comes back. It is safe for
// concurrent use.
type Service struct {
	// Library keeps what the user gave to read.
	Library *library.Library
	// Retracted are the messages that were taken back.
	Retracted *source.Retractions
	// Hidden is what is not to come back, whatever the indexes hold.
	Hidden *Hidden
	// Folder turns the persona's files into documents.
	Folder *source.Folder

	host    Host
	opt     Options
	dir     *store.Dir
	logger  *slog.Logger
	echo    echo            // of what is taken back
	logs    *source.Log     // the running log
	ctx     context.Context // until close
	cancel  context.CancelFunc
	timer   *time.Timer
	static  source.Files // of what does not change any more or seldom
	vectors *embedding.Worker
	lessons background.Task // learning the semantic spaces
	sifting background.Task // reading the log for what is looked for word by word
	fresh   freshness
	indexes *indexSet
	past    *pastTalk
	files   *fileWatch
	passes  background.Passes
	working sync.WaitGroup

	mu    sync.Mutex // guards what follows
	names []string   // of entities, as of the last pass
}

// New returns the recall of a persona, which opens the indexes soon.
func New(opt Options, host Host) *Service {
	folder := opt.Folder
	r := &Service{
		host: host, opt: opt, dir: folder.Dir, logger: folder.Logger, indexes: &indexSet{dir: folder.Dir, logger: folder.Logger},
		Retracted: source.NewRetractions(folder.Dir), Folder: &folder,
	}
	r.ctx, r.cancel = context.WithCancel(context.Background())
	r.passes = background.Passes{Work: r.make, After: r.made, Working: &r.working}
	r.vectors = embedding.New(r.ctx, embedding.Options{
		Dir: r.dir, Logger: r.logger, Now: host.Now, Pick: opt.Pick, Cache: opt.Cache, Indexes: r.Open, Working: &r.working,
		Choice: func() embedding.Choice { return opt.Settings().Embedder },
	})
	folder.Zone, folder.Names, folder.Entities = func() *time.Location { return host.Now().Location() }, host.Names, r.known
	r.logs = folder.Running(r.Retracted)
	r.past = &pastTalk{log: folder.Log, dir: folder.Dir, archives: folder.Archives(r.Retracted), indexes: r.indexes, names: host.Names}
	r.files = &fileWatch{dir: folder.Dir, logger: folder.Logger}
	r.static = folder.Static(r.past.archives)
	r.fresh = freshness{dir: folder.Dir, indexed: r.static}
	r.Hidden = &Hidden{
		log: folder.Log, falls: host.Falls, logger: folder.Logger, away: map[string]*background.Pass{},
		pass: func() *background.Pass { return r.Request(background.Changes) },
	}
	r.Library = library.New(library.Options{Dir: r.dir, Indexes: knowledge{r}, Logger: r.logger, Publish: opt.Knowledge, ReadyTime: opt.Limits.Ready})
	r.timer = time.AfterFunc(openAfter, func() {
		if opt.Settings().Auto {
			r.Request(background.Changes)
		}
	})
	return r
}

// known returns the names of entities as of the last pass.
func (r *Service) known() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.names
}

// Request asks for a pass that begins after now.
func (r *Service) Request(what background.Extent) *background.Pass { return r.passes.Request(what) }

// made does what follows a pass, behind everything else.
func (r *Service) made(err error) {
	r.fresh.ran(err)
	if err != nil && r.ctx.Err() == nil {
		r.logger.Warn("bring indexes up to date", "error", err)
	}
	r.vectors.Request()
	r.lessons.Request(r.ctx, &r.working, behind(r.logger, "learn the semantic space", r.indexes.learn))
	r.sifting.Request(r.ctx, &r.working, behind(r.logger, "read the log for what stands in it word by word", r.sift))
}

// knowledge is what the library needs of the indexes.
type knowledge struct{ *Service }

// Knowledge is library.Indexes.
func (k knowledge) Knowledge() *rag.Index {
	if x := k.indexes.named(indexKnowledge); x != nil {
		return x.index
	}
	return nil
}

// Open is library.Indexes.
func (k knowledge) Open() *background.Pass { return k.Request(background.Nothing) }

// Account is library.Indexes.
func (k knowledge) Account(report rag.Report) {
	if x := k.indexes.named(indexKnowledge); x != nil {
		k.indexes.account(x, report)
	}
}

// Embedder is library.Indexes.
func (k knowledge) Embedder() llm.Embedder { return k.vectors.Questions() }

// behind makes work that is done behind everything else end with a line in the
// log when it panics.
func behind(logger *slog.Logger, what string, do func(context.Context)) func(context.Context) {
	return func(ctx context.Context) {
		err := background.Guarded(func() error { do(ctx); return nil })
		if err != nil {
			logger.Error(what, "error", err)
		}
	}
}

// make opens the indexes if they are not, and brings them up to date.
func (r *Service) make(what background.Extent) error {
	if err := r.ctx.Err(); err != nil {
		return background.ErrClosed
	}
	if err := r.Retracted.Refresh(r.ctx); err != nil {
		return err
	}
	print := r.fresh.print()
	names := r.host.Entities()
	r.mu.Lock()
	r.names = names
	r.mu.Unlock()
	if err := r.openAll(); err != nil {
		return err
	}
	if what == background.Nothing {
		return nil
	}
	var errs []error
	r.Library.Request(what) // on its own, for to read takes its time
	for _, x := range r.indexes.all() {
		if x.name == indexKnowledge {
			continue
		}
		bring := x.index.Sync
		if what == background.Everything {
			bring = x.index.Rebuild
		}
		report, err := bring(r.ctx, x.source)
		errs = append(errs, err)
		r.indexes.account(x, report)
		for name, err := range report.Failed {
			r.logger.Warn("file was not indexed", "index", x.name, "file", name, "error", err)
		}
	}
	err := errors.Join(errs...)
	if err == nil {
		r.fresh.passed(print)
	}
	return err
}

// openAll opens the indexes that are not open; that of the knowledge only when
// there is some.
func (r *Service) openAll() error {
	// The running log comes first: what moves to an archive meanwhile is then
	// found in both, and never in neither.
	want := []indexed{
		{name: indexLog, source: r.logs},
		{name: indexStatic, source: r.static},
	}
	if r.Library.HasFiles() {
		want = append(want, indexed{name: indexKnowledge, source: r.Library})
	}
	for _, w := range want {
		damage, err := r.indexes.open(r.ctx, w)
		if damage != nil {
			r.fresh.madeAnew(w.name, damage)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Open returns the indexes that are open.
func (r *Service) Open() []*rag.Index {
	var list []*rag.Index
	for _, x := range r.indexes.all() {
		list = append(list, x.index)
	}
	return list
}

// Wrap puts something between an open index, "log" or "static", and what it is
// made of. Tests do so.
func (r *Service) Wrap(name string, wrap func(rag.Source) rag.Source) {
	if x := r.indexes.named(name); x != nil {
		x.source = wrap(x.source)
	}
}

// Vectors returns what makes the vectors.
func (r *Service) Vectors() *embedding.Worker { return r.vectors }

// Scope says where something is looked for.
type Scope int

// The scopes.
const (
	Memories  Scope = iota // what the persona lived, was told and dreamed
	Knowledge              // what the user gave to read
)

// sift reads of the log what is new, so that no question waits for it.
func (r *Service) sift(ctx context.Context) {
	if err := r.past.log.UpdateFilter(ctx); err != nil && ctx.Err() == nil {
		r.logger.Warn("read the log for what stands in it word by word", "error", err)
	}
}

// Settle waits until what is done behind everything else is done: learning, and
// reading the log.
func (r *Service) Settle(ctx context.Context) {
	r.lessons.Wait(ctx)
	r.sifting.Wait(ctx)
}

// Close ends the pass under way and closes the indexes.
func (r *Service) Close() {
	r.Library.Close()
	r.files.stop()
	r.passes.Close()
	r.timer.Stop()
	r.cancel()
	r.files.working.Wait()
	r.working.Wait()
	for _, x := range r.indexes.all() {
		if err := x.index.Close(); err != nil {
			r.logger.Warn("close index", "index", x.name, "error", err)
		}
	}
}
