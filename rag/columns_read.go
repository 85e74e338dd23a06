package rag

import (
	"cmp"
	"encoding/binary"
	"errors"
	"slices"

	"yumori/rag/latent"
)

// stored says where the units and chunks of a snapshot stand on its shelf. The
// zero value holds none.
type stored struct {
	shelf  *shelf
	units  []uint32 // where each unit's header begins, and the last one's end
	chunks []uint32 // likewise of chunks
}

// unitCount and chunkCount are how many there are.
func (s *stored) unitCount() int  { return max(0, len(s.units)-1) }
func (s *stored) chunkCount() int { return max(0, len(s.chunks)-1) }

// A reader reads what columns have on the shelf. What it returns is good until
// it is asked again. It is for one goroutine, which holds what guards columns.
type reader struct {
	c      *columns
	at     cursor
	terms  []uint32
	counts []uint16
}

// reader returns one that reads a window at a time.
func (c *columns) reader(window int) *reader {
	return &reader{c: c, at: cursor{shelf: c.stored.shelf, window: window}}
}

// look returns a reader for a search, which has to view the shelf meanwhile.
func (c *columns) look() *reader { return &reader{c: c, at: c.stored.shelf.look()} }

// name returns a unit's id and the hash of its record; the zero name for no
// unit.
func (r *reader) name(n int32) named {
	s := &r.c.stored
	switch {
	case n < 0:
		return named{}
	case int(n) >= s.unitCount():
		return r.c.late[int(n)-s.unitCount()]
	}
	from, end := int64(s.units[n])+unitHead, int64(s.units[n+1])
	b := r.at.read(from, int(end-from))
	return named{id: string(b[8:]), hash: binary.LittleEndian.Uint64(b)}
}

// id returns a unit's id, "" for no unit.
func (r *reader) id(n int32) string { return r.name(n).id }

// find returns the living unit of an id.
func (r *reader) find(id string) (int32, bool) {
	if n, ok := r.c.numbers.fresh[id]; ok {
		return n, true
	}
	hash, list := termHash(id), r.c.numbers.ids
	i, _ := slices.BinarySearchFunc(list, hash, func(a hashed, h uint32) int { return cmp.Compare(a.hash, h) })
	for ; i < len(list) && list[i].hash == hash; i++ {
		if n := list[i].unit; !r.c.units[n].dead && r.id(n) == id {
			return n, true
		}
	}
	return 0, false
}

// bag returns the terms of a chunk.
func (r *reader) bag(n int32) latent.Bag {
	s := &r.c.stored
	if int(n) >= s.chunkCount() {
		p := r.c.bags[int(n)-s.chunkCount()]
		return latent.Bag{Terms: r.c.terms[p.first:][:p.n], Counts: r.c.counts[p.first:][:p.n]}
	}
	from, end := int64(s.chunks[n])+chunkHead, int64(s.chunks[n+1])
	return r.unpack(r.at.read(from, int(end-from)))
}

// errBag says that a bag on the shelf is none.
var errBag = errors.New("a bag of terms that is none")

// unpack reads a bag as bagWriter writes it.
func (r *reader) unpack(b []byte) latent.Bag {
	words, n := r.c.words.words, len(b)/bagTerm
	if cap(r.terms) < n {
		r.terms, r.counts = make([]uint32, 2*n), make([]uint16, 2*n)
	}
	terms, counts := r.terms[:0], r.counts[:0]
	for ; len(b) >= bagTerm; b = b[bagTerm:] {
		v := binary.LittleEndian.Uint32(b)
		at, count := int(v>>8), uint16(v&bagMost)
		if count == bagMost && len(b) >= 2*bagTerm {
			b = b[bagTerm:]
			count = uint16(binary.LittleEndian.Uint32(b))
		}
		if at >= len(words) {
			r.at.shelf.fail(errBag)
			return latent.Bag{}
		}
		terms, counts = append(terms, words[at]), append(counts, count)
	}
	return latent.Bag{Terms: terms, Counts: counts}
}

// sessionBag returns the terms of a session.
func (r *reader) sessionBag(n int32) latent.Bag {
	s := &r.c.sessions[n]
	if s.bag != nil {
		return *s.bag
	}
	return r.unpack(r.at.read(int64(s.at), int(s.size)))
}

// session returns the terms of a session, to keep.
func (r *reader) session(n int32) *latent.Bag {
	bag := r.sessionBag(n)
	return &latent.Bag{Terms: slices.Clone(bag.Terms), Counts: slices.Clone(bag.Counts)}
}

// unitBag returns the terms of all chunks of a unit, to keep.
func (r *reader) unitBag(n int32) latent.Bag {
	var bag latent.Bag
	u := r.c.units[n]
	for k := u.chunk; k < u.chunk+u.chunks; k++ {
		bag = merge(bag, r.bag(k))
	}
	return bag
}

// windowBag returns the terms of a unit and its two neighbours, which is what
// the semantic space is learned from and asked for, to keep.
func (r *reader) windowBag(n int32) latent.Bag {
	bag := r.unitBag(n)
	for _, m := range [...]int32{r.c.units[n].prev, r.c.units[n].next} {
		if m >= 0 {
			bag = merge(bag, r.unitBag(m))
		}
	}
	return bag
}
