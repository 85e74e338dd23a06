package tools

import (
	"context"
	_ "embed"
	"encoding/json"

	"yumori/internal/agent"
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
	text := plannable{plan: t.diary.PlanMain, text: t.diary.MainMemory, shows: readMainMemoryName, make: makeMainMemoryEditName}
	return t.planEdit(text, t.now(), e, t.plans)
}
