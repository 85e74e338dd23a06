package retrieval

import (
	"time"

	"yumori/internal/memory"
	"yumori/rag"
)

// A Result is everything one recall did and found. It does not change once
// returned.
type Result struct {
	Plan       Plan          `json:"plan"`
	Items      []Item        `json:"items"`      // what is remembered, the order it is to be read in
	Candidates []Candidate   `json:"candidates"` // all that were weighed, best first, with their fate
	Considered int           `json:"considered"` // texts scored by the indexes
	Notes      []string      `json:"notes,omitempty"`
	Tokens     int           `json:"tokens"` // of all items
	Took       time.Duration `json:"took_ns"`
	Planning   time.Duration `json:"planning_ns"`
}

// An Item is one memory in a result.
type Item struct {
	rag.Hit
	Content string  `json:"content"` // the text, or of a long one the chunk that was found
	Cut     Extent  `json:"cut,omitempty"`
	Before  []Piece `json:"before,omitempty"` // the text before it, if that was found too
	After   []Piece `json:"after,omitempty"`  // the text after it, likewise
	Score   float64 `json:"score"`            // lower is better
	Terms   Terms   `json:"terms"`
	Mark    Mark    `json:"mark,omitempty"`
	Tokens  int     `json:"tokens"`
}

// A Piece is a memory merged into the one beside it.
type Piece struct {
	ID      string `json:"id"`
	Speaker string `json:"speaker,omitempty"`
	Content string `json:"content"`
}

// Extent says how much of a text an item shows.
type Extent string

// The extents.
const (
	All  Extent = ""     // the whole text
	Part Extent = "part" // a piece of it; read_memory_context gives the rest
)

// Terms are what the order of items is made of, all in [0, 1].
type Terms struct {
	Distance float64 `json:"distance"`        // 1 − relevance, scaled over the candidates
	Arousal  float64 `json:"arousal"`         // how moving it was; it counts as 0.5 if that is not known
	Felt     bool    `json:"felt,omitempty"`  // Arousal is known
	Decay    float64 `json:"decay"`           // e^(−0.05·days) since now, or to the time the question names; 0.5 if the date is not known or the question asks when
	Doubt    float64 `json:"doubt,omitempty"` // of an opinion, how little it is held: 1 − its confidence
}

// Mark is what a reader should notice about an item.
type Mark string

// The marks.
const (
	Moving Mark = "★" // arousal above 0.6
	Fresh  Mark = "🆕" // decay since now above 0.9
)

// A Candidate is one text that was weighed.
type Candidate struct {
	ID        string       `json:"id"`
	Source    memory.Place `json:"source"`
	Relevance float64      `json:"relevance"` // rag's score
	Features  rag.Features `json:"features"`  // what relevance is made of
	By        []string     `json:"by"`        // the sources that brought it up
	Terms     Terms        `json:"terms,omitzero"`
	Score     float64      `json:"score,omitempty"`
	Fate      Fate         `json:"fate"`
	Like      string       `json:"like,omitempty"` // the item it repeats, or was merged into
}

// Fate is what became of a candidate.
type Fate string

// The fates.
const (
	Kept       Fate = "kept"
	Merged     Fate = "merged"         // into the item beside it
	Irrelevant Fate = "not relevant"   // below the relevance cut
	Repeated   Fate = "says the same"  // as an item
	NoRoom     Fate = "no room"        // in the budget
	InPrompt   Fate = "in the history" // of the prompt already
)
