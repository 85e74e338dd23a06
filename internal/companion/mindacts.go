package companion

import (
	"fmt"
	"time"

	"yumori/episodic"
	"yumori/goals"
	"yumori/internal/memory"
	"yumori/internal/store"
	"yumori/internal/transcript"
	"yumori/motivation"
)

// This file is what a person looks at and sets right in the inner life.

// byHand is the cause of what a person does in the window or by a command.
func byHand(note string) store.Cause { return store.Cause{Kind: store.CauseUser, Note: note} }

// Felt returns the emotions that the persona reported in [from, to], the
// oldest first; a zero from is since ever. It reads the months asked for.
func (c *Companion) Felt(from, to time.Time) ([]motivation.Point, error) {
	list, err := c.mind.motives.Emotions(from, to)
	if err != nil {
		return list, fmt.Errorf("read emotions: %w", err)
	}
	return list, nil
}

// Words are what was said in an exchange; "" of a side that said nothing, or
// whose message was taken back.
type Words struct{ User, Persona string }

// Exchange returns what was said in a reply, and before it.
func (c *Companion) Exchange(id transcript.ID) (Words, error) {
	m, err := c.log.Find(id)
	if err != nil {
		return Words{}, fmt.Errorf("read exchange: %w", err)
	}
	var w Words
	if m.Role == transcript.RolePersona && m.Parent != "" {
		asked, err := c.log.Find(m.Parent)
		if err != nil {
			return w, fmt.Errorf("read exchange: %w", err)
		}
		w.take(asked)
	}
	w.take(m)
	return w, nil
}

// take takes a message's side.
func (w *Words) take(m transcript.Message) {
	switch {
	case m.Retracted:
	case m.Role == transcript.RoleUser:
		w.User = m.Text
	default:
		w.Persona = m.Text
	}
}

// A FeltDay is how much a day moved the persona.
type FeltDay struct {
	Date episodic.Date
	episodic.DayArousal
}

// FeltDays returns how much each day from first to last moved the persona,
// both included; days without an exchange are left out. It reads the months
// asked for, the first time.
func (c *Companion) FeltDays(first, last episodic.Date) []FeltDay {
	var list []FeltDay
	if !first.Valid() || !last.Valid() {
		return nil
	}
	for d := last; d >= first; d = d.Back(1) {
		if a := c.mind.exchanges.Day(d); a.Exchanges > 0 {
			list = append(list, FeltDay{d, a})
		}
	}
	return list
}

// Questions returns every question that was ever open, the open ones first,
// the strongest before the others.
func (c *Companion) Questions() []motivation.Question { return c.mind.motives.Questions() }

// Goals returns every goal, whatever became of it, and how they stand.
func (c *Companion) Goals() ([]goals.Goal, goals.Statistics) {
	return c.mind.goals.Goals(), c.mind.goals.Statistics()
}

// ReviseQuestion changes an open question as a person wants it. It returns
// the errors of motivation.Mind.Edit.
func (c *Companion) ReviseQuestion(id string, r motivation.Revision) error {
	_, err := c.mind.motives.Edit(id, r, byHand("question edited"))
	return c.changedMind(err)
}

// AnswerQuestion resolves a question with the answer a person gives.
func (c *Companion) AnswerQuestion(id, answer string) error {
	_, err := c.mind.motives.Resolve(id, motivation.Answer{
		State: motivation.StateResolved, Text: answer, At: c.now(),
	}, byHand("question resolved"))
	return c.changedMind(err)
}

// DropQuestion removes a question; the history keeps it.
func (c *Companion) DropQuestion(id string) error {
	return c.changedMind(c.mind.motives.Remove(id, byHand("question removed")))
}

// AddGoal makes a goal that a person wants the persona to have.
func (c *Companion) AddGoal(p goals.Plan) (goals.Goal, error) {
	p.Kind = memory.Told
	g, err := c.mind.goals.Add(p, byHand("goal made"))
	return g, c.changedMind(err)
}

// ReviseGoal changes a goal as a person wants it.
func (c *Companion) ReviseGoal(id goals.ID, r goals.Revision) error {
	_, err := c.mind.goals.Edit(id, r, byHand("goal edited"))
	return c.changedMind(err)
}

// NoteGoal notes how an active goal comes along, as a person tells it.
func (c *Companion) NoteGoal(id goals.ID, text string) error {
	_, err := c.mind.goals.Progress(id, goals.Note{Text: text, Time: c.now()}, byHand("goal noted"))
	return c.changedMind(err)
}

// CompleteGoal closes a goal as reached, which makes an episode of it (N15).
func (c *Companion) CompleteGoal(id goals.ID, how string) error {
	g, err := c.mind.goals.Complete(id, goals.End{Reason: how, At: c.now()}, byHand("goal reached"))
	if err := c.changedMind(err); err != nil {
		return err
	}
	_, err = c.mind.episodes.Add(episodic.NewAchievement(episodic.Moment{
		Language: c.persona.Profile().Language, Time: c.now(), Sources: []string{"goals.json"},
	}, string(g.ID), g.Goal, g.Reason), byHand("goal reached"))
	return c.changedMind(err)
}

// AbandonGoal closes a goal with the reason a person gives.
func (c *Companion) AbandonGoal(id goals.ID, why string) error {
	_, err := c.mind.goals.Abandon(id, goals.End{Reason: why, At: c.now()}, byHand("goal abandoned"))
	return c.changedMind(err)
}

// ReopenGoal makes a closed goal active again.
func (c *Companion) ReopenGoal(id goals.ID) error {
	_, err := c.mind.goals.Reopen(id, byHand("goal reopened"))
	return c.changedMind(err)
}

// changedMind tells the new inner state, unless what should have changed it
// failed, which says by itself what it was about.
func (c *Companion) changedMind(err error) error {
	if err == nil {
		c.publish(TopicMind, c.Mind())
	}
	return err
}
