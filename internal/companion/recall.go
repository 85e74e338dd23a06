package companion

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"yumori/internal/llm"
	"yumori/internal/memory"
	"yumori/internal/pace"
	"yumori/rag"
	"yumori/retrieval"
	"yumori/retrieval/background"
	"yumori/retrieval/library"
	"yumori/retrieval/source"
)

// How long recalling may hold things up.
const (
	// openAfter is how long the indexes of an opened persona stay closed when
	// nobody asks for them: what starts up comes first.
	openAfter = 800 * time.Millisecond
	// readyTime is how long a turn waits for the indexes to be open and up to
	// date, recallTime how long for what is recalled, without a planning model.
	readyTime  = pace.Slowness * 1500 * time.Millisecond
	recallTime = pace.Slowness * 2 * time.Second
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

// A recaller keeps a persona's indexes: it opens them in the background, and
// brings them up to date in passes, one at a time, each asked for by request.
// Everything in .index can be deleted; it comes back.
type recaller struct {
	c         *Companion
	retracted *source.Retractions
	echo      echo        // of what is taken back
	logs      *source.Log // of the running log
	archives  *source.Log
	ctx       context.Context // until close
	cancel    context.CancelFunc
	timer     *time.Timer
	static    source.Files // of what does not change any more or seldom
	vectors   *embedding
	lessons   background.Task // learning the semantic spaces
	sifting   background.Task // reading the log for what is looked for word by word
	fresh     freshness
	passes    background.Passes
	working   sync.WaitGroup
	watching  sync.WaitGroup // of the files

	mu      sync.Mutex // guards what follows
	indexes []*indexed // nil until they are open
	names   []string   // of entities, as of the last pass
	watched bool       // the files are or were, or it is closed
}

// newRecaller makes the recaller of a companion, which opens the indexes
// soon. The house's mutex is held.
func newRecaller(c *Companion) *recaller {
	r := &recaller{c: c, retracted: source.NewRetractions(c.dir)}
	r.ctx, r.cancel = context.WithCancel(context.Background())
	r.passes = background.Passes{Work: r.make, After: r.made, Working: &r.working}
	r.vectors = &embedding{r: r}
	c.folder = &source.Folder{
		Dir: c.dir, Log: c.log, Episodes: c.mind.episodes, Insights: c.mind.insights, Logger: c.logger,
		Zone: func() *time.Location { return c.now().Location() }, Names: c.spoken, Entities: r.known,
		IsTalk: func(name, text string) bool { _, ended := readSession(name, text); return ended },
	}
	r.logs, r.archives = c.folder.Running(r.retracted), c.folder.Archives(r.retracted)
	r.static = c.folder.Static(r.archives)
	c.library = library.New(library.Options{
		Dir: c.dir, Indexes: r, Logger: c.logger, Publish: func(k library.Base) { c.publish(TopicKnowledge, k) },
	})
	r.timer = time.AfterFunc(openAfter, func() {
		if c.house.Settings().Recall.Enabled() {
			r.request(background.Changes)
		}
	})
	return r
}

// Unnamed is what the user is called in the index when the persona does not
// know their name.
const Unnamed = "User"

// speakerNames returns what user and persona are called.
func (c *Companion) speakerNames() (user, persona string) {
	pr := c.persona.Profile()
	if user = pr.UserName; user == "" {
		user = Unnamed
	}
	return user, pr.Name
}

// spoken returns what user and persona are called, and the persona's language.
func (c *Companion) spoken() source.Names {
	user, name := c.speakerNames()
	return source.Names{User: user, Persona: name, Language: c.persona.Profile().Language}
}

// known returns the names of entities as of the last pass.
func (r *recaller) known() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.names
}

// request asks for a pass that begins after now.
func (r *recaller) request(what background.Extent) *background.Pass { return r.passes.Request(what) }

// made does what follows a pass, behind everything else.
func (r *recaller) made(err error) {
	r.fresh.ran(err)
	if err != nil && r.ctx.Err() == nil {
		r.c.logger.Warn("bring indexes up to date", "error", err)
	}
	r.vectors.request()
	r.lessons.Request(r.ctx, &r.working, r.behind("learn the semantic space", r.learn))
	r.sifting.Request(r.ctx, &r.working, r.behind("read the log for what stands in it word by word", r.sift))
}

// Knowledge is library.Indexes.
func (r *recaller) Knowledge() *rag.Index {
	if x := r.named(indexKnowledge); x != nil {
		return x.index
	}
	return nil
}

// Open is library.Indexes.
func (r *recaller) Open() *background.Pass { return r.request(background.Nothing) }

// Account is library.Indexes.
func (r *recaller) Account(report rag.Report) {
	if x := r.named(indexKnowledge); x != nil {
		r.account(x, report)
	}
}

// Embedder is library.Indexes.
func (r *recaller) Embedder() llm.Embedder { return r.vectors.questions() }

