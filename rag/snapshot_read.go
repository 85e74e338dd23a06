package rag

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"yumori/origin"
	"yumori/rag/latent"
)

// A picture is what a snapshot holds.
type picture struct {
	generation int
	base       base
	cols       *columns
}

// readSnapshot reads the snapshot. The error wraps errDamaged or
// fs.ErrNotExist.
func (x *Index) readSnapshot() (picture, error) {
	u, f, err := x.unpackFile(snapshotName, snapshotMagic)
	if err != nil {
		return picture{}, err
	}
	defer f.Close()
	p := picture{generation: int(u.u32())}
	p.base.seq = u.u64()
	chunks := u.count(4)
	p.base.chunks = int32(chunks)
	p.cols = u.columns(chunks)
	if err := u.end(); err != nil {
		return picture{}, err
	}
	return p, p.cols.sound()
}

// roomy returns n zeros with room for some more, so that what comes next does
// not move all there is.
func roomy[T any](n int) []T { return make([]T, n, n+n/16+1024) }

// columns reads the arrays.
func (u *unpacker) columns(chunks int) *columns {
	c := newColumns()
	table := u.texts()
	if list := u.texts(); len(list) > 0 {
		c.speakers = list
	}
	at := func() string {
		if n := int(u.u32()); n < len(table) {
			return table[n]
		}
		u.fail()
		return ""
	}
	c.units = roomy[unit](u.count(60))
	for i := range c.units {
		u.unit(&c.units[i], at)
	}
	words := u.vocabulary(c)
	total := u.count(2)
	c.terms, c.counts = roomy[uint32](total)[:0], roomy[uint8](total)[:0]
	c.chunks = roomy[chunk](chunks)
	for i := range c.chunks {
		k := &c.chunks[i]
		if k.unit = u.i32(); k.unit < 0 || u.err != nil {
			continue
		}
		k.length, k.key, k.first = u.i32(), u.u64(), int64(len(c.terms))
		n, data := u.bag()
		k.terms = int32(n)
		u.each(n, data, words, func(t uint32, n uint64) {
			c.terms, c.counts = append(c.terms, t), append(c.counts, uint8(min(n, 255)))
		})
	}
	u.sessions(c, words)
	return c
}

// vocabulary reads the counts of all terms and returns these in order.
func (u *unpacker) vocabulary(c *columns) []uint32 {
	words := make([]uint32, u.count(12))
	for i := range words {
		words[i] = u.u32()
		c.stats[words[i]] = stat{u.i32(), u.i32()}
	}
	return words
}

// bag reads a bag: how many terms it has, and what each reads them from.
func (u *unpacker) bag() (int, []byte) {
	n, size := int(u.u32()), u.count(1)
	if n > size {
		u.fail()
		return 0, nil
	}
	return n, u.bytes(size)
}

// each calls add with every term of a bag.
func (u *unpacker) each(n int, b []byte, words []uint32, add func(term uint32, count uint64)) {
	at := uint64(0)
	for range n {
		step, more := binary.Uvarint(b)
		count, again := binary.Uvarint(b[max(more, 0):])
		at += step
		if more <= 0 || again <= 0 || at >= uint64(len(words)) {
			u.fail()
			return
		}
		b = b[more+again:]
		add(words[at], count)
	}
}

func (u *unpacker) unit(n *unit, at func() string) {
	n.id, n.file, n.docType, n.kind = u.text(), at(), Type(at()), origin.Kind(at())
	for range u.count(4) {
		n.entities = append(n.entities, at())
	}
	n.when = u.i64()
	for _, field := range [...]*int32{&n.session, &n.speaker, &n.prev, &n.next, &n.chunk, &n.chunks, &n.length} {
		*field = u.i32()
	}
	n.hash = u.u64()
	flags := u.u32()
	n.byUser, n.saysWhen = flags&flagUser != 0, flags&flagWhen != 0
}

func (u *unpacker) sessions(c *columns, words []uint32) {
	c.sessions = make([]session, u.count(16))
	for i := range c.sessions {
		s := &c.sessions[i]
		c.byName[u.text()] = int32(i)
		s.length = u.i64()
		for _, n := range u.uints() {
			s.units = append(s.units, int32(n))
		}
		n, data := u.bag()
		s.bag = latent.Bag{Terms: make([]uint32, 0, n), Counts: make([]uint16, 0, n)}
		u.each(n, data, words, func(t uint32, n uint64) {
			s.bag.Terms, s.bag.Counts = append(s.bag.Terms, t), append(s.bag.Counts, uint16(min(n, 1<<16-1)))
		})
	}
}

