package tools

import (
	"context"
	"encoding/json"

	"yumori/internal/agent"
)

const searchPastName = "search_past_conversations"

const searchPastSchema = `{
	"type": "object",
	"properties": {
		"phrase": {"type": "string", "minLength": 1, "maxLength": 200, "description": "the very words, as they were said"}
	},
	"required": ["phrase"],
	"additionalProperties": false
}`

// searchPast is the tool that finds what was said by its very words.
func searchPast(t recollector, language string) agent.Tool {
	tool := lookIn(language, searchPastName, searchPastSchema)
	tool.Call = t.past
	return tool
}

func (t recollector) past(ctx context.Context, args json.RawMessage) (agent.Answer, error) {
	var a struct {
		Phrase string `json:"phrase"`
	}
	if err := arguments(args, &a); err != nil {
		return agent.Answer{}, err
	}
	if blank(a.Phrase) {
		return agent.Answer{}, &agent.ArgError{Path: "phrase", Reason: "holds no word"}
	}
	found, err := t.search.Said(ctx, a.Phrase)
	if err != nil {
		return agent.Answer{}, t.failed(ctx, err)
	}
	found, note := t.admit(found)
	return agent.Answer{Text: t.lines(found, maxRecollect, note), Announce: searchPastName}, nil
}
