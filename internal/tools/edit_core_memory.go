package tools

import (
	_ "embed"

	"yumori/internal/agent"
)

//go:embed edit_core_memory.md
var coreDescription string

// editCoreMemory is the tool for the core memory, which is always in the
// prompt. Changes wait for the user's yes unless it is set otherwise.
func editCoreMemory(t textTool) agent.Tool {
	tool := spec(t.name, coreDescription, editSchema)
	tool.Call = t.call
	return tool
}
