package companion

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"yumori/internal/llm"
	"yumori/internal/llm/meter"
	"yumori/internal/pace"
	"yumori/rag"
	"yumori/retrieval/background"
)

// How an embedder is asked for vectors in the background.
const (
	embedPause   = 200 * time.Millisecond // between two batches
	embedPatient = 2                      // rounds that fail before another provider takes over
	embedWait    = time.Minute            // after a failure; doubles up to embedLongest
	embedLongest = 30 * time.Minute
	embedReturn  = time.Hour                       // after which the first provider is tried again
	embedReady   = pace.Slowness * 2 * time.Second // that a question waits for vectors being read
	embedPicking = time.Minute                     // a server on this machine may have to load its model
)

// An embedding gives the chunks of a persona's indexes their vectors, behind
// everything else, and answers for the questions' vectors. What it cannot do
// now it says, and recalling does without.
type embedding struct {
	r      *recaller
	errand background.Task
	sends  background.Task // a batch that is under way
	// pause and least are those of embedbatch.Options; zero but in tests.
	pause func(ctx context.Context, d time.Duration) error
	least int

	mu      sync.Mutex // guards what follows
	choice  EmbedderChoice
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

// request asks for a round of work. It is called by the recaller's worker.
func (e *embedding) request() {
	e.errand.Request(e.r.ctx, &e.r.working, func(ctx context.Context) {
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

// wait waits for the work under way.
func (e *embedding) wait(ctx context.Context) { e.errand.Wait(ctx) }

// due takes up what was chosen and reports whether there is something to do.
func (e *embedding) due() bool {
	choice := e.r.c.house.Settings().Embedder
	now := e.r.c.now()
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
func (e *embedding) round(ctx context.Context) {
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
	list := e.r.all()
	for _, x := range list {
		out, err := x.index.Fill(ctx, m, embedPause)
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
			x.index.Swap(m.Space())
		}
		e.noteServing(m.Space())
	}
	e.trim(ctx, m.Space())
}

// pick returns the embedder to work with.
func (e *embedding) pick(ctx context.Context) (llm.Embedder, error) {
	e.mu.Lock()
	active, choice := e.active, e.choice
	if e.other {
		choice, _ = choice.fallback()
	}
	e.mu.Unlock()
	if active != nil {
		return active, nil
	}
	ctx, cancel := context.WithTimeout(ctx, embedPicking)
	defer cancel()
	picked, err := e.r.c.house.pickEmbedder(ctx, choice, e.r.c.slug)
	if err != nil {
		return nil, err
	}
	m := &nightly{e.r.c.house.kept.Embedder(picked), e.r.c}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.active = m
	return m, nil
}

// succeeded has questions asked of an embedder whose vectors can answer, and
// notes what is still missing.
func (e *embedding) succeeded(m llm.Embedder, found coverage) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.fails, e.failure, e.left = 0, nil, found.left
	if found.ready && (e.serving == nil || e.serving.Embedder != m) {
		e.serving = &asked{Embedder: m, now: e.r.c.now}
	}
}

// failed notes a failure, and lets the fallback take over where waiting does
// not help or did not.
func (e *embedding) failed(err error) {
	if e.r.ctx.Err() != nil {
		return
	}
	e.r.c.logger.Warn("make vectors", "error", err)
	now := e.r.c.now()
	e.mu.Lock()
	defer e.mu.Unlock()
	if errors.Is(err, meter.ErrBudget) { // nothing is wrong with the provider
		e.failure, e.left, e.next = err, 0, now.Add(embedWait)
		return
	}
	e.fails++
	e.failure, e.left = err, 0
	if _, there := e.choice.fallback(); there && !e.other && (e.fails >= embedPatient || final(err)) {
		e.active, e.other, e.fails, e.back = nil, true, 0, now.Add(embedReturn)
		e.request()
		return
	}
	e.next = now.Add(min(embedLongest, embedWait<<min(e.fails-1, 10)))
}

// final reports whether a failure will not pass by itself.
func final(err error) bool {
	for _, kind := range []error{llm.ErrKey, llm.ErrNoModel, llm.ErrBadRequest, llm.ErrRefused, ErrNoEmbedder} {
		if errors.Is(err, kind) {
			return true
		}
	}
	return false
}

// trim removes vectors of texts that are in no index any more, when they are
// more than the settings allow.
func (e *embedding) trim(ctx context.Context, space llm.Space) {
	e.mu.Lock()
	limit := int64(e.choice.Cache) << 20
	e.mu.Unlock()
	if limit == 0 {
		return
	}
	var list []*rag.Index
	for _, x := range e.r.all() {
		list = append(list, x.index)
	}
	if err := rag.TrimVectors(ctx, e.r.c.dir, rag.Trim{Space: space, Limit: limit, Indexes: list}); err != nil && ctx.Err() == nil {
		e.r.c.logger.Warn("trim vectors", "error", err)
	}
}

// stateOf says how the vectors of an index stand, nil without an embedder.
func (e *embedding) stateOf(st rag.Status) *EmbedderState {
	if !e.r.c.house.Settings().Embedder.Configured() && st.Vectors == 0 {
		return nil
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	s := &EmbedderState{
		InUse: st.Space.Model, Dim: st.Space.Dim, Filling: st.Filling, Problem: e.problem(), Failure: e.failure, Left: e.left,
		Floor: round2(st.Calibration.Floor), Ceiling: round2(st.Calibration.Ceiling),
		Order: round2(st.Calibration.Order), Beyond: round2(st.Calibration.Beyond), Trust: round2(st.Calibration.Trust),
		Graph: st.Graph.Recall, Tested: st.Graph.Rows, Answers: string(st.Graph.Answers),
	}
	if e.active != nil {
		s.Model = e.active.Space().Model
	}
	return s
}

// problem says what is wrong or not done yet; "" if all is well. e.mu is held.
func (e *embedding) problem() string {
	switch {
	case e.failure != nil:
		return e.failure.Error()
	case e.left > 0:
		return fmt.Sprintf("%d texts have no vector yet", e.left)
	}
	return ""
}

// questions returns what makes the vectors of questions: nil without an
// embedder, one that says why when it cannot.
func (e *embedding) questions() llm.Embedder {
	chosen := e.r.c.house.Settings().Embedder.Configured()
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
