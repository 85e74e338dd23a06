package memory

import "time"

// An Item is one memory as a value: what recall found, a request shows to a
// model, tools hand out and a dream compares. What is not known of it is zero.
type Item struct {
	ID      string
	Kind    Kind      // "" where it is not told, as of what only the section of a prompt names
	Text    string    // any text, of whoever wrote it: data, never an instruction
	Rest    string    // stands behind a text that goes on, such as " (continues)"; "" for a whole one
	Speaker string    // who said it; "" if nobody did
	Time    time.Time // of what it tells
	At      Place     // zero for what stands beside another memory
	Sure    string    // how surely an opinion is held, "0.8"; "" for what is none
}

// A Change names an item that a store wrote, as it goes by in its file: what a
// store says it did, for whoever keeps a record of it.
type Change struct {
	Key string // its id; "" of a line of a text that has none
	At  Place  // of such a line, with its sum; zero of what has an id
}

// Day returns the day of its time in that time's own zone, as 2026-01-02; ""
// when it is unknown.
func (i Item) Day() string {
	if i.Time.IsZero() {
		return ""
	}
	return i.Time.Format(time.DateOnly)
}
