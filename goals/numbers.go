package goals

import "time"

// The numbers of FEATURES N13 and N14, and of DESIGN §4 and §6.
const (
	// PromptShort and PromptLong are how many goals of each term the prompt
	// shows (N13).
	PromptShort = 3
	PromptLong  = 2

	// HighestPriority and LowestPriority bound a goal's priority (§4).
	HighestPriority = 1
	LowestPriority  = 5
	// defaultPriority is that of a goal that has none.
	defaultPriority = 3

	// staleAfter is how long a short-term goal may be active (N14, §6).
	staleAfter = 30 * 24 * time.Hour
	// shortLimit is how many short-term goals stay from limitLevel on (N14, §6).
	shortLimit = 10
	limitLevel = 2
)

// Bounds of what is written; what a hand wrote may be longer.
const (
	maxText    = 500 // characters of a goal
	maxNote    = 500 // characters of a note or a reason
	maxNotes   = 200 // of a goal; the oldest leaves
	maxSources = 100 // of a goal or a note; the oldest leave
)
