package embedding

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"sync"
	"time"

	"yumori/internal/llm"
	"yumori/internal/llm/embedcache"
	"yumori/internal/llm/meter"
	"yumori/internal/store"
	"yumori/rag"
	"yumori/retrieval/background"
)

// How an embedder is asked for vectors in the background.
const (
	pause     = 200 * time.Millisecond // between two batches
	patient   = 2                      // rounds that fail before another provider takes over
	firstWait = time.Minute            // after a failure; doubles up to longest
	longest   = 30 * time.Minute
	comeBack  = time.Hour   // after which the first provider is tried again
	picking   = time.Minute // a server on this machine may have to load its model
)

// Options are the surroundings of a Worker.
type Options struct {
	Dir     *store.Dir // of the persona
	Logger  *slog.Logger
	Now     func() time.Time
	Choice  func() Choice                                       // as the settings have it
	Pick    func(context.Context, Choice) (llm.Embedder, error) // makes an embedder
	Indexes func() []*rag.Index                                 // those that are open
	Working *sync.WaitGroup                                     // counts the work under way
	Cache   *embedcache.Cache                                   // of all personas
	// Pause and Least are those of embedbatch.Options; zero but in tests.
	Pause func(ctx context.Context, d time.Duration) error
	Least int
}

// A Worker gives the chunks of a persona's indexes their vectors, behind
// everything else, and answers for the questions' vectors. What it cannot do
// now it says, and recalling does without. It is safe for concurrent use.
type Worker struct {
	opt   Options
	ctx   context.Context
	task  background.Task
	sends background.Task // a batch that is under way

	mu      sync.Mutex // guards what follows
	choice  Choice
	active  llm.Embedder // makes the vectors; nil until it is picked
	other   bool         // active is the fallback
	serving *asked       // its vectors are in use; nil if there are none
	looked  bool         // for what served before the program was started
	failure error        // why no vectors are made; nil if they are
	left    int          // texts that have none although they are made
	fails   int          // rounds that failed since one did not
	next    time.Time    // no round before
	back    time.Time    // when the first provider is tried again
	sending bool         // a batch is under way
	alone   time.Time    // no batch before
}

// New returns a worker that works until ctx is done, when it is asked.
func New(ctx context.Context, opt Options) *Worker { return &Worker{opt: opt, ctx: ctx} }

// Request asks for a round of work, behind everything else.
func (e *Worker) Request() {
	e.task.Request(e.ctx, e.opt.Working, func(ctx context.Context) {
		err := background.Guarded(func() error {
			if e.due() {
				e.round(ctx)
			}
			return nil
		})
		if err != nil {
			e.failed(err)
		}
	})
}

// Wait waits for the work under way.
func (e *Worker) Wait(ctx context.Context) { e.task.Wait(ctx) }

// FellBack reports whether another provider has taken over for now.
func (e *Worker) FellBack() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.other
}

// due takes up what was chosen and reports whether there is something to do.
func (e *Worker) due() bool {
	choice := e.opt.Choice()
	now := e.opt.Now()
	e.mu.Lock()
	defer e.mu.Unlock()
	if choice != e.choice {
		e.choice, e.active, e.other, e.fails, e.next = choice, nil, false, 0, time.Time{}
		e.failure, e.left = nil, 0
	}
	if !choice.Configured() {
		e.serving = nil
		return false
	}
	if e.other && now.After(e.back) {
		e.active, e.other, e.fails = nil, false, 0
	}
	return !now.Before(e.next)
}

// coverage is how far an embedder's vectors cover the indexes.
type coverage struct {
	left  int  // documents without one
	ready bool // every index can answer questions of its space
}

// round gives every chunk its vector, as far as the embedder answers.
func (e *Worker) round(ctx context.Context) {
	e.serveAsBefore(ctx)
	m, err := e.pick(ctx)
	if err != nil {
		e.failed(err)
		return
	}
	if e.batched(ctx, m) {
		return
	}
	found := coverage{ready: true}
	list := e.opt.Indexes()
	for _, x := range list {
		out, err := x.Fill(ctx, m, pause)
		if err != nil {
			e.failed(err)
			return
		}
		found.left += out.Left
		found.ready = found.ready && out.Ready
	}
	e.succeeded(m, found)
	if found.ready { // not before questions are asked in its space
		for _, x := range list {
			x.Swap(m.Space())
		}
		e.noteServing(m.Space())
	}
	e.trim(ctx, m.Space())
}

// pick returns the embedder to work with.
func (e *Worker) pick(ctx context.Context) (llm.Embedder, error) {
	e.mu.Lock()
	active, choice := e.active, e.choice
	if e.other {
		choice, _ = choice.fallback()
	}
	e.mu.Unlock()
	if active != nil {
		return active, nil
	}
	ctx, cancel := context.WithTimeout(ctx, picking)
	defer cancel()
	m, err := e.opt.Pick(ctx, choice)
	if err != nil {
		return nil, err
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.active = m
	return m, nil
}

// succeeded has questions asked of an embedder whose vectors can answer, and
// notes what is still missing.
func (e *Worker) succeeded(m llm.Embedder, found coverage) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.fails, e.failure, e.left = 0, nil, found.left
	if found.ready && (e.serving == nil || e.serving.Embedder != m) {
		e.serving = &asked{Embedder: m, now: e.opt.Now}
	}
}