// make opens the indexes if they are not, and brings them up to date.
func (r *recaller) make(what background.Extent) error {
	if err := r.ctx.Err(); err != nil {
		return ErrClosed
	}
	if err := r.retracted.Refresh(r.ctx); err != nil {
		return err
	}
	print := r.print()
	names := r.c.entityNames()
	r.mu.Lock()
	r.names = names
	r.mu.Unlock()
	if err := r.open(); err != nil {
		return err
	}
	if what == background.Nothing {
		return nil
	}
	var errs []error
	r.c.library.Request(what) // on its own, for to read takes its time
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
			r.c.logger.Warn("file was not indexed", "index", x.name, "file", name, "error", err)
		}
	}
	err := errors.Join(errs...)
	if err == nil {
		r.fresh.passed(print)
	}
	return err
}

// open opens the indexes that are not open; that of the knowledge only when
// there is some.
func (r *recaller) open() error {
	// The running log comes first: what moves to an archive meanwhile is then
	// found in both, and never in neither.
	want := []indexed{
		{name: indexLog, source: r.logs},
		{name: indexStatic, source: r.static},
	}
	if r.c.library.HasFiles() {
		want = append(want, indexed{name: indexKnowledge, source: r.c.library})
	}
	for _, w := range want {
		if slices.ContainsFunc(r.all(), func(x *indexed) bool { return x.name == w.name }) {
			continue
		}
		place, err := r.c.dir.Derived(".index/" + w.name)
		if err != nil {
			return fmt.Errorf("open index %q: %w", w.name, err)
		}
		root := filepath.Dir(filepath.Dir(place))
		if w.index, err = r.openOne(rag.Place{Dir: r.c.dir, Root: root, Name: w.name}); err != nil {
			return err
		}
		r.mu.Lock()
		r.indexes = append(r.indexes, &w)
		r.mu.Unlock()
	}
	return nil
}

// named returns an open index, nil if it is not open.
func (r *recaller) named(name string) *indexed {
	for _, x := range r.all() {
		if x.name == name {
			return x
		}
	}
	return nil
}

// account notes what was done to an index.
func (r *recaller) account(x *indexed, report rag.Report) {
	r.mu.Lock()
	defer r.mu.Unlock()
	x.report = report
}

func (r *recaller) all() []*indexed {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.indexes)
}

// searched returns the open indexes that a question is put to: those of the
// knowledge only when it is asked for.
func (r *recaller) searched(knowledge Scope) []retrieval.Searcher {
	var list []retrieval.Searcher
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
func (r *recaller) learn(ctx context.Context) {
	for _, x := range r.all() {
		if err := x.index.Relearn(ctx); err != nil && ctx.Err() == nil {
			r.c.logger.Warn("learn the semantic space", "index", x.name, "error", err)
		}
	}
}

// sift reads of the log what is new, so that no question waits for it.
func (r *recaller) sift(ctx context.Context) {
	if err := r.c.log.Sift(ctx); err != nil && ctx.Err() == nil {
		r.c.logger.Warn("read the log for what stands in it word by word", "error", err)
	}
}

// close ends the pass under way and closes the indexes.
func (r *recaller) close() {
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
			r.c.logger.Warn("close index", "index", x.name, "error", err)
		}
	}
}

// node returns what recalls, over the indexes that are open.
func (r *recaller) node(ctx context.Context, scope Scope) *retrieval.Node {
	return &retrieval.Node{
		Indexes: r.searched(scope), Planner: r.c.planner(ctx), Embedder: r.vectors.questions(), Arousal: r.c.arousals(),
		Confidence: func(d rag.Document) (float64, bool) {
			sure, _, ok := heldAs(string(d.Type), d.Text)
			return sure, ok
		},
	}
}

// arousals returns what tells one recall how moving memories were, as it is
// known now: that of an episode, and of a message that of its exchange.
func (c *Companion) arousals() retrieval.Arousal {
	felt := c.mind.exchanges.Felt()
	return func(d rag.Document) (float64, bool) {
		switch d.Type {
		case rag.TypeEpisode:
			return c.mind.episodes.ArousalOf(d.ID)
		case rag.TypeMessage, rag.TypeArchive:
			return felt(d.ID, d.Time)
		}
		return 0, false
	}
}

// planner returns the light model's planner, nil for the rules.
func (c *Companion) planner(ctx context.Context) retrieval.Planner {
	m, err := c.modelOf(ctx, c.house.Settings().Models.Light)
	if err != nil {
		c.logger.Warn("make light model, the rules plan", "error", err)
	}
	if m == nil {
		return nil
	}
	return keptIn(ctx, retrieval.Mind{Model: m, Language: c.persona.Profile().Language})
}

// find puts a question to the open indexes. What is taken back is left out.
func (r *recaller) find(ctx context.Context, scope Scope, q retrieval.Query) (retrieval.Result, error) {
	if err := r.retracted.Refresh(ctx); err != nil {
		return retrieval.Result{}, err
	}
	if left := r.left(); len(left) > 0 || r.retracted.Any() {
		q.Filter.Without = func(id string) bool { return left[id] || r.retracted.Has(id) }
	}
	q.Ask.User, q.Ask.Persona = r.c.speakerNames()
	q.Ask.Now, q.Ask.Entities = r.c.now(), r.known()
	result, err := r.node(ctx, scope).Recall(ctx, q)
	if err != nil {
		return result, fmt.Errorf("recall: %w", err)
	}
	return result, nil
}

