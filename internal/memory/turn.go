package memory

import "maps"

// A Turn is sources that are taken back from all that is derived from them, or
// given back to it: every store withdraws and reinstates by one.
type Turn struct {
	Sources map[string]bool
	Back    bool // given back
}

// Withdrawal returns the turn that takes sources back; an empty one is none.
func Withdrawal(sources []string) Turn { return Turn{Sources: SetOf(sources)} }

// Reinstatement returns the turn that gives sources back; an empty one is none.
func Reinstatement(sources []string) Turn { return Turn{Sources: SetOf(sources), Back: true} }

// String returns what is done, for an error: "withdraw" or "reinstate".
func (t Turn) String() string {
	if t.Back {
		return "reinstate"
	}
	return "withdraw"
}

// With returns the turn of one source more; t stays as it is.
func (t Turn) With(source string) Turn {
	t.Sources = maps.Clone(t.Sources)
	t.Sources[source] = true
	return t
}

// Move moves the sources of t between the two lists of a memory. It reports
// whether there were any, and whether the memory came to be hidden by it, or
// to be seen. The slices that the lists were stay as they are.
func (t Turn) Move(sources, withdrawn *[]string) (moved, turned bool) {
	was := Hidden(*sources, *withdrawn)
	from, to := sources, withdrawn
	if t.Back {
		from, to = to, from
	}
	left, there, moved := Move(*from, *to, t.Sources)
	if moved {
		*from, *to = left, there
	}
	return moved, Hidden(*sources, *withdrawn) != was
}

// Hidden reports whether nobody sees a memory: all that it was derived from was taken
// back. One that is derived from nothing stands by itself.
func Hidden(sources, withdrawn []string) bool { return len(sources) == 0 && len(withdrawn) > 0 }
