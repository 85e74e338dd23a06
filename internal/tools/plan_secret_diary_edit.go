package tools

import (
	"context"
	_ "embed"
	"encoding/json"

	"yumori/internal/agent"
)

//go:embed plan_secret_diary_edit.md
var planSecretDiaryEditDescription string

const planSecretDiaryEditName = "plan_secret_diary_edit"

// planSecretDiaryEdit is the tool that plans an edit of the secret diary.
func planSecretDiaryEdit(t secretTool) agent.Tool {
	tool := spec(planSecretDiaryEditName, planSecretDiaryEditDescription, editSchema)
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
