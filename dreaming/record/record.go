package record

import (
	"encoding/json"
	"errors"
	"slices"
	"time"

	"yumori/episodic"
	"yumori/internal/store"
	"yumori/internal/transcript"
)

var (
	// ErrDreaming says that a dream is under way. It is one at a time for each
	// persona; the home's lock sees to it across processes.
	ErrDreaming = errors.New("a dream is under way")
	// ErrNoDream says that no dream has the id asked for.
	ErrNoDream = errors.New("no such dream")
	// ErrNoItem says that a dream has no item with the id asked for.
	ErrNoItem = errors.New("no such item in the dream")
)

// Schema is the version of the record's format.
const Schema = 1

// A Stage names a part of a dream.
type Stage string

// The stages, in their order.
const (
	StageReflect   Stage = "reflect"   // insight, strategy, dream; goals and questions are thought of
	StageGoals     Stage = "goals"     // goals applied, stale ones given up
	StageQuestions Stage = "questions" // asked, answered, converted
	StageEntities  Stage = "entities"  // candidates; from level 2 on consolidation
	StageRetain    Stage = "retain"    // typed facts
	StageOpinions  Stage = "opinions"  // evidence weighed
	StageEpisodes  Stage = "episodes"  // of the days; of the weeks that are long past
	StageDrives    Stage = "drives"    // aging, inflation guard, the date of the reflection
	StageIndex     Stage = "index"     // indexes brought up to date
)

// Stages returns the stages in their order.
func Stages() []Stage {
	return []Stage{
		StageReflect, StageGoals, StageQuestions, StageEntities, StageRetain,
		StageOpinions, StageEpisodes, StageDrives, StageIndex,
	}
}

// A Status says where a dream, a stage or a change stands.
type Status string

// The states. Which of them a dream, a stage or a change may have is said at
// its field.
const (
	StatusRunning  Status = "running"  // dream: not at its end
	StatusThought  Status = "thought"  // stage: its answer is there, nothing is written
	StatusProposed Status = "proposed" // stage: about to be written; change: for the persona or the user to decide
	StatusApplied  Status = "applied"
	StatusSkipped  Status = "skipped" // stage: nothing to do
	StatusFailed   Status = "failed"
	StatusPartly   Status = "partly" // dream: some of it failed, was refused or undone
	StatusHeld     Status = "held"   // change: waits for the user
	StatusRefused  Status = "refused"
	StatusLapsed   Status = "lapsed" // change: a candidate of rules that was not named again
	StatusUndone   Status = "undone"
	StatusConflict Status = "conflict" // change: the file is neither as before nor as after
)

// A Record is one dream, the whole transaction. It is kept as JSON in
// dreams/<date>-<n>.json.
type Record struct {
	Schema  int           `json:"schema"`
	ID      string        `json:"id"`   // "<date>-<n>"
	Date    episodic.Date `json:"date"` // the day dreamed for
	Level   int           `json:"level"`
	By      string        `json:"by"`      // "provider/name", or episodic.Rules
	At      time.Time     `json:"at"`      // what the clock said in the dream
	Started time.Time     `json:"started"` // of the running clock
	Millis  int64         `json:"took_ms"` // in all, over every start
	State   Status        `json:"state"`   // running, applied, partly, undone, failed
	Error   string        `json:"error,omitempty"`

	Inputs  Inputs        `json:"inputs"`
	Stages  []StageRecord `json:"stages"`
	Changes []Change      `json:"changes"`
	Files   []FileChange  `json:"files"` // what was done to each file, in order
	Usage   Usage         `json:"usage"`

	DroppedQuotes int `json:"dropped_quotes"` // quotes that were not in the message they were said to be in, or were nobody's words
	Echoes        int `json:"echoes"`         // sentences that only repeated what was recalled
	Known         int `json:"known"`          // proposals that were undone or refused before
}

// Inputs are what a dream read.
type Inputs struct {
	Messages []string        `json:"messages"` // ids, oldest first
	Days     []episodic.Date `json:"days"`
	From     time.Time       `json:"from,omitzero"`   // of the first message
	To       time.Time       `json:"to,omitzero"`     // of the last
	Hash     string          `json:"hash"`            // SHA-256 of ids and texts
	Older    int             `json:"older,omitempty"` // new messages before them that were left to a backfill
	Again    bool            `json:"again,omitempty"` // dreamt of before or not
	Rules    bool            `json:"rules,omitempty"` // no model was to be asked
}

// Usage is what a dream cost.
type Usage struct {
	Calls  int `json:"calls"`
	Input  int `json:"input"`
	Output int `json:"output"`
}

