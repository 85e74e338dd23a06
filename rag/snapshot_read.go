package rag

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"yumori/internal/memory"
	"yumori/rag/segment"
)

// A picture is what a snapshot holds.
type picture struct {
	generation int
	base       base
	cols       *columns
}

// readSnapshot reads the snapshot. The error wraps ErrDamaged or
// fs.ErrNotExist.
func (fd *folder) readSnapshot() (picture, error) {
	u, mapped, err := fd.unpackFile(snapshotName, snapshotMagic)
	if err != nil {
		return picture{}, err
	}
	p := picture{generation: int(u.U32())}
	p.base.seq = u.U64()
	chunks := u.Count(chunkSize)
	p.base.chunks = int32(chunks)
	p.cols = columnsReader{u}.columns(chunks, mapped)
	if err := cmp.Or(u.End(), mapped.Failure()); err != nil {
		p.cols.close()
		return picture{}, err
	}
	return p, nil
}

// A columnsReader reads the parts of a snapshot.
type columnsReader struct{ *segment.Reader }

// roomy returns n zeros with room for some more, so that what comes next does
// not move all there is.
func roomy[T any](n int) []T { return make([]T, n, n+n/16+1024) }

// columns reads what stays in memory, and where in the file, which becomes
// theirs, the rest stands. All of it is looked at: numbers that lead nowhere, and
// what does not fit together, are damage.
func (u columnsReader) columns(chunks int, mapped *segment.MappedFile) *columns {
	c := newColumns()
	c.stored.mapped, c.stored.chunks = mapped, chunks
	u.tables(c)
	u.vocabulary(&c.words)
	u.conversations(c)
	u.units(c)
	u.ids(c)
	u.filed(c)
	u.chunks(c)
	return c
}

// tables reads the texts that repeat.
func (u columnsReader) tables(c *columns) {
	c.files = make([]file, u.Count(4))
	for i := range c.files {
		c.files[i].name = u.Text()
		c.numbers.files[c.files[i].name] = int32(i)
	}
	c.sorts = make([]kindOf, u.Count(8))
	for i := range c.sorts {
		c.sorts[i] = kindOf{Type(u.Text()), memory.Kind(u.Text())}
	}
	c.groups = make([][]string, u.Count(4))
	for i := range c.groups {
		c.groups[i] = u.Texts()
		c.numbers.groups[strings.Join(c.groups[i], "\x00")] = int32(i)
	}
	if list := u.Texts(); len(list) > 0 {
		c.speakers = list
	}
}

// vocabulary reads the counts of all terms.
func (u columnsReader) vocabulary(v *vocabulary) {
	n := u.Count(12)
	v.words, v.stats, v.size = make([]uint32, n), make([]stat, n), n
	for i := range v.words {
		b := u.Bytes(12)
		le := binary.LittleEndian
		v.words[i], v.stats[i] = le.Uint32(b), stat{int32(le.Uint32(b[4:])), int32(le.Uint32(b[8:]))}
		if i > 0 && v.words[i] <= v.words[i-1] {
			u.Fail()
		}
	}
}

// conversations reads the sessions, but for their bags.
func (u columnsReader) conversations(c *columns) {
	c.sessions = make([]session, u.Count(28))
	for i := range c.sessions {
		s := &c.sessions[i]
		c.numbers.sessions[u.Text()] = int32(i)
		*s = session{length: u.I64(), units: u.I32(), first: u.I32(), last: u.I32(), size: u.U32(), at: uint32(u.Place())}
		u.Skip(int64(s.size))
		c.liveSess.n++
		c.liveSess.length += s.length
	}
}

// units looks at the units, but for their ids.
func (u columnsReader) units(c *columns) {
	s := &c.stored
	s.units = u.Count(unitSize + hashedSize + numberSize)
	s.unitsAt = u.Place()
	s.namesAt = s.unitsAt + int64(s.units)*unitSize
	c.docs, c.changed = s.units, newSet(s.units)
	sessions, chunk, place := make([]chain, len(c.sessions)), int32(0), s.namesAt
	for i := range int32(s.units) {
		b := u.Bytes(unitSize)
		v := unpackUnit(b)
		name, _ := unpackName(b)
		if u.Err != nil || !c.leads(i, &v) || v.chunk < chunk || name.at != place || !sessions[v.session].add(i, &v) {
			u.Fail()
			return
		}
		chunk, place = v.chunk+v.chunks, place+int64(name.size)
		c.files[v.file].stored++
	}
	for i := range sessions {
		if !sessions[i].is(&c.sessions[i]) {
			u.Fail()
		}
	}
	u.Skip(place - s.namesAt)
	s.idsAt = place
}

// A chain is the units of a session as they come.
type chain struct{ units, first, last, next int32 }

// add reports whether a unit is the next one.
func (c *chain) add(n int32, u *unit) bool {
	fits := c.units > 0 && n == c.next && u.prev == c.last
	if c.units == 0 {
		fits, c.first = u.prev == -1, n
	}
	c.last, c.next = n, u.next
	c.units++
	return fits
}