// failed notes a failure, and lets the fallback take over where waiting does
// not help or did not.
func (e *Worker) failed(err error) {
	if e.ctx.Err() != nil {
		return
	}
	e.opt.Logger.Warn("make vectors", "error", err)
	now := e.opt.Now()
	e.mu.Lock()
	defer e.mu.Unlock()
	if errors.Is(err, meter.ErrBudget) { // nothing is wrong with the provider
		e.failure, e.left, e.next = err, 0, now.Add(firstWait)
		return
	}
	e.fails++
	e.failure, e.left = err, 0
	if _, there := e.choice.fallback(); there && !e.other && (e.fails >= patient || final(err)) {
		e.active, e.other, e.fails, e.back = nil, true, 0, now.Add(comeBack)
		e.Request()
		return
	}
	e.next = now.Add(min(longest, firstWait<<min(e.fails-1, 10)))
}

// final reports whether a failure will not pass by itself.
func final(err error) bool {
	for _, kind := range []error{llm.ErrKey, llm.ErrNoModel, llm.ErrBadRequest, llm.ErrRefused, ErrNone} {
		if errors.Is(err, kind) {
			return true
		}
	}
	return false
}

// trim removes vectors of texts that are in no index any more, when they are
// more than the settings allow.
func (e *Worker) trim(ctx context.Context, space llm.Space) {
	e.mu.Lock()
	limit := int64(e.choice.Cache) << 20
	e.mu.Unlock()
	if limit == 0 {
		return
	}
	if err := rag.TrimVectors(ctx, e.opt.Dir, rag.Trim{Space: space, Limit: limit, Indexes: e.opt.Indexes()}); err != nil && ctx.Err() == nil {
		e.opt.Logger.Warn("trim vectors", "error", err)
	}
}

// A State is how the embedder's vectors of an index stand.
type State struct {
	Model   string  `json:"model"`             // whose vectors are made, "provider/name"; "" if none could be reached
	InUse   string  `json:"in_use"`            // whose vectors are searched, "" if none are
	Dim     int     `json:"dim"`               // numbers of a vector in use
	Filling int     `json:"filling,omitempty"` // vectors made for another model that is to be used
	Problem string  `json:"problem,omitempty"` // what is wrong or not done yet, for logs
	Failure error   `json:"-"`                 // why no vectors are made; nil if they are
	Left    int     `json:"left,omitempty"`    // texts that have no vector although they are made
	Floor   float64 `json:"floor"`             // cosine of texts without a connection
	Ceiling float64 `json:"ceiling"`           // cosine of a clear match
	Order   float64 `json:"order"`             // how often a text beside was nearer than one from elsewhere; 0.5 is chance
	Beyond  float64 `json:"beyond"`            // the same where words do not tell
	Trust   float64 `json:"trust"`             // share of the vectors' weight
	Graph   float64 `json:"graph_recall"`      // recall@10 of the graph's self-test; 0 if it was not tested
	Tested  int     `json:"graph_tested"`      // vectors it was tested on
	Answers string  `json:"answers,omitempty"` // "exact scan" or "graph"
}

// State says how the vectors of an index stand, nil without an embedder.
func (e *Worker) State(st rag.Status) *State {
	if !e.opt.Choice().Configured() && st.Vectors == 0 {
		return nil
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	s := &State{
		InUse: st.Space.Model, Dim: st.Space.Dim, Filling: st.Filling, Problem: e.problem(), Failure: e.failure, Left: e.left,
		Floor: round(st.Calibration.Floor), Ceiling: round(st.Calibration.Ceiling),
		Order: round(st.Calibration.Order), Beyond: round(st.Calibration.Beyond), Trust: round(st.Calibration.Trust),
		Graph: st.Graph.Recall, Tested: st.Graph.Rows, Answers: string(st.Graph.Answers),
	}
	if e.active != nil {
		s.Model = e.active.Space().Model
	}
	return s
}

// problem says what is wrong or not done yet; "" if all is well. e.mu is held.
func (e *Worker) problem() string {
	switch {
	case e.failure != nil:
		return e.failure.Error()
	case e.left > 0:
		return fmt.Sprintf("%d texts have no vector yet", e.left)
	}
	return ""
}

// Questions returns what makes the vectors of questions: nil without an
// embedder, one that says why when it cannot.
func (e *Worker) Questions() llm.Embedder {
	chosen := e.opt.Choice().Configured()
	e.mu.Lock()
	defer e.mu.Unlock()
	switch {
	case !chosen:
		return nil
	case e.serving != nil:
		return e.serving
	case e.problem() != "":
		return mute{e.problem()}
	}
	return mute{"vectors are still being made"}
}

// mute is an embedder that only says why it does not answer.
type mute struct{ why string }

// Space is the zero Space, which nothing is compared in.
func (mute) Space() llm.Space { return llm.Space{} }

// Embed says why not.
func (m mute) Embed(context.Context, []string, llm.Task) ([][]float32, error) {
	return nil, errors.New(m.why)
}

func round(v float64) float64 { return math.Round(v*100) / 100 }
