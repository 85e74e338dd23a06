package tools

import (
	"context"
	_ "embed"
	"encoding/json"

	"yumori/internal/agent"
)

//go:embed make_main_memory_edit.md
var makeMainMemoryEditDescription string

const makeMainMemoryEditName = "make_main_memory_edit"

// makeMainMemoryEdit is the tool that makes a planned edit of the main memory.
func makeMainMemoryEdit(t diaryTool) agent.Tool {
	tool := spec(makeMainMemoryEditName, makeMainMemoryEditDescription, makeSchema)
	tool.Call = t.make
	return tool
}

func (t diaryTool) make(_ context.Context, args json.RawMessage) (agent.Answer, error) {
	var a struct {
		Plan string `json:"plan"`
	}
	if err := arguments(args, &a); err != nil {
		return agent.Answer{}, err
	}
	pl, ok := t.plans.take(a.Plan)
	if !ok {
		return agent.Answer{}, noPlan(a.Plan, planMainMemoryEditName)
	}
	if t.session.tainted() {
		return t.hold(makeMainMemoryEditName, pl.Held())
	}
	if err := t.diary.MakePlanned(pl, t.cause(makeMainMemoryEditName)); err != nil {
		return agent.Answer{}, t.said(err)
	}
	return agent.Answer{Text: written, Announce: makeMainMemoryEditName}, nil
}
