// Package motivation is what moves a persona: four drives, the questions it
// would like answered and the emotions it has reported, kept by a Mind.
//
// The drives are functions of a clock and a Snapshot, and of nothing else:
// Snapshot.At is now, Snapshot.Forecast what comes. The formulas are those of
// docs/inner-life.md, each by itself in formulas.go, with their numbers in numbers.go.
//
// The files memory/internal_state.json and memory/emotion_log.json are the
// truth. A person may edit them while the program runs: the first is looked at
// before every answer, the second when it is asked. What in them cannot be
// used is stepped over, named by Problems with its line, and stays in the file
// as it is; members this version does not know survive. A file whose very form
// is broken is read as far as it goes; when something has to be written, it is
// copied beside itself, byte by byte, first.
//
// Questions and emotions are derived from sources, ids of messages for the most part.
// Withdraw takes out what is derived from messages that were taken back, Reinstate
// brings it again; in between it is in the file and no reader sees it.
package motivation

import (
	"errors"
	"time"

	"yumori/internal/store"
)

// The errors a caller branches on.
var (
	// ErrNoQuestion says that no question has the id asked for.
	ErrNoQuestion = errors.New("no such question")
	// ErrBadQuestion says that a question cannot be kept as it is: no topic or
	// one too long, a priority outside [0, 1], an unknown kind or state.
	// Nothing was written.
	ErrBadQuestion = errors.New("question not accepted")
	// ErrBadEmotion says that an emotion is of no known category or its
	// intensity outside [0, 1]. Nothing was written.
	ErrBadEmotion = errors.New("emotion not accepted")
	// ErrBadDrive says that a drive is none of the four. Nothing was written.
	ErrBadDrive = errors.New("no such drive")
)

// A Category is what a persona may feel.
type Category string

// The categories of emotions (N19).
const (
	Joy         Category = "joy"
	Contentment Category = "contentment"
	Protective  Category = "protective"
	Anxious     Category = "anxious"
	Sadness     Category = "sadness"
	Anger       Category = "anger"
	Neutral     Category = "neutral"
)

// Categories returns all categories.
func Categories() []Category {
	return []Category{Joy, Contentment, Protective, Anxious, Sadness, Anger, Neutral}
}

// An Emotion is what a persona says it feels. The zero value is Neutral.
type Emotion struct {
	Category  Category
	Intensity float64 // in [0, 1]
}

func (e Emotion) valid() bool {
	return e.Category.weight() > 0 && e.Intensity >= 0 && e.Intensity <= 1 // a NaN is neither
}

// A Drive is one of the four.
type Drive string

// The drives.
const (
	Boredom     Drive = "boredom"
	Curiosity   Drive = "curiosity"
	Goal        Drive = "goal_achievement"
	Relatedness Drive = "relatedness"
)

// AllDrives returns the drives. Of two that are equally strong the one that
// comes first here is dominant: what concerns the user before what concerns
// the persona itself.
func AllDrives() []Drive { return []Drive{Relatedness, Goal, Curiosity, Boredom} }

func (d Drive) known() bool {
	switch d {
	case Boredom, Curiosity, Goal, Relatedness:
		return true
	}
	return false
}

// The values of memory.Derived.Store.
const (
	StoreQuestion = "question"
	StoreAsked    = "asking" // of a question, which is not asked without it
	StoreAnswer   = "answer" // of a question that is open again without it
	StoreEmotion  = "emotion"
)

// A Problem is a part of a file that could not be used as it is.
type Problem = store.Flaw

// Options are the surroundings of a Mind. The zero value is right.
type Options struct {
	Now        func() time.Time // nil is time.Now
	Language   string           // "en" or "ja": of the narrative in the file
	Thresholds Thresholds
}

// Thresholds are the levels at which a drive shows.
type Thresholds struct {
	Feel float64 // enters the prompt; 0 is 0.4
	Act  float64 // starts an action of the persona's own; 0 is 0.6
}

func (t Thresholds) filled() Thresholds {
	if t.Feel == 0 {
		t.Feel = feelLevel
	}
	if t.Act == 0 {
		t.Act = actLevel
	}
	return t
}
