package tools

import (
	"errors"
	"fmt"
	"strings"

	"yumori/goals"
	"yumori/internal/agent"
	"yumori/persona"
)

const goalsFile = "goals.json"

// A goalTool works on the persona's goals.
type goalTool struct {
	goals    *goals.Store
	achieved func(goals.Goal)
	holder
}

// active returns the active goals, the more urgent term first.
func (t goalTool) active() []goals.Goal {
	return append(t.goals.Active(goals.Short, -1), t.goals.Active(goals.Long, -1)...)
}

// list shows the active goals with their ids.
func (t goalTool) list() string {
	var b strings.Builder
	for _, g := range t.active() {
		fmt.Fprintf(&b, "\n%s (%s term, priority %d): %s", g.ID, g.Term, g.Priority, g.Goal)
	}
	if b.Len() == 0 {
		return "there are no active goals"
	}
	return "the active goals are:" + b.String()
}

// refused puts what the book does not take into words for the model.
func (t goalTool) refused(err error) error {
	switch {
	case errors.Is(err, goals.ErrNoGoal):
		return &agent.ArgError{Path: "id", Reason: "is no goal's; " + t.list()}
	case errors.Is(err, goals.ErrClosed):
		return &agent.ArgError{Path: "id", Reason: "is of a goal that was completed or abandoned; " + t.list()}
	case errors.Is(err, goals.ErrBadGoal):
		return &agent.ArgError{Reason: "are not accepted: the text is empty or too long"}
	}
	return t.said(err)
}

// heldGoal tells in words what would happen to a goal.
func heldGoal(before, after string) persona.Held {
	return persona.Held{File: goalsFile, Before: before, After: after}
}
