package tools

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"yumori/internal/agent"
)

const listEntityMemoriesName = "list_entity_memories"

const listEntityMemoriesSchema = `{"type": "object", "properties": {}, "additionalProperties": false}`

// listEntityMemories is the tool that lists the pages.
func listEntityMemories(t entityTool) agent.Tool {
	tool := look(listEntityMemoriesName, listEntityMemoriesSchema)
	tool.Call = t.list
	return tool
}

func (t entityTool) list(context.Context, json.RawMessage) (agent.Answer, error) {
	names, more, err := t.pages.Names(maxPages)
	if err != nil {
		return agent.Answer{}, t.unread(err)
	}
	if len(names) == 0 {
		return agent.Answer{Text: "There are no pages yet."}, nil
	}
	var b strings.Builder
	for _, n := range names {
		fmt.Fprintln(&b, "- "+string(n))
	}
	if more > 0 {
		fmt.Fprintf(&b, "and %d more, which were not written to for longest; %s finds them\n", more, searchEntityMemoryName)
	}
	return agent.Answer{Text: b.String()}, nil
}
