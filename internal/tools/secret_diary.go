package tools

import (
	"context"
	"encoding/json"
	"time"

	"yumori/internal/agent"
	"yumori/internal/store"
	"yumori/persona"
)

const readSecretDiaryName = "read_secret_diary"

const readSecretDiarySchema = `{
	"type": "object",
	"properties": {
		"to_line": {"type": "integer", "minimum": 1, "description": "the last line to show; without it, the end"}
	},
	"additionalProperties": false
}`

// secretDiary is the part of a persona that keeps its secret diary.
type secretDiary interface {
	SecretDiary() (store.Text, error)
	PlanSecret(at time.Time, e persona.Edit) (persona.Plan, error)
	MakePlanned(pl persona.Plan, c store.Cause) error
}

// A secretTool works on the secret diary. Nothing of the diary is in its
// errors, which are kept in a trace; its writes cannot be held, because what is
// held is shown.
type secretTool struct {
	diary secretDiary
	plans *plans
	holder
}

// readSecretDiary is the tool that shows the secret diary.
func readSecretDiary(t secretTool) agent.Tool {
	tool := look(readSecretDiaryName, readSecretDiarySchema)
	tool.Call = t.read
	return tool
}

func (t secretTool) read(_ context.Context, args json.RawMessage) (agent.Answer, error) {
	var a struct {
		ToLine int `json:"to_line"`
	}
	if err := arguments(args, &a); err != nil {
		return agent.Answer{}, err
	}
	if err := t.session.openSecret(); err != nil {
		return agent.Answer{}, err
	}
	text, err := t.diary.SecretDiary()
	if err != nil {
		return agent.Answer{}, t.unread(err)
	}
	return agent.Answer{Text: viewBack(text.S, a.ToLine).back("Your secret diary")}, nil
}

const planSecretDiaryEditName = "plan_secret_diary_edit"

// planSecretDiaryEdit is the tool that plans an edit of the secret diary.
func planSecretDiaryEdit(t secretTool) agent.Tool {
	tool := spec(planSecretDiaryEditName, editSchema)
	tool.Call = t.plan
	return tool
}

func (t secretTool) plan(_ context.Context, args json.RawMessage) (agent.Answer, error) {
	e, err := editOf(args)
	if err != nil {
		return agent.Answer{}, err
	}
	if err := t.session.openSecret(); err != nil {
		return agent.Answer{}, err
	}
	text := plannable{plan: t.diary.PlanSecret, text: t.diary.SecretDiary, shows: readSecretDiaryName, make: makeSecretDiaryEditName}
	return t.planEdit(text, t.now(), e, t.plans)
}

const makeSecretDiaryEditName = "make_secret_diary_edit"

// makeSecretDiaryEdit is the tool that makes a planned edit of the secret
// diary.
func makeSecretDiaryEdit(t secretTool) agent.Tool {
	tool := spec(makeSecretDiaryEditName, makeSchema)
	tool.Call = t.make
	return tool
}

func (t secretTool) make(_ context.Context, args json.RawMessage) (agent.Answer, error) {
	var a struct {
		Plan string `json:"plan"`
	}
	if err := arguments(args, &a); err != nil {
		return agent.Answer{}, err
	}
	if err := t.session.openSecret(); err != nil {
		return agent.Answer{}, err
	}
	pl, ok := t.plans.take(a.Plan)
	if !ok {
		return agent.Answer{}, noPlan(a.Plan, planSecretDiaryEditName)
	}
	if err := t.diary.MakePlanned(pl, t.cause(makeSecretDiaryEditName)); err != nil {
		return agent.Answer{}, t.said(err)
	}
	return agent.Answer{Text: written, Announce: makeSecretDiaryEditName}, nil
}
