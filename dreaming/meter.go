package dreaming

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"yumori/dreaming/record"
	"yumori/internal/llm"
	"yumori/internal/llm/meter"
	"yumori/internal/transcript"
)

// Bounds of what a night asks of models.
const (
	// nightCalls is how often a night of one day asks: once each for looking
	// back, the questions and what was learned, and dayCalls times for the day's
	// episode, which is asked for again when it is too short or too long.
	nightCalls = 3 + dayCalls
	dayCalls   = 2
	// pageCalls and weekCalls are what levels 2 and 3 take on top: pages told
	// anew, weeks made one.
	pageCalls, weekCalls = 8, 8
	// callTime is what one call gets. A server that sends a word a minute is
	// given up after it.
	callTime = 2 * time.Minute
	// noticed is by when an adapter has noticed the end of its context.
	noticed = time.Second
	// answerTokens is what an answer is reckoned at that says no bound.
	answerTokens = 1_500
	// maxAnswer is how many bytes of an answer the record keeps.
	maxAnswer = 20_000
)

// maxCalls is how often the night may ask its models.
func (n *night) maxCalls() int {
	calls := nightCalls + dayCalls*max(0, len(n.said.days)-1)
	if n.rec.Level >= 2 {
		calls += pageCalls + weekCalls*dayCalls
	}
	return calls
}

// asked returns m as the dream asks it; nil for no model, for built-in rules,
// and when rules were asked for.
func (n *night) asked(m llm.Model) llm.Model {
	if m == nil || m.Info().Rules || n.rec.Inputs.Rules {
		return nil
	}
	return &asked{model: meter.Metered(m, nil), night: n}
}

// An asked is a model as a dream asks it: with its calls bounded, and in the
// record.
type asked struct {
	model llm.Model
	night *night
	gone  error // why it cannot be reached: it is not tried again in this night
}

// Info is that of the model.
func (m *asked) Info() llm.Info { return m.model.Info() }

// Unwrap returns the model.
func (m *asked) Unwrap() llm.Model { return m.model }

// Generate asks the model if there are calls left, ErrBudget else, and gives it
// callTime.
func (m *asked) Generate(ctx context.Context, req llm.Request, stream func(string)) (llm.Response, error) {
	n := m.night
	if m.gone != nil {
		return llm.Response{}, m.gone
	}
	if n.questions() >= n.maxCalls() {
		return llm.Response{}, fmt.Errorf("%w: %d calls a night", ErrBudget, n.maxCalls())
	}
	req.Purpose = llm.PurposeDream
	bounded, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	resp, err := m.model.Generate(bounded, req, stream)
	if err == nil && halfMissing(req, resp.Usage) {
		resp.Prompt = llm.PromptCut
	}
	if err != nil && bounded.Err() != nil && ctx.Err() == nil {
		err = &llm.Error{
			Provider: m.Info().Provider, Op: "generate", Kind: llm.ErrUnavailable, Detail: fmt.Sprintf("no whole answer within %v", callTime),
		}
	}
	if errors.Is(err, ErrBudget) && resp.Usage.Calls == 0 {
		return resp, err
	}
	for _, gone := range []error{llm.ErrUnavailable, llm.ErrKey, llm.ErrNoModel} {
		if errors.Is(err, gone) {
			m.gone = err
		}
	}
	if !errors.Is(err, llm.ErrTooLong) { // it may be asked again, with less
		n.answered(resp.Message.Text)
	}
	n.book(n.bill.take())
	return resp, err
}

// The bounds of halfMissing, in tokens.
const (
	leastSent    = 2_000 // that a prompt is estimated at; of a shorter one little is missing
	leastCounted = 256   // that a server counts: none serves less, so a smaller number is no count
)

// halfMissing reports whether a server counted less than half of the prompt that it was
// sent: whatever protocol it speaks, it left the rest out. Tokenizers differ from the
// estimate by a third.
func halfMissing(req llm.Request, u llm.Usage) bool {
	sent := llm.EstimateUsage(req, llm.Message{}).Prompt
	return !u.Estimated && u.Calls == 1 && u.Prompt >= leastCounted && sent >= leastSent && 2*u.Prompt < sent
}

// questions is how often the models were asked.
func (n *night) questions() int {
	sum := 0
	for _, s := range n.rec.Stages {
		sum += len(s.Answers)
	}
	return sum
}

// answered notes an answer at the stage that is under way.
func (n *night) answered(answer string) {
	for i := range n.rec.Stages {
		if s := &n.rec.Stages[i]; s.Name == n.stage {
			s.Answers = append(s.Answers, strings.ToValidUTF8(answer[:min(len(answer), maxAnswer)], ""))
		}
	}
}

// book writes into the record what stages have cost.
func (n *night) book(costs map[record.Stage]llm.Usage) {
	for i := range n.rec.Stages {
		s := &n.rec.Stages[i]
		u := costs[s.Name]
		n.rec.Usage.Calls += u.Calls
		n.rec.Usage.Input += u.Prompt
		n.rec.Usage.Output += u.Answer
		s.Calls += u.Calls
		s.Tokens += u.Prompt + u.Answer
	}
}

// errByRules says why a dream by rules has no model plan what it looks for.
var errByRules = errors.New("the dream is by rules")

// errOver says why nothing more is asked for a dream.
var errOver = fmt.Errorf("the dream is over: %w", ErrBudget)

// A bill counts what a dream costs, whoever asks for it on its behalf: to plan
// what is recalled, and vectors, too. It is safe for concurrent use.
type bill struct {
	next  meter.Meter // asked, too; may be nil
	rules bool        // models are not asked; vectors may be made

	mu    sync.Mutex   // guards what follows
	stage record.Stage // under way
	over  bool         // the dream is at its end
	costs map[record.Stage]llm.Usage
	under int           // requests under way
	idle  chan struct{} // closed when none is any more; nil: nobody waits
}

