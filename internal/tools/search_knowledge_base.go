package tools

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"unicode/utf8"

	"yumori/internal/agent"
	"yumori/internal/llm"
)

const searchKnowledgeName = "search_knowledge_base"

const searchKnowledgeSchema = `{
	"type": "object",
	"properties": {
		"query": {"type": "string", "minLength": 1, "maxLength": 400, "description": "what to look for, in a few words: names, terms, numbers"},
		"k": {"type": "integer", "minimum": 1, "maximum": 25, "description": "how many passages to show; 5 without it"}
	},
	"required": ["query"],
	"additionalProperties": false
}`

// usualPassages is how many passages are shown when the model does not say.
const usualPassages = 5

// A Library is what the user gave the persona to read. It may be asked from
// several goroutines at once, and ends with its context.
type Library interface {
	// SearchKnowledge returns up to n passages for a query, best first.
	SearchKnowledge(ctx context.Context, query string, n int) ([]Passage, error)
}

// A Passage is a part of a document.
type Passage struct {
	File  string `json:"file"`
	Page  int    `json:"page,omitempty"`  // 0 when the document has no pages
	Lines []int  `json:"lines,omitempty"` // first and last, from 1; nil when it has pages
	Text  string `json:"text"`
	Own   bool   `json:"-"` // the user declared the document to be their own
}

// A knowledgeTool searches the library.
type knowledgeTool struct {
	library Library
	words   answers
	holder
}

// searchKnowledge is the tool that searches what the user gave to read.
func searchKnowledge(t knowledgeTool, language string) agent.Tool {
	tool := lookIn(language, searchKnowledgeName, searchKnowledgeSchema)
	tool.Call = t.call
	return tool
}

func (t knowledgeTool) call(ctx context.Context, args json.RawMessage) (agent.Answer, error) {
	a := struct {
		Query string `json:"query"`
		K     int    `json:"k"`
	}{K: usualPassages}
	if err := arguments(args, &a); err != nil {
		return agent.Answer{}, err
	}
	if blank(a.Query) {
		return agent.Answer{}, &agent.ArgError{Path: "query", Reason: "holds no word"}
	}
	found, err := t.library.SearchKnowledge(ctx, a.Query, a.K)
	if err != nil {
		return agent.Answer{}, recollector{words: t.words, holder: t.holder}.failed(ctx, err)
	}
	if len(found) == 0 {
		return agent.Answer{Text: t.words.nothing, Announce: searchKnowledgeName}, nil
	}
	found = found[:min(len(found), a.K)]
	if err := t.admit(found); err != nil {
		return agent.Answer{}, err
	}
	text, err := t.shown(found)
	return agent.Answer{Text: text, Announce: searchKnowledgeName}, err
}

// admit lets passages into the turn. All of them are of others, whoever they
// are, but for those that the user calls their own.
func (t knowledgeTool) admit(found []Passage) error {
	var others, own []Outside
	for _, p := range found {
		o := Outside{Kind: OutsideKnowledge, Name: p.File}
		switch {
		case p.Own && !slices.Contains(own, o):
			own = append(own, o)
		case !p.Own && !slices.Contains(others, o):
			others = append(others, o)
		}
	}
	t.session.admitOwn(own)
	if len(others) == 0 {
		return nil
	}
	return t.session.admitForeign(others...)
}

// shown are the passages, a JSON object each, fenced as data.
func (t knowledgeTool) shown(found []Passage) (string, error) {
	var lines []string
	size := 0
	for _, p := range found {
		var b strings.Builder
		enc := json.NewEncoder(&b)
		enc.SetEscapeHTML(false)
		if err := enc.Encode(p); err != nil {
			return "", err
		}
		line := strings.TrimSuffix(b.String(), "\n")
		if size += utf8.RuneCountInString(line); size > maxPage && len(lines) > 0 {
			break
		}
		lines = append(lines, line)
	}
	return llm.Fence(t.turn.Message, lines) + "\n" + t.words.data, nil
}
