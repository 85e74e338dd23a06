package tools

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"yumori/goals"
	"yumori/internal/agent"
)

const updateGoalName = "update_goal"

const updateGoalSchema = `{
	"type": "object",
	"properties": {
		"id": {"type": "string", "minLength": 1, "maxLength": 100, "description": "the id of the goal, such as sh_4k2m9x7q1z"},
		"action": {"type": "string", "enum": ["progress", "complete", "abandon"]},
		"note": {"type": "string", "maxLength": 500, "description": "how it came along, how it was reached, or why it is given up"}
	},
	"required": ["id", "action"],
	"additionalProperties": false
}`

// What update_goal does to a goal.
const (
	goalProgress = "progress"
	goalComplete = "complete"
	goalAbandon  = "abandon"
)

// A goalUpdate is the arguments of update_goal.
type goalUpdate struct {
	ID     goals.ID `json:"id"`
	Action string   `json:"action"`
	Note   string   `json:"note"`
}

// updateGoal is the tool that tells how a goal comes along or ends.
func updateGoal(t goalTool) agent.Tool {
	tool := spec(updateGoalName, updateGoalSchema)
	tool.Call = t.update
	return tool
}

func (t goalTool) update(_ context.Context, args json.RawMessage) (agent.Answer, error) {
	var a goalUpdate
	if err := arguments(args, &a); err != nil {
		return agent.Answer{}, err
	}
	if strings.TrimSpace(a.Note) == "" && a.Action != goalComplete {
		return agent.Answer{}, &agent.ArgError{Path: "note", Reason: "is required: tell how the goal came along, or why you give it up"}
	}
	g, err := t.goals.Find(a.ID)
	if err == nil && g.Status != goals.StatusActive {
		err = goals.ErrClosed
	}
	if err != nil {
		return agent.Answer{}, t.refused(err)
	}
	if t.session.tainted() {
		return t.holdCall(updateGoalName, args, heldGoal(g.Goal, fmt.Sprintf("%s\n%s: %s", g.Goal, a.Action, a.Note)))
	}
	return t.apply(a)
}

func (t goalTool) apply(a goalUpdate) (agent.Answer, error) {
	cause := t.cause(updateGoalName)
	end := goals.End{Reason: a.Note, Sources: t.sources()}
	said := "The goal is given up."
	var err error
	switch a.Action {
	case goalProgress:
		said = "Noted."
		_, err = t.goals.Progress(a.ID, goals.Note{Text: a.Note, Sources: t.sources()}, cause)
	case goalComplete:
		said = "The goal is reached."
		var g goals.Goal
		if g, err = t.goals.Complete(a.ID, end, cause); err == nil && t.achieved != nil {
			t.achieved(g)
		}
	case goalAbandon:
		_, err = t.goals.Abandon(a.ID, end, cause)
	}
	if err != nil {
		return agent.Answer{}, t.refused(err)
	}
	return agent.Answer{Text: said, Announce: updateGoalName}, nil
}
