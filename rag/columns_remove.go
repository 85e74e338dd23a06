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
	delete(c.byID, u.id)
	for k := u.chunk; k < u.chunk+u.chunks; k++ {
		list, _ := c.bag(k)
		for _, t := range list {
			c.forget(t, stat{chunks: 1})
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
	for n := range c.stale {
		s := &c.sessions[n]
		for _, t := range s.bag.Terms {
			c.forget(t, stat{sessions: 1})
		}
		s.bag = latent.Bag{}
		for _, m := range s.units {
			s.take(c.unitBag(m), func(t uint32) {
				st := c.stats[t]
				st.sessions++
				c.stats[t] = st
			})
		}
	}
	clear(c.stale)
}

// forget lowers a term's counts, and drops the term when none are left.
func (c *columns) forget(t uint32, by stat) {
	s := c.stats[t]
	s.chunks -= by.chunks
	s.sessions -= by.sessions
	if s.chunks <= 0 && s.sessions <= 0 {
		delete(c.stats, t)
		return
	}
	c.stats[t] = s
}

// unitBag returns the terms of all chunks of a unit.
func (c *columns) unitBag(n int32) latent.Bag {
	var bag latent.Bag
	u := c.units[n]
	for k := u.chunk; k < u.chunk+u.chunks; k++ {
		list, counts := c.bag(k)
		wide := make([]uint16, len(counts))
		for i, v := range counts {
			wide[i] = uint16(v)
		}
		bag = merge(bag, latent.Bag{Terms: list, Counts: wide})
	}
	return bag
}

// windowBag returns the terms of a unit and its two neighbours, which is what
// the semantic space is learned from and asked for.
func (c *columns) windowBag(n int32) latent.Bag {
	bag := c.unitBag(n)
	for _, m := range [...]int32{c.units[n].prev, c.units[n].next} {
		if m >= 0 {
			bag = merge(bag, c.unitBag(m))
		}
	}
	return bag
}
