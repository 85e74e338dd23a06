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
	"yumori/persona"
)

// An editor is what a person looks at and sets right in the inner life of a
// persona and among its memories. It is safe for concurrent use.
type editor struct {
	mind    *mind
	persona *persona.Persona
	log     *transcript.Log
	now     func() time.Time
	changed func(Mind) // is told the new state
}

// newEditor returns the editor of a persona's mind; changed is told each new state.
func newEditor(m *mind, log *transcript.Log, now func() time.Time, changed func(Mind)) *editor {
	return &editor{mind: m, persona: m.daily, log: log, now: now, changed: changed}
}

// byHand is the cause of what a person does in the window or by a command.
func byHand(note string) store.Cause { return store.Cause{Kind: store.CauseUser, Note: note} }

// Felt returns the emotions that the persona reported in [from, to], the
// oldest first; a zero from is since ever. It reads the months asked for.
func (e *editor) Felt(from, to time.Time) ([]motivation.Point, error) {
	list, err := e.mind.motives.Emotions(from, to)
	if err != nil {
		return list, fmt.Errorf("read emotions: %w", err)
	}
	return list, nil
}

// Words are what was said in an exchange; "" of a side that said nothing, or
// whose message was taken back.
type Words struct{ User, Persona string }

// Exchange returns what was said in a reply, and before it.
func (e *editor) Exchange(id transcript.ID) (Words, error) {
	m, err := e.log.Find(id)
	if err != nil {
		return Words{}, fmt.Errorf("read exchange: %w", err)
	}
	var w Words
	if m.Role == transcript.RolePersona && m.Parent != "" {
		asked, err := e.log.Find(m.Parent)
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
func (e *editor) FeltDays(first, last episodic.Date) []FeltDay {
	var list []FeltDay
	if !first.Valid() || !last.Valid() {
		return nil
	}
	for d := last; d >= first; d = d.Back(1) {
		if a := e.mind.exchanges.Day(d); a.Exchanges > 0 {
			list = append(list, FeltDay{d, a})
		}
	}
	return list
}

// Questions returns every question that was ever open, the open ones first,
// the strongest before the others.
func (e *editor) Questions() []motivation.Question { return e.mind.motives.Questions() }

// Goals returns every goal, whatever became of it, and how they stand.
func (e *editor) Goals() ([]goals.Goal, goals.Statistics) {
	return e.mind.goals.Goals(), e.mind.goals.Statistics()
}

// ReviseQuestion changes an open question as a person wants it. It returns
// the errors of motivation.Mind.Edit.
func (e *editor) ReviseQuestion(id string, r motivation.Revision) error {
	_, err := e.mind.motives.Edit(id, r, byHand("question edited"))
	return e.changedMind(err)
}

// AnswerQuestion resolves a question with the answer a person gives.
func (e *editor) AnswerQuestion(id, answer string) error {
	_, err := e.mind.motives.Resolve(id, motivation.Answer{
		State: motivation.StateResolved, Text: answer, At: e.now(),
	}, byHand("question resolved"))
	return e.changedMind(err)
}

// DropQuestion removes a question; the history keeps it.
func (e *editor) DropQuestion(id string) error {
	return e.changedMind(e.mind.motives.Remove(id, byHand("question removed")))
}

// AddGoal makes a goal that a person wants the persona to have.
func (e *editor) AddGoal(p goals.Plan) (goals.Goal, error) {
	p.Kind = memory.Told
	g, err := e.mind.goals.Add(p, byHand("goal made"))
	return g, e.changedMind(err)
}

// ReviseGoal changes a goal as a person wants it.
func (e *editor) ReviseGoal(id goals.ID, r goals.Revision) error {
	_, err := e.mind.goals.Edit(id, r, byHand("goal edited"))
	return e.changedMind(err)
}

// NoteGoal notes how an active goal comes along, as a person tells it.
func (e *editor) NoteGoal(id goals.ID, text string) error {
	_, err := e.mind.goals.Progress(id, goals.Note{Text: text, Time: e.now()}, byHand("goal noted"))
	return e.changedMind(err)
}

// CompleteGoal closes a goal as reached, which makes an episode of it (N15).
func (e *editor) CompleteGoal(id goals.ID, how string) error {
	g, err := e.mind.goals.Complete(id, goals.End{Reason: how, At: e.now()}, byHand("goal reached"))
	if err := e.changedMind(err); err != nil {
		return err
	}
	_, err = e.mind.episodes.Add(episodic.NewAchievement(episodic.Moment{
		Language: e.persona.Profile().Language, Time: e.now(), Sources: []string{"goals.json"},
	}, string(g.ID), g.Goal, g.Reason), byHand("goal reached"))
	return e.changedMind(err)
}

// AbandonGoal closes a goal with the reason a person gives.
func (e *editor) AbandonGoal(id goals.ID, why string) error {
	_, err := e.mind.goals.Abandon(id, goals.End{Reason: why, At: e.now()}, byHand("goal abandoned"))
	return e.changedMind(err)
}

// ReopenGoal makes a closed goal active again.
func (e *editor) ReopenGoal(id goals.ID) error {
	_, err := e.mind.goals.Reopen(id, byHand("goal reopened"))
	return e.changedMind(err)
}

// changedMind tells the new inner state, unless what should have changed it
// failed, which says by itself what it was about.
func (e *editor) changedMind(err error) error {
	if err == nil {
		e.changed(e.Mind())
	}
	return err
}
