package tools

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"yumori/internal/agent"
	"yumori/internal/llm"
)

const readContextName = "read_memory_context"

const readContextSchema = `{
	"type": "object",
	"properties": {
		"id": {"type": "string", "minLength": 1, "maxLength": 300, "description": "the id of the memory, as its line has it"},
		"from": {"type": "integer", "minimum": 1, "description": "the first character to show; without it, the beginning"}
	},
	"required": ["id"],
	"additionalProperties": false
}`

// maxContext is how many characters of a memory one call shows.
const maxContext = 6_000

// readContext is the tool that shows a memory whole.
func readContext(t recollector, language string) agent.Tool {
	tool := lookIn(language, readContextName, readContextSchema)
	tool.Call = t.context
	return tool
}

func (t recollector) context(ctx context.Context, args json.RawMessage) (agent.Answer, error) {
	var a struct {
		ID   string `json:"id"`
		From int    `json:"from"`
	}
	if err := arguments(args, &a); err != nil {
		return agent.Answer{}, err
	}
	f, err := t.search.Find(ctx, strings.TrimPrefix(strings.TrimSpace(a.ID), "id="))
	switch {
	case errors.Is(err, ErrNoMemory), err == nil && f.secret():
		return agent.Answer{}, &agent.ArgError{Path: "id", Reason: fmt.Sprintf(
			"%q is no memory's; copy the id of a line that %s or %s gave", a.ID, recallMemoriesName, searchPastName)}
	case err != nil:
		return agent.Answer{}, t.failed(ctx, err)
	}
	from, all := max(1, a.From), utf8.RuneCountInString(f.Text)
	if from > max(1, all) {
		return agent.Answer{}, &agent.ArgError{Path: "from", Reason: fmt.Sprintf("must be at most %d, the last character of it", all)}
	}
	let, note := t.admit([]Found{f})
	if len(let) == 0 {
		return agent.Answer{}, errors.New(note)
	}
	before, _ := cutText(f.Text, from-1)
	f.Text, f.Part = f.Text[len(before):], false
	shown, cut := cutText(f.Text, maxContext)
	to := from - 1 + utf8.RuneCountInString(shown)
	f.Text = shown
	said := []string{fmt.Sprintf(t.words.whole, llm.OneWord(f.ID), from, to, all), llm.Fence(t.turn.Message, []string{llm.MemoryLine(f.memory(maxContext, ""))})}
	if cut {
		said = append(said, fmt.Sprintf(t.words.further, to+1))
	}
	if note != "" {
		said = append(said, note)
	}
	return agent.Answer{Text: strings.Join(said, "\n"), Announce: readContextName}, nil
}
