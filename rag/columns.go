package rag

import (
	"hash/fnv"
	"slices"
	"strings"
	"time"

	"yumori/internal/memory"
	"yumori/rag/latent"
	"yumori/rag/segment"
)

// columns is what scoring needs of every document. All of it stands in the file
// of the snapshot, but for the vocabulary, the texts that repeat, and what came
// since, which are in memory. Numbers of documents and chunks are given in order
// and never again; those of removed documents stay unused until the index is
// opened again or a snapshot is taken.
//
// It does no locking; Index does.
type columns struct {
	sessions []session
	files    []file
	sorts    []kindOf   // what a unit's sort says
	groups   [][]string // the entities of units, the first is none
	speakers []string   // the first is nobody
	words    vocabulary
	numbers  numbers

	stored  stored // the first units and chunks
	changed set    // stored units that are otherwise now
	edits   map[int32]*unit
	units   []unit   // those after the stored ones
	late    []named  // beside units
	chunks  []chunk  // those after the stored ones
	bags    []run    // beside chunks
	terms   []uint32 // what bags are of, each sorted; hashes of index terms
	counts  []uint16 // how often, beside terms

	docs     int            // living units
	live     tally          // of chunks
	liveSess tally          // of sessions that have a document
	stale    map[int32]bool // sessions that lost a document since settle
}

// unitCount and chunkCount are how many numbers were given.
func (c *columns) unitCount() int  { return c.stored.units + len(c.units) }
func (c *columns) chunkCount() int { return c.stored.chunks + len(c.chunks) }

// dead reports whether a unit was removed.
func (c *columns) dead(n int32) bool {
	if int(n) >= c.stored.units {
		return c.units[int(n)-c.stored.units].dead
	}
	return c.changed.has(n) && c.edits[n].dead
}

// A unit is one document.
type unit struct {
	when       int64 // seconds since 1970; noTime if unknown
	session    int32
	prev, next int32 // neighbours in the session, -1 if none
	chunk      int32 // the first of its chunks
	chunks     int32
	length     int32 // index terms in all of its text
	file       int32
	group      int32  // index into groups
	speaker    uint16 // index into speakers
	sort       uint16 // index into sorts
	asks       uint8  // how much of its text only asks, of 255
	byUser     bool
	saysWhen   bool // its text says when something was
	dead       bool
}

const noTime = -1 << 62

// A kindOf is what sort of document a unit is.
type kindOf struct {
	docType Type
	kind    memory.Kind
}

// A chunk is one piece of a document.
type chunk struct {
	unit   int32
	length int32  // index terms
	key    uint64 // of its text, by which its vector is kept; 0 if it has none
}

// A run is a part of columns.terms.
type run struct{ first, n int }

// A file is what units came from. Dead ones may be among them.
type file struct {
	name   string
	at     int32   // where its stored units stand among those of all files
	stored int32   // how many there are
	late   []int32 // those after them
}

// tally counts texts and their length in terms.
type tally struct{ n, length int64 }

func (t tally) mean() float64 { return float64(t.length) / float64(max(t.n, 1)) }

// A session is what belongs together: a conversation, a file. Its bag has the
// terms of all its documents.
type session struct {
	length      int64
	units       int32       // how many are living
	first, last int32       // of them, which lead to each other; -1 if there are none
	bag         *latent.Bag // nil: it is in the file
	at          uint32      // where it stands there
	size        uint32      // and how many bytes it has
}

func newColumns() *columns {
	return &columns{
		speakers: []string{""}, groups: [][]string{nil}, words: vocabulary{since: map[uint32]stat{}}, stale: map[int32]bool{}, edits: map[int32]*unit{},
		numbers: numbers{fresh: map[string]int32{}, files: map[string]int32{}, sessions: map[string]int32{}, groups: map[string]int32{"": 0}},
	}
}

// termHash is the number a term goes by in memory.
func termHash(term string) uint32 {
	h := fnv.New32a()
	_, _ = h.Write([]byte(term))
	return h.Sum32()
}

