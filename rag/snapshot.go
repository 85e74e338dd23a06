package rag

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"slices"

	"yumori/rag/latent"
)

// snapshotName holds the arrays of an index, so that opening it reads no
// document: a header (magic, generation, seq and chunks of the commit it was
// taken after), the tables of texts that repeat, units, the vocabulary with its
// counts, chunks, sessions. Numbers are little-endian, lists have their length
// before them, and a CRC-32C ends the file. A bag of terms is a list of
// varints: for each term how far it is from the one before in the vocabulary,
// and how often it stands there. Removed documents are not in it. It is derived from the keyword index: one that is missing, damaged or
// too old costs time and nothing else.
const snapshotName = "columns.bin"

// windowsName holds the vectors of all documents in the semantic space: magic,
// seq of the snapshot it belongs to, the space's mark, dimension, windows by
// unit, sums by session, and a CRC-32C.
const windowsName = "windows.bin"

const (
	snapshotMagic = "yumori-columns-2\n"
	windowsMagic  = "yumori-windows-1\n"
	maxSnapshot   = 16 << 30
)

// How many chunks may have come, and documents gone, since the last snapshot
// before a new one is taken: at once, and when the index is closed.
const (
	snapshotDue     = 5_000
	snapshotClosing = 200
)

// takeSnapshot writes the arrays as they are. The caller holds writing.
func (x *Index) takeSnapshot() error {
	x.mu.RLock()
	defer x.mu.RUnlock()
	if x.closed || x.cols == nil || x.state.Seq == 0 {
		return nil
	}
	r := renumber(x.cols)
	err := x.pack(snapshotName, func(p *packer) { x.packColumns(p, r) })
	if err == nil && x.meaning != nil {
		err = x.pack(windowsName, func(p *packer) { x.packWindows(p, r) })
	}
	if err != nil {
		return fmt.Errorf("write snapshot: %w", err)
	}
	x.base = base{seq: x.state.Seq, chunks: int32(len(x.cols.chunks))}
	return nil
}

// pack writes a file by way of a packer.
func (x *Index) pack(name string, fill func(*packer)) error {
	in, out := io.Pipe()
	filled := make(chan struct{})
	go func() {
		defer close(filled)
		p := newPacker(out)
		fill(p)
		out.CloseWithError(p.end())
	}()
	_, err := x.dir.Import(x.file(name), in, maxSnapshot)
	_ = in.CloseWithError(io.ErrClosedPipe) // ends the writer if Import did not read it all
	<-filled                                // it reads what the caller has locked
	return err
}

// base says which commit the snapshot on disk was taken after.
type base struct {
	seq    uint64
	chunks int32   // numbers from here on were given since
	gone   []int32 // first chunks of documents removed since
}

// behind is how many chunks have come and documents gone since.
func (b base) behind(x *Index) int {
	switch {
	case x.cols == nil || x.state.Seq == b.seq:
		return 0
	case b.seq == 0:
		return len(x.cols.chunks)
	}
	return len(b.gone) + len(x.cols.chunks) - int(b.chunks)
}

// A renumbering gives living units and sessions numbers without gaps.
type renumbering struct {
	units    []int32 // old → new, −1 if gone
	living   []int32 // new → old
	sessions []int32
	kept     []int32
}

func renumber(c *columns) renumbering {
	r := renumbering{units: make([]int32, len(c.units)), sessions: make([]int32, len(c.sessions))}
	for n := range c.units {
		r.units[n] = -1
		if !c.units[n].dead {
			r.units[n] = int32(len(r.living))
			r.living = append(r.living, int32(n))
		}
	}
	for n := range c.sessions {
		r.sessions[n] = -1
		if len(c.sessions[n].units) > 0 {
			r.sessions[n] = int32(len(r.kept))
			r.kept = append(r.kept, int32(n))
		}
	}
	return r
}

// of returns a unit's new number.
func (r renumbering) of(n int32) int32 {
	if n < 0 {
		return -1
	}
	return r.units[n]
}

// A table numbers texts that repeat.
type table struct {
	list []string
	at   map[string]uint32
}

func (t *table) of(s string) uint32 {
	if n, ok := t.at[s]; ok {
		return n
	}
	if t.at == nil {
		t.at = map[string]uint32{}
	}
	t.at[s] = uint32(len(t.list))
	t.list = append(t.list, s)
	return t.at[s]
}

// names of the sessions by number.
func (c *columns) sessionNames() []string {
	out := make([]string, len(c.sessions))
	for name, n := range c.byName {
		out[n] = name
	}
	return out
}

func (x *Index) packColumns(p *packer, r renumbering) {
	c := x.cols
	p.bytes([]byte(snapshotMagic))
	p.u32(uint32(x.generation))
	p.u64(x.state.Seq)
	p.u32(uint32(len(c.chunks)))
	t := &table{}
	for _, n := range r.living {
		u := &c.units[n]
		for _, s := range append([]string{u.file, string(u.docType), string(u.kind)}, u.entities...) {
			t.of(s)
		}
	}
	p.texts(t.list)
	p.texts(c.speakers)
	p.u32(uint32(len(r.living)))
	for _, n := range r.living {
		packUnit(p, &c.units[n], r, t)
	}
	w := packVocabulary(p, c)
	terms := 0
	for n := range c.chunks {
		if r.of(c.chunks[n].unit) >= 0 {
			terms += int(c.chunks[n].terms)
		}
	}
	p.u32(uint32(terms))
	for n := range c.chunks {
		k := &c.chunks[n]
		unit := r.of(k.unit)
		p.i32(unit)
		if unit < 0 {
			continue
		}
		p.i32(k.length)
		p.u64(k.key)
		list, counts := c.bag(int32(n))
		w.bag(p, list, func(i int) uint64 { return uint64(counts[i]) })
	}
	packSessions(p, c, r, w)
}

