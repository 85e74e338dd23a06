package tools

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"

	"yumori/agent"
	"yumori/persona"
)

//go:embed plan_main_memory_edit.md
var planMainMemoryEditDescription string

const planMainMemoryEditName = "plan_main_memory_edit"

// planMainMemoryEdit is the tool that plans an edit of the main memory.
func planMainMemoryEdit(t diaryTool) agent.Tool {
	tool := spec(planMainMemoryEditName, planMainMemoryEditDescription, editSchema)
	tool.Call = t.plan
	return tool
}

func (t diaryTool) plan(_ context.Context, args json.RawMessage) (agent.Answer, error) {
	e, err := editOf(args)
	if err != nil {
		return agent.Answer{}, err
	}
	pl, err := t.diary.PlanMain(t.now(), e)
	if errors.Is(err, persona.ErrNoMatch) || errors.Is(err, persona.ErrManyMatches) {
		text, rerr := t.diary.MainMemory()
		if rerr != nil {
			return agent.Answer{}, t.unread(rerr)
		}
		return agent.Answer{}, &agent.ArgError{Path: "old", Reason: notFound(text.S, e.Old, readMainMemoryName)}
	}
	if err != nil {
		return agent.Answer{}, t.said(err)
	}
	if pl.Before == pl.After {
		return agent.Answer{Text: alreadySo}, nil
	}
	return agent.Answer{Text: planned(t.plans.add(pl), makeMainMemoryEditName, pl)}, nil
}
