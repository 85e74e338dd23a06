package ollama

import (
	"cmp"
	"context"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/ollama/ollama/api"

	"yumori/internal/llm"
)

const (
	// contextStep is what contexts are multiples of: with every other one the
	// server loads the model anew.
	contextStep = 4_096
	// mostContext bounds the context where nobody says anything: with each
	// token it takes memory, of which a model of 8 billion parameters needs
	// 4 GiB for so many.
	mostContext = 32_768
	// answerRoom is left for an answer whose length the request does not bound.
	answerRoom = 2_048
	// leastWindow is the smallest window that is learned.
	leastWindow = 512
)

const (
	factsFresh = time.Minute             // what a server said of a model is not asked again
	factsWait  = 1200 * time.Millisecond // for an answer; with identifyWait it is what Measure may take
)

// learnFacts asks the server what it has to say of the model, unless it has
// just been asked. Whatever cannot be found out stays as it was, and is asked
// for again the next time.
func (m *Model) learnFacts(ctx context.Context) {
	f := m.facts
	f.mu.Lock()
	fresh := !f.at.IsZero() && f.now().Sub(f.at) < factsFresh
	f.mu.Unlock()
	if fresh {
		return
	}
	ctx, cancel := context.WithTimeout(llm.Ungated(ctx), factsWait)
	defer cancel()
	var show *api.ShowResponse
	var err error
	running := 0
	var wg sync.WaitGroup
	wg.Go(func() { show, err = m.asking.Show(ctx, &api.ShowRequest{Model: m.cfg.Name}) })
	wg.Go(func() { running = m.loaded(ctx) })
	wg.Wait()
	f.mu.Lock()
	defer f.mu.Unlock()
	f.running = running
	if err != nil {
		return
	}
	f.at = f.now()
	f.context, f.own, f.able = contextLength(show.ModelInfo), ownContext(show.Parameters), nil
	for _, c := range show.Capabilities {
		f.able = append(f.able, string(c))
	}
}

// loaded returns the context that the model is loaded with, 0 if it is not or
// that cannot be found out.
func (m *Model) loaded(ctx context.Context) int {
	list, err := m.asking.ListRunning(ctx)
	if err != nil {
		return 0
	}
	for _, r := range list.Models {
		if sameModel(r.Name, m.cfg.Name) || sameModel(r.Model, m.cfg.Name) {
			return max(0, r.ContextLength)
		}
	}
	return 0
}

// sameModel reports whether two names are of one model: no tag is :latest.
func sameModel(a, b string) bool {
	return strings.EqualFold(strings.TrimSuffix(a, ":latest"), strings.TrimSuffix(b, ":latest"))
}

// contextLength finds "<architecture>.context_length".
func contextLength(info map[string]any) int {
	arch, _ := info["general.architecture"].(string)
	n, _ := info[arch+".context_length"].(float64)
	if n < 1 || n > 1<<30 {
		return 0
	}
	return int(n)
}

// ownContext finds num_ctx in the parameters of a Modelfile, one a line.
func ownContext(parameters string) int {
	for line := range strings.Lines(parameters) {
		if f := strings.Fields(line); len(f) == 2 && f[0] == "num_ctx" {
			n, err := strconv.Atoi(f[1])
			if err != nil || n < 0 {
				return 0
			}
			return n
		}
	}
	return 0
}

// bound returns the longest context that is asked for. window is the user's
// setting, 0 for none. The caller holds mu.
func (f *facts) bound(window int) int {
	n := cmp.Or(window, f.own, mostContext)
	if window == 0 { // the memory is spent already
		n = max(n, f.running)
	}
	if f.context > 0 {
		n = min(n, f.context)
	}
	return n
}

// Measure returns the window of the model: the context that is asked for at
// most, or less where requests have shown that it is not served. See
// llm.Measurer.
func (m *Model) Measure(ctx context.Context) llm.Window {
	m.learnFacts(ctx)
	f := m.facts
	f.mu.Lock()
	defer f.mu.Unlock()
	n := f.bound(m.cfg.Window)
	switch {
	case f.learned > 0 && f.learned < n:
		return llm.Window{Tokens: f.learned, From: llm.WindowLearned}
	case n == m.cfg.Window:
		return llm.Window{Tokens: n, From: llm.WindowSet}
	case f.context > 0:
		return llm.Window{Tokens: n, From: llm.WindowServed}
	}
	return llm.Window{}
}

// A plan is how a request is asked.
type plan struct {
	estimate int  // tokens of the prompt
	context  int  // tokens to serve
	limit    int  // of context
	thinks   bool // the model would think
	noTools  bool // the model takes none
}

// plan finds the context for a request: room for its prompt, of which the
// estimate may be a quarter too low, and for its answer, and not less than the
// model is loaded with, for then it would be loaded anew.
func (m *Model) plan(req llm.Request) plan {
	p := plan{thinks: m.facts.can(canThink)}
	f := m.facts
	f.mu.Lock()
	defer f.mu.Unlock()
	p.noTools = f.noTools()
	if p.noTools { // what is not sent is not missed in what the server counts
		req.Tools, req.Messages = nil, llm.WithoutCalls(req.Messages)
	}
	p.estimate = llm.EstimateUsage(req, llm.Message{}).Prompt
	want := p.estimate + p.estimate/4 + cmp.Or(max(0, req.MaxTokens), answerRoom)
	want = (want + contextStep - 1) / contextStep * contextStep
	p.limit = f.bound(m.cfg.Window)
	p.context = min(max(want, f.asked, f.running), p.limit)
	return p
}

// fate finds out whether the server has cut a prompt of which it has evaluated
// got tokens, and takes a lesson from it. Servers cut to the whole context, or
// to two tokens more than half of it.
func (m *Model) fate(ctx context.Context, got int, p plan) llm.PromptFate {
	served := p.context
	if got*5 < p.estimate*4 {
		inner, cancel := context.WithTimeout(ctx, factsWait)
		defer cancel()
		if n := m.loaded(inner); n > 0 {
			served = min(served, n)
		}
	}
	exact := got >= served || got == served/2+2 && p.estimate*3 >= served*2
	// Tokenizers differ from the estimate by a third; half of it means a cut.
	if !exact && (p.estimate < 2_000 || got*2 > p.estimate) {
		return llm.PromptWhole
	}
	f := m.facts
	f.mu.Lock()
	defer f.mu.Unlock()
	if served >= p.context && p.context < p.limit {
		f.asked = min(p.limit, 2*p.context) // the next prompt is asked for with more room
		return llm.PromptCut
	}
	fits := got
	if got < served {
		fits = 2 * (got - 2)
	}
	f.shrink(min(fits, served))
	return llm.PromptCut
}
