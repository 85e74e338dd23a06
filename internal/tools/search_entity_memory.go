package tools

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"yumori/entity"
	"yumori/internal/agent"
)

const searchEntityMemoryName = "search_entity_memory"

const searchEntityMemorySchema = `{
	"type": "object",
	"properties": {
		"query": {"type": "string", "minLength": 1, "maxLength": 400, "description": "words with spaces between them"}
	},
	"required": ["query"],
	"additionalProperties": false
}`

// maxHits is how many pages a search shows.
const maxHits = 10

// searchEntityMemory is the tool that finds pages by their words.
func searchEntityMemory(t entityTool) agent.Tool {
	tool := look(searchEntityMemoryName, searchEntityMemorySchema)
	tool.Call = t.search
	return tool
}

func (t entityTool) search(_ context.Context, args json.RawMessage) (agent.Answer, error) {
	var a struct {
		Query string `json:"query"`
	}
	if err := arguments(args, &a); err != nil {
		return agent.Answer{}, err
	}
	if strings.TrimSpace(a.Query) == "" {
		return agent.Answer{}, &agent.ArgError{Path: "query", Reason: "holds no word"}
	}
	hits, err := t.pages.Search(a.Query, maxHits)
	if err != nil {
		return agent.Answer{}, t.unread(err)
	}
	if len(hits) == 0 {
		return agent.Answer{Text: "No page has a word of that."}, nil
	}
	quoted, err := t.quotesForeign(hits)
	if err != nil {
		return agent.Answer{}, err
	}
	var b strings.Builder
	for _, h := range hits {
		fmt.Fprintf(&b, "- %s (%s): %s\n", h.Name, strings.Join(h.Matched, ", "), h.Excerpt)
	}
	if quoted {
		b.WriteString("\n" + dataNote)
	}
	return agent.Answer{Text: b.String()}, nil
}

// quotesForeign lets the excerpts into the turn, some of which may be of pages
// that hold what others wrote.
func (t entityTool) quotesForeign(hits []entity.Hit) (bool, error) {
	for _, h := range hits {
		page, err := t.pages.Read(h.Name)
		if err != nil {
			return false, t.unread(err)
		}
		if t.foreign(page) {
			return true, t.session.admitForeign(Outside{Kind: OutsidePage, Name: string(page.Name)})
		}
	}
	return false, nil
}