// A StageRecord is what one stage did.
type StageRecord struct {
	Name     Stage    `json:"name"`
	State    Status   `json:"state,omitempty"` // "": not yet; thought, proposed, applied, skipped, failed
	By       string   `json:"by,omitempty"`
	Cursor   *Cursor  `json:"cursor,omitempty"` // how far it is through the conversation
	Calls    int      `json:"calls,omitempty"`
	Tokens   int      `json:"tokens,omitempty"`  // prompts and answers
	Answers  []string `json:"answers,omitempty"` // of the model, as they came, bounded
	Problems []string `json:"problems,omitempty"`
	// Misquotes are the quotations of the model's for which sentences were
	// dropped, with reason codes.
	Misquotes []episodic.Misquote `json:"misquotes,omitempty"`
	// Thought is what was made of the answers, until it is applied.
	Thought json.RawMessage `json:"thought,omitempty"`
}

// A Cursor is a place in the conversation: a message and when it was said.
type Cursor struct {
	Message transcript.ID `json:"message"`
	Time    time.Time     `json:"time"`
}

// Stage returns what a stage did; the zero StageRecord if it is not there.
func (r Record) Stage(name Stage) StageRecord {
	for _, s := range r.Stages {
		if s.Name == name {
			return s
		}
	}
	return StageRecord{}
}

// Evidence is what a change is derived from.
type Evidence struct {
	Message string `json:"message"` // id, or path#Lnn
	Quote   string `json:"quote,omitempty"`
}

// A Change is one item of what a dream did or proposes: a question, a goal, an
// episode, a paragraph, a fact.
type Change struct {
	ID       string     `json:"id"` // within the dream
	Stage    Stage      `json:"stage"`
	Kind     string     `json:"kind"`             // "question", "goal", "episode", "insight", "fact", "opinion", "entity", "candidate", "text", "state"
	File     string     `json:"file"`             // in the persona's folder
	Key      string     `json:"key,omitempty"`    // what the item goes by in its file
	Title    string     `json:"title"`            // one line
	Before   *string    `json:"before,omitempty"` // nil: it was not there
	After    *string    `json:"after,omitempty"`  // nil: it is gone
	Was      string     `json:"was,omitempty"`    // where Before stood: the list it was in, or the line before it
	Place    string     `json:"place,omitempty"`  // where After stands
	State    Status     `json:"state"`            // applied, held, refused, undone, proposed, lapsed, conflict
	Evidence []Evidence `json:"evidence,omitempty"`
	Held     string     `json:"held,omitempty"`    // id of the held change
	Reason   string     `json:"reason,omitempty"`  // held: why, in words of the model
	Told     string     `json:"told,omitempty"`    // candidate: the message in whose answer it was told
	Related  []string   `json:"related,omitempty"` // candidate: memories that go with it
	Now      *string    `json:"now,omitempty"`     // conflict: what is there
}

// A FileChange is what a stage made of a file: enough to make either version
// from the other.
type FileChange struct {
	Stage  Stage         `json:"stage"` // "undo" for what was taken back
	Name   string        `json:"name"`
	Before store.Version `json:"before"` // "": it was not there
	After  store.Version `json:"after"`  // "": it is gone
	Edits  []Splice      `json:"edits"`
	Aside  string        `json:"aside,omitempty"` // why the old file was put out of the way, whole
}

// A Summary is a dream in a list.
type Summary struct {
	ID      string        `json:"id"`
	Date    episodic.Date `json:"date"`
	At      time.Time     `json:"at"`
	Level   int           `json:"level"`
	By      string        `json:"by"`
	State   Status        `json:"state"`
	Changes int           `json:"changes"`
	Waiting int           `json:"waiting,omitempty"` // changes that wait for a decision
	Usage   Usage         `json:"usage"`
	Millis  int64         `json:"took_ms"`
}

// Done reports whether a stage is at its end, whatever became of it.
func (s StageRecord) Done() bool {
	switch s.State {
	case StatusApplied, StatusSkipped, StatusFailed:
		return true
	}
	return false
}

// Reads reports whether a stage takes in messages.
func (s Stage) Reads() bool {
	switch s {
	case StageDrives, StageIndex:
		return false
	}
	return true
}

// Fail notes that a stage failed, and why.
func (s *StageRecord) Fail(err error) {
	s.State = StatusFailed
	s.Problems = append(s.Problems, err.Error())
}

// Begun reports whether something of the dream is done that is worth keeping.
func (r Record) Begun() bool {
	return slices.ContainsFunc(r.Stages, func(s StageRecord) bool { return s.State != "" })
}

// End says how a dream ended, by how its stages did.
func (r *Record) End() {
	r.State = StatusApplied
	failed := 0
	for i := range r.Stages {
		s := &r.Stages[i]
		s.Thought = nil
		if s.State == StatusFailed {
			failed++
		}
	}
	switch {
	case failed == len(r.Stages):
		r.State = StatusFailed
	case failed > 0:
		r.State = StatusPartly
	}
}
