package tools

import (
	"context"
	"encoding/json"

	"yumori/internal/agent"
)

const recallMemoriesName = "recall_memories"

const recallMemoriesSchema = `{
	"type": "object",
	"properties": {
		"query": {"type": "string", "minLength": 1, "maxLength": 400, "description": "what to remember, in a sentence or a few words: names, things, dates"}
	},
	"required": ["query"],
	"additionalProperties": false
}`

// Bounds of what the tools show that recall.
const (
	recalledTop  = 7
	maxRecollect = 500 // characters of one memory
)

// recallMemories is the tool that recalls what a question brings to mind.
func recallMemories(t recollector, language string) agent.Tool {
	tool := lookIn(language, recallMemoriesName, recallMemoriesSchema)
	tool.Call = t.recall
	return tool
}

func (t recollector) recall(ctx context.Context, args json.RawMessage) (agent.Answer, error) {
	var a struct {
		Query string `json:"query"`
	}
	if err := arguments(args, &a); err != nil {
		return agent.Answer{}, err
	}
	found, note, err := t.find(ctx, a.Query, recalledTop)
	if err != nil {
		return agent.Answer{}, err
	}
	return agent.Answer{Text: t.lines(found, maxRecollect, note), Announce: recallMemoriesName}, nil
}
