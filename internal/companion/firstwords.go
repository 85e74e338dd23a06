package companion

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"text/template"

	"yumori/dreaming"
	"yumori/internal/agent"
	"yumori/internal/llm"
	"yumori/internal/models"
	"yumori/internal/prompt"
	"yumori/motivation"
)

// stayedSilent is the tool by which a persona that was moved to speak says
// nothing: its silence is a call, never a word that could be said by chance.
const stayedSilent = "stay_silent"

// firstSteps bounds the calls of the model for its first words.
const firstSteps = 4

// askFirst lets a model find the persona's first words, or stay silent. It
// keeps nothing.
func (i *Initiative) askFirst(ctx context.Context, model llm.Model, m motive) (w firstWords) {
	ctx, bill := billed(ctx)
	defer func() { w.usage = bill.Begun() }()
	w = firstWords{reply: reply{id: m.reply, speaker: models.SpeakerOf(model), before: m.mood.Inner}}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var silent []agent.Tool
	if m.bidden.ID == "" && !model.Info().Toolless { // what the user wants to hear is not kept silent
		if silent, w.err = i.silence(func(why string) {
			w.silent = why
			stop(nil) // nothing more is asked
		}); w.err != nil {
			return w
		}
	}
	if w.prompt, w.err = i.composeFirst(ctx, model, m, silent); w.err != nil {
		return w
	}
	loop := agent.Loop{
		Model: model, Tools: append(i.c.toolbox.offered(m.reply, &w.prompt), silent...),
		Options: agent.Options{MaxSteps: firstSteps, MaxResult: w.prompt.Plan.ResultRoom()},
	}
	w.outcome, w.err = loop.Run(ctx, w.prompt.Request)
	w.text, w.tags = filterAll(w.outcome)
	switch {
	case w.silent != "":
		w.text, w.err = "", nil
	case w.err == nil && w.text == "":
		w.silent = "no word"
	}
	return w
}

// silence makes the tool; chosen is called with the persona's reason.
func (i *Initiative) silence(chosen func(why string)) ([]agent.Tool, error) {
	texts, err := prompt.Texts(i.c.persona.Profile().Language)
	if err != nil {
		return nil, err
	}
	about, err := prompt.Render(texts, "silent", nil)
	if err != nil {
		return nil, err
	}
	return []agent.Tool{{
		Spec: llm.ToolSpec{
			Name: stayedSilent, Description: about,
			Schema: json.RawMessage(`{"type":"object","properties":{"reason":{"type":"string"}},"additionalProperties":false}`),
		},
		Call: func(_ context.Context, args json.RawMessage) (agent.Answer, error) {
			var a struct {
				Reason string `json:"reason"`
			}
			if err := json.Unmarshal(args, &a); err != nil {
				return agent.Answer{}, err
			}
			chosen(firstLine(a.Reason, "chose to"))
			return agent.Answer{Text: "ok"}, nil
		},
	}}, nil
}

// firstLine returns a text on one line, at most 200 characters of it.
func firstLine(s, empty string) string {
	s = llm.OneLine(strings.ToValidUTF8(s, ""))
	if s == "" {
		return empty
	}
	if r := []rune(s); len(r) > 200 {
		s = string(r[:200])
	}
	return s
}

// composeFirst builds the request for first words: what a turn has, with the
// whole inner state in the place of a message.
func (i *Initiative) composeFirst(ctx context.Context, model llm.Model, m motive, extra []agent.Tool) (prompt.Prompt, error) {
	texts, err := prompt.Texts(i.c.persona.Profile().Language)
	if err != nil {
		return prompt.Prompt{}, err
	}
	moved, err := i.movedText(m, model.Info(), texts)
	if err != nil {
		return prompt.Prompt{}, err
	}
	head, err := i.c.log.Find(m.head)
	if err != nil {
		return prompt.Prompt{}, fmt.Errorf("read newest message: %w", err)
	}
	if about := subject(m); about != "" {
		head.Text = about // what memories are looked up for; the history has its own
	}
	p, err := i.c.prompts.Compose(ctx, prompt.Input{Model: model, User: head, Moved: m.mood.Inner, Last: moved, Extra: prompt.SpecsOf(extra)})
	if err != nil {
		return p, err
	}
	p.Request.Purpose = llm.PurposeAct
	return p, nil
}

// subject is the question or the goal that moves the persona; "" if neither
// does.
func subject(m motive) string {
	if m.bidden.ID != "" {
		return m.bidden.Topic
	}
	if m.impulse.Drive == motivation.Goal {
		return m.mood.Inner.Goal.Text
	}
	q, _ := m.mood.Inner.Strongest()
	return q.Topic
}

