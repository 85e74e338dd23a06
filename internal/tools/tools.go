// Package tools is what a persona may call: each tool is one file, with its
// description for the model beside it as Markdown.
//
// A turn that holds text which neither the user nor the persona wrote is
// tainted: every write is then held for the user, and the secret diary is not
// to be had. That is kept here, in code, also when such text only comes in
// while the turn is under way, by a tool's answer.
package tools

import (
	"embed"
	"encoding/json"
	"log/slog"
	"strings"
	"time"

	"yumori/entity"
	"yumori/goals"
	"yumori/internal/agent"
	"yumori/internal/llm"
	"yumori/motivation"
	"yumori/persona"
)

// descriptions are what a model is told of each tool, in a file of its name; for
// a talk in Japanese name.ja.md, where there is one.
//
//go:embed *.md
var descriptions embed.FS

// Deps is what the tools of one turn work with. Persona has to be there; of
// the others, those that are nil take their tools with them.
type Deps struct {
	Persona  *persona.Persona
	Entities *entity.Store
	Goals    *goals.Store
	Mind     *motivation.Mind
	Search   Searcher
	Library  Library // what the user gave to read
	Skills   Teacher // what the user enabled

	Now    func() time.Time // nil: time.Now
	Turn   Turn
	Logger *slog.Logger // told what the model is not; nil: nobody is

	// Foreign says whether a memory file, by its name in the persona's
	// folder, is the work of others, an imported one for instance; nil: none is.
	Foreign func(file string) bool
	// Asked returns the held changes that the user is asked about; nil: all of
	// Persona.HeldChanges. One that is not asked about may be asked for again.
	Asked func() ([]persona.Held, error)
	// FromOthers says whether a memory with these sources is derived from text of others;
	// nil: none does.
	FromOthers func(sources []string) bool
	// Taint is told once when text of others has come into a turn that was
	// not tainted before; may be nil.
	Taint func()
	// Came is told of every memory, file or page that a tool brings into the
	// turn and that may hold text of others, of the user's own documents too;
	// may be nil.
	Came func(Outside)
	// Achieved is told of a goal that was completed; may be nil.
	Achieved func(goals.Goal)
}

// A Turn is what the tools need to know of the turn they are called in.
type Turn struct {
	Message string // id of the user's message; causes and held changes name it

	// Tainted says that the model reads text which neither the user nor the
	// persona wrote. Every write is then held for the user, whatever else
	// is set: the text may have asked for it.
	Tainted bool

	// ApplyCore says that changes of the core memory need no yes.
	ApplyCore bool

	accepted persona.Held // the call that the user has said yes to
}

// New returns the tools for one turn.
func New(d Deps) []agent.Tool {
	if d.Now == nil {
		d.Now = time.Now
	}
	if d.Logger == nil {
		d.Logger = slog.New(slog.DiscardHandler)
	}
	if d.Foreign == nil {
		d.Foreign = func(string) bool { return false }
	}
	if d.FromOthers == nil {
		d.FromOthers = func([]string) bool { return false }
	}
	if d.Came == nil {
		d.Came = func(Outside) {}
	}
	if d.Asked == nil {
		d.Asked = d.Persona.HeldChanges
	}
	hold := holder{
		changes: d.Persona, asked: d.Asked, now: d.Now, turn: d.Turn, logger: d.Logger,
		session: &session{foreign: d.Turn.Tainted, tell: d.Taint, came: d.Came},
	}
	all := texts(d, hold)
	all = append(all, diaries(d, hold)...)
	all = append(all, memories(d, hold)...)
	if d.Entities != nil {
		all = append(all, entities(entityTool{pages: d.Entities, fromOthers: d.FromOthers, holder: hold})...)
	}
	if d.Goals != nil {
		g := goalTool{goals: d.Goals, achieved: d.Achieved, holder: hold}
		all = append(all, addGoal(g), updateGoal(g))
	}
	if d.Mind != nil {
		all = append(all, resolveQuestion(questionTool{mind: d.Mind, holder: hold}))
	}
	return all
}

// texts are the tools for what is always in the prompt, and the daily log.
func texts(d Deps, hold holder) []agent.Tool {
	core := textTool{
		name: "edit_core_memory", file: persona.Core, texts: d.Persona, apply: d.Persona.Edit,
		held: !d.Turn.ApplyCore, holder: hold,
	}
	notepad := textTool{
		name: "edit_notepad", file: persona.Notepad, texts: d.Persona, apply: d.Persona.Edit, holder: hold,
	}
	daily := dailyTool{log: d.Persona, holder: hold}
	return []agent.Tool{editText(core), editText(notepad), memoryWrite(daily)}
}

// diaries are the tools for the diaries. Those of the secret one are not even
// offered to a model that reads what others wrote.
func diaries(d Deps, hold holder) []agent.Tool {
	all := append([]agent.Tool{readMainMemory(mainReader{d.Persona, hold})}, mainMemoryDiary(d.Persona, hold).edits()...)
	if d.Turn.Tainted {
		return all
	}
	secret := secretDiary(d.Persona, hold)
	return append(append(all, readSecretDiary(secret)), secret.edits()...)
}

// memories are the tools that look something up.
func memories(d Deps, hold holder) []agent.Tool {
	language := d.Persona.Profile().Language
	all := []agent.Tool{memoryGet(fileTool{files: d.Persona, foreign: d.Foreign, holder: hold}, language)}
	if d.Library != nil {
		all = append(all, searchKnowledge(knowledgeTool{library: d.Library, words: answersIn(language), holder: hold}, language))
	}
	if d.Skills != nil {
		all = append(all, readSkill(skillTool{teacher: d.Skills, language: language, holder: hold}))
	}
	if d.Search == nil {
		return all
	}
	r := recollector{search: d.Search, words: answersIn(language), holder: hold}
	return append(all, recallMemories(r, language), searchPast(r, language), readContext(r, language), memorySearch(r, language))
}

// entities are the tools for the pages of people and things.
func entities(e entityTool) []agent.Tool {
	return []agent.Tool{readEntityMemory(e), writeEntityMemory(e), listEntityMemories(e), searchEntityMemory(e)}
}

// spec describes a tool that writes: its calls run in the order they were
// asked for.
func spec(name, schema string) agent.Tool {
	t := look(name, schema)
	t.Serial = true
	return t
}

// look describes a tool that only reads.
func look(name, schema string) agent.Tool { return lookIn("", name, schema) }

// lookIn is look for a tool that is described in the language of the talk, where
// there is a description in it.
func lookIn(language, name, schema string) agent.Tool {
	text, err := descriptions.ReadFile(name + "." + language + ".md")
	if err != nil {
		text, _ = descriptions.ReadFile(name + ".md") // each tool has one: a test says so
	}
	return agent.Tool{
		Spec: llm.ToolSpec{Name: name, Description: strings.TrimSpace(string(text)), Schema: json.RawMessage(schema)},
	}
}

// arguments reads what a tool is called with into v.
func arguments(args json.RawMessage, v any) error {
	if err := json.Unmarshal(args, v); err != nil {
		return &agent.ArgError{Reason: "cannot be read: " + err.Error()}
	}
	return nil
}
