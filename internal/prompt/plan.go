package prompt

import (
	"slices"

	"yumori/internal/llm"
	"yumori/internal/transcript"
	"yumori/persona"
)

// A Plan is what one turn puts in front of a model. It is made once, the
// request is made of it, the reply's trace keeps it, and the screen shows it.
// All tokens are estimates (llm.TokenScale).
type Plan struct {
	Model    string     `json:"model"` // label of the speaker
	Window   llm.Window `json:"window"`
	Answer   int        `json:"answer"` // tokens set aside for the answer
	Tokens   int        `json:"tokens"` // of all sections
	Sections []Section  `json:"sections"`
	Talk     []Message  `json:"talk,omitempty"` // of the section SectionTalk, oldest first; not kept in traces
}

// The parts of a request that a section can stand in.
const (
	PartSystem   = "system"
	PartMessages = "messages"
	PartTools    = "tools"
)

// The names of the sections that are no layers of the system prompt.
const (
	SectionTalk  = "conversation"
	SectionSpecs = "tool_specs" // what the model may call
)

// A Section is one part of a prompt, in the order of the prompt.
type Section struct {
	Name   string   `json:"name"`
	Owner  string   `json:"owner"`           // the package whose text it is
	Part   string   `json:"part"`            // of the request: PartSystem, PartMessages or PartTools
	Rank   int      `json:"rank"`            // 0 is never cut; the others are served from 1 on
	Floor  int      `json:"floor,omitempty"` // tokens it gets before any other gets more
	Most   int      `json:"most,omitempty"`  // tokens it gets while others want theirs
	Tokens int      `json:"tokens"`          // it has
	Size   int      `json:"size"`            // characters it has
	Cuts   []Cut    `json:"cuts,omitempty"`  // what was left out
	Files  []string `json:"files,omitempty"` // that are in it, in the persona's folder
	Count  int      `json:"count,omitempty"` // messages or tools in it
	Older  string   `json:"older,omitempty"` // id of the newest message that was left out
	Text   string   `json:"text,omitempty"`  // as it is sent; not kept in traces

	values llm.Section // what it tells as values; of one with a Mark, Text is its String
}

// A Cut is what a section had to leave out.
type Cut struct {
	What string `json:"what"` // a file in the persona's folder, or the name of the section
	Left int    `json:"left"` // left out, in characters (of a conversation and of tools: in tokens)
	Of   int    `json:"of"`   // of so many
	Why  string `json:"why"`  // CutFile or CutWindow
}

// Why something was left out.
const (
	CutFile   = "file"   // it is over persona.MaxFile, or what is shown of a day
	CutWindow = "window" // the model's window has no room for it
)

// A Message is a message of the conversation as it is sent.
type Message struct {
	ID       transcript.ID `json:"id,omitempty"`
	Role     llm.Role      `json:"role"`
	Text     string        `json:"text"`
	Tokens   int           `json:"tokens"`
	Pictures int           `json:"pictures,omitempty"`
}

// System returns the sections of the system prompt as they are sent.
func (p Plan) System() []llm.Section {
	var list []llm.Section
	for _, s := range p.Sections {
		if s.Part != PartSystem || s.Text == "" {
			continue
		}
		sent := llm.Section{Name: s.Name, Text: s.Text, Memories: s.values.Memories}
		if s.values.Mark != "" {
			sent.Text, sent.Mark = s.values.Text, s.values.Mark
		}
		list = append(list, sent)
	}
	return list
}

// Section returns the section of a name, the zero PlanSection if there is none.
func (p Plan) Section(name string) Section {
	if i := slices.IndexFunc(p.Sections, func(s Section) bool { return s.Name == name }); i >= 0 {
		return p.Sections[i]
	}
	return Section{}
}

// ResultRoom is how many characters of a tool's answer a model with the plan's
// window is told: an eighth of the window, a token being three characters; 0,
// the agent's own bound, where that is more.
func (p Plan) ResultRoom() int {
	if n := p.Window.Tokens / 8 * 3; n < 20_000 {
		return max(600, n)
	}
	return 0
}

// Traced is the plan without its words, which a trace must not keep, for what is
// taken back has to go, and without what the code says by itself: every line of
// the log has a trace.
func (p Plan) Traced() *Plan {
	p.Talk, p.Sections = nil, slices.Clone(p.Sections)
	for i := range p.Sections {
		s := &p.Sections[i]
		s.Text, s.Owner, s.Rank, s.Floor, s.Most = "", "", 0, 0, 0
	}
	return &p
}

// A share is how a section is served: by rank, with a floor in tokens and at
// most a part of the room as long as others want theirs.
type share struct {
	owner string
	rank  int
	floor int
	most  float64
}

// shares says who is served when. What is not in it is never cut: identity,
// soul, instructions, core memory, USER.md and what the clock says. The order is
// that of the plan: what moves the persona, what it recalls, what was just
// said, and then what it wrote down, the more lasting first.
func shares() map[string]share {
	return map[string]share{
		layerFeeling:           {"motivation", 1, 300, .10},
		LayerGoals:             {"goals", 2, 300, .10},
		LayerRecalled:          {"retrieval", 3, 300, .20},
		SectionTalk:            {"transcript", 4, 400, .50},
		LayerLore:              {"card", 5, 200, .15},
		LayerEpisodes:          {"episodic", 5, 0, .15},
		LayerKnown:             {"facts", 5, 100, .10},
		layerSkills:            {"skill", 6, 100, .10},
		persona.LayerNotepad:   {"persona", 6, 150, .15},
		persona.LayerEvergreen: {"persona", 7, 150, .20},
		layerEntities:          {"entity", 8, 0, .05},
		persona.LayerDaily:     {"persona", 9, 100, .10},
		LayerDreamt:            {"dreaming", 10, 0, .05},
		layerStrategy:          {"episodic", 11, 0, .05},
		persona.LayerBootstrap: {"persona", 12, 0, .15},
		persona.LayerCard:      {"persona", 13, 150, .15},
	}
}

// A claim is what a section asks of the room.
type claim struct {
	share
	want int // tokens
}

// allot divides a room among claims, in tokens: first each its floor, then each
// up to its most, then each what it still wants, always by rank. What is given
// is never more than the room, nor than what is wanted.
func allot(room int, claims []claim) []int {
	order := make([]int, len(claims))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return claims[a].rank - claims[b].rank })
	given, left := make([]int, len(claims)), max(0, room)
	for _, upTo := range []func(claim) int{
		func(c claim) int { return c.floor },
		func(c claim) int { return int(c.most * float64(room)) },
		func(c claim) int { return c.want },
	} {
		for _, i := range order {
			more := min(left, max(0, min(claims[i].want, upTo(claims[i]))-given[i]))
			given[i] += more
			left -= more
		}
	}
	return given
}
