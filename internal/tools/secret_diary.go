package tools

import (
	"context"
	"encoding/json"

	"yumori/internal/agent"
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

// The edits of the secret diary.
const (
	planSecretDiaryEditName = "plan_secret_diary_edit"
	makeSecretDiaryEditName = "make_secret_diary_edit"
)

// secretDiary is the secret diary. Nothing of it is in its errors, which are kept
// in a trace; its writes cannot be held, because what is held is shown: the turn
// that opens it is none in which they would be.
func secretDiary(p *persona.Persona, h holder) diaryTool {
	return diaryTool{
		text: p.SecretDiary, plan: p.PlanSecret, make: p.MakePlanned, open: h.session.openSecret,
		reader: readSecretDiaryName, planner: planSecretDiaryEditName, maker: makeSecretDiaryEditName,
		plans: &plans{prefix: "secret"}, holder: h,
	}
}

// readSecretDiary is the tool that shows the secret diary.
func readSecretDiary(t diaryTool) agent.Tool {
	tool := look(t.reader, readSecretDiarySchema)
	tool.Call = func(_ context.Context, args json.RawMessage) (agent.Answer, error) {
		var a struct {
			ToLine int `json:"to_line"`
		}
		if err := arguments(args, &a); err != nil {
			return agent.Answer{}, err
		}
		if err := t.open(); err != nil {
			return agent.Answer{}, err
		}
		text, err := t.text()
		if err != nil {
			return agent.Answer{}, t.unread(err)
		}
		return agent.Answer{Text: viewBack(text.S, a.ToLine).back("Your secret diary")}, nil
	}
	return tool
}
