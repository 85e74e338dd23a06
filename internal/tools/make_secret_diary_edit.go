package tools

import (
	"context"
	_ "embed"
	"encoding/json"

	"yumori/internal/agent"
)

//go:embed make_secret_diary_edit.md
var makeSecretDiaryEditDescription string

const makeSecretDiaryEditName = "make_secret_diary_edit"

// makeSecretDiaryEdit is the tool that makes a planned edit of the secret
// diary.
func makeSecretDiaryEdit(t secretTool) agent.Tool {
	tool := spec(makeSecretDiaryEditName, makeSecretDiaryEditDescription, makeSchema)
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