// bagOf counts the terms of a text. Counts stop at 65535.
func bagOf(list []string) latent.Bag {
	hashes := make([]uint32, len(list))
	for i, t := range list {
		hashes[i] = termHash(t)
	}
	slices.Sort(hashes)
	var bag latent.Bag
	for i, h := range hashes {
		if i > 0 && h == hashes[i-1] {
			if c := &bag.Counts[len(bag.Counts)-1]; *c < 1<<16-1 {
				*c++
			}
			continue
		}
		bag.Terms, bag.Counts = append(bag.Terms, h), append(bag.Counts, 1)
	}
	return bag
}

// sessionName is the session a document belongs to. What stands in different
// files does not stand beside each other, in whichever order they were read.
func (a reading) sessionName() string { return a.file + "\n" + a.doc.Session }

// add appends a document and returns its number. Its id must not be known.
func (c *columns) add(a reading) int32 {
	n := int32(c.unitCount())
	u := unit{
		when: seconds(a.doc.Time), prev: -1, next: -1, chunk: int32(c.chunkCount()), chunks: int32(len(a.bags)), length: int32(a.length),
		file: c.file(a.file), group: c.group(a.doc.Entities), speaker: c.speaker(a.doc.Speaker), sort: c.sort(kindOf{a.doc.Type, a.doc.Kind}),
		asks: a.asks, byUser: a.doc.ByUser, saysWhen: a.said,
	}
	for i, bag := range a.bags {
		c.addChunk(chunk{unit: n, length: int32(len(a.terms[i])), key: a.keys[i]}, bag)
	}
	u.session = c.sessionNumber(a.sessionName())
	c.units = append(c.units, u)
	c.late = append(c.late, named{a.doc.ID, a.hash})
	c.numbers.fresh[a.doc.ID] = n
	c.files[u.file].late = append(c.files[u.file].late, n)
	c.docs++
	c.join(n)
	return n
}

func (c *columns) addChunk(k chunk, bag latent.Bag) {
	c.bags = append(c.bags, run{len(c.terms), len(bag.Terms)})
	c.chunks = append(c.chunks, k)
	c.terms = append(c.terms, bag.Terms...)
	for i, t := range bag.Terms {
		c.counts = append(c.counts, min(bag.Counts[i], 255))
		c.words.add(t, stat{chunks: 1})
	}
	c.live.n++
	c.live.length += int64(k.length)
}

// join adds a unit to the end of its session, by the terms of its chunks, as
// settle does.
func (c *columns) join(n int32) {
	read := c.reader(0)
	u := read.edit(n)
	s := &c.sessions[u.session]
	if u.prev = s.last; u.prev >= 0 {
		read.edit(u.prev).next = n
	} else {
		s.first = n
		c.liveSess.n++
	}
	s.last = n
	s.units++
	s.length += int64(u.length)
	c.liveSess.length += int64(u.length)
	if s.bag == nil {
		s.bag = read.session(u.session)
	}
	s.take(read.unitBag(n), func(t uint32) { c.words.add(t, stat{sessions: 1}) })
}

// take adds the terms of one document to a session, whose bag is in memory.
// Terms it has are counted in place, so that a long session does not pay for
// its length each time.
func (s *session) take(bag latent.Bag, fresh func(uint32)) {
	var more latent.Bag
	at := 0
	for i, t := range bag.Terms {
		step, _ := slices.BinarySearch(s.bag.Terms[at:], t)
		at += step
		if at < len(s.bag.Terms) && s.bag.Terms[at] == t {
			s.bag.Counts[at] = uint16(min(int(s.bag.Counts[at])+int(bag.Counts[i]), 1<<16-1))
			continue
		}
		more.Terms, more.Counts = append(more.Terms, t), append(more.Counts, bag.Counts[i])
		fresh(t)
	}
	if len(more.Terms) > 0 {
		*s.bag = merge(*s.bag, more)
	}
}

