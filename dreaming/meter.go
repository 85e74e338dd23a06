package dreaming

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"yumori/llm"
)

// Bounds of what a night asks of models.
const (
	// nightCalls is how many calls a night of one day takes: one each for
	// looking back, the questions, what was learned, and the day's episode.
	nightCalls = 4
	// pageCalls and weekCalls are what levels 2 and 3 take on top: pages told
	// anew, weeks made one.
	pageCalls, weekCalls = 8, 8
	// answerTokens is what an answer is reckoned at that says no bound.
	answerTokens = 1_500
	// maxAnswer is how many bytes of an answer the record keeps.
	maxAnswer = 20_000
)

// maxCalls is how many calls the night may make.
func (n *night) maxCalls() int {
	calls := nightCalls + max(0, len(n.said.days)-1)
	if n.rec.Level >= 2 {
		calls += pageCalls + weekCalls
	}
	return calls
}

// asked returns m with its calls counted and bounded; nil for no model, for
// built-in rules, and when rules were asked for.
func (n *night) asked(m llm.Model) llm.Model {
	if m == nil || m.Info().Rules || n.rec.Inputs.Rules {
		return nil
	}
	return &asked{model: Metered(m, n.p.deps.Meter), night: n}
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

// Generate asks the model if there are calls left; ErrBudget else.
func (m *asked) Generate(ctx context.Context, req llm.Request, stream func(string)) (llm.Response, error) {
	n := m.night
	if m.gone != nil {
		return llm.Response{}, m.gone
	}
	if n.rec.Usage.Calls >= n.maxCalls() {
		return llm.Response{}, fmt.Errorf("%w: %d calls a night", ErrBudget, n.maxCalls())
	}
	req.Purpose = llm.PurposeDream
	resp, err := m.model.Generate(ctx, req, stream)
	if errors.Is(err, ErrBudget) {
		return resp, err
	}
	for _, gone := range []error{llm.ErrUnavailable, llm.ErrKey, llm.ErrNoModel} {
		if errors.Is(err, gone) {
			m.gone = err
		}
	}
	n.spent(usageOf(req, resp, err), resp.Message.Text)
	return resp, err
}

// spent books a call on the stage that is under way.
func (n *night) spent(u llm.Usage, answer string) {
	n.rec.Usage.Calls += u.Calls
	n.rec.Usage.Input += u.Prompt
	n.rec.Usage.Output += u.Answer
	for i := range n.rec.Stages {
		if s := &n.rec.Stages[i]; s.Name == n.stage {
			s.Calls += u.Calls
			s.Tokens += u.Prompt + u.Answer
			s.Answers = append(s.Answers, strings.ToValidUTF8(answer[:min(len(answer), maxAnswer)], ""))
		}
	}
}

// estimate says what a stage would cost, going by what it would read.
func (n *night) estimate(s Stage) PlannedStage {
	out := PlannedStage{Stage: s, By: n.by()}
	if n.model == nil {
		return out
	}
	text := 0
	for _, m := range n.said.fresh {
		text += llm.EstimateTokens(m.Text) + lineTokens
	}
	switch s {
	case StageReflect, StageQuestions, StageEntities:
		if len(n.said.fresh) > 0 && (s != StageQuestions || len(n.mem.motives.Snapshot(n.pressure()).Questions) > 0) {
			out.Calls, out.Tokens = 1, text+promptTokens+answerTokens
		}
		if s == StageEntities && n.rec.Level >= 2 {
			pages := len(n.stalePages())
			out.Calls += min(pages, pageCalls)
			out.Tokens += min(pages, pageCalls) * (promptTokens + answerTokens)
		}
	case StageEpisodes:
		out.Calls, out.Tokens = len(n.said.days), text+len(n.said.days)*(promptTokens+answerTokens)
		if n.rec.Level >= 2 {
			weeks := min(weekCalls, len(n.oldWeeks()))
			out.Calls += weeks
			out.Tokens += weeks * (2*promptTokens + answerTokens)
		}
	}
	if out.Calls == 0 {
		out.By = ""
	}
	return out
}

// What a prompt costs beside what was said, in tokens.
const (
	promptTokens = 1_200 // instructions, questions, goals
	lineTokens   = 12    // of a line beside its text
)
