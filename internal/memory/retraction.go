package memory

import "maps"

// A Retraction is sources that are taken back from all that is derived from them,
// or given back to it: every store withdraws and reinstates by one.
type Retraction struct {
	Sources map[string]bool
	Back    bool // given back
}

// Withdrawal returns the retraction that takes sources back; an empty one is none.
func Withdrawal(sources []string) Retraction { return Retraction{Sources: SetOf(sources)} }

// Reinstatement returns the one that gives sources back; an empty one is none.
func Reinstatement(sources []string) Retraction {
	return Retraction{Sources: SetOf(sources), Back: true}
}

// String returns what is done, for an error: "withdraw" or "reinstate".
func (r Retraction) String() string {
	if r.Back {
		return "reinstate"
	}
	return "withdraw"
}

// With returns the retraction of one source more; r stays as it is.
func (r Retraction) With(source string) Retraction {
	r.Sources = maps.Clone(r.Sources)
	r.Sources[source] = true
	return r
}

// Move moves the sources of r between the two lists of a memory. It reports
// whether there were any, and whether the memory came to be hidden by it, or
// to be seen. The slices that the lists were stay as they are.
func (r Retraction) Move(sources, withdrawn *[]string) (moved, turned bool) {
	was := Hidden(*sources, *withdrawn)
	from, to := sources, withdrawn
	if r.Back {
		from, to = to, from
	}
	left, there, moved := Move(*from, *to, r.Sources)
	if moved {
		*from, *to = left, there
	}
	return moved, Hidden(*sources, *withdrawn) != was
}

// Hidden reports whether nobody sees a memory: all that it was derived from was taken
// back. One that is derived from nothing stands by itself.
func Hidden(sources, withdrawn []string) bool { return len(sources) == 0 && len(withdrawn) > 0 }
