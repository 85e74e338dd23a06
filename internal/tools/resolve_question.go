package tools

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"yumori/internal/agent"
	"yumori/motivation"
	"yumori/persona"
)

const resolveQuestionName = "resolve_question"

const resolveQuestionSchema = `{
	"type": "object",
	"properties": {
		"question": {"type": "string", "minLength": 1, "maxLength": 300, "description": "the id or the topic of the open question"},
		"state": {"type": "string", "enum": ["asked", "resolved", "partial", "contradicted"]},
		"answer": {"type": "string", "maxLength": 500, "description": "what you know now; not with asked"},
		"evidence": {"type": "string", "maxLength": 300, "description": "the words of the user that it rests on, as they were said"}
	},
	"required": ["question", "state"],
	"additionalProperties": false
}`

// A resolution is the arguments of resolve_question.
type resolution struct {
	Question string                   `json:"question"`
	State    motivation.QuestionState `json:"state"`
	Answer   string                   `json:"answer"`
	Evidence string                   `json:"evidence"`
}

// resolveQuestion is the tool that tells what became of an open question.
func resolveQuestion(t questionTool) agent.Tool {
	tool := spec(resolveQuestionName, resolveQuestionSchema)
	tool.Call = t.resolve
	return tool
}

func (t questionTool) resolve(_ context.Context, args json.RawMessage) (agent.Answer, error) {
	var a resolution
	if err := arguments(args, &a); err != nil {
		return agent.Answer{}, err
	}
	if a.State != motivation.StateAsked && strings.TrimSpace(a.Answer) == "" {
		return agent.Answer{}, &agent.ArgError{Path: "answer", Reason: "is required unless the question was only asked"}
	}
	q, err := t.find(a.Question)
	if err != nil {
		return agent.Answer{}, err
	}
	if t.session.tainted() {
		return t.holdCall(resolveQuestionName, args, persona.Held{
			File: stateFile, Before: q.Topic, After: fmt.Sprintf("%s\n%s: %s", q.Topic, a.State, a.Answer),
		})
	}
	if err := t.apply(q, a); err != nil {
		if errors.Is(err, motivation.ErrNoQuestion) { // closed since
			_, err = t.find(a.Question)
			return agent.Answer{}, err
		}
		return agent.Answer{}, t.said(err)
	}
	if a.State == motivation.StateAsked {
		return agent.Answer{Text: "Noted that you asked.", Announce: resolveQuestionName}, nil
	}
	return agent.Answer{Text: "Noted.", Announce: resolveQuestionName}, nil
}

func (t questionTool) apply(q motivation.Question, a resolution) error {
	cause := t.cause(resolveQuestionName)
	if a.State == motivation.StateAsked {
		_, err := t.mind.Asked(q.ID, t.now(), cause)
		return err
	}
	answer := motivation.Answer{State: a.State, Text: a.Answer, At: t.now(), Sources: t.sources()}
	if a.Evidence != "" {
		answer.Evidence = []string{a.Evidence}
	}
	_, err := t.mind.Resolve(q.ID, answer, cause)
	return err
}