// A Question is what is asked of a persona's memory.
type Question struct {
	Text         string
	Items        int              // at most so many memories; 0 means 7
	Tokens       int              // and so many tokens; 0 means 1,000
	Since, Until time.Time        // hard bounds; zero: none
	Entities     []string         // at least one of them has to be in it
	Kinds        []string         // kinds or types, such as "told" or "episode"; none: all
	Intent       retrieval.Intent // "" leaves it to the plan
	Scope        Scope
}

// Recall looks something up, after what changed on disk has been indexed. It
// returns ErrBadValue for a kind there is none of. Cost: some 10 ms beside the
// indexing.
func (c *Companion) Recall(ctx context.Context, q Question) (Recollection, error) {
	types, kinds, err := kindsNamed(q.Kinds)
	if err != nil {
		return Recollection{}, fmt.Errorf("recall: %w", err)
	}
	notes, err := c.caughtUp(ctx, q.Scope)
	if err != nil {
		return Recollection{}, fmt.Errorf("recall: %w", err)
	}
	items, tokens := q.Items, q.Tokens
	if items <= 0 {
		items = recallItems
	}
	if tokens == 0 && items > recallItems {
		tokens = 150 * items
	}
	query := recallQuery{
		Query: retrieval.Query{
			Ask: retrieval.Ask{Text: q.Text}, Intent: q.Intent, Items: items, Tokens: tokens,
			Filter: rag.Filter{Types: types, Kinds: kinds, Entities: q.Entities, Since: q.Since, Until: q.Until},
		},
		scope: q.Scope, phrases: phraseTokens, most: items, middle: q.Text, apart: true,
	}
	found, err := c.recall.recollect(ctx, query)
	if damaged := c.recall.mending(q.Scope); err == nil && len(damaged) > 0 { // it was the search that found it
		more, uerr := c.caughtUp(ctx, q.Scope)
		if uerr != nil {
			return found, fmt.Errorf("recall: %w", uerr)
		}
		notes = slices.Concat(notes, []string{"an index was found damaged and has been made anew"}, more)
		found, err = c.recall.recollect(ctx, query)
	}
	found.Notes = append(notes, found.Notes...)
	if err != nil {
		return found, fmt.Errorf("recall: %w", err)
	}
	return found, nil
}

// caughtUp waits until the indexes hold what is on disk, and says why they do
// not. The error is that of ctx, or ErrClosed.
func (c *Companion) caughtUp(ctx context.Context, scope Scope) (notes []string, err error) {
	switch err := c.recall.request(background.Changes).Wait(ctx); {
	case err == nil:
	case ctx.Err() != nil, errors.Is(err, ErrClosed):
		return nil, err
	default:
		notes = append(notes, "indexes are not up to date: "+err.Error())
	}
	ready, cancel := context.WithTimeout(ctx, embedReady)
	c.recall.taught(ready)
	c.recall.vectors.wait(ready)
	cancel()
	if scope == Knowledge {
		return notes, c.library.Request(background.Changes).Wait(ctx)
	}
	return notes, nil
}

// CheckKinds returns ErrBadValue when one of the names is no kind or type of
// memory.
func CheckKinds(names []string) error {
	_, _, err := kindsNamed(names)
	return err
}

// kindsNamed tells kinds of memory from types of documents.
func kindsNamed(names []string) (types []rag.Type, kinds []memory.Kind, err error) {
	for _, name := range names {
		switch k, t := memory.Kind(name), rag.Type(name); {
		case slices.Contains([]memory.Kind{memory.Lived, memory.Told, memory.Inferred, memory.Dreamed, memory.Imported}, k):
			kinds = append(kinds, k)
		case t == rag.TypeMessage:
			types = append(types, rag.TypeMessage, rag.TypeArchive)
		case slices.Contains([]rag.Type{rag.TypeArchive, rag.TypeDaily, rag.TypeDiary, rag.TypeEpisode, rag.TypeDream, rag.TypeBank, rag.TypeNote, rag.TypeKnowledge}, t):
			types = append(types, t)
		default:
			return nil, nil, fmt.Errorf("%w: no kind %q; there are lived, told, inferred, dreamed, imported, message, archive, daily, diary, episode, dream, bank, note, knowledge", ErrBadValue, name)
		}
	}
	return types, kinds, nil
}

// onceEach is an index that does not answer twice with one fact; see source.Once.
type onceEach struct{ retrieval.Searcher }

// Search is retrieval.Searcher.
func (x onceEach) Search(ctx context.Context, q rag.Query) (rag.Found, error) {
	found, err := x.Searcher.Search(ctx, q)
	found.Hits = source.Once(found.Hits)
	return found, err
}

// maxNames is how many names of entities a text is looked through for.
const maxNames = 300

// entityNames returns the names the persona knows something about.
func (c *Companion) entityNames() []string {
	names, _, err := c.mind.shelf.Names(maxNames)
	if err != nil {
		c.logger.Warn("list entities", "error", err)
	}
	return namesOf(names)
}
