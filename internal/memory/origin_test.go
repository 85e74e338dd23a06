package memory

import (
	"slices"
	"testing"
)

func TestKnown(t *testing.T) {
	for _, k := range []Kind{Lived, Told, Inferred, Dreamed, Imported} {
		if !k.Known() {
			t.Errorf("%q is not known", k)
		}
	}
	for _, k := range []Kind{"", "Told", "guessed"} {
		if k.Known() {
			t.Errorf("%q is known", k)
		}
	}
}

func TestUnique(t *testing.T) {
	for _, x := range []struct{ list, want []string }{
		{nil, nil},
		{[]string{""}, nil},
		{[]string{"a"}, []string{"a"}},
		{[]string{"b", "a", "", "b", "a", "c"}, []string{"b", "a", "c"}},
		{[]string{"x\xff", "x\uFFFD"}, []string{"x\uFFFD"}},
	} {
		if got := Unique(x.list); !slices.Equal(got, x.want) {
			t.Errorf("Unique(%q) is %q, want %q", x.list, got, x.want)
		}
	}
	list := []string{"a", "b"}
	if Unique(list)[0] = "z"; list[0] != "a" {
		t.Error("the result shares its memory with the list")
	}
}

func TestMove(t *testing.T) {
	for _, x := range []struct {
		name              string
		from, to, sources []string
		left, moved       []string
		changed           bool
	}{
		{name: "nothing", sources: []string{"a"}},
		{name: "not there", from: []string{"a"}, to: []string{"b"}, sources: []string{"b", "c"}, left: []string{"a"}, moved: []string{"b"}},
		{name: "one of two", from: []string{"a", "b"}, sources: []string{"b"}, left: []string{"a"}, moved: []string{"b"}, changed: true},
		{name: "the last", from: []string{"b"}, to: []string{"a"}, sources: []string{"b"}, moved: []string{"a", "b"}, changed: true},
		{name: "in both", from: []string{"a"}, to: []string{"a"}, sources: []string{"a"}, moved: []string{"a"}, changed: true},
		{name: "an empty source", from: []string{"", "a"}, sources: []string{""}, left: []string{"", "a"}},
	} {
		from, to := slices.Clone(x.from), slices.Clone(x.to)
		left, moved, changed := Move(from, to, SetOf(x.sources))
		if !slices.Equal(left, x.left) || !slices.Equal(moved, x.moved) || changed != x.changed {
			t.Errorf("%s: %q, %q, %v, want %q, %q, %v", x.name, left, moved, changed, x.left, x.moved, x.changed)
		}
		if !slices.Equal(from, x.from) || !slices.Equal(to, x.to) {
			t.Errorf("%s: the lists given were changed", x.name)
		}
	}
}
