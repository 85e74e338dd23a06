package tools

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"path"
	"strings"

	"yumori/internal/agent"
	"yumori/internal/store"
	"yumori/persona"
)

const readMainMemoryName = "read_main_memory"

const readMainMemorySchema = `{
	"type": "object",
	"properties": {
		"to_line": {"type": "integer", "minimum": 1, "description": "the last line to show; without it, the end"},
		"archive": {"type": "string", "maxLength": 200, "description": "the file name of an archive, to read that instead"}
	},
	"additionalProperties": false
}`

// mainMemory is the part of a persona that keeps its main memory.
type mainMemory interface {
	MainMemory() (store.Text, error)
	MainArchives() ([]persona.MainArchive, error)
	Memory(name string) (persona.Memo, error)
}

// A mainReader shows the main memory.
type mainReader struct {
	memory mainMemory
	holder
}

// readMainMemory is the tool that shows the main memory.
func readMainMemory(t mainReader) agent.Tool {
	tool := look(readMainMemoryName, readMainMemorySchema)
	tool.Call = t.read
	return tool
}

func (t mainReader) read(_ context.Context, args json.RawMessage) (agent.Answer, error) {
	var a struct {
		ToLine  int    `json:"to_line"`
		Archive string `json:"archive"`
	}
	if err := arguments(args, &a); err != nil {
		return agent.Answer{}, err
	}
	archives, err := t.memory.MainArchives()
	if err != nil {
		return agent.Answer{}, t.unread(err)
	}
	file := "Your main memory"
	read := func() (string, error) {
		text, err := t.memory.MainMemory()
		return text.S, err
	}
	if a.Archive != "" {
		if file = archiveNamed(archives, a.Archive); file == "" {
			return agent.Answer{}, &agent.ArgError{Path: "archive", Reason: "is none of the archives. " + listArchives(archives)}
		}
		read = func() (string, error) {
			memo, err := t.memory.Memory(file)
			return memo.Text, err
		}
	}
	text, err := read()
	if errors.Is(err, fs.ErrNotExist) {
		return agent.Answer{}, &agent.ArgError{Path: "archive", Reason: "is gone. " + listArchives(archives)}
	}
	if err != nil {
		return agent.Answer{}, t.unread(err)
	}
	said := viewBack(text, a.ToLine).back(file)
	if a.Archive == "" && len(archives) > 0 {
		said += "\n\n" + listArchives(archives)
	}
	return agent.Answer{Text: said}, nil
}

// archiveNamed returns the file of an archive, which the model may call by its
// name alone.
func archiveNamed(archives []persona.MainArchive, name string) string {
	for _, a := range archives {
		if a.File == name || path.Base(a.File) == name {
			return a.File
		}
	}
	return ""
}

// maxListed is how many archives are listed, the newest.
const maxListed = 50

func listArchives(archives []persona.MainArchive) string {
	if len(archives) == 0 {
		return "There are no archives."
	}
	var names []string
	for _, a := range archives[max(0, len(archives)-maxListed):] {
		names = append(names, path.Base(a.File))
	}
	return "Earlier parts are in these archives: " + strings.Join(names, ", ") + "."
}

// mainMemoryDiary is the main memory as a diary that is edited.
func mainMemoryDiary(p *persona.Persona, h holder) diaryTool {
	return diaryTool{
		text: p.MainMemory, plan: p.PlanMain, make: p.MakePlanned, open: func() error { return nil },
		reader: readMainMemoryName, planner: "plan_main_memory_edit", maker: "make_main_memory_edit",
		plans: &plans{prefix: "main"}, holder: h,
	}
}
