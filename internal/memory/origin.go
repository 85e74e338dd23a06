// Package memory says what a memory is, as a value that every package can hand on
// (an Item), where it stands (a Place), and where it comes from, its provenance: how
// it came to be known, and the sources it is derived from.
//
// A source is an id of a message, or a Place as text. What is derived from sources
// that were all taken back is withdrawn: it stays in its file, the sources
// being kept beside it as withdrawn ones, and no reader sees it until one of
// them is given back.
package memory

import (
	"slices"
	"strings"
)

// A Kind says how something came to be known.
type Kind string

// The kinds of memory.
const (
	Lived    Kind = "lived"    // the persona did it or went through it
	Told     Kind = "told"     // somebody said it
	Inferred Kind = "inferred" // made out of other memories
	Dreamed  Kind = "dreamed"  // never a fact by itself
	Imported Kind = "imported" // from files of other programs and people
)

// Known reports whether k is one of the kinds.
func (k Kind) Known() bool {
	switch k {
	case Lived, Told, Inferred, Dreamed, Imported:
		return true
	}
	return false
}

// A Derived is something that is derived from a source, for a list of what is withdrawn with a
// message.
type Derived struct {
	Store string `json:"store"` // one of the Store constants of the package that keeps it
	ID    string `json:"id"`    // in that store
	Title string `json:"title"` // one line
}

// Unique returns the sources of a list, each once, in order. The result is a
// list of its own. An empty source is none; one that is not valid UTF-8 is
// made so.
func Unique(list []string) []string {
	var kept []string
	seen := make(map[string]bool, len(list))
	for _, s := range list {
		if s = strings.ToValidUTF8(s, "\uFFFD"); s != "" && !seen[s] {
			seen[s] = true
			kept = append(kept, s)
		}
	}
	return kept
}

// SetOf returns the sources of a list as a set; an empty one is none.
func SetOf(list []string) map[string]bool {
	set := make(map[string]bool, len(list))
	for _, s := range list {
		if s != "" {
			set[s] = true
		}
	}
	return set
}

// Move takes the sources in set from one list to the other and reports whether
// there were any: to withdraw them, from those that hold to those that were
// taken back, and to reinstate them the other way. The lists given stay as
// they are.
func Move(from, to []string, set map[string]bool) (left, moved []string, changed bool) {
	moved = slices.Clone(to)
	for _, s := range from {
		if set[s] {
			moved, changed = append(moved, s), true
		} else {
			left = append(left, s)
		}
	}
	return left, Unique(moved), changed
}