// begin says which stage is under way.
func (b *bill) begin(s record.Stage) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.stage = s
}

// Reserve is meter.Meter.
func (b *bill) Reserve(ctx context.Context, r meter.Request) (meter.Settle, error) {
	if b.rules && r.Purpose != llm.PurposeEmbed {
		return nil, errByRules
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.over {
		return nil, errOver
	}
	settle := func(llm.Usage) {}
	if b.next != nil {
		var err error
		if settle, err = b.next.Reserve(ctx, r); err != nil {
			return nil, err
		}
	}
	stage := b.stage
	b.under++
	return func(u llm.Usage) {
		settle(u)
		b.mu.Lock()
		defer b.mu.Unlock()
		b.costs[stage] = b.costs[stage].Add(u)
		if b.under--; b.under == 0 && b.idle != nil {
			close(b.idle)
			b.idle = nil
		}
	}, nil
}

// take returns what was spent since the last time.
func (b *bill) take() map[record.Stage]llm.Usage {
	b.mu.Lock()
	defer b.mu.Unlock()
	costs := b.costs
	b.costs = map[record.Stage]llm.Usage{}
	return costs
}

// close is take at the end of the dream. A request that was given up is waited
// for until its adapter has noticed.
func (b *bill) close() map[record.Stage]llm.Usage {
	b.mu.Lock()
	b.over = true
	var idle chan struct{}
	if b.under > 0 {
		idle = make(chan struct{})
		b.idle = idle
	}
	b.mu.Unlock()
	if idle != nil {
		select {
		case <-idle:
		case <-time.After(noticed):
		}
	}
	return b.take()
}

// An estimator says what a night would cost.
type estimator struct{ night *night }

// estimate says what a stage would cost, going by what it would read.
func (e estimator) estimate(s record.Stage) PlannedStage {
	out := PlannedStage{Stage: s}
	switch s {
	case record.StageReflect, record.StageQuestions, record.StageEntities:
		e.estimateReading(&out)
	case record.StageEpisodes:
		e.estimateEpisodes(&out)
	case record.StageIndex:
		if c, ok := e.night.p.deps.Index.(Coster); ok && e.night.req.Mode != DryRun {
			out.Calls, out.Tokens = c.Cost()
		}
	}
	if e.night.model == nil || out.Calls > 0 {
		out.By = e.night.by()
	}
	return out
}

// estimateReading is estimate for a stage that reads the conversation with what
// is recalled for it. Stages that read the same look it up once.
func (e estimator) estimateReading(out *PlannedStage) {
	list := e.night.messages(readBy(out.Stage)...)
	if len(list) == 0 {
		return
	}
	first := !slices.ContainsFunc(record.Stages()[:slices.Index(record.Stages(), out.Stage)], func(before record.Stage) bool {
		by := readBy(before)
		return by != nil && idsOf(e.night.messages(by...)) == idsOf(list)
	})
	if c, ok := e.night.p.deps.Recall.(Coster); ok && first {
		out.Calls, out.Tokens = c.Cost()
	}
	m := e.night.light
	if out.Stage == record.StageReflect {
		m = e.night.model
	}
	if m == nil {
		return
	}
	if out.Stage != record.StageQuestions || len(e.night.mem.motives.Snapshot(e.night.mem.pressure()).Questions) > 0 {
		out.Calls, out.Tokens = out.Calls+1, out.Tokens+e.textTokens()+promptTokens+answerTokens
	}
	if out.Stage == record.StageEntities && e.night.rec.Level >= 2 {
		pages := min(len(e.night.read.stalePages()), pageCalls)
		out.Calls, out.Tokens = out.Calls+pages, out.Tokens+pages*(promptTokens+answerTokens)
	}
}

// readBy returns the stages for which a stage reads messages; nil if it does
// not look up anything.
func readBy(s record.Stage) []record.Stage {
	switch s {
	case record.StageReflect:
		return []record.Stage{record.StageReflect, record.StageGoals, record.StageQuestions}
	case record.StageQuestions:
		return []record.Stage{record.StageQuestions}
	case record.StageEntities:
		return []record.Stage{record.StageEntities, record.StageRetain, record.StageOpinions}
	}
	return nil
}

// estimateEpisodes is estimate for the stage that tells days and weeks, each of
// which may be asked for twice.
func (e estimator) estimateEpisodes(out *PlannedStage) {
	if e.night.model == nil {
		return
	}
	days := len(daysOf(e.night.messages(record.StageEpisodes)))
	out.Calls, out.Tokens = dayCalls*days, dayCalls*(e.textTokens()+days*(promptTokens+answerTokens))
	if days == 0 {
		out.Tokens = 0
	}
	if e.night.rec.Level >= 2 {
		weeks := min(weekCalls, len(e.night.oldWeeks()))
		out.Calls += dayCalls * weeks
		out.Tokens += dayCalls * weeks * (2*promptTokens + answerTokens)
	}
}

// textTokens is what the new messages come to.
func (e estimator) textTokens() int {
	text := 0
	for _, m := range e.night.said.fresh {
		text += llm.EstimateTokens(m.Text) + lineTokens
	}
	return text
}

// idsOf returns the ids of messages as one text.
func idsOf(list []transcript.Message) string {
	var b strings.Builder
	for _, m := range list {
		b.WriteString(string(m.ID) + " ")
	}
	return b.String()
}

// What a prompt costs beside what was said, in tokens.
const (
	promptTokens = 1_200 // instructions, questions, goals
	lineTokens   = 12    // of a line beside its text
)
