package ui

import (
	"errors"
	"slices"
	"strings"

	"yumori/internal/companion"
	"yumori/internal/store"
	"yumori/ui/widget"
)

// A memoryModel is a file of the persona under the question it answers.
type memoryModel struct {
	file  string // its name; of a pane a word for what it holds
	title string
	hint  string
	pane  paneName
}

// A paneName names what shows more than one file.
type paneName string

// The panes.
const (
	paneEpisodes paneName = "episodes"
	paneInsights paneName = "insights"
	paneEntities paneName = "entities"
	paneFacts    paneName = "facts"
	paneDiary    paneName = "diary"
	paneDays     paneName = "days"
	paneBank     paneName = "bank"
	paneSkills   paneName = "skills"
)

// A questionModel is a question of a person, and the files that answer it.
type questionModel struct {
	title string
	files []memoryModel
}

// memoriesView orders the files by the question one asks. It is pure.
func memoriesView(w words) []questionModel {
	pane := func(name paneName, file, title string) memoryModel {
		return memoryModel{file: file, title: title, pane: name}
	}
	return []questionModel{
		{w.T("memories.who"), w.files("SOUL.md", "IDENTITY.md", "core_memory.txt")},
		{w.T("memories.mind"), w.files("notepad.txt", "MEMORY.md")},
		{w.T("memories.happened"), []memoryModel{
			pane(paneEpisodes, "episodic_memory/", w.T("pane.episodes")),
			pane(paneDays, "memory/", w.T("pane.days")),
			pane(paneDiary, "memory/memory_main.txt", w.T("pane.diary")),
		}},
		{w.T("memories.known"), []memoryModel{
			pane(paneEntities, "entity_memory/", w.T("pane.entities")),
			pane(paneFacts, "bank/", w.T("pane.facts")),
			pane(paneBank, "bank/*.md", w.T("pane.bank")),
		}},
		{w.T("memories.dreamt"), []memoryModel{pane(paneInsights, "memory/insights.json", w.T("pane.insights"))}},
		{w.T("memories.you"), w.files("USER.md")},
		{w.T("memories.how"), append(w.files("AGENTS.md", "TOOLS.md", "HEARTBEAT.md", "BOOTSTRAP.md"),
			pane(paneSkills, "skills/", w.T("pane.skills")))},
	}
}

func (w words) files(names ...string) []memoryModel {
	list := make([]memoryModel, len(names))
	for i, n := range names {
		list[i] = memoryModel{file: n, title: w.fileTitle(n), hint: w.fileHint(n)}
	}
	return list
}

// fileTitle is what a file is called by people.
func (w words) fileTitle(name string) string {
	switch name {
	case "SOUL.md":
		return w.T("file.soul")
	case "IDENTITY.md":
		return w.T("file.identity")
	case "core_memory.txt":
		return w.T("file.core")
	case "notepad.txt":
		return w.T("file.notepad")
	case "MEMORY.md":
		return w.T("file.memory")
	case "USER.md":
		return w.T("file.user")
	case "AGENTS.md":
		return w.T("file.agents")
	case "TOOLS.md":
		return w.T("file.tools")
	case "HEARTBEAT.md":
		return w.T("file.heartbeat")
	case "BOOTSTRAP.md":
		return w.T("file.bootstrap")
	}
	return name
}

// fileHint says what lives in a file and how it comes there.
func (w words) fileHint(name string) string {
	switch name {
	case "SOUL.md":
		return w.T("file.soul.hint")
	case "IDENTITY.md":
		return w.T("file.identity.hint")
	case "core_memory.txt":
		return w.T("file.core.hint")
	case "notepad.txt":
		return w.T("file.notepad.hint")
	case "MEMORY.md":
		return w.T("file.memory.hint")
	case "USER.md":
		return w.T("file.user.hint")
	case "AGENTS.md":
		return w.T("file.agents.hint")
	case "TOOLS.md":
		return w.T("file.tools.hint")
	case "HEARTBEAT.md":
		return w.T("file.heartbeat.hint")
	case "BOOTSTRAP.md":
		return w.T("file.bootstrap.hint")
	}
	return ""
}

// An editState is a file that is open in the editor.
type editState struct {
	file   memoryModel
	read   bool   // it has been read
	on     string // the text on disk
	text   string // the text in the editor
	saving bool
	theirs *string // what somebody else wrote meanwhile
	err    error
}

// An editModel is the editor in words.
type editModel struct {
	status     string
	bad        bool // status is about something wrong
	canSave    bool
	canRevert  bool
	conflict   bool
	difference []widget.DiffLine
}

// editView puts the editor into words. It is pure.
func editView(s editState, w words) editModel {
	changed := s.read && s.text != s.on
	m := editModel{canSave: changed && !s.saving, canRevert: changed && !s.saving}
	switch {
	case s.theirs != nil:
		m.conflict, m.bad = true, true
		m.status = w.T("memories.conflict")
		m.difference = widget.Diff(*s.theirs, s.text)
		m.canSave, m.canRevert = false, false
	case errors.Is(s.err, store.ErrUnreadable):
		m.status, m.bad = w.T("memories.unreadable"), true
	case s.err != nil:
		m.status, m.bad = w.explain(s.err).sentence(), true
	case !s.read:
		m.status = w.T("memories.reading")
	case s.saving:
		m.status = w.T("memories.saving")
	case changed:
		m.status = w.T("memories.changed")
	case s.on == "":
		m.status = w.T("memories.empty")
	default:
		m.status = w.T("memories.saved")
	}
	return m
}

// mostShown is how much is shown of a text that is only read, in characters.
const mostShown = 20_000

// A troubleTeller names the files that cannot be used as they are.
type troubleTeller interface{ Snapshot() companion.Snapshot }

// A historian tells how files were, and which cannot be used as they are.
type historian interface {
	pastReader
	troubleTeller
}

// damage says which of some files cannot be used as they are, "" none: an empty
// list would otherwise say that nothing was there.
func (w words) damage(who companion.Snapshot, files ...string) string {
	var hurt []string
	for _, t := range who.Troubles {
		name, _, _ := strings.Cut(t.File, "#")
		if slices.Contains(files, name) && !slices.Contains(hurt, name) {
			hurt = append(hurt, name)
		}
	}
	if len(hurt) == 0 {
		return ""
	}
	return w.T("memories.damaged", "files", strings.Join(hurt, w.T("list.and")))
}
