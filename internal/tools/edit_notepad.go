package tools

import (
	_ "embed"

	"yumori/internal/agent"
)

//go:embed edit_notepad.md
var notepadDescription string

// editNotepad is the tool for the notepad, which is always in the prompt.
func editNotepad(t textTool) agent.Tool {
	tool := spec(t.name, notepadDescription, editSchema)
	tool.Call = t.call
	return tool
}
