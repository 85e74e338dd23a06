// Package facts is what a persona holds for true: typed facts with their
// entities, sources and, for opinions, how sure it is and why.
//
// Facts come from three sides: sections `## Retain` of the daily logs
// (ParseRetain), rules that find them in what the user says (Capture), and the
// files themselves, which a person may edit while the program runs: they are
// looked at before every answer and every change, and an edit wins. A line that
// cannot be used is stepped over, named by Problems, and stays as it is.
//
// Everything here is derived from sources, ids of messages for the most part.
// Withdraw takes out what is derived from messages that were taken back, Reinstate
// brings it again; in between it is in the file, as a comment, and no reader
// sees it.
package facts

import (
	"errors"
	"time"

	"yumori/internal/memory"
	"yumori/internal/store"
)

// The errors a caller branches on.
var (
	// ErrNoFact says that no fact has the id asked for.
	ErrNoFact = errors.New("no such fact")
	// ErrBadFact says that a fact cannot be kept as it is: no text or one too
	// long, an unknown type or kind, a confidence outside [0, 1], a source
	// that could not be written down. Nothing was written.
	ErrBadFact = errors.New("fact not accepted")
	// ErrNotOpinion says that only opinions are weighed.
	ErrNotOpinion = errors.New("fact is no opinion")
	// ErrTooLarge says that a file would become larger than it may be.
	// Nothing was written.
	ErrTooLarge = errors.New("file would become too large")
)

// A Type says what a fact is about.
type Type string

// The types of facts, with their letters in the notation of Retain.
const (
	World      Type = "world"      // W: how things are
	Experience Type = "experience" // B: what the persona did or went through
	Opinion    Type = "opinion"    // O: what it holds, more or less surely
	Summary    Type = "summary"    // S: what was gathered from others
)

// A Category says what a captured fact is worth knowing for.
type Category string

// The categories of captured facts.
const (
	Preference Category = "preference"
	Plain      Category = "fact"
	Decision   Category = "decision"
	Entity     Category = "entity" // somebody or something with a name
	Other      Category = "other"
)

// A Fact is one thing held for true. It is a copy.
type Fact struct {
	ID         string // given by Retain; of a line written by hand, made from its text
	Type       Type
	Entities   []string // names without "@"
	Text       string   // one line
	Confidence float64  // in [0, 1]; 1 for all but opinions
	Kind       memory.Kind
	Category   Category     // "" if it was not captured
	Importance float64      // in [0, 1]; 0 if it was not captured
	Time       time.Time    // of what it was learned from; zero if unknown
	Sources    []string     // what it was learned from: ids of messages, or path#Lnn; those taken back left out
	Source     memory.Place // where it stands
	Evidence   []Evidence
	Ended      time.Time // when it stopped being so; zero: it holds
}

// A Stance says which way evidence points.
type Stance string

// The stances.
const (
	For     Stance = "for"
	Against Stance = "against"
	Ended   Stance = "ended" // of any fact: it is no longer so
)

// An Evidence is a reason to hold an opinion more, or less, surely, or a fact no
// more.
type Evidence struct {
	Stance Stance
	Source string    // an id of a message or a fact, or path#Lnn
	Text   string    // one line; may be empty
	Time   time.Time // of the night in which it was weighed; zero for one written by hand
}

// A Query asks for facts; its zero value asks for all.
type Query struct {
	Words         string        // all of the words, split on spaces, in text or entities
	Entity        string        // a name, whatever its case and width
	Types         []Type        // any of them
	Kinds         []memory.Kind // any of them
	Categories    []Category    // any of them
	Since, Until  time.Time     // of Fact.Time: from Since, before Until
	MinConfidence float64
	Holding       bool // only what still holds
	Limit         int  // 0 is no limit
}

// The values of memory.Derived.Store.
const (
	StoreFact     = "fact"
	StoreEvidence = "evidence" // of an opinion that stays
)

// A Problem is a part of a file that could not be used as it is.
type Problem = store.Flaw

// Options are what a Bank may be opened with; the zero value is right.
type Options struct {
	Now func() time.Time // nil is time.Now
}
