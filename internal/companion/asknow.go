package companion

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"yumori/internal/models"

	"yumori/dreaming"
	"yumori/motivation"
)

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
func (c *Companion) AskQuestion(ctx context.Context, id string) (Action, error) {
	q, err := c.openQuestion(id)
	if err != nil {
		return Action{}, fmt.Errorf("ask question: %w", err)
	}
	mood, _, err := c.mood()
	if err != nil {
		return Action{}, fmt.Errorf("ask question: %w", err)
	}
	ctx, done, err := c.alone(ctx)
	if err != nil {
		return Action{}, fmt.Errorf("ask question: %w", err)
	}
	defer done()
	m := motive{mood: mood, at: c.now(), head: c.log.Head(), bidden: q}
	m.impulse = dreaming.Impulse{Drive: motivation.Curiosity, Level: mood.Inner.At(m.at).Curiosity.Value, Reason: dreaming.ReasonMoved}
	// The narrative tells of the strongest question: now it is this one.
	m.mood.Inner.Questions = slices.Concat([]motivation.Question{q}, mood.Inner.Questions)
	if m.reply, err = c.log.NewID(); err != nil {
		return Action{}, fmt.Errorf("name question: %w", err)
	}
	w := c.putQuestion(ctx, m)
	if ctx.Err() != nil { // the user spoke; the turn holds what sayFirst needs
		return Action{}, fmt.Errorf("ask question: %w", ErrBusy)
	}
	a, err := c.sayFirst(ctx, m, w)
	if err == nil && a.ID == "" {
		err = fmt.Errorf("ask question: %w", ErrBusy)
	}
	return a, err
}

// openQuestion returns an open question.
func (c *Companion) openQuestion(id string) (motivation.Question, error) {
	all := c.mind.Motives.Questions()
	i := slices.IndexFunc(all, func(q motivation.Question) bool { return q.ID == id })
	switch {
	case i < 0:
		return motivation.Question{}, motivation.ErrNoQuestion
	case !all[i].State.Open():
		return motivation.Question{}, ErrSettled
	}
	return all[i], nil
}

// putQuestion finds the words in which the persona asks what it was bidden to.
// Before the first message there is nothing a model could be shown.
func (c *Companion) putQuestion(ctx context.Context, m motive) firstWords {
	plain := func() firstWords {
		return firstWords{reply: reply{
			id: m.reply, speaker: models.SpeakerOf(c.house.opt.Builtin),
			text: dreaming.QuestionLine(m.bidden, m.at, c.persona.Profile().Language),
		}}
	}
	about := dreaming.About{Kind: dreaming.AboutQuestion, ID: m.bidden.ID}
	w := c.wordQuestion(ctx, m, plain)
	w.about = about
	return w
}

func (c *Companion) wordQuestion(ctx context.Context, m motive, plain func() firstWords) firstWords {
	if m.head == "" {
		return plain()
	}
	model, err := c.chat.Model(ctx)
	if err == nil && models.IsRules(model) {
		return plain()
	}
	w := firstWords{reply: reply{err: err}}
	if err == nil {
		w = c.askFirst(ctx, model, m)
	}
	switch {
	case ctx.Err() != nil:
		return w
	case w.err != nil:
		return c.fellBack(w, plain())
	case w.silent != "": // it found no word
		spent := w.usage
		w = plain()
		w.usage = spent
	}
	return w
}
