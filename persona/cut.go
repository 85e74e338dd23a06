package persona

import (
	"strings"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// characters counts the characters of s as all bounds here do: code points.
func characters(s string) int { return utf8.RuneCountInString(s) }

// lineReach is how far a cut moves, in characters, to fall between lines.
const lineReach = 200

// cutHead returns the first characters of s, at most n, and how many are left
// out. The cut falls between lines if one ends nearby, and never inside of
// what is seen as one character.
func cutHead(s string, n int) (kept string, cut int) {
	total := characters(s)
	if total <= n {
		return s, 0
	}
	at := boundaryBefore(s, offsetOf(s, n))
	near := offsetOf(s[:at], max(0, characters(s[:at])-min(lineReach, n/4)))
	if i := strings.LastIndexByte(s[near:at], '\n'); i >= 0 {
		at = near + i + 1
	}
	return s[:at], total - characters(s[:at])
}

// cutTail is cutHead for the last characters of s.
func cutTail(s string, n int) (kept string, cut int) {
	total := characters(s)
	if total <= n {
		return s, 0
	}
	at := boundaryAfter(s, offsetOf(s, total-n))
	rest := s[at:]
	if i := strings.IndexByte(rest[:offsetOf(rest, min(lineReach, n/4))], '\n'); i >= 0 {
		at += i + 1
	}
	return s[at:], characters(s[:at])
}

// offsetOf returns the offset of the character n of s, len(s) if it has fewer.
func offsetOf(s string, n int) int {
	if n <= 0 {
		return 0
	}
	for i := range s {
		if n == 0 {
			return i
		}
		n--
	}
	return len(s)
}

// clusterReach is how far back, in bytes, a grapheme cluster is looked for:
// the longest emoji sequences in use have some 40.
const clusterReach = 256

// boundaryBefore returns the last offset up to at where a grapheme cluster
// begins.
func boundaryBefore(s string, at int) int {
	last := at
	for start, end := range clusters(s, at) {
		if end > at {
			return start
		}
		last = end
	}
	return last
}

// boundaryAfter returns the first offset from at on where a grapheme cluster
// begins.
func boundaryAfter(s string, at int) int {
	for _, end := range clusters(s, at) {
		if end >= at {
			return end
		}
	}
	return at
}

// clusters yields the grapheme clusters of s from a little before an offset
// on, as offsets of their beginnings and ends.
func clusters(s string, around int) func(yield func(start, end int) bool) {
	return func(yield func(int, int) bool) {
		at := max(0, around-clusterReach)
		if i := strings.LastIndexByte(s[at:around], '\n'); i >= 0 {
			at += i // a line break is a cluster by itself
		}
		for at < len(s) && !utf8.RuneStart(s[at]) {
			at++
		}
		state := -1
		for rest := s[at:]; rest != ""; {
			var c string
			c, rest, _, state = uniseg.FirstGraphemeClusterInString(rest, state)
			if !yield(at, at+len(c)) {
				return
			}
			at += len(c)
		}
	}
}
