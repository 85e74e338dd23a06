package tools

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"

	"yumori/agent"
	"yumori/persona"
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
	pl, err := t.diary.PlanSecret(t.now(), e)
	if errors.Is(err, persona.ErrNoMatch) || errors.Is(err, persona.ErrManyMatches) {
		text, rerr := t.diary.SecretDiary()
		if rerr != nil {
			return agent.Answer{}, t.unread(rerr)
		}
		return agent.Answer{}, &agent.ArgError{Path: "old", Reason: notFound(text.S, e.Old, readSecretDiaryName)}
	}
	if err != nil {
		return agent.Answer{}, t.said(err)
	}
	if pl.Before == pl.After {
		return agent.Answer{Text: alreadySo}, nil
	}
	return agent.Answer{Text: planned(t.plans.add(pl), makeSecretDiaryEditName, pl)}, nil
}
