package retrieval

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"yumori/episodic"
	"yumori/internal/llm"
	"yumori/internal/llm/embedcache"
	"yumori/internal/memory"
	"yumori/internal/store"
	"yumori/internal/transcript"
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
	recallItems  = 7
	recallTokens = 1_000
	phraseTokens = 400
)

// An indexed is one index with what it is made of.
type indexed struct {
	name   string
	source rag.Source
	index  *rag.Index
	report rag.Report
}

// A Host is the living persona that a Service recalls for.
type Host interface {
	// Now is the time it is for the persona, in its zone.
	Now() time.Time
	// Names are what user and persona are called.
	Names() source.Names
	// Entities are the names that the persona knows something about.
	Entities() []string
	// Falls returns what is derived from a message and would be withdrawn with it.
	Falls(message string) ([]memory.Item, error)
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
	// Folder turns the persona's files into documents.
	Folder *source.Folder

	host     Host
	opt      Options
	dir      *store.Dir
	log      *transcript.Log
	logger   *slog.Logger
	echo     echo        // of what is taken back
	logs     *source.Log // the running log
	archives *source.Log
	ctx      context.Context // until close
	cancel   context.CancelFunc
	timer    *time.Timer
	static   source.Files // of what does not change any more or seldom
	vectors  *embedding.Worker
	lessons  background.Task // learning the semantic spaces
	sifting  background.Task // reading the log for what is looked for word by word
	fresh    freshness
	passes   background.Passes
	working  sync.WaitGroup
	watching sync.WaitGroup // of the files

	mu      sync.Mutex // guards what follows
	indexes []*indexed // nil until they are open
	names   []string   // of entities, as of the last pass
	watched bool       // the files are or were, or it is closed
}

// New returns the recall of a persona, which opens the indexes soon.
func New(opt Options, host Host) *Service {
	folder := opt.Folder
	r := &Service{
		host: host, opt: opt, dir: folder.Dir, log: folder.Log, logger: folder.Logger,
		Retracted: source.NewRetractions(folder.Dir), Folder: &folder,
	}
	r.ctx, r.cancel = context.WithCancel(context.Background())
	r.passes = background.Passes{Work: r.make, After: r.made, Working: &r.working}
	r.vectors = embedding.New(r.ctx, embedding.Options{
		Dir: r.dir, Logger: r.logger, Now: host.Now, Pick: opt.Pick, Cache: opt.Cache, Indexes: r.Open, Working: &r.working,
		Choice: func() embedding.Choice { return opt.Settings().Embedder },
	})
	folder.Zone, folder.Names, folder.Entities = func() *time.Location { return host.Now().Location() }, host.Names, r.known
	r.logs, r.archives = folder.Running(r.Retracted), folder.Archives(r.Retracted)
	r.static = folder.Static(r.archives)
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
	r.lessons.Request(r.ctx, &r.working, r.behind("learn the semantic space", r.learn))
	r.sifting.Request(r.ctx, &r.working, r.behind("read the log for what stands in it word by word", r.sift))
}

// knowledge is what the library needs of the indexes.
type knowledge struct{ *Service }

// Knowledge is library.Indexes.
func (k knowledge) Knowledge() *rag.Index {
	if x := k.named(indexKnowledge); x != nil {
		return x.index
	}
	return nil
}

// Open is library.Indexes.
func (k knowledge) Open() *background.Pass { return k.Request(background.Nothing) }

// Account is library.Indexes.
func (k knowledge) Account(report rag.Report) {
	if x := k.named(indexKnowledge); x != nil {
		k.account(x, report)
	}
}

// Embedder is library.Indexes.
func (k knowledge) Embedder() llm.Embedder { return k.vectors.Questions() }

