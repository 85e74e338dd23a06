package memory

import (
	"slices"
	"testing"
)

func TestRetraction(t *testing.T) {
	for _, x := range []struct {
		name            string
		turn            Retraction
		sources, gone   []string
		left, taken     []string
		moved, turnedTo bool
	}{
		{name: "nothing", turn: Withdrawal([]string{"a"})},
		{name: "one of two", turn: Withdrawal([]string{"a", ""}), sources: []string{"a", "b"}, left: []string{"b"}, taken: []string{"a"}, moved: true},
		{name: "the last", turn: Withdrawal([]string{"a"}), sources: []string{"a"}, taken: []string{"a"}, moved: true, turnedTo: true},
		{name: "again", turn: Withdrawal([]string{"a"}), gone: []string{"a"}, taken: []string{"a"}},
		{name: "the first back", turn: Reinstatement([]string{"a"}), gone: []string{"a", "b"}, left: []string{"a"}, taken: []string{"b"}, moved: true, turnedTo: true},
		{name: "one more back", turn: Reinstatement(nil).With("a"), sources: []string{"b"}, gone: []string{"a"}, left: []string{"b", "a"}, moved: true},
	} {
		sources, gone := slices.Clone(x.sources), slices.Clone(x.gone)
		moved, turned := x.turn.Move(&sources, &gone)
		if !slices.Equal(sources, x.left) || !slices.Equal(gone, x.taken) || moved != x.moved || turned != x.turnedTo {
			t.Errorf("%s, to %s: %q, %q, %t, %t", x.name, x.turn, sources, gone, moved, turned)
		}
	}
}
