package record

import "slices"

// A Waiting is how many changes of dreams are to be decided on.
type Waiting struct {
	Held       int // changes that ask for the user's yes
	Candidates int // notes about somebody or something, for the persona or the user
}

// Sum returns both together.
func (w Waiting) Sum() int { return w.Held + w.Candidates }

// Waiting counts what waits in the newest dreams. held are the ids of the held
// changes that do: one of another id was decided on elsewhere. It reads the
// newest records.
func (d *Diary) Waiting(held []string) (Waiting, error) {
	var w Waiting
	left := untoldDreams
	err := d.Newest(func(r Record) bool {
		for _, c := range r.Changes {
			switch {
			case r.State == StatusRunning:
			case c.State == StatusProposed:
				w.Candidates++
			case c.State == StatusHeld && slices.Contains(held, c.Held):
				w.Held++
			}
		}
		left--
		return left > 0
	})
	return w, err
}
