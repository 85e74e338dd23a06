package tools

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"yumori/goals"
	"yumori/internal/agent"
)

const addGoalName = "add_goal"

const addGoalSchema = `{
	"type": "object",
	"properties": {
		"goal": {"type": "string", "minLength": 1, "maxLength": 300, "description": "what you want to reach, in one sentence"},
		"term": {"type": "string", "enum": ["short", "long"], "description": "short: days or weeks, the usual case; long: months and more"},
		"priority": {"type": "integer", "minimum": 1, "maximum": 5, "description": "1 is the most important; 3 without it"}
	},
	"required": ["goal"],
	"additionalProperties": false
}`

// addGoal is the tool that makes a goal.
func addGoal(t goalTool) agent.Tool {
	tool := spec(addGoalName, addGoalSchema)
	tool.Call = t.add
	return tool
}

func (t goalTool) add(_ context.Context, args json.RawMessage) (agent.Answer, error) {
	var a struct {
		Goal     string     `json:"goal"`
		Term     goals.Term `json:"term"`
		Priority int        `json:"priority"`
	}
	if err := arguments(args, &a); err != nil {
		return agent.Answer{}, err
	}
	if strings.TrimSpace(a.Goal) == "" {
		return agent.Answer{}, &agent.ArgError{Path: "goal", Reason: "holds nothing to write"}
	}
	if t.session.tainted() {
		return t.holdCall(addGoalName, args, heldGoal("", a.Goal))
	}
	g, err := t.goals.Add(goals.Plan{Goal: a.Goal, Term: a.Term, Priority: a.Priority, Sources: t.sources()}, t.cause(addGoalName))
	if err != nil {
		return agent.Answer{}, t.refused(err)
	}
	return agent.Answer{Text: fmt.Sprintf("It is your goal now, as %s.", g.ID), Announce: addGoalName}, nil
}
