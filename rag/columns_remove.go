package rag

import (
	"slices"

	"yumori/rag/latent"
)

// remove takes a document out; its number is not used again. settle has to
// follow before the next question.
func (c *columns) remove(n int32) {
	u := &c.units[n]
	if u.dead {
		return
	}
	u.dead = true
	c.docs--
	if s := c.stored.unitCount(); int(n) >= s {
		delete(c.numbers.fresh, c.late[int(n)-s].id)
	}
	r := c.reader(0)
	for k := u.chunk; k < u.chunk+u.chunks; k++ {
		for _, t := range r.bag(k).Terms {
			c.words.add(t, stat{chunks: -1})
		}
		c.live.n--
		c.live.length -= int64(c.chunks[k].length)
	}
	c.leave(n)
}

// leave takes a unit out of its session, all but its terms.
func (c *columns) leave(n int32) {
	u := &c.units[n]
	if u.prev >= 0 {
		c.units[u.prev].next = u.next
	}
	if u.next >= 0 {
		c.units[u.next].prev = u.prev
	}
	s := &c.sessions[u.session]
	s.units = slices.DeleteFunc(s.units, func(m int32) bool { return m == n })
	s.length -= int64(u.length)
	c.liveSess.length -= int64(u.length)
	if len(s.units) == 0 {
		c.liveSess.n--
	}
	c.stale[u.session] = true
}

// settle counts the terms of the sessions anew that lost a document. They are
// counted from the chunks that stay, whose overlaps count twice; the
// difference lasts until the index is opened again.
func (c *columns) settle() {
	r := c.reader(someWindow)
	for n := range c.stale {
		for _, t := range r.sessionBag(n).Terms {
			c.words.add(t, stat{sessions: -1})
		}
		s := &c.sessions[n]
		s.bag = &latent.Bag{}
		for _, m := range s.units {
			s.take(r.unitBag(m), func(t uint32) { c.words.add(t, stat{sessions: 1}) })
		}
	}
	clear(c.stale)
}
