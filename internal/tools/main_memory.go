package tools

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"path"
	"strings"
	"time"

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

// diary is the part of a persona that keeps its main memory.
type diary interface {
	MainMemory() (store.Text, error)
	MainArchives() ([]persona.MainArchive, error)
	Memory(name string) (persona.Memo, error)
	PlanMain(at time.Time, e persona.Edit) (persona.Plan, error)
	MakePlanned(pl persona.Plan, c store.Cause) error
}

// A diaryTool works on the main memory.
type diaryTool struct {
	diary diary
	plans *plans
	holder
}

// readMainMemory is the tool that shows the main memory.
func readMainMemory(t diaryTool) agent.Tool {
	tool := look(readMainMemoryName, readMainMemorySchema)
	tool.Call = t.read
	return tool
}

func (t diaryTool) read(_ context.Context, args json.RawMessage) (agent.Answer, error) {
	var a struct {
		ToLine  int    `json:"to_line"`
		Archive string `json:"archive"`
	}
	if err := arguments(args, &a); err != nil {
		return agent.Answer{}, err
	}
	archives, err := t.diary.MainArchives()
	if err != nil {
		return agent.Answer{}, t.unread(err)
	}
	file := "Your main memory"
	read := func() (string, error) {
		text, err := t.diary.MainMemory()
		return text.S, err
	}
	if a.Archive != "" {
		if file = archiveNamed(archives, a.Archive); file == "" {
			return agent.Answer{}, &agent.ArgError{Path: "archive", Reason: "is none of the archives. " + listArchives(archives)}
		}
		read = func() (string, error) {
			memo, err := t.diary.Memory(file)
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

const planMainMemoryEditName = "plan_main_memory_edit"

// planMainMemoryEdit is the tool that plans an edit of the main memory.
func planMainMemoryEdit(t diaryTool) agent.Tool {
	tool := spec(planMainMemoryEditName, editSchema)
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

const makeMainMemoryEditName = "make_main_memory_edit"

// makeMainMemoryEdit is the tool that makes a planned edit of the main memory.
func makeMainMemoryEdit(t diaryTool) agent.Tool {
	tool := spec(makeMainMemoryEditName, makeSchema)
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
