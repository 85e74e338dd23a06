package tools

import (
	"context"
	"encoding/json"
	"strings"
	"time"

	"yumori/internal/agent"
	"yumori/internal/memory"
	"yumori/internal/store"
	"yumori/persona"
)

const memoryWriteName = "memory_write"

const memoryWriteSchema = `{
	"type": "object",
	"properties": {
		"content": {"type": "string", "minLength": 1, "maxLength": 4000, "description": "what to remember, understandable by itself"},
		"category": {"type": "string", "maxLength": 40, "description": "one word, such as fact, preference, event, promise, feeling, idea"}
	},
	"required": ["content"],
	"additionalProperties": false
}`

// defaultCategory stands where the model gives none.
const defaultCategory = "general"

// dailyLog is the part of a persona that writes its daily log.
type dailyLog interface {
	ProposeDaily(at time.Time, category, text string) (persona.Held, error)
	WriteDaily(at time.Time, category, text string, c store.Cause) (memory.Place, error)
}

// A dailyTool writes into the daily log.
type dailyTool struct {
	log dailyLog
	holder
}

// memoryWrite is the tool for the daily log.
func memoryWrite(t dailyTool) agent.Tool {
	tool := spec(memoryWriteName, memoryWriteSchema)
	tool.Call = t.call
	return tool
}

func (t dailyTool) call(_ context.Context, args json.RawMessage) (agent.Answer, error) {
	var a struct {
		Content  string `json:"content"`
		Category string `json:"category"`
	}
	if err := json.Unmarshal(args, &a); err != nil {
		return agent.Answer{}, &agent.ArgError{Reason: "cannot be read: " + err.Error()}
	}
	if strings.TrimSpace(a.Content) == "" {
		return agent.Answer{}, &agent.ArgError{Path: "content", Reason: "holds nothing to write"}
	}
	if strings.TrimSpace(a.Category) == "" {
		a.Category = defaultCategory
	}
	at := t.now()
	if t.session.tainted() {
		c, err := t.log.ProposeDaily(at, a.Category, a.Content)
		if err != nil {
			return agent.Answer{}, t.said(err)
		}
		return t.hold(memoryWriteName, c)
	}
	source, err := t.log.WriteDaily(at, a.Category, a.Content, t.cause(memoryWriteName))
	if err != nil {
		return agent.Answer{}, t.said(err)
	}
	return agent.Answer{Text: "Written as " + source.String() + ".", Announce: memoryWriteName}, nil
}
