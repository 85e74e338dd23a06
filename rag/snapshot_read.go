package rag

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"yumori/origin"
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
	u, shelf, err := x.unpackFile(snapshotName, snapshotMagic)
	if err != nil {
		return picture{}, err
	}
	p := picture{generation: int(u.u32())}
	p.base.seq = u.u64()
	chunks := u.count(chunkHead)
	p.base.chunks = int32(chunks)
	p.cols = u.columns(chunks, shelf)
	err = u.end()
	if err == nil {
		err = p.cols.sound()
	}
	if err != nil {
		p.cols.close()
		return picture{}, err
	}
	return p, nil
}

// roomy returns n zeros with room for some more, so that what comes next does
// not move all there is.
func roomy[T any](n int) []T { return make([]T, n, n+n/16+1024) }

// columns reads what there is of every document, and where on the shelf, which
// becomes theirs, the rest stands.
func (u *unpacker) columns(chunks int, shelf *shelf) *columns {
	c := newColumns()
	c.stored.shelf = shelf
	u.tables(c)
	n := u.count(unitHead)
	c.units, c.stored.units, c.numbers.ids = roomy[unit](n), make([]uint32, n+1), make([]hashed, n)
	for i := range c.units {
		c.stored.units[i] = uint32(u.place())
		c.numbers.ids[i] = hashed{u.unit(&c.units[i]), int32(i)}
	}
	c.stored.units[n] = uint32(u.place())
	u.vocabulary(&c.words)
	c.chunks, c.stored.chunks = roomy[chunk](chunks), make([]uint32, chunks+1)
	for i := range c.chunks {
		c.stored.chunks[i] = uint32(u.place())
		u.chunk(&c.chunks[i])
	}
	c.stored.chunks[chunks] = uint32(u.place())
	u.conversations(c)
	return c
}

// tables reads the texts that repeat.
func (u *unpacker) tables(c *columns) {
	c.files = make([]file, u.count(4))
	for i := range c.files {
		c.files[i].name = u.text()
		c.numbers.files[c.files[i].name] = int32(i)
	}
	c.sorts = make([]kindOf, u.count(8))
	for i := range c.sorts {
		c.sorts[i] = kindOf{Type(u.text()), origin.Kind(u.text())}
	}
	c.groups = make([][]string, u.count(4))
	for i := range c.groups {
		c.groups[i] = u.texts()
		c.numbers.groups[strings.Join(c.groups[i], "\x00")] = int32(i)
	}
	if list := u.texts(); len(list) > 0 {
		c.speakers = list
	}
}

// unit reads a unit and returns the hash of its id.
func (u *unpacker) unit(n *unit) uint32 {
	b := u.bytes(unitHead)
	le := binary.LittleEndian
	n.when = int64(le.Uint64(b))
	for i, field := range [...]*int32{&n.session, &n.prev, &n.next, &n.chunk, &n.chunks, &n.length, &n.file, &n.group} {
		*field = int32(le.Uint32(b[8+4*i:]))
	}
	n.speaker, n.sort = uint16(le.Uint32(b[40:])), uint16(le.Uint32(b[44:]))
	flags, size := le.Uint32(b[48:]), int64(le.Uint32(b[52:]))
	n.byUser, n.saysWhen = flags&flagUser != 0, flags&flagWhen != 0
	if size > u.left-8 {
		u.fail()
		return 0
	}
	return termHash(string(u.bytes(8 + int(size))[8:]))
}

// vocabulary reads the counts of all terms.
func (u *unpacker) vocabulary(v *vocabulary) {
	n := u.count(12)
	v.words, v.stats, v.size = make([]uint32, n), make([]stat, n), n
	for i := range v.words {
		b := u.bytes(12)
		le := binary.LittleEndian
		v.words[i], v.stats[i] = le.Uint32(b), stat{int32(le.Uint32(b[4:])), int32(le.Uint32(b[8:]))}
		if i > 0 && v.words[i] <= v.words[i-1] {
			u.fail()
		}
	}
}

// chunk reads a chunk, but for its bag.
func (u *unpacker) chunk(k *chunk) {
	b := u.bytes(chunkHead)
	le := binary.LittleEndian
	*k = chunk{unit: int32(le.Uint32(b)), length: int32(le.Uint32(b[4:])), key: le.Uint64(b[8:])}
	u.skip(int64(le.Uint32(b[16:])))
}

// conversations reads the sessions, but for their bags.
func (u *unpacker) conversations(c *columns) {
	c.sessions = make([]session, u.count(20))
	all := make([]int32, 0, len(c.units)) // one piece for the units of all
	for i := range c.sessions {
		s := &c.sessions[i]
		c.numbers.sessions[u.text()] = int32(i)
		s.length = u.i64()
		from := len(all)
		all = u.ints(all)
		s.units = all[from:len(all):len(all)]
		s.size = u.u32()
		s.at = uint32(u.place())
		u.skip(int64(s.size))
	}
}

// sound fills in what follows from the rest, and reports numbers that lead
// nowhere.
func (c *columns) sound() error {
	bad := func(what string, n int) error { return fmt.Errorf("%w: %s %d of the snapshot", errDamaged, what, n) }
	counts := make([]int32, len(c.files))
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
		counts[u.file]++
	}
	all := make([]int32, len(c.units)) // one piece for the units of all
	for i, n := range counts {
		c.files[i].units, all = all[:0:n], all[n:]
	}
	for i := range c.units {
		f := &c.files[c.units[i].file]
		f.units = append(f.units, int32(i))
	}
	c.docs = len(c.units)
	if err := c.known(); err != nil {
		return err
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

// known puts the ids in order and reports two that are the same.
func (c *columns) known() error {
	list, read := c.numbers.ids, c.reader(0)
	slices.SortFunc(list, func(a, b hashed) int { return cmp.Or(cmp.Compare(a.hash, b.hash), cmp.Compare(a.unit, b.unit)) })
	for i := range list {
		for j := i + 1; j < len(list) && list[j].hash == list[i].hash; j++ {
			if id := read.id(list[i].unit); id == read.id(list[j].unit) {
				return fmt.Errorf("%w: document %q stands twice in the snapshot", errDamaged, id)
			}
		}
	}
	return c.stored.shelf.failure()
}

// leads reports whether a unit's numbers are those of something.
func (c *columns) leads(u *unit) bool {
	return within(u.session, 0, len(c.sessions)) && int(u.speaker) < len(c.speakers) &&
		int(u.sort) < len(c.sorts) && within(u.file, 0, len(c.files)) && within(u.group, 0, len(c.groups)) &&
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
		p.cols.close()
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
	if err != nil || int64(total) != x.cols.live.n || int64(x.cols.docs) != st.Units {
		return false, fmt.Errorf("%w: %d documents in %d chunks, want %d in %d: %w", errDamaged, x.cols.docs, x.cols.live.n, st.Units, total, err)
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
	ids := x.cols.reader(0)
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
		if _, twice := ids.find(a.doc.ID); twice {
			return fmt.Errorf("%w: document %q stands twice", errDamaged, a.doc.ID)
		}
		x.cols.skipTo(n)
		x.addUnit(a)
	}
	x.cols.skipTo(st.Next)
	return nil
}
