package tools

import (
	"context"
	_ "embed"
	"encoding/json"
	"time"

	"yumori/internal/agent"
	"yumori/internal/store"
	"yumori/persona"
)

//go:embed read_secret_diary.md
var readSecretDiaryDescription string

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
	now   func() time.Time
	plans *plans
	holder
}

// readSecretDiary is the tool that shows the secret diary.
func readSecretDiary(t secretTool) agent.Tool {
	tool := look(readSecretDiaryName, readSecretDiaryDescription, readSecretDiarySchema)
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
