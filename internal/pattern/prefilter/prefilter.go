// Package prefilter tells of a text that an expression cannot match it, by strings that
// every match has. It only computes on what it is handed: tests run it without the race
// detector, with which this, the larger part of reading a sentence, takes five times as
// long. So nothing in it may be shared, made when it is first used, or a map.
package prefilter

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

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

// Look makes t a text. Cost: a pass over it. t has to be new.
func (t *Text) Look(s string) {
	t.s, t.folded = s, Fold(s)
	f := t.folded
	for i := 1; i < len(f); i++ {
		t.set(pair(f[i-1], f[i]))
		if i > 1 {
			t.set(three(f[i-2], f[i-1], f[i]))
		}
	}
}

// String returns the text as it was.
func (t *Text) String() string { return t.s }

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

// A Filter has lists of strings: a text has to have one of each.
type Filter struct{ lists [][]literal }

// New returns the filter of lists of folded strings.
func New(lists [][]string) Filter {
	f := Filter{make([][]literal, len(lists))}
	for i, list := range lists {
		for _, s := range list {
			f.lists[i] = append(f.lists[i], literalOf(s))
		}
	}
	return f
}

// Lists returns the strings.
func (f Filter) Lists() [][]string {
	all := make([][]string, len(f.lists))
	for i, list := range f.lists {
		for _, l := range list {
			all[i] = append(all[i], l.s)
		}
	}
	return all
}

// Admits reports whether a text has one string of each list.
func (f Filter) Admits(t *Text) bool {
	for _, list := range f.lists {
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

// AdmitsOnce is Admits of a text that only one expression looks at: to find its
// pairs and threes would take longer than to look for few strings.
func (f Filter) AdmitsOnce(s string) bool {
	if len(f.lists) == 0 {
		return true
	}
	folded := Fold(s)
	for _, list := range f.lists {
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

// Fold returns a text in which letters that differ in case alone are the same,
// as they are to an expression with the flag i.
func Fold(s string) string {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return strings.Map(foldRune, s)
		}
	}
	return strings.ToLower(s)
}

// foldRune returns the same letter for all that are the same but for case:
// the first of them, in lower case if it is a Latin one.
func foldRune(r rune) rune {
	if 'A' <= r && r <= 'Z' {
		return r + 'a' - 'A'
	}
	if r < utf8.RuneSelf || 0x3000 <= r && r <= 0x9fff { // no case in Japanese
		return r
	}
	first := r
	for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
		first = min(first, f)
	}
	if first < utf8.RuneSelf {
		return unicode.ToLower(first)
	}
	return first
}
