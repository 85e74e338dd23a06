package memories

import (
	"errors"

	"yumori/internal/store"
	"yumori/ui/page"
	"yumori/ui/widget"
)

// A MemoryModel is a file of the persona under the question it answers.
type MemoryModel struct {
	File  string // its name; of a pane a word for what it holds
	title string
	hint  string
	pane  page.PaneName
}

// shownName is what stands under the title: the name of the one file.
func (m MemoryModel) shownName() string {
	if m.pane != "" {
		return ""
	}
	return m.File
}

// A questionModel is a question of a person, and the files that answer it.
type questionModel struct {
	title  string
	files  []MemoryModel
	folded bool // among the files, which are a click away
}

// memoriesView orders what is remembered as one asks for it: first what is put
// for people, then, under files, the texts it stands in. It is pure.
func memoriesView(w page.Words) []questionModel {
	pane := func(name page.PaneName, title string) MemoryModel {
		return MemoryModel{File: "pane:" + string(name), title: title, pane: name}
	}
	return []questionModel{
		{title: w.T("memories.title.short"), files: []MemoryModel{
			pane(page.PaneAbout, w.T("about.row")),
			pane(page.PaneEntities, w.T("pane.entities")),
			pane(page.PaneFacts, w.T("pane.facts")),
			pane(page.PaneEpisodes, w.T("pane.episodes")),
			pane(page.PaneInsights, w.T("pane.insights")),
		}},
		{title: w.T("memories.who"), files: files(w, "SOUL.md", "IDENTITY.md", "core_memory.txt"), folded: true},
		{title: w.T("memories.mind"), files: files(w, "notepad.txt", "MEMORY.md", "USER.md"), folded: true},
		{title: w.T("memories.happened"), files: []MemoryModel{
			pane(page.PaneDays, w.T("pane.days")),
			pane(page.PaneDiary, w.T("pane.diary")),
			pane(page.PaneBank, w.T("pane.bank")),
		}, folded: true},
		{title: w.T("memories.how"), files: append(files(w, "AGENTS.md", "TOOLS.md", "HEARTBEAT.md", "BOOTSTRAP.md"),
			pane(page.PaneSkills, w.T("pane.skills"))), folded: true},
	}
}

func files(w page.Words, names ...string) []MemoryModel {
	list := make([]MemoryModel, len(names))
	for i, n := range names {
		list[i] = MemoryModel{File: n, title: w.FileTitle(n), hint: fileHint(w, n)}
	}
	return list
}

// fileHint says what lives in a file and how it comes there.
func fileHint(w page.Words, name string) string {
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

// An EditState is a file that is open in the editor.
type EditState struct {
	File   MemoryModel
	read   bool   // it has been read
	on     string // the text on disk
	text   string // the text in the editor
	saving bool
	Theirs *string // what somebody else wrote meanwhile
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
func editView(s EditState, w page.Words) editModel {
	changed := s.read && s.text != s.on
	m := editModel{canSave: changed && !s.saving, canRevert: changed && !s.saving}
	switch {
	case s.Theirs != nil:
		m.conflict, m.bad = true, true
		m.status = w.T("memories.conflict")
		m.difference = widget.Diff(*s.Theirs, s.text)
		m.canSave, m.canRevert = false, false
	case errors.Is(s.err, store.ErrUnreadable):
		m.status, m.bad = w.T("memories.unreadable"), true
	case s.err != nil:
		m.status, m.bad = w.Explain(s.err).Sentence(), true
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
