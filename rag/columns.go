package rag

import (
	"hash/fnv"
	"slices"
	"time"

	"yumori/origin"
	"yumori/rag/latent"
)

// columns is what scoring needs of every document, in compact arrays: about
// 400 bytes a chunk. Numbers of documents and chunks are given in order and
// never again; those of a removed document stay unused until the index is
// opened again.
//
// It does no locking; Index does.
type columns struct {
	units    []unit
	chunks   []chunk
	terms    []uint32 // of all chunks, each sorted; hashes of index terms
	counts   []uint8  // how often, beside terms
	stats    map[uint32]stat
	byID     map[string]int32
	files    map[string][]int32 // file → its units in order; dead ones may be among them
	sessions []session
	byName   map[string]int32 // session → its number
	speakers []string
	live     tally          // of chunks
	liveSess tally          // of sessions that have a document
	stale    map[int32]bool // sessions that lost a document since settle
}

// A unit is one document.
type unit struct {
	id         string
	file       string
	docType    Type
	kind       origin.Kind
	entities   []string
	when       int64 // seconds since 1970; noTime if unknown
	session    int32
	speaker    int32 // index into speakers, 0 if nobody
	prev, next int32 // neighbours in the session, -1 if none
	chunk      int32 // the first of its chunks
	chunks     int32
	hash       uint64 // of its record
	length     int32  // index terms in all of its text
	byUser     bool
	saysWhen   bool // its text says when something was
	dead       bool
}

const noTime = -1 << 62

// A chunk is one piece of a document.
type chunk struct {
	unit   int32
	length int32  // index terms
	first  int64  // its place in columns.terms
	terms  int32  // distinct ones
	key    uint64 // of its text, by which its vector is kept; 0 if it has none
}

// stat is in how many chunks and sessions a term stands.
type stat struct{ chunks, sessions int32 }

// tally counts texts and their length in terms.
type tally struct{ n, length int64 }

func (t tally) mean() float64 { return float64(t.length) / float64(max(t.n, 1)) }

// A session is what belongs together: a conversation, a file. Its bag has the
// terms of all its documents.
type session struct {
	bag    latent.Bag
	length int64
	units  []int32 // living ones, in order
}

func newColumns() *columns {
	return &columns{
		stats: map[uint32]stat{}, byID: map[string]int32{}, files: map[string][]int32{}, stale: map[int32]bool{}, byName: map[string]int32{}, speakers: []string{""},
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

// sessionName is the session a document belongs to.
func (a reading) sessionName() string {
	if a.doc.Session != "" {
		return a.doc.Session
	}
	return "file:" + a.file
}

// add appends a document and returns its number. Its id must not be known.
func (c *columns) add(a reading) int32 {
	n := int32(len(c.units))
	u := unit{
		id: a.doc.ID, file: a.file, docType: a.doc.Type, kind: a.doc.Kind, entities: a.doc.Entities,
		when: seconds(a.doc.Time), speaker: c.speaker(a.doc.Speaker), byUser: a.doc.ByUser, saysWhen: a.said,
		chunk: int32(len(c.chunks)), chunks: int32(len(a.bags)), length: int32(a.length), hash: a.hash,
	}
	for i, bag := range a.bags {
		c.addChunk(chunk{unit: n, length: int32(len(a.terms[i])), key: a.keys[i]}, bag)
	}
	u.session = c.sessionNumber(a.sessionName())
	u.prev, u.next = -1, -1
	c.units = append(c.units, u)
	c.byID[u.id] = n
	c.files[u.file] = append(c.files[u.file], n)
	c.join(n, a.whole)
	return n
}

func (c *columns) addChunk(k chunk, bag latent.Bag) {
	k.first, k.terms = int64(len(c.terms)), int32(len(bag.Terms))
	c.chunks = append(c.chunks, k)
	c.terms = append(c.terms, bag.Terms...)
	for i, t := range bag.Terms {
		c.counts = append(c.counts, uint8(min(bag.Counts[i], 255)))
		s := c.stats[t]
		s.chunks++
		c.stats[t] = s
	}
	c.live.n++
	c.live.length += int64(k.length)
}

// join adds a unit to the end of its session.
func (c *columns) join(n int32, bag latent.Bag) {
	u := &c.units[n]
	s := &c.sessions[u.session]
	if len(s.units) > 0 {
		u.prev = s.units[len(s.units)-1]
		c.units[u.prev].next = n
	} else {
		c.liveSess.n++
	}
	s.units = append(s.units, n)
	s.length += int64(u.length)
	c.liveSess.length += int64(u.length)
	s.take(bag, func(t uint32) {
		st := c.stats[t]
		st.sessions++
		c.stats[t] = st
	})
}

// take adds the terms of one document to a session. Terms it has are counted
// in place, so that a long session does not pay for its length each time.
func (s *session) take(bag latent.Bag, fresh func(uint32)) {
	var more latent.Bag
	at := 0
	for i, t := range bag.Terms {
		at += searchTerm(s.bag.Terms[at:], t)
		if at < len(s.bag.Terms) && s.bag.Terms[at] == t {
			s.bag.Counts[at] = uint16(min(int(s.bag.Counts[at])+int(bag.Counts[i]), 1<<16-1))
			continue
		}
		more.Terms, more.Counts = append(more.Terms, t), append(more.Counts, bag.Counts[i])
		fresh(t)
	}
	if len(more.Terms) > 0 {
		s.bag = merge(s.bag, more)
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

func (c *columns) speaker(name string) int32 {
	if i := slices.Index(c.speakers, name); i >= 0 {
		return int32(i)
	}
	c.speakers = append(c.speakers, name)
	return int32(len(c.speakers) - 1)
}

func (c *columns) sessionNumber(name string) int32 {
	if n, ok := c.byName[name]; ok {
		return n
	}
	n := int32(len(c.sessions))
	c.sessions = append(c.sessions, session{})
	c.byName[name] = n
	return n
}

// bag returns the terms of a chunk, which the caller must not change.
func (c *columns) bag(n int32) ([]uint32, []uint8) {
	k := c.chunks[n]
	return c.terms[k.first:][:k.terms], c.counts[k.first:][:k.terms]
}

// id returns a unit's id, "" for no unit.
func (c *columns) id(n int32) string {
	if n < 0 {
		return ""
	}
	return c.units[n].id
}
