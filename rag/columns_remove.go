package rag

import (
	"yumori/rag/latent"
	"yumori/rag/segment"
)

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