// sound fills in what follows from the rest, and reports numbers that lead
// nowhere.
func (c *columns) sound() error {
	bad := func(what string, n int) error { return fmt.Errorf("%w: %s %d of the snapshot", errDamaged, what, n) }
	for i := range c.units {
		u := &c.units[i]
		if !c.leads(u) {
			return bad("unit", i)
		}
		for k := u.chunk; k < u.chunk+u.chunks; k++ {
			if c.chunks[k].unit != int32(i) {
				return bad("chunk", int(k))
			}
			c.live.n++
			c.live.length += int64(c.chunks[k].length)
		}
		c.byID[u.id] = int32(i)
		c.files[u.file] = append(c.files[u.file], int32(i))
	}
	if len(c.byID) != len(c.units) {
		return bad("ids", len(c.byID))
	}
	for i := range c.sessions {
		s := &c.sessions[i]
		if len(s.units) == 0 || slices.ContainsFunc(s.units, func(n int32) bool { return n < 0 || int(n) >= len(c.units) }) {
			return bad("session", i)
		}
		c.liveSess.n++
		c.liveSess.length += s.length
	}
	return nil
}

// leads reports whether a unit's numbers are those of something.
func (c *columns) leads(u *unit) bool {
	return within(u.session, 0, len(c.sessions)) && within(u.speaker, 0, len(c.speakers)) &&
		within(u.prev, -1, len(c.units)) && within(u.next, -1, len(c.units)) &&
		u.chunk >= 0 && u.chunks >= 1 && int(u.chunk)+int(u.chunks) <= len(c.chunks)
}

func within(n int32, low, end int) bool { return int(n) >= low && int(n) < end }

// restore fills the arrays from the snapshot and from what was committed since
// it was taken; false if there is no snapshot that fits.
func (x *Index) restore(ctx context.Context, m manifest, st state) (bool, error) {
	p, err := x.readSnapshot()
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, nil
	case err != nil:
		x.log.Warn("snapshot cannot be used, all documents are read", "index", x.name, "error", err)
		return false, nil
	case p.generation != m.Generation || p.base.seq != st.Seq && p.base.seq != st.Base:
		return false, nil
	}
	x.cols, x.base = p.cols, p.base
	if space := x.readSpace(); space != nil {
		if x.meaning = x.loadWindows(p.base.seq, x.cols, space); x.meaning == nil {
			x.meaning = newMeaning(x.cols, space)
		}
	}
	if p.base.seq != st.Seq {
		x.base.gone = st.Gone
		if err := x.replay(ctx, st); err != nil {
			return false, err
		}
	}
	total, err := x.keys.count()
	if err != nil || int64(total) != x.cols.live.n || int64(len(x.cols.byID)) != st.Units {
		return false, fmt.Errorf("%w: %d documents in %d chunks, want %d in %d: %w", errDamaged, len(x.cols.byID), x.cols.live.n, st.Units, total, err)
	}
	return true, nil
}

// replay takes out what has gone since the snapshot and adds what has come.
func (x *Index) replay(ctx context.Context, st state) error {
	for _, n := range st.Gone {
		if n < 0 || int(n) >= len(x.cols.chunks) || x.cols.chunks[n].unit < 0 {
			continue // came and went since
		}
		x.removeUnit(x.cols.chunks[n].unit)
	}
	x.cols.settle()
	for n := x.base.chunks; n < st.Next; n++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		record, err := x.keys.record(n)
		if err != nil {
			return err
		}
		if record == nil {
			continue // gone, or no first chunk
		}
		a, err := readRecord(record)
		if err != nil {
			return fmt.Errorf("%w: %w", errDamaged, err)
		}
		if _, twice := x.cols.byID[a.doc.ID]; twice {
			return fmt.Errorf("%w: document %q stands twice", errDamaged, a.doc.ID)
		}
		x.cols.skipTo(n)
		x.addUnit(a)
	}
	x.cols.skipTo(st.Next)
	return nil
}
