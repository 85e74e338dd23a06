package page

// A PaneName names what shows more than one file.
type PaneName string

// The panes.
const (
	PaneAbout    PaneName = "about" // what is known about the user
	PaneEpisodes PaneName = "episodes"
	PaneInsights PaneName = "insights"
	PaneEntities PaneName = "entities"
	PaneFacts    PaneName = "facts"
	PaneDiary    PaneName = "diary"
	PaneDays     PaneName = "days"
	PaneBank     PaneName = "bank"
	PaneSkills   PaneName = "skills"
)

// FileTitle is what a file is called by people.
func (w Words) FileTitle(name string) string {
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

// A MemoryPlace is a place among the memories.
type MemoryPlace struct {
	Pane PaneName // "" is a file
	Id   string   // of an episode, an insight or a fact; the name of an entity; a file
}