// A bagWriter writes bags by the places of their terms in the vocabulary.
type bagWriter struct {
	place map[uint32]uint32
	buf   []byte
}

// packVocabulary writes all terms, ascending, with their counts.
func packVocabulary(p *packer, c *columns) *bagWriter {
	list := slices.Sorted(maps.Keys(c.stats))
	w := &bagWriter{place: make(map[uint32]uint32, len(list))}
	p.u32(uint32(len(list)))
	for i, t := range list {
		w.place[t] = uint32(i)
		p.u32(t)
		p.i32(c.stats[t].chunks)
		p.i32(c.stats[t].sessions)
	}
	return w
}

func (w *bagWriter) bag(p *packer, terms []uint32, count func(i int) uint64) {
	w.buf = w.buf[:0]
	last := uint32(0)
	for i, t := range terms {
		at, ok := w.place[t]
		if !ok && p.err == nil {
			p.err = fmt.Errorf("%w: a term that is not counted", errDamaged)
		}
		w.buf = binary.AppendUvarint(w.buf, uint64(at-last))
		w.buf = binary.AppendUvarint(w.buf, count(i))
		last = at
	}
	p.u32(uint32(len(terms)))
	p.u32(uint32(len(w.buf)))
	p.bytes(w.buf)
}

func packUnit(p *packer, u *unit, r renumbering, t *table) {
	p.text(u.id)
	p.u32(t.of(u.file))
	p.u32(t.of(string(u.docType)))
	p.u32(t.of(string(u.kind)))
	p.u32(uint32(len(u.entities)))
	for _, e := range u.entities {
		p.u32(t.of(e))
	}
	p.i64(u.when)
	for _, n := range [...]int32{r.sessions[u.session], u.speaker, r.of(u.prev), r.of(u.next), u.chunk, u.chunks, u.length} {
		p.i32(n)
	}
	p.u64(u.hash)
	flags := uint32(0)
	if u.byUser {
		flags |= flagUser
	}
	if u.saysWhen {
		flags |= flagWhen
	}
	p.u32(flags)
}

// The flags of a unit.
const (
	flagUser = 1 << iota
	flagWhen
)

func packSessions(p *packer, c *columns, r renumbering, w *bagWriter) {
	names := c.sessionNames()
	p.u32(uint32(len(r.kept)))
	for _, n := range r.kept {
		s := &c.sessions[n]
		p.text(names[n])
		p.i64(s.length)
		p.u32(uint32(len(s.units)))
		for _, m := range s.units {
			p.i32(r.of(m))
		}
		w.bag(p, s.bag.Terms, func(i int) uint64 { return uint64(s.bag.Counts[i]) })
	}
}

func (x *Index) packWindows(p *packer, r renumbering) {
	m := x.meaning
	p.bytes([]byte(windowsMagic))
	p.u64(x.state.Seq)
	p.u64(m.space.Mark())
	p.u32(uint32(m.space.Dim()))
	p.u32(uint32(len(r.living)))
	p.u32(uint32(len(r.kept)))
	for _, n := range r.living {
		p.floats(m.window(n))
	}
	for _, n := range r.kept {
		p.floats(m.session(n))
	}
}

// unpackFile opens a file of the index for reading.
func (x *Index) unpackFile(name, magic string) (*unpacker, io.Closer, error) {
	f, err := x.dir.Open(x.file(name))
	if err != nil {
		return nil, nil, err
	}
	size, err := f.Seek(0, io.SeekEnd)
	if err == nil {
		_, err = f.Seek(0, io.SeekStart)
	}
	if err != nil {
		return nil, nil, errors.Join(err, f.Close())
	}
	u := newUnpacker(f, size)
	if string(u.bytes(len(magic))) != magic {
		u.fail()
	}
	return u, f, nil
}

// loadWindows reads the documents' vectors that belong to a snapshot; nil if
// there are none of this space.
func (x *Index) loadWindows(seq uint64, c *columns, space *latent.Space) *meaning {
	u, f, err := x.unpackFile(windowsName, windowsMagic)
	if err != nil {
		if !errors.Is(err, fs.ErrNotExist) {
			x.log.Debug("vectors of the documents cannot be read", "index", x.name, "error", err)
		}
		return nil
	}
	defer f.Close()
	same := slices.Equal([]uint64{u.u64(), u.u64(), uint64(u.u32()), uint64(u.u32()), uint64(u.u32())},
		[]uint64{seq, space.Mark(), uint64(space.Dim()), uint64(len(c.units)), uint64(len(c.sessions))})
	if !same {
		return nil
	}
	m := &meaning{space: space, windows: u.floats(len(c.units) * space.Dim()), sessions: u.floats(len(c.sessions) * space.Dim())}
	if err := u.end(); err != nil {
		x.log.Debug("vectors of the documents are damaged, made anew", "index", x.name, "error", err)
		return nil
	}
	return m
}
