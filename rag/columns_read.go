package rag

import (
	"encoding/binary"
	"errors"
	"iter"
	"slices"
	"sort"

	"yumori/rag/latent"
	"yumori/rag/segment"
)

// A reader reads what columns have in the file. What it returns is good until
// it is asked again. It is for one goroutine, which holds what guards columns.
type reader struct {
	c *columns

	units, names, tables, chunks, bags, talks segment.Cursor // one each, for they stand apart

	terms  []uint32
	counts []uint16
	found  []uint16 // of a question's terms
}

// reader returns one that reads a window at a time.
func (c *columns) reader(window int) *reader {
	return c.readerOf(segment.Cursor{File: c.stored.mapped, Window: window})
}

// look returns a reader for a search, which has to view the file meanwhile.
func (c *columns) look() *reader { return c.readerOf(c.stored.mapped.Look()) }

func (c *columns) readerOf(at segment.Cursor) *reader {
	return &reader{c: c, units: at, names: at, tables: at, chunks: at, bags: at, talks: at}
}

// unit returns a unit.
func (r *reader) unit(n int32) unit {
	c := r.c
	switch {
	case int(n) >= c.stored.units:
		return c.units[int(n)-c.stored.units]
	case c.changed.has(n):
		return *c.edits[n]
	}
	u := unpackUnit(r.record(n))
	if !c.leads(n, &u) {
		r.units.File.Fail(errNowhere)
		return unit{when: noTime, prev: -1, next: -1}
	}
	return u
}

// edit returns a unit to be changed.
func (r *reader) edit(n int32) *unit {
	c := r.c
	if int(n) >= c.stored.units {
		return &c.units[int(n)-c.stored.units]
	}
	if !c.changed.has(n) {
		u := r.unit(n)
		c.edits[n] = &u
		c.changed.add(n)
	}
	return c.edits[n]
}

// The following are for those who look through all units, and do not change.

// when is a unit's time.
func (r *reader) when(n int32) int64 {
	if s := &r.c.stored; int(n) >= s.units {
		return r.c.units[int(n)-s.units].when
	}
	return int64(binary.LittleEndian.Uint64(r.record(n)))
}

// traits are what sort of document a unit is and its entities.
func (r *reader) traits(n int32) (kindOf, []string) {
	c := r.c
	if int(n) >= c.stored.units {
		u := &c.units[int(n)-c.stored.units]
		return c.sorts[u.sort], c.groups[u.group]
	}
	group, sort := traitsOf(r.record(n))
	if group >= len(c.groups) || sort >= len(c.sorts) {
		r.units.File.Fail(errNowhere)
		return kindOf{}, nil
	}
	return c.sorts[sort], c.groups[group]
}

// record returns a stored unit's record.
func (r *reader) record(n int32) []byte {
	return r.units.Read(r.c.stored.unitsAt+int64(n)*unitSize, unitSize)
}

// unitsIn visits the living units of a session in order.
func (r *reader) unitsIn(session int32) iter.Seq[int32] {
	return func(yield func(int32) bool) {
		for n := r.c.sessions[session].first; n >= 0 && yield(n); {
			n = r.unit(n).next
		}
	}
}

// unitsOf returns the units of a file in order, dead ones among them.
func (r *reader) unitsOf(name string) []int32 {
	c := r.c
	n, ok := c.numbers.files[name]
	if !ok {
		return nil
	}
	f := &c.files[n]
	out := make([]int32, 0, int(f.stored)+len(f.late))
	for i := range f.stored {
		b := r.tables.Read(c.stored.filesAt+int64(f.at+i)*numberSize, numberSize)
		out = append(out, r.stored(b))
	}
	return append(out, f.late...)
}

// stored returns the number of a stored unit as it is written.
func (r *reader) stored(b []byte) int32 {
	n := int32(binary.LittleEndian.Uint32(b))
	if !within(n, 0, r.c.stored.units) {
		r.tables.File.Fail(errNowhere)
		return 0
	}
	return n
}