// movedText is what stands in the place of a message to a model.
func (i *Initiative) movedText(m motive, speaker llm.Info, texts *template.Template) (string, error) {
	pr := i.c.persona.Profile()
	user := i.c.userName()
	if user == "" {
		var err error
		if user, err = prompt.Render(texts, "someone", nil); err != nil {
			return "", err
		}
	}
	inner := m.mood.Inner
	if q := m.bidden; q.ID != "" {
		return prompt.Render(texts, "bidden", struct{ User, Now, Topic, Context string }{
			User: user, Now: m.at.Format("2006-01-02 15:04"), Topic: llm.OneLine(q.Topic), Context: llm.OneLine(q.Context),
		})
	}
	return prompt.Render(texts, "moved", struct {
		User, Now, Silence, Narrative, State string
		Toolless                             bool
	}{
		User: user, Now: m.at.Format("2006-01-02 15:04"), Silence: prompt.SilenceWords(m.at.Sub(inner.Spoke), pr.Language),
		Narrative: inner.Behind(m.impulse.Drive, m.at, pr.Language), State: inner.Log(m.at, pr.Language),
		Toolless: speaker.Toolless,
	})
}

// ErrSettled says that a question is not open any more.
var ErrSettled = errors.New("question is not open")

// AskQuestion lets the persona put one of its open questions in the
// conversation at once, because the user wants to hear it: in words of the chat
// model, else of the built-in rules. It goes the way of first words (see
// Action): motive and cost are logged, the question counts as asked and the
// curiosity behind it as satisfied. Quiet hours and the contract do not hold it
// back, but it counts as one of the day's first words.
//
// It returns ErrBusy while the persona is talked to, and when somebody spoke
// before it was done, in which case nothing was kept; ErrSettled for a question
// that is closed; motivation.ErrNoQuestion.
func (i *Initiative) AskQuestion(ctx context.Context, id string) (Action, error) {
	q, err := i.openQuestion(id)
	if err != nil {
		return Action{}, fmt.Errorf("ask question: %w", err)
	}
	mood, _, err := i.mood()
	if err != nil {
		return Action{}, fmt.Errorf("ask question: %w", err)
	}
	ctx, done, err := i.c.alone(ctx)
	if err != nil {
		return Action{}, fmt.Errorf("ask question: %w", err)
	}
	defer done()
	m := motive{mood: mood, at: i.c.now(), head: i.c.log.Head(), bidden: q}
	m.impulse = dreaming.Impulse{Drive: motivation.Curiosity, Level: mood.Inner.At(m.at).Curiosity.Value, Reason: dreaming.ReasonMoved}
	// The narrative tells of the strongest question: now it is this one.
	m.mood.Inner.Questions = slices.Concat([]motivation.Question{q}, mood.Inner.Questions)
	if m.reply, err = i.c.log.NewID(); err != nil {
		return Action{}, fmt.Errorf("name question: %w", err)
	}
	w := i.putQuestion(ctx, m)
	if ctx.Err() != nil { // the user spoke; the turn holds what sayFirst needs
		return Action{}, fmt.Errorf("ask question: %w", ErrBusy)
	}
	a, err := i.sayFirst(ctx, m, w)
	if err == nil && a.ID == "" {
		err = fmt.Errorf("ask question: %w", ErrBusy)
	}
	return a, err
}

// openQuestion returns an open question.
func (i *Initiative) openQuestion(id string) (motivation.Question, error) {
	all := i.c.mind.Motives.Questions()
	at := slices.IndexFunc(all, func(q motivation.Question) bool { return q.ID == id })
	switch {
	case at < 0:
		return motivation.Question{}, motivation.ErrNoQuestion
	case !all[at].State.Open():
		return motivation.Question{}, ErrSettled
	}
	return all[at], nil
}

// putQuestion finds the words in which the persona asks what it was bidden to.
// Before the first message there is nothing a model could be shown.
func (i *Initiative) putQuestion(ctx context.Context, m motive) firstWords {
	plain := func() firstWords {
		return firstWords{reply: reply{
			id: m.reply, speaker: models.SpeakerOf(i.c.home.opt.Builtin),
			text: dreaming.QuestionLine(m.bidden, m.at, i.c.persona.Profile().Language),
		}}
	}
	about := dreaming.About{Kind: dreaming.AboutQuestion, ID: m.bidden.ID}
	w := i.wordQuestion(ctx, m, plain)
	w.about = about
	return w
}

func (i *Initiative) wordQuestion(ctx context.Context, m motive, plain func() firstWords) firstWords {
	if m.head == "" {
		return plain()
	}
	model, err := i.c.chat.Model(ctx)
	if err == nil && models.IsRules(model) {
		return plain()
	}
	w := firstWords{reply: reply{err: err}}
	if err == nil {
		w = i.askFirst(ctx, model, m)
	}
	switch {
	case ctx.Err() != nil:
		return w
	case w.err != nil:
		return i.fellBack(w, plain())
	case w.silent != "": // it found no word
		spent := w.usage
		w = plain()
		w.usage = spent
	}
	return w
}
