package tools

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"yumori/internal/agent"
	"yumori/internal/llm"
)

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

// memorySearch is the tool that searches the memory.
func memorySearch(t recollector, language string) agent.Tool {
	tool := lookIn(language, memorySearchName, memorySearchSchema)
	tool.Call = t.memorySearch
	return tool
}

// A memoryLine is how one memory is shown to the model.
type memoryLine struct {
	ID       string   `json:"id"`
	Kind     string   `json:"kind,omitempty"`
	Time     string   `json:"time,omitempty"`
	Text     string   `json:"text"`
	Sure     string   `json:"sure,omitempty"` // see Found
	Score    float64  `json:"score"`
	Source   string   `json:"source"`
	File     string   `json:"file,omitempty"`
	Lines    []int    `json:"lines,omitempty"`
	Entities []string `json:"entities,omitempty"`
	Cut      int      `json:"cut,omitempty"`  // characters left out
	Part     bool     `json:"part,omitempty"` // of a longer text, which read_memory_context gives
}

func (t recollector) memorySearch(ctx context.Context, args json.RawMessage) (agent.Answer, error) {
	var a struct {
		Query string `json:"query"`
		TopK  int    `json:"top_k"`
	}
	if err := arguments(args, &a); err != nil {
		return agent.Answer{}, err
	}
	found, note, err := t.find(ctx, a.Query, cmp.Or(a.TopK, defaultTop))
	if err != nil {
		return agent.Answer{}, err
	}
	return agent.Answer{Text: t.listed(found, note), Announce: memorySearchName}, nil
}

// listed shows memories, a JSON object each, and a note.
func (t recollector) listed(found []Found, note string) string {
	if len(found) == 0 && note == "" {
		return t.words.nothing
	}
	var list []string
	for room := maxPage; len(list) < len(found); {
		line := found[len(list)].object()
		if room -= utf8.RuneCountInString(line); room < 0 && len(list) > 0 {
			break
		}
		list = append(list, line)
	}
	said := []string{llm.Fence(t.turn.Message, list)}
	if left := len(found) - len(list); left > 0 {
		said = append(said, fmt.Sprintf(t.words.more, left))
	}
	if note != "" {
		said = append(said, note)
	}
	return strings.Join(said, "\n")
}

// object is a memory as JSON, on one line.
func (f Found) object() string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(f.fields()) // text and numbers: it cannot fail
	return strings.TrimSuffix(b.String(), "\n")
}

func (f Found) fields() memoryLine {
	l := memoryLine{ID: f.ID, Kind: string(f.Kind), Text: f.Text, Sure: f.Sure, Score: round(f.Score), Source: f.At.String(), Entities: f.Entities}
	if !f.Time.IsZero() {
		l.Time = f.Time.Format(time.RFC3339)
	}
	if f.Last > 0 {
		l.File, l.Lines = f.At.File, []int{f.At.Line, f.Last}
	}
	if text, cut := cutText(f.Text, maxText); cut {
		l.Text, l.Cut = text+"…", utf8.RuneCountInString(f.Text)-maxText
	}
	l.Part = f.Part
	return l
}

// round keeps three digits, which is more than a score is good for.
func round(score float64) float64 { return float64(int64(score*1000+0.5)) / 1000 }