// name returns a unit's id and the hash of its record; the zero name for no
// unit.
func (r *reader) name(n int32) named {
	s := &r.c.stored
	switch {
	case n < 0:
		return named{}
	case int(n) >= s.units:
		return r.c.late[int(n)-s.units]
	}
	at, hash := unpackName(r.record(n))
	if !at.within(s.namesAt, s.idsAt) {
		r.units.File.Fail(errNowhere)
		return named{}
	}
	return named{id: string(r.names.Read(at.at, at.size)), hash: hash}
}

// id returns a unit's id, "" for no unit.
func (r *reader) id(n int32) string { return r.name(n).id }

// hashed returns the hash of a stored unit's id and its number, which stand at a
// place in their order.
func (r *reader) hashed(i int) (uint32, int32) {
	b := r.tables.Read(r.c.stored.idsAt+int64(i)*hashedSize, hashedSize)
	return binary.LittleEndian.Uint32(b), r.stored(b[4:])
}

// find returns the living unit of an id.
func (r *reader) find(id string) (int32, bool) {
	if n, ok := r.c.numbers.fresh[id]; ok {
		return n, true
	}
	want, all := termHash(id), r.c.stored.units
	i := sort.Search(all, func(i int) bool { h, _ := r.hashed(i); return h >= want })
	for ; i < all; i++ {
		h, n := r.hashed(i)
		if h != want {
			break
		}
		if !r.c.dead(n) && r.id(n) == id {
			return n, true
		}
	}
	return 0, false
}

// chunk returns a chunk.
func (r *reader) chunk(n int32) chunk {
	if s := r.c.stored.chunks; int(n) >= s {
		return r.c.chunks[int(n)-s]
	}
	k, _ := r.storedChunk(n)
	return k
}

// storedChunk returns a chunk of the file and where its bag stands.
func (r *reader) storedChunk(n int32) (chunk, stretch) {
	s := &r.c.stored
	k, bag := unpackChunk(r.chunks.Read(s.chunksAt+int64(n)*chunkSize, chunkSize))
	if !within(k.unit, -1, s.units) || !bag.within(s.bagsAt, s.bagsEnd) {
		r.chunks.File.Fail(errNowhere)
		return chunk{unit: -1}, stretch{s.bagsAt, 0}
	}
	return k, bag
}

// bag returns the terms of a chunk.
func (r *reader) bag(n int32) latent.Bag {
	_, bag := r.open(n)
	return bag
}

// open returns a chunk and its terms.
func (r *reader) open(n int32) (chunk, latent.Bag) {
	if s := r.c.stored.chunks; int(n) >= s {
		p := r.c.bags[int(n)-s]
		return r.c.chunks[int(n)-s], latent.Bag{Terms: r.c.terms[p.first:][:p.n], Counts: r.c.counts[p.first:][:p.n]}
	}
	k, at := r.storedChunk(n)
	return k, r.unpack(r.bags.Read(at.at, at.size))
}

// bagSize is how many bytes a chunk's bag takes in a file.
func (r *reader) bagSize(n int32) int {
	if int(n) >= r.c.stored.chunks {
		return bagSize(r.bag(n))
	}
	_, at := r.storedChunk(n)
	return at.size
}

// errBag says that a bag in the file is none.
var errBag = errors.New("a bag of terms that is none")

// unpack reads a bag as bagWriter writes it.
func (r *reader) unpack(b []byte) latent.Bag {
	words, n := r.c.words.words, len(b)/bagTerm
	if cap(r.terms) < n {
		r.terms, r.counts = make([]uint32, 2*n), make([]uint16, 2*n)
	}
	terms, counts := r.terms[:0], r.counts[:0]
	for ; len(b) >= bagTerm; b = b[bagTerm:] {
		at, count := 0, uint16(0)
		if at, count, b = nextTerm(b); at >= len(words) {
			r.bags.File.Fail(errBag)
			return latent.Bag{}
		}
		terms, counts = append(terms, words[at]), append(counts, count)
	}
	return latent.Bag{Terms: terms, Counts: counts}
}

// counted returns the length of a chunk, and how often it has each of a
// question's terms.
func (r *reader) counted(q *question, n int32) (length int32, counts []uint16) {
	if s := r.c.stored.chunks; int(n) >= s {
		k, bag := r.open(n)
		return k.length, r.countedBag(q, bag)
	}
	k, at := r.storedChunk(n)
	return k.length, r.countedPacked(q, r.bags.Read(at.at, at.size))
}

