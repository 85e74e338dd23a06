package mind

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

// An Editor is what a person looks at and sets right in the inner life of a
// persona and among its memories. It is safe for concurrent use.
type Editor struct {
	mind    *Mind
	persona *persona.Persona
	log     *transcript.Log
	now     func() time.Time
	changed func(State) // is told the new state
}

// NewEditor returns the editor of a persona's mind; changed is told each new state.
func NewEditor(m *Mind, log *transcript.Log, now func() time.Time, changed func(State)) *Editor {
	return &Editor{mind: m, persona: m.persona, log: log, now: now, changed: changed}
}

// ByHand is the cause of what a person does in the window or by a command.
func ByHand(note string) store.Cause { return store.Cause{Kind: store.CauseUser, Note: note} }

// Felt returns the emotions that the persona reported in [from, to], the
// oldest first; a zero from is since ever. It reads the months asked for.
func (e *Editor) Felt(from, to time.Time) ([]motivation.Point, error) {
	list, err := e.mind.Motives.Emotions(from, to)
	if err != nil {
		return list, fmt.Errorf("read emotions: %w", err)
	}
	return list, nil
}

// Words are what was said in an exchange; "" of a side that said nothing, or
// whose message was taken back.
type Words struct{ User, Persona string }

// Exchange returns what was said in a reply, and before it.
func (e *Editor) Exchange(id transcript.ID) (Words, error) {
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
func (e *Editor) FeltDays(first, last episodic.Date) []FeltDay {
	var list []FeltDay
	if !first.Valid() || !last.Valid() {
		return nil
	}
	for d := last; d >= first; d = d.Back(1) {
		if a := e.mind.Exchanges.Day(d); a.Exchanges > 0 {
			list = append(list, FeltDay{d, a})
		}
	}
	return list
}

// Questions returns every question that was ever open, the open ones first,
// the strongest before the others.
func (e *Editor) Questions() []motivation.Question { return e.mind.Motives.Questions() }

// Goals returns every goal, whatever became of it, and how they stand.
func (e *Editor) Goals() ([]goals.Goal, goals.Statistics) {
	return e.mind.Goals.Goals(), e.mind.Goals.Statistics()
}

// ReviseQuestion changes an open question as a person wants it. It returns
// the errors of motivation.Mind.Edit.
func (e *Editor) ReviseQuestion(id string, r motivation.Revision) error {
	_, err := e.mind.Motives.Edit(id, r, ByHand("question edited"))
	return e.changedMind(err)
}

// AnswerQuestion resolves a question with the answer a person gives.
func (e *Editor) AnswerQuestion(id, answer string) error {
	_, err := e.mind.Motives.Resolve(id, motivation.Answer{
		State: motivation.StateResolved, Text: answer, At: e.now(),
	}, ByHand("question resolved"))
	return e.changedMind(err)
}

// DropQuestion removes a question; the history keeps it.
func (e *Editor) DropQuestion(id string) error {
	return e.changedMind(e.mind.Motives.Remove(id, ByHand("question removed")))
}

// AddGoal makes a goal that a person wants the persona to have.
func (e *Editor) AddGoal(p goals.Plan) (goals.Goal, error) {
	p.Kind = memory.Told
	g, err := e.mind.Goals.Add(p, ByHand("goal made"))
	return g, e.changedMind(err)
}

// ReviseGoal changes a goal as a person wants it.
func (e *Editor) ReviseGoal(id goals.ID, r goals.Revision) error {
	_, err := e.mind.Goals.Edit(id, r, ByHand("goal edited"))
	return e.changedMind(err)
}

// NoteGoal notes how an active goal comes along, as a person tells it.
func (e *Editor) NoteGoal(id goals.ID, text string) error {
	_, err := e.mind.Goals.Progress(id, goals.Note{Text: text, Time: e.now()}, ByHand("goal noted"))
	return e.changedMind(err)
}

// CompleteGoal closes a goal as reached, which makes an episode of it (N15).
func (e *Editor) CompleteGoal(id goals.ID, how string) error {
	g, err := e.mind.Goals.Complete(id, goals.End{Reason: how, At: e.now()}, ByHand("goal reached"))
	if err := e.changedMind(err); err != nil {
		return err
	}
	_, err = e.mind.Episodes.Add(episodic.NewAchievement(episodic.Moment{
		Language: e.persona.Profile().Language, Time: e.now(), Sources: []string{"goals.json"},
	}, string(g.ID), g.Goal, g.Reason), ByHand("goal reached"))
	return e.changedMind(err)
}

// AbandonGoal closes a goal with the reason a person gives.
func (e *Editor) AbandonGoal(id goals.ID, why string) error {
	_, err := e.mind.Goals.Abandon(id, goals.End{Reason: why, At: e.now()}, ByHand("goal abandoned"))
	return e.changedMind(err)
}

// ReopenGoal makes a closed goal active again.
func (e *Editor) ReopenGoal(id goals.ID) error {
	_, err := e.mind.Goals.Reopen(id, ByHand("goal reopened"))
	return e.changedMind(err)
}

// SetDrive makes a drive a level in [0, 1] from now on. It returns the errors
// of motivation.Mind.SetDrive.
func (e *Editor) SetDrive(d motivation.Drive, level float64) error {
	note := fmt.Sprintf("drive set: %s %.2f", d, level)
	return e.changedMind(e.mind.Motives.SetDrive(d, level, e.mind.pressure(), ByHand(note)))
}

// FreeDrive takes back what SetDrive did to a drive.
func (e *Editor) FreeDrive(d motivation.Drive) error {
	return e.changedMind(e.mind.Motives.FreeDrive(d, ByHand("drive left to itself: "+string(d))))
}

// changedMind tells the new inner state, unless what should have changed it
// failed, which says by itself what it was about.
func (e *Editor) changedMind(err error) error {
	if err == nil {
		e.changed(e.Mind())
	}
	return err
}
