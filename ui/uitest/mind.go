package uitest

import (
	"context"
	"fmt"
	"slices"
	"time"

	"yumori/episodic"
	"yumori/goals"
	"yumori/internal/companion"
	"yumori/internal/mind"
	"yumori/internal/transcript"
	"yumori/motivation"
)

// A FakeMind is an inner life in memory.
type FakeMind struct {
	State         mind.State
	Feelings      []motivation.Point
	Reached       []time.Time // since when feelings were asked for
	Days          []mind.FeltDay
	KeptQuestions []motivation.Question
	KeptGoals     []goals.Goal
	MindFail      error
	Did           []string
}

// Mind stands for the method of companion.Companion.
func (m *FakeMind) Mind() mind.State { return m.State }

// Felt stands for the method of companion.Companion.
func (m *FakeMind) Felt(from, to time.Time) ([]motivation.Point, error) {
	m.Reached = append(m.Reached, from)
	var list []motivation.Point
	for _, p := range m.Feelings {
		if !p.Time.Before(from) && !p.Time.After(to) {
			list = append(list, p)
		}
	}
	slices.SortStableFunc(list, func(a, b motivation.Point) int { return a.Time.Compare(b.Time) })
	return list, m.MindFail
}

// FeltDays stands for the method of companion.Companion.
func (m *FakeMind) FeltDays(episodic.Date, episodic.Date) []mind.FeltDay { return m.Days }

// Questions stands for the method of companion.Companion.
func (m *FakeMind) Questions() []motivation.Question { return m.KeptQuestions }

// Goals stands for the method of companion.Companion.
func (m *FakeMind) Goals() ([]goals.Goal, goals.Statistics) {
	return m.KeptGoals, goals.Statistics{Short: len(m.KeptGoals)}
}

func (m *FakeMind) note(format string, args ...any) error {
	m.Did = append(m.Did, fmt.Sprintf(format, args...))
	return m.MindFail
}

// ReviseQuestion stands for the method of companion.Companion.
func (m *FakeMind) ReviseQuestion(id string, r motivation.Revision) error {
	return m.note("revise %s %s", id, r.Topic)
}

// AnswerQuestion stands for the method of companion.Companion.
func (m *FakeMind) AnswerQuestion(id, answer string) error { return m.note("answer %s %s", id, answer) }

// AskQuestion stands for the method of companion.Companion.
func (m *FakeMind) AskQuestion(_ context.Context, id string) (companion.Action, error) {
	return companion.Action{ID: "act_1", Message: MessageID(3)}, m.note("ask %s", id)
}

// Exchange stands for the method of companion.Companion.
func (m *FakeMind) Exchange(id transcript.ID) (mind.Words, error) {
	return mind.Words{User: "asked before " + string(id), Persona: "said in " + string(id)}, m.MindFail
}

// Drives stands for the method of companion.Companion.
func (m *FakeMind) Drives() companion.DriveSetter { return m }

// Imagine stands for the method of companion.DriveSetter.
func (m *FakeMind) Imagine(d motivation.Drive, level float64) (companion.Imagined, error) {
	at := m.State.Motives.With(d, level, Noon).At(Noon)
	return companion.Imagined{Leads: at.Dominant(), Told: at.Above(0.4), Says: "Are you there?"}, m.MindFail
}

// SetDrive stands for the method of companion.DriveSetter.
func (m *FakeMind) SetDrive(d motivation.Drive, level float64) error {
	m.State.Motives = m.State.Motives.With(d, level, Noon)
	return m.note("set %s %.2f", d, level)
}

// FreeDrive stands for the method of companion.DriveSetter.
func (m *FakeMind) FreeDrive(d motivation.Drive) error {
	delete(m.State.Motives.Nudged, d)
	return m.note("free %s", d)
}

// DropQuestion stands for the method of companion.Companion.
func (m *FakeMind) DropQuestion(id string) error { return m.note("drop %s", id) }

// AddGoal stands for the method of companion.Companion.
func (m *FakeMind) AddGoal(p goals.Plan) (goals.Goal, error) {
	return goals.Goal{}, m.note("add %s %s %d", p.Goal, p.Term, p.Priority)
}

// ReviseGoal stands for the method of companion.Companion.
func (m *FakeMind) ReviseGoal(id goals.ID, r goals.Revision) error {
	return m.note("revise %s %s", id, r.Goal)
}

// NoteGoal stands for the method of companion.Companion.
func (m *FakeMind) NoteGoal(id goals.ID, text string) error { return m.note("note %s %s", id, text) }

// CompleteGoal stands for the method of companion.Companion.
func (m *FakeMind) CompleteGoal(id goals.ID, how string) error {
	return m.note("complete %s %s", id, how)
}

// AbandonGoal stands for the method of companion.Companion.
func (m *FakeMind) AbandonGoal(id goals.ID, why string) error {
	return m.note("abandon %s %s", id, why)
}

// ReopenGoal stands for the method of companion.Companion.
func (m *FakeMind) ReopenGoal(id goals.ID) error { return m.note("reopen %s", id) }

// LivedMind has a question, a closed one, a goal and a feeling.
func LivedMind() FakeMind {
	q := motivation.Question{ID: "q1", Topic: "Mika's cats", Context: "How many are there?", Priority: 0.8, SourceDate: "2026-11-20", State: motivation.StateOpen, Sources: []string{string(MessageID(2))}}
	return FakeMind{
		State: mind.State{
			Time: Noon, Emotion: mind.Feeling{Category: "joy", Intensity: 0.7},
			Motives: motivation.Snapshot{Spoke: Noon.Add(-time.Hour), Questions: []motivation.Question{q}},
		},
		KeptQuestions: []motivation.Question{q, {ID: "q2", Topic: "The weather", State: motivation.StateResolved, Answer: "rain"}},
		KeptGoals:     []goals.Goal{{ID: "sh_1", Goal: "Learn the poem", Term: goals.Short, Priority: 2, Status: goals.StatusActive, CreatedAt: Noon}},
		Feelings: []motivation.Point{{Time: Noon.Add(-2 * time.Hour), Emotion: motivation.Emotion{Category: motivation.Joy, Intensity: 0.7},
			Sources: []string{string(MessageID(3))}}},
		Days: []mind.FeltDay{{Date: episodic.DateOf(Noon), DayArousal: episodic.DayArousal{Mean: 0.4, Max: 0.7, Exchanges: 3}}},
	}
}