// countedIn returns how often a session has each of a question's terms.
func (r *reader) countedIn(q *question, session int32) []uint16 {
	s := &r.c.sessions[session]
	if s.bag != nil {
		return r.countedBag(q, *s.bag)
	}
	return r.countedPacked(q, r.talks.Read(int64(s.at), int(s.size)))
}

func (r *reader) countedBag(q *question, bag latent.Bag) []uint16 {
	counts, j := r.noCounts(q), 0
	for i, t := range q.terms {
		step, found := slices.BinarySearch(bag.Terms[j:], t)
		if j += step; found {
			counts[i] = bag.Counts[j]
		}
	}
	return counts
}

// countedPacked does not unpack the bag: the question's terms are compared by
// their places in the vocabulary, as the bag has them. Nearly all that a recall
// looks at is passed over here.
func (r *reader) countedPacked(q *question, b []byte) []uint16 {
	counts, all := r.noCounts(q), uint32(len(r.c.words.words))
places:
	for _, p := range q.places {
		for at := uint32(p.at); len(b) >= bagTerm; {
			v := binary.LittleEndian.Uint32(b)
			place := v >> 8
			switch {
			case place >= all:
				r.bags.File.Fail(errBag)
				return r.noCounts(q)
			case place == at:
				_, counts[p.term], _ = nextTerm(b)
			case place > at:
				continue places
			}
			if v&bagMost == bagMost && len(b) >= 2*bagTerm {
				b = b[bagTerm:]
			}
			b = b[bagTerm:]
		}
	}
	return counts
}

func (r *reader) noCounts(q *question) []uint16 {
	if cap(r.found) < len(q.terms) {
		r.found = make([]uint16, len(q.terms))
	}
	r.found = r.found[:len(q.terms)]
	clear(r.found)
	return r.found
}

// nextTerm reads a term's place in the vocabulary and how often it is there; rest
// is b from the last four bytes of it on.
func nextTerm(b []byte) (at int, count uint16, rest []byte) {
	v := binary.LittleEndian.Uint32(b)
	at, count = int(v>>8), uint16(v&bagMost)
	if count == bagMost && len(b) >= 2*bagTerm {
		b = b[bagTerm:]
		count = uint16(binary.LittleEndian.Uint32(b))
	}
	return at, count, b
}

// sessionBag returns the terms of a session.
func (r *reader) sessionBag(n int32) latent.Bag {
	s := &r.c.sessions[n]
	if s.bag != nil {
		return *s.bag
	}
	return r.unpack(r.talks.Read(int64(s.at), int(s.size)))
}

// session returns the terms of a session, to keep.
func (r *reader) session(n int32) *latent.Bag {
	bag := r.sessionBag(n)
	return &latent.Bag{Terms: slices.Clone(bag.Terms), Counts: slices.Clone(bag.Counts)}
}

// unitBag returns the terms of all chunks of a unit, to keep.
func (r *reader) unitBag(n int32) latent.Bag {
	var bag latent.Bag
	u := r.unit(n)
	for k := u.chunk; k < u.chunk+u.chunks; k++ {
		bag = merge(bag, r.bag(k))
	}
	return bag
}

// windowBag returns the terms of a unit and of the first chunks of its two
// neighbours, which is what the semantic space is learned from and asked for, to
// keep. A neighbour lends no more than that, because what a long reply goes on
// about is seldom what was said before it.
func (r *reader) windowBag(n int32) latent.Bag {
	bag := r.unitBag(n)
	u := r.unit(n)
	for _, m := range [...]int32{u.prev, u.next} {
		if m >= 0 {
			bag = merge(bag, r.bag(r.unit(m).chunk))
		}
	}
	return bag
}

// keys visits the chunks of living units that have text, with its key.
func (c *columns) keys() iter.Seq2[int32, uint64] {
	return func(yield func(int32, uint64) bool) {
		read := c.reader(segment.WideWindow)
		for n := range int32(c.chunkCount()) {
			if k := read.chunk(n); k.unit >= 0 && k.key != 0 && !c.dead(k.unit) && !yield(n, k.key) {
				return
			}
		}
	}
}
