package rag

import (
	"cmp"
	"iter"
	"maps"
	"slices"
)

// stat is in how many chunks and sessions a term stands.
type stat struct{ chunks, sessions int32 }

func (s stat) isZero() bool { return s.chunks <= 0 && s.sessions <= 0 }

// A vocabulary is the terms of all texts, by their hashes, and where they
// stand: as of the snapshot in two sorted arrays, and what changed since.
type vocabulary struct {
	words []uint32 // ascending; not changed once made
	stats []stat   // beside words
	since map[uint32]stat
	size  int // terms that stand anywhere
}

// of is where a term stands.
func (v *vocabulary) of(t uint32) stat {
	s := v.since[t]
	if i, ok := slices.BinarySearch(v.words, t); ok {
		s.chunks += v.stats[i].chunks
		s.sessions += v.stats[i].sessions
	}
	return s
}

// add counts a term more often, or less.
func (v *vocabulary) add(t uint32, by stat) {
	was := v.of(t)
	s := v.since[t]
	v.since[t] = stat{s.chunks + by.chunks, s.sessions + by.sessions}
	switch is := (stat{was.chunks + by.chunks, was.sessions + by.sessions}); {
	case was.isZero() && !is.isZero():
		v.size++
	case !was.isZero() && is.isZero():
		v.size--
		v.since[t] = stat{s.chunks - was.chunks, s.sessions - was.sessions} // never below none
	}
}

// all returns the terms that stand anywhere, ascending.
func (v *vocabulary) all() iter.Seq2[uint32, stat] {
	fresh := slices.SortedFunc(maps.Keys(v.since), cmp.Compare)
	return func(yield func(uint32, stat) bool) {
		give := func(t uint32) bool {
			s := v.of(t)
			return s.isZero() || yield(t, s)
		}
		j := 0
		for _, t := range v.words {
			for ; j < len(fresh) && fresh[j] < t; j++ {
				if !give(fresh[j]) {
					return
				}
			}
			if j < len(fresh) && fresh[j] == t {
				j++
			}
			if !give(t) {
				return
			}
		}
		for ; j < len(fresh); j++ {
			if !give(fresh[j]) {
				return
			}
		}
	}
}
