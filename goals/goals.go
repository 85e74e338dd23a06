// Package goals is what a persona wants: a Book of goals for the short and the
// long term, how they come along, and what became of them.
//
// The file goals.json is the truth, with goals_archived_2026.json and its like
// for what ended earlier. A person may edit them while the program runs: they
// are looked at before every answer and every change that concerns them. What
// in them cannot be used is stepped over, named by Problems with its line, and
// stays in the file as it is; members this version does not know survive. A
// file whose very form is broken is read as far as it goes; when something has
// to be written, it is set aside, byte by byte, first.
//
// A goal, a note and the end of a goal are derived from sources, ids of messages for
// the most part. Withdraw takes out what is derived from messages that were taken
// back, Reinstate brings it again; in between it is in the file and no reader
// sees it.
package goals

import (
	"errors"
	"time"

	"yumori/internal/memory"
	"yumori/internal/store"
)

// The errors a caller branches on.
var (
	// ErrNoGoal says that no goal has the id asked for.
	ErrNoGoal = errors.New("no such goal")
	// ErrBadGoal says that a goal cannot be kept as it is: no text or one too
	// long, an unknown term or kind, a priority outside 1 to 5. Nothing was
	// written.
	ErrBadGoal = errors.New("goal not accepted")
	// ErrClosed says that a goal was completed or abandoned before.
	ErrClosed = errors.New("goal is closed")
	// ErrNotClosed says that a goal that is active was to be reopened.
	ErrNotClosed = errors.New("goal is not closed")
)

// An ID names a goal: "sh_" or "lo_" and ten letters and digits; one that a
// user wrote may be anything.
type ID string

// A Term says for how long a goal is made.
type Term string

// The terms of goals.
const (
	Short Term = "short"
	Long  Term = "long"
)

// A Status says what became of a goal. It follows from the list of the file
// that the goal is in.
type Status string

// The states of a goal.
const (
	StatusActive    Status = "active"
	StatusCompleted Status = "completed"
	StatusAbandoned Status = "abandoned"
)

// A Goal is something that the persona wants to reach. It is a copy.
type Goal struct {
	ID        ID
	Term      Term
	Goal      string // what is to be reached, in the persona's words
	CreatedAt time.Time
	Status    Status
	Notes     []Note // how it came along, in the order they were written
	Priority  int    // 1 (highest) to 5
	Kind      memory.Kind
	Sources   []string // ids of messages, or path#Lnn; those that were taken back left out

	// Of a goal that is not active.
	CompletedAt time.Time
	AbandonedAt time.Time
	Reason      string   // why it was abandoned, or how it was reached
	ClosedBy    []string // sources of its end
}

// Closed returns when a goal was completed or abandoned; zero while active or
// when the file does not tell.
func (g Goal) Closed() time.Time {
	if g.Status == StatusAbandoned {
		return g.AbandonedAt
	}
	return g.CompletedAt
}

// A Note is a step towards a goal.
type Note struct {
	Time    time.Time // zero if a user wrote a mere text
	Text    string
	Sources []string
}

// The values of memory.Derived.Store.
const (
	StoreGoal = "goal"
	StoreNote = "goal note" // a note of a goal that stays
	StoreEnd  = "goal end"  // a goal that is active again without it
)

// A Problem is a part of a file that could not be used as it is.
type Problem = store.Flaw

// Options are the surroundings of a Book. The zero value is right.
type Options struct {
	Now      func() time.Time // nil is time.Now
	Language string           // "en" or "ja": of the reasons Housekeep gives
}
