package tools

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"strconv"
	"strings"

	"yumori/internal/agent"
	"yumori/internal/llm"
	"yumori/internal/store"
	"yumori/persona"
)

const memoryGetName = "memory_get"

// maxLines is how many lines are shown at most.
const maxLines = 200

const memoryGetSchema = `{
	"type": "object",
	"properties": {
		"file": {"type": "string", "minLength": 1, "maxLength": 300, "description": "the file of a memory, such as memory/2026-11-21.md; #L12 may stand behind it"},
		"from": {"type": "integer", "minimum": 1, "description": "the first line to show; without it, that behind #L, or the first"},
		"lines": {"type": "integer", "minimum": 1, "maximum": 200, "description": "how many lines; 40 without it"}
	},
	"required": ["file"],
	"additionalProperties": false
}`

// defaultLines is how many lines are shown when the model does not say.
const defaultLines = 40

// lineMark is the place in a file, as sources have it.
var lineMark = regexp.MustCompile(`#L(\d{1,9})(?:-L?\d{1,9})?$`)

// files is the part of a persona that reads its memories by name.
type files interface {
	Memory(name string) (persona.Memo, error)
}

// A fileTool reads the lines of a memory.
type fileTool struct {
	files   files
	foreign func(file string) bool
	holder
}

// memoryGet is the tool that shows lines of a memory file.
func memoryGet(t fileTool, language string) agent.Tool {
	tool := lookIn(language, memoryGetName, memoryGetSchema)
	tool.Call = t.call
	return tool
}

func (t fileTool) call(_ context.Context, args json.RawMessage) (agent.Answer, error) {
	a := struct {
		File  string `json:"file"`
		From  int    `json:"from"`
		Lines int    `json:"lines"`
	}{Lines: defaultLines}
	if err := arguments(args, &a); err != nil {
		return agent.Answer{}, err
	}
	if m := lineMark.FindStringSubmatch(a.File); m != nil {
		a.File = strings.TrimSuffix(a.File, m[0])
		if n, err := strconv.Atoi(m[1]); err == nil && a.From == 0 {
			a.From = n
		}
	}
	memo, err := t.files.Memory(a.File)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return agent.Answer{}, &agent.ArgError{Path: "file", Reason: fmt.Sprintf("%q does not exist; %s finds what there is", a.File, memorySearchName)}
	case errors.Is(err, persona.ErrNotMemory), errors.Is(err, persona.ErrSecret), errors.Is(err, store.ErrBadName):
		return agent.Answer{}, &agent.ArgError{Path: "file", Reason: fmt.Sprintf("%q is no memory that can be read by its file; those are in memory/, bank/ and entity_memory/", a.File)}
	case err != nil:
		return agent.Answer{}, t.unread(err)
	}
	v := viewFrom(memo.Text, max(1, a.From), a.Lines)
	if v.of > 0 && v.last < v.first {
		return agent.Answer{}, &agent.ArgError{Path: "from", Reason: fmt.Sprintf("must be at most %d, the last line of %s", v.of, a.File)}
	}
	if v.of > 0 {
		v.text = llm.Fence(t.turn.Message, strings.Split(v.text, "\n"))
	}
	said := v.titled(a.File)
	if memo.Foreign || t.foreign(a.File) {
		if err := t.session.admitForeign(Outside{Kind: OutsideFile, Name: a.File}); err != nil {
			return agent.Answer{}, err
		}
		said += "\n\n" + dataNote
	}
	return agent.Answer{Text: said, Announce: memoryGetName}, nil
}
