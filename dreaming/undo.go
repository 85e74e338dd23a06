package dreaming

import (
	"context"
	"errors"

	"yumori/persona"
)

// errNotBuilt stands where a part is under construction.
var errNotBuilt = errors.New("not built yet")

// An Undone is what an undo did.
type Undone struct {
	Record Record
	Files  []string // that are byte for byte as before
	Items  []string // ids of changes that were taken back by themselves
	// Conflicts are the changes that could not be: what is there now is
	// neither what the dream made nor what was before. Nothing of them was
	// written; Change.Now has the third version.
	Conflicts []Change
}

// Undo takes a dream back, or one item of it when item is not "". Each file
// that is as the dream left it gets the bytes it had before; in others, item by
// item, what is as the dream left it. The rest is in conflict, and left.
func (d *Diary) Undo(ctx context.Context, id, item string) (Undone, error) {
	return Undone{}, errNotBuilt
}

// Decide accepts or refuses an item that is held or proposed. edited, if not
// "", is taken in the place of what was proposed.
func (d *Diary) Decide(ctx context.Context, id, item string, what Verdict) (Record, error) {
	return Record{}, errNotBuilt
}

// A Verdict is a decision, with the text as its author would have it.
type Verdict struct {
	Decision persona.Decision
	Edited   string // accept: "" is as proposed
}