// behind makes work that is done behind everything else end with a line in the
// log when it panics.
func (r *Service) behind(what string, do func(context.Context)) func(context.Context) {
	return func(ctx context.Context) {
		err := background.Guarded(func() error { do(ctx); return nil })
		if err != nil {
			r.logger.Error(what, "error", err)
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
	print := r.print()
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
	for _, x := range r.all() {
		if x.name == indexKnowledge {
			continue
		}
		bring := x.index.Sync
		if what == background.Everything {
			bring = x.index.Rebuild
		}
		report, err := bring(r.ctx, x.source)
		errs = append(errs, err)
		r.account(x, report)
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
		if slices.ContainsFunc(r.all(), func(x *indexed) bool { return x.name == w.name }) {
			continue
		}
		place, err := r.dir.Derived(".index/" + w.name)
		if err != nil {
			return fmt.Errorf("open index %q: %w", w.name, err)
		}
		root := filepath.Dir(filepath.Dir(place))
		if w.index, err = r.openOne(rag.Place{Dir: r.dir, Root: root, Name: w.name}); err != nil {
			return err
		}
		r.mu.Lock()
		r.indexes = append(r.indexes, &w)
		r.mu.Unlock()
	}
	return nil
}

// named returns an open index, nil if it is not open.
func (r *Service) named(name string) *indexed {
	for _, x := range r.all() {
		if x.name == name {
			return x
		}
	}
	return nil
}

// Open returns the indexes that are open.
func (r *Service) Open() []*rag.Index {
	var list []*rag.Index
	for _, x := range r.all() {
		list = append(list, x.index)
	}
	return list
}

// Wrap puts something between an open index, "log" or "static", and what it is
// made of. Tests do so.
func (r *Service) Wrap(name string, wrap func(rag.Source) rag.Source) {
	if x := r.named(name); x != nil {
		x.source = wrap(x.source)
	}
}

// Vectors returns what makes the vectors.
func (r *Service) Vectors() *embedding.Worker { return r.vectors }

// account notes what was done to an index.
func (r *Service) account(x *indexed, report rag.Report) {
	r.mu.Lock()
	defer r.mu.Unlock()
	x.report = report
}

func (r *Service) all() []*indexed {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.indexes)
}

// searched returns the open indexes that a question is put to: those of the
// knowledge only when it is asked for.
func (r *Service) searched(knowledge Scope) []Searcher {
	var list []Searcher
	for _, x := range r.all() {
		if (x.name == indexKnowledge) == (knowledge == Knowledge) {
			list = append(list, onceEach{x.index})
		}
	}
	return list
}

// Scope says where something is looked for.
type Scope int

// The scopes.
const (
	Memories  Scope = iota // what the persona lived, was told and dreamed
	Knowledge              // what the user gave to read
)

// learn learns the semantic spaces again for which enough is new.
func (r *Service) learn(ctx context.Context) {
	for _, x := range r.all() {
		if err := x.index.Relearn(ctx); err != nil && ctx.Err() == nil {
			r.logger.Warn("learn the semantic space", "index", x.name, "error", err)
		}
	}
}

// sift reads of the log what is new, so that no question waits for it.
func (r *Service) sift(ctx context.Context) {
	if err := r.log.UpdateFilter(ctx); err != nil && ctx.Err() == nil {
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
	r.mu.Lock()
	r.watched = true
	r.mu.Unlock()
	r.passes.Close()
	r.timer.Stop()
	r.cancel()
	r.watching.Wait()
	r.working.Wait()
	for _, x := range r.all() {
		if err := x.index.Close(); err != nil {
			r.logger.Warn("close index", "index", x.name, "error", err)
		}
	}
}

// node returns what recalls, over the indexes that are open.
func (r *Service) node(ctx context.Context, scope Scope) *Node {
	return &Node{
		Limits:  r.opt.Limits,
		Indexes: r.searched(scope), Planner: r.opt.Planner(ctx), Embedder: r.vectors.Questions(), Arousal: r.arousals(),
		Confidence: func(d rag.Document) (float64, bool) {
			sure, _, ok := heldAs(string(d.Type), d.Text)
			return sure, ok
		},
		Others: func(d rag.Document) bool {
			one := []Memory{memoryIn(d)}
			r.host.MarkOthers(one)
			return one[0].Foreign
		},
	}
}

// arousals returns what tells one recall how moving memories were, as it is
// known now: that of an episode, and of a message that of its exchange.
func (r *Service) arousals() Arousal {
	felt := r.opt.Exchanges.Felt()
	return func(d rag.Document) (float64, bool) {
		switch d.Type {
		case rag.TypeEpisode:
			return r.Folder.Episodes.ArousalOf(d.ID)
		case rag.TypeMessage, rag.TypeArchive:
			return felt(d.ID, d.Time)
		}
		return 0, false
	}
}

// find puts a question to the open indexes. What is taken back is left out.
func (r *Service) find(ctx context.Context, scope Scope, q Query) (Result, error) {
	if err := r.Retracted.Refresh(ctx); err != nil {
		return Result{}, err
	}
	if left := r.left(); len(left) > 0 || r.Retracted.Any() {
		q.Filter.Without = func(id string) bool { return left[id] || r.Retracted.Has(id) }
	}
	names := r.host.Names()
	q.Ask.User, q.Ask.Persona = names.User, names.Persona
	q.Ask.Now, q.Ask.Entities = r.host.Now(), r.known()
	result, err := r.node(ctx, scope).Recall(ctx, q)
	if err != nil {
		return result, fmt.Errorf("recall: %w", err)
	}
	return result, nil
}

// onceEach is an index that does not answer twice with one fact; see source.Once.
type onceEach struct{ Searcher }

// Search is Searcher.
func (x onceEach) Search(ctx context.Context, q rag.Query) (rag.Found, error) {
	found, err := x.Searcher.Search(ctx, q)
	found.Hits = source.Once(found.Hits)
	return found, err
}
