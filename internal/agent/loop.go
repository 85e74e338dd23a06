package agent

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"yumori/internal/llm"
)

// A Loop runs a model with its tools. It holds no state: one Loop may serve
// several runs at the same time if its model and tools may.
type Loop struct {
	Model   llm.Model
	Tools   []Tool
	Options Options
}

// Run asks the model, makes the calls it wants, tells it the answers, and so
// on. req.Tools is replaced by the specs of l.Tools; req itself stays as it is.
//
// An error wraps the model's (a sentinel of llm), or is the context's own. A
// call that fails is no error: the model is told. A model that gives nothing
// usable (llm.ErrBadAnswer) without having said a word in that step is asked
// once more. The Outcome holds what was said and done in either case.
func (l Loop) Run(ctx context.Context, req llm.Request) (Outcome, error) {
	kit, err := newKit(l.Tools)
	if err != nil {
		return Outcome{Stopped: StopFailed}, err
	}
	r := &run{loop: l, kit: kit, base: req, asks: map[string]int{}, last: map[string]planned{}}
	r.base.Tools = kit.specs
	r.steps = l.Options.MaxSteps
	if r.steps <= 0 {
		r.steps = defaultSteps
	}
	for r.out.Stopped == "" {
		if err := r.step(ctx); err != nil {
			r.out.Stopped = StopFailed
			return r.out, err
		}
	}
	return r.out, nil
}

// Join puts the speech of two steps together: as two paragraphs, because a
// call lay between them. It is what Outcome.Text is made with, and what a
// screen shows that gets the steps one by one.
func Join(before, text string) string {
	if strings.TrimSpace(text) == "" {
		return before
	}
	if strings.TrimSpace(before) == "" {
		return text
	}
	return strings.TrimRight(before, " \t\r\n") + "\n\n" + strings.TrimLeft(text, " \t\r\n")
}

// A run is the state of one Run.
type run struct {
	loop    Loop
	kit     kit
	base    llm.Request
	steps   int  // at most
	retried bool // an unusable answer was already asked for again
	full    bool // it said as much as it may
	out     Outcome

	asks map[string]int     // how many steps in a row asked for a call, by signature
	last map[string]planned // the last of these calls that was not a repetition
}

// step is one model call and what follows from it. It sets out.Stopped when
// nothing more is to be done.
func (r *run) step(ctx context.Context) error {
	resp, err := r.generate(ctx)
	if r.full && ctx.Err() == nil {
		r.out.Messages = append(r.out.Messages, llm.Message{Role: llm.RoleModel, Text: resp.Message.Text})
		r.out.Stopped = StopTooLong
		return nil
	}
	if err != nil {
		return r.fail(resp, err)
	}
	calls := resp.Message.Calls
	r.out.Messages = append(r.out.Messages, resp.Message)
	if len(calls) == 0 {
		r.out.Stopped = stopWithoutCalls(resp.Finish)
		return nil
	}
	asks, verdicts := judge(r.asks, calls)
	if resp.Finish != llm.FinishLength { // a cut call is not made and may be asked for again
		r.asks = asks
	}
	var stopped StopReason
	switch {
	case slices.Contains(verdicts, looping):
		stopped = StopLoop
	case r.out.Steps >= r.steps:
		stopped = StopBudget
	}
	records := r.plan(calls, verdicts, refusal(stopped, resp.Finish))
	r.kit.call(ctx, records, r.loop.Options)
	r.out.Stopped = stopped
	r.answer(records)
	return ctx.Err()
}

// stopWithoutCalls is the end of a run whose model asked for no more calls.
func stopWithoutCalls(f llm.Finish) StopReason {
	if f == llm.FinishLength {
		return StopLength
	}
	return StopDone
}

// generate makes one model call, passes its speech on, and counts it. It stops
// the model, and sets full, where the speech becomes too long.
func (r *run) generate(ctx context.Context) (llm.Response, error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	req := r.base
	req.Messages = slices.Concat(r.base.Messages, r.out.Messages)
	step, left := r.out.Steps, r.left()
	var said strings.Builder
	tell := func(text string) {
		if r.loop.Options.OnText != nil {
			r.loop.Options.OnText(step, text)
		}
	}
	resp, err := r.loop.Model.Generate(ctx, req, func(piece string) {
		if piece == "" || r.full {
			return
		}
		if said.Len()+len(piece) > left {
			r.full, piece = true, firstBytes(piece, left-said.Len())
			stop()
		}
		said.WriteString(piece)
		tell(said.String())
	})
	if len(resp.Message.Text) > left {
		r.full = true
	}
	if r.full {
		resp.Message = llm.Message{Text: firstBytes(cmp.Or(said.String(), resp.Message.Text), left)}
	}
	// What was streamed and what is returned are the same by contract; where
	// a model breaks it, nothing the user saw may vanish.
	if err != nil && len(resp.Message.Text) < said.Len() {
		resp.Message.Text = said.String()
	}
	if resp.Message.Text != said.String() {
		tell(resp.Message.Text)
	}
	resp.Message.Role = llm.RoleModel
	r.out.Steps++
	r.out.Usage = r.out.Usage.Add(resp.Usage)
	if resp.Prompt != llm.PromptWhole {
		r.out.Prompt = resp.Prompt
	}
	r.out.Text = Join(r.out.Text, resp.Message.Text)
	if err == nil && !r.full && len(resp.Message.Calls) == 0 && blank(resp.Message.Text) {
		err = fmt.Errorf("%w: neither speech nor calls", llm.ErrBadAnswer)
	}
	return resp, err
}

// left is how many bytes the run may still say.
func (r *run) left() int {
	if r.loop.Options.MaxText <= 0 {
		return math.MaxInt
	}
	return max(0, r.loop.Options.MaxText-len(r.out.Text))
}

// firstBytes returns at most n bytes of text, whole characters.
func firstBytes(text string, n int) string {
	if len(text) <= n {
		return text
	}
	for n > 0 && !utf8.RuneStart(text[n]) {
		n--
	}
	return text[:n]
}

// fail ends the run because of the model, keeping what it said; or asks once
// more, or takes an empty answer after speech for the end.
func (r *run) fail(resp llm.Response, err error) error {
	silent := blank(resp.Message.Text)
	if silent && errors.Is(err, llm.ErrBadAnswer) {
		if !r.retried && r.out.Steps < r.steps {
			r.retried = true
			return nil
		}
		if !blank(r.out.Text) { // it spoke before its calls and has no more to say
			r.out.Stopped = StopDone
			return nil
		}
	}
	if !silent {
		// Calls and opaque data of a broken answer cannot be trusted.
		r.out.Messages = append(r.out.Messages, llm.Message{Role: llm.RoleModel, Text: resp.Message.Text})
	}
	return fmt.Errorf("step %d: %w", r.out.Steps, err)
}

// answer puts the answered calls into the conversation.
func (r *run) answer(records []planned) {
	m := llm.Message{Role: llm.RoleTool}
	for _, p := range records {
		rec := p.CallRecord
		m.Results = append(m.Results, llm.Result{ID: rec.ID, Name: rec.Name, Text: rec.Result})
		r.out.Calls = append(r.out.Calls, rec)
		if p.verdict == fresh {
			r.last[p.signature] = p
		}
	}
	if r.out.Stopped == "" && r.out.Steps == r.steps-1 {
		last := &m.Results[len(m.Results)-1]
		last.Text += "\n\n[One step is left: answer the user now, without more calls.]"
	}
	r.out.Messages = append(r.out.Messages, m)
}

func blank(text string) bool { return strings.TrimSpace(text) == "" }
