package tools

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"yumori/entity"
	"yumori/internal/agent"
)

// ReadEntityMemory is the name of the tool that reads the page of somebody or
// something.
const ReadEntityMemory = "read_entity_memory"

const readEntityMemorySchema = `{
	"type": "object",
	"properties": {
		"name": {"type": "string", "minLength": 1, "maxLength": 200, "description": "the name, or another name it goes by"},
		"from_line": {"type": "integer", "minimum": 1, "description": "the first line to show; without it, the beginning"}
	},
	"required": ["name"],
	"additionalProperties": false
}`

// readEntityMemory is the tool that shows the page of a person or thing.
func readEntityMemory(t entityTool) agent.Tool {
	tool := look(ReadEntityMemory, readEntityMemorySchema)
	tool.Call = t.read
	return tool
}

func (t entityTool) read(_ context.Context, args json.RawMessage) (agent.Answer, error) {
	var a struct {
		Name     string `json:"name"`
		FromLine int    `json:"from_line"`
	}
	if err := arguments(args, &a); err != nil {
		return agent.Answer{}, err
	}
	page, err := t.page(a.Name)
	if err != nil {
		return agent.Answer{}, err
	}
	v := viewFrom(page.Text, max(1, a.FromLine), maxLines)
	if v.of > 0 && v.last < v.first {
		return agent.Answer{}, &agent.ArgError{Path: "from_line", Reason: fmt.Sprintf("must be at most %d, the last line of the page", v.of)}
	}
	others := t.foreign(page)
	if others {
		if err := t.session.admitForeign(Outside{Kind: OutsidePage, Name: string(page.Name)}); err != nil {
			return agent.Answer{}, err
		}
	}
	said := v.titled(heading(page))
	if v.last < v.of {
		said += fmt.Sprintf("\n\nFor more, give from_line %d.", v.last+1)
	}
	if others {
		said += "\n\n" + dataNote
	}
	return agent.Answer{Text: said}, nil
}

// heading is the name of a page with its other names.
func heading(p entity.Page) string {
	if len(p.Aliases) == 0 {
		return string(p.Name)
	}
	var names []string
	for _, n := range p.Aliases {
		names = append(names, string(n))
	}
	return fmt.Sprintf("%s (also %s)", p.Name, strings.Join(names, ", "))
}