// merge returns the counts of two bags together.
func merge(a, b latent.Bag) latent.Bag {
	out := latent.Bag{Terms: make([]uint32, 0, len(a.Terms)+len(b.Terms)), Counts: make([]uint16, 0, len(a.Terms)+len(b.Terms))}
	i := 0
	for j, t := range b.Terms {
		for i < len(a.Terms) && a.Terms[i] < t {
			out.Terms, out.Counts = append(out.Terms, a.Terms[i]), append(out.Counts, a.Counts[i])
			i++
		}
		count := b.Counts[j]
		if i < len(a.Terms) && a.Terms[i] == t {
			count = uint16(min(int(count)+int(a.Counts[i]), 1<<16-1))
			i++
		}
		out.Terms, out.Counts = append(out.Terms, t), append(out.Counts, count)
	}
	out.Terms, out.Counts = append(out.Terms, a.Terms[i:]...), append(out.Counts, a.Counts[i:]...)
	return out
}

func seconds(t time.Time) int64 {
	if t.IsZero() {
		return noTime
	}
	return t.Unix()
}

// numbers are what things go by that have a name.
type numbers struct {
	fresh    map[string]int32 // id → unit, of the units after the stored ones
	files    map[string]int32
	sessions map[string]int32
	groups   map[string]int32
}

// speaker is the number of a name; nobody's when there are too many.
func (c *columns) speaker(name string) uint16 {
	if i := slices.Index(c.speakers, name); i >= 0 {
		return uint16(i)
	}
	if len(c.speakers) > 1<<16-1 {
		return 0
	}
	c.speakers = append(c.speakers, name)
	return uint16(len(c.speakers) - 1)
}

func (c *columns) sort(k kindOf) uint16 {
	i := slices.Index(c.sorts, k)
	if i < 0 {
		i = len(c.sorts) // some dozens: both are of a fixed set
		c.sorts = append(c.sorts, k)
	}
	return uint16(i)
}

func (c *columns) group(entities []string) int32 {
	key := strings.Join(entities, "\x00")
	n, ok := c.numbers.groups[key]
	if !ok {
		n = int32(len(c.groups))
		c.groups = append(c.groups, entities)
		c.numbers.groups[key] = n
	}
	return n
}

func (c *columns) file(name string) int32 {
	n, ok := c.numbers.files[name]
	if !ok {
		n = int32(len(c.files))
		c.files = append(c.files, file{name: name})
		c.numbers.files[name] = n
	}
	return n
}

func (c *columns) sessionNumber(name string) int32 {
	if n, ok := c.numbers.sessions[name]; ok {
		return n
	}
	n := int32(len(c.sessions))
	c.sessions = append(c.sessions, session{first: -1, last: -1, bag: &latent.Bag{}})
	c.numbers.sessions[name] = n
	return n
}

// remove takes a document out; its number is not used again. settle has to
// follow before the next question.
func (c *columns) remove(n int32) {
	if c.dead(n) {
		return
	}
	r := c.reader(0)
	u := r.edit(n)
	u.dead = true
	c.docs--
	if s := c.stored.units; int(n) >= s {
		delete(c.numbers.fresh, c.late[int(n)-s].id)
	}
	for k := u.chunk; k < u.chunk+u.chunks; k++ {
		for _, t := range r.bag(k).Terms {
			c.words.add(t, stat{chunks: -1})
		}
		c.live.n--
		c.live.length -= int64(r.chunk(k).length)
	}
	c.leave(r, u)
}

// leave takes a unit out of its session, all but its terms.
func (c *columns) leave(r *reader, u *unit) {
	s := &c.sessions[u.session]
	if u.prev >= 0 {
		r.edit(u.prev).next = u.next
	} else {
		s.first = u.next
	}
	if u.next >= 0 {
		r.edit(u.next).prev = u.prev
	} else {
		s.last = u.prev
	}
	s.units--
	s.length -= int64(u.length)
	c.liveSess.length -= int64(u.length)
	if s.units == 0 {
		c.liveSess.n--
	}
	c.stale[u.session] = true
}

// settle counts the terms of the sessions anew that lost a document.
func (c *columns) settle() {
	r := c.reader(segment.NearWindow)
	for n := range c.stale {
		for _, t := range r.sessionBag(n).Terms {
			c.words.add(t, stat{sessions: -1})
		}
		s := &c.sessions[n]
		s.bag = &latent.Bag{}
		for m := range r.unitsIn(n) {
			s.take(r.unitBag(m), func(t uint32) { c.words.add(t, stat{sessions: 1}) })
		}
	}
	clear(c.stale)
}
