package pattern

import "strings"

// A Text is a text as expressions look at it before they search it: folded, and
// with the pairs and threes of bytes that it has. It is made once where many
// expressions look at one text, and not changed.
type Text struct {
	s      string
	folded string
	has    [grams / 64]uint64
}

// grams is how many places there are for pairs and threes of bytes; several may
// share one. A sentence takes one place in thirty.
const grams = 4096

// Look returns a text that expressions look at. Cost: a pass over it.
func Look(s string) *Text {
	t := &Text{}
	t.look(s)
	return t
}

func (t *Text) look(s string) {
	t.s, t.folded = s, Fold(s)
	f := t.folded
	for i := 1; i < len(f); i++ {
		t.set(pair(f[i-1], f[i]))
		if i > 1 {
			t.set(three(f[i-2], f[i-1], f[i]))
		}
	}
}

func (t *Text) set(gram uint16) { t.has[gram/64] |= 1 << (gram % 64) }

func pair(a, b byte) uint16 { return (uint16(a)*31 + uint16(b)*7) % grams }

func three(a, b, c byte) uint16 {
	return uint16((uint32(a)*0x9E3779B1 + uint32(b)*0x85EBCA77 + uint32(c)*0xC2B2AE3D) >> 20)
}

// A literal is a string to look for, and the places of its beginning and its end:
// a text that has nothing in one of them does not have the string.
type literal struct {
	s          string
	begin, end uint16
}

func literalOf(s string) literal {
	n := len(s)
	switch n {
	case 0, 1:
		return literal{s: s}
	case 2:
		return literal{s, pair(s[0], s[1]), pair(s[0], s[1])}
	}
	return literal{s, three(s[0], s[1], s[2]), three(s[n-3], s[n-2], s[n-1])}
}

// in reports whether a text has the string.
func (l *literal) in(t *Text) bool {
	if len(l.s) > 1 && (t.has[l.begin/64]&(1<<(l.begin%64)) == 0 || t.has[l.end/64]&(1<<(l.end%64)) == 0) {
		return false
	}
	return strings.Contains(t.folded, l.s)
}

// A filter is what an expression needs, made ready to be looked for.
type filter [][]literal

func filterOf(n needs) filter {
	f := make(filter, len(n))
	for i, list := range n {
		for _, s := range list {
			f[i] = append(f[i], literalOf(s))
		}
	}
	return f
}

// admits reports whether a text has one string of each list.
func (f filter) admits(t *Text) bool {
	for _, list := range f {
		found := false
		for i := range list {
			if found = list[i].in(t); found {
				break
			}
		}
		if !found {
			return false
		}
	}
	return true
}

// admitsFolded is admits of a text that only one expression looks at, where to
// find its pairs and threes would take longer than to look for few strings.
func (f filter) admitsFolded(folded string) bool {
	for _, list := range f {
		found := false
		for i := range list {
			if found = strings.Contains(folded, list[i].s); found {
				break
			}
		}
		if !found {
			return false
		}
	}
	return true
}