// is reports whether it is whole, and that of the session.
func (c *chain) is(s *session) bool {
	return c.units > 0 && c.next == -1 && c.units == s.units && c.first == s.first && c.last == s.last
}

// ids looks at the order of the units by their ids: each is there, and no id
// stands twice.
func (u columnsReader) ids(c *columns) {
	seen, read := newSet(c.stored.units), c.reader(0)
	hash, last := uint32(0), int32(-1)
	for i := range c.stored.units {
		h, n := u.U32(), u.I32()
		if u.Err != nil || h < hash || !within(n, 0, c.stored.units) || seen.has(n) {
			u.Fail()
			return
		}
		if i > 0 && h == hash && (n < last || read.id(n) == read.id(last)) {
			u.Fail()
		}
		seen.add(n)
		hash, last = h, n
	}
	c.stored.filesAt = u.Place()
}

// filed looks at the units by file, in order.
func (u columnsReader) filed(c *columns) {
	at := int32(0)
	for i := range c.files {
		f := &c.files[i]
		f.at = at
		at += f.stored
		for last, n := int32(-1), f.stored; n > 0; n-- {
			m := u.I32()
			if u.Err != nil || !within(m, int(last)+1, c.stored.units) {
				u.Fail()
				return
			}
			last = m
		}
	}
	c.stored.chunksAt = u.Place()
}

// chunks looks at the chunks, but for their bags. The units were looked at, and
// are read again to see that they have each other.
func (u columnsReader) chunks(c *columns) {
	s, read := &c.stored, c.reader(segment.WideWindow)
	s.chunksAt = u.Place()
	s.bagsAt = s.chunksAt + int64(s.chunks)*chunkSize
	owner, next, place := unit{}, int32(0), s.bagsAt
	for i := range int32(s.chunks) {
		k, bag := unpackChunk(u.Bytes(chunkSize))
		for next < int32(s.units) && owner.chunk+owner.chunks <= i {
			owner = read.unit(next)
			next++
		}
		of := int32(-1)
		if i >= owner.chunk && i < owner.chunk+owner.chunks {
			of = next - 1
		}
		if u.Err != nil || k.unit != of || bag.at != place {
			u.Fail()
			return
		}
		place += int64(bag.size)
		if of >= 0 {
			c.live.n++
			c.live.length += int64(k.length)
		}
	}
	u.Skip(place - s.bagsAt)
	s.bagsEnd = place
}

// restore fills the arrays from the snapshot and from what was committed since
// it was taken; false if there is no snapshot that fits.
func (cp *corpus) restore(ctx context.Context, m manifest, st state) (bool, error) {
	p, err := cp.folder.readSnapshot()
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, nil
	case err != nil:
		cp.folder.log.Warn("snapshot cannot be used, all documents are read", "index", cp.folder.name, "error", err)
		return false, nil
	case p.generation != m.Generation || p.base.seq != st.Seq && p.base.seq != st.Base:
		p.cols.close()
		return false, nil
	}
	cp.cols, cp.base = p.cols, p.base
	if space, ok := cp.folder.readSpace(); ok {
		if cp.meaning = cp.folder.loadWindows(p.base.seq, cp.cols, space); cp.meaning == nil {
			cp.meaning = newMeaning(cp.cols, space)
		}
	}
	if p.base.seq != st.Seq {
		cp.base.gone = st.Gone
		if err := cp.replay(ctx, st); err != nil {
			return false, err
		}
	}
	total, err := cp.keys.Count()
	if err != nil || int64(total) != cp.cols.live.n || int64(cp.cols.docs) != st.Units {
		return false, fmt.Errorf("%w: %d documents in %d chunks, want %d in %d: %w", segment.ErrDamaged, cp.cols.docs, cp.cols.live.n, st.Units, total, err)
	}
	return true, nil
}

// replay takes out what has gone since the snapshot and adds what has come.
func (cp *corpus) replay(ctx context.Context, st state) error {
	defer cp.meaning.many(len(st.Gone) + int(st.Next-cp.base.chunks))()
	read := cp.cols.reader(0)
	for _, n := range st.Gone {
		if n < 0 || int(n) >= cp.cols.chunkCount() {
			continue // came and went since
		}
		if u := read.chunk(n).unit; u >= 0 {
			cp.removeUnit(u)
		}
	}
	cp.cols.settle()
	for n := cp.base.chunks; n < st.Next; n++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		record, err := cp.keys.Record(n)
		if err != nil {
			return err
		}
		if record == nil {
			continue // gone, or no first chunk
		}
		a, err := readRecord(record)
		if err != nil {
			return fmt.Errorf("%w: %w", segment.ErrDamaged, err)
		}
		if _, twice := read.find(a.doc.ID); twice {
			return fmt.Errorf("%w: document %q stands twice", segment.ErrDamaged, a.doc.ID)
		}
		cp.cols.skipTo(n)
		cp.addUnit(a)
	}
	cp.cols.skipTo(st.Next)
	return nil
}
