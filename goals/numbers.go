package goals

import "time"

// The numbers of docs/inner-life.md.
const (
	// PromptShort and PromptLong are how many goals of each term the prompt
	// shows.
	PromptShort = 3
	PromptLong  = 2

	// HighestPriority and LowestPriority bound a goal's priority.
	HighestPriority = 1
	LowestPriority  = 5
	// defaultPriority is that of a goal that has none.
	defaultPriority = 3

	// staleAfter is how long a short-term goal may be active.
	staleAfter = 30 * 24 * time.Hour
	// shortLimit is how many short-term goals stay from limitLevel on.
	shortLimit = 10
	limitLevel = 2
)

// Bounds of what is written; what a user wrote may be longer.
const (
	maxText    = 500 // characters of a goal
	maxNote    = 500 // characters of a note or a reason
	maxNotes   = 200 // of a goal; the oldest leaves
	maxSources = 100 // of a goal or a note; the oldest leave
)
