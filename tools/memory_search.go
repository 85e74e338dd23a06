package tools

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"yumori/agent"
)

//go:embed memory_search.md
var memorySearchDescription string

const memorySearchName = "memory_search"

const memorySearchSchema = `{
	"type": "object",
	"properties": {
		"query": {"type": "string", "minLength": 1, "maxLength": 400, "description": "what to look for, in a few words: names, things, dates"},
		"top_k": {"type": "integer", "minimum": 1, "maximum": 25, "description": "how many to show; 7 without it"}
	},
	"required": ["query"],
	"additionalProperties": false
}`

// Bounds of what a search shows.
const (
	defaultTop = 7
	maxText    = 1_200 // characters of one memory
)

// A searchTool searches the memory.
type searchTool struct {
	search Searcher
	holder
}

// memorySearch is the tool that searches the memory.
func memorySearch(t searchTool) agent.Tool {
	tool := look(memorySearchName, memorySearchDescription, memorySearchSchema)
	tool.Call = t.call
	return tool
}

// A memoryLine is how one memory is shown to the model.
type memoryLine struct {
	ID       string   `json:"id"`
	Kind     string   `json:"kind,omitempty"`
	Time     string   `json:"time,omitempty"`
	Text     string   `json:"text"`
	Score    float64  `json:"score"`
	Source   string   `json:"source"`
	File     string   `json:"file,omitempty"`
	Lines    []int    `json:"lines,omitempty"`
	Entities []string `json:"entities,omitempty"`
	Cut      int      `json:"cut,omitempty"` // characters left out
}

func (t searchTool) call(ctx context.Context, args json.RawMessage) (agent.Answer, error) {
	var a struct {
		Query string `json:"query"`
		TopK  int    `json:"top_k"`
	}
	if err := arguments(args, &a); err != nil {
		return agent.Answer{}, err
	}
	if strings.TrimSpace(a.Query) == "" {
		return agent.Answer{}, &agent.ArgError{Path: "query", Reason: "holds no word"}
	}
	if a.TopK == 0 {
		a.TopK = defaultTop
	}
	found, err := t.search.Search(ctx, a.Query, a.TopK)
	if ctx.Err() != nil {
		return agent.Answer{}, ctx.Err()
	}
	if err != nil {
		t.logger.Error("tool could not search", "error", err)
		return agent.Answer{}, errors.New("the memory could not be searched just now; go on without it")
	}
	found = slices.DeleteFunc(slices.Clone(found[:min(len(found), a.TopK)]), Found.secret)
	note := ""
	if slices.ContainsFunc(found, Found.foreign) {
		note = dataNote
		if err := t.session.admitForeign(); err != nil {
			n := len(found)
			found = slices.DeleteFunc(found, Found.foreign)
			note = fmt.Sprintf("%d more: %v", n-len(found), err)
		}
	}
	return agent.Answer{Text: listed(found, note), Announce: memorySearchName}, nil
}

// listed shows memories, a JSON object each, and a note.
func listed(found []Found, note string) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	shown := 0
	for _, f := range found {
		before := b.Len()
		if err := enc.Encode(f.line()); err != nil || before > 0 && utf8.RuneCountInString(b.String()) > maxPage {
			text := b.String()[:before]
			b.Reset()
			b.WriteString(text)
			break
		}
		shown++
	}
	switch {
	case len(found) == 0 && note == "":
		return "Nothing was found."
	case shown < len(found):
		fmt.Fprintf(&b, "%d more did not fit.\n", len(found)-shown)
	}
	return b.String() + note
}

func (f Found) line() memoryLine {
	l := memoryLine{ID: f.ID, Kind: f.Kind, Text: f.Text, Score: round(f.Score), Source: f.Source, File: f.File, Entities: f.Entities}
	if !f.Time.IsZero() {
		l.Time = f.Time.Format(time.RFC3339)
	}
	if f.First > 0 {
		l.Lines = []int{f.First, max(f.First, f.Last)}
	}
	if n := utf8.RuneCountInString(f.Text); n > maxText {
		l.Text, l.Cut = string([]rune(f.Text)[:maxText])+"…", n-maxText
	}
	return l
}

// round keeps three digits, which is more than a score is good for.
func round(score float64) float64 { return float64(int64(score*1000+0.5)) / 1000 }
