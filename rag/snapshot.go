package rag

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"

	"yumori/rag/latent"
	"yumori/rag/segment"
	"yumori/rag/vector"
)

// snapshotName holds what an index knows of its documents, so that opening it
// reads none of them, and most of what is asked about them is read there: a
// header (magic, generation, seq and chunks of the commit it was taken after),
// the tables of texts that repeat, the vocabulary with its counts, sessions,
// units, chunks. Numbers are little-endian, lists have their length before them,
// and a CRC-32C ends the file. See stored for how units and chunks stand.
//
// A bag of terms is a number of 32 bits for each: its place in the vocabulary,
// and in the lowest eight how often it stands there; 255 says that the next
// number does. Removed documents are not in it. It is derived from the keyword
// index: one that is missing, damaged or too old costs time and nothing else.
const snapshotName = "columns.bin"

// windowsName holds the vectors of all documents in the semantic space: magic,
// seq of the snapshot it belongs to, the space's mark, dimension, how many units
// and sessions, a row for each unit, a sum (float32s) for each session, and a
// CRC-32C.
const windowsName = "windows.bin"

const (
	snapshotMagic = "yumori-columns-6\n"
	windowsMagic  = "yumori-windows-4\n"
	maxSnapshot   = 4<<30 - 1 // places in it are of 32 bits
	bagTerm       = 4
	bagMost       = 1<<8 - 1
	maxVocabulary = 1 << 24
)

// How many chunks may have come, and documents gone, since the last snapshot
// before a new one is taken: at once, and when the index is closed.
const (
	snapshotDue     = 5_000
	snapshotClosing = 200
)

// takeSnapshot writes what there is. The caller holds writing.
func (x *Index) takeSnapshot() (renumbering, error) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	if x.closed || x.corpus.cols == nil || x.corpus.state.Seq == 0 {
		return renumbering{}, nil
	}
	r := renumber(x.corpus.cols)
	err := x.folder.pack(snapshotName, func(p *segment.Writer) { x.corpus.packColumns(p, r) })
	if err == nil && x.corpus.meaning != nil {
		err = x.folder.pack(windowsName, func(p *segment.Writer) { x.corpus.packWindows(p, r) })
	}
	if err != nil {
		return r, fmt.Errorf("write snapshot: %w", err)
	}
	x.corpus.base = base{seq: x.corpus.state.Seq, chunks: int32(x.corpus.cols.chunkCount())}
	return r, nil
}

// snapshot takes a snapshot and goes on from it, so that what it holds leaves
// the memory. Without one the next opening takes longer. The caller holds
// writing.
func (x *Index) snapshot() {
	r, err := x.takeSnapshot()
	if err == nil && len(r.living) > 0 {
		err = x.useSnapshot(r)
	}
	if err != nil {
		x.folder.log.Warn("index without a snapshot", "index", x.folder.name, "error", err)
	}
}

// useSnapshot puts the snapshot just taken in the place of what it was taken of.
func (x *Index) useSnapshot(r renumbering) error {
	p, err := x.folder.readSnapshot()
	if err != nil {
		return err
	}
	var m *meaning
	if x.corpus.meaning != nil {
		space := x.corpus.meaning.space.hold()
		if m = x.folder.loadWindows(p.base.seq, p.cols, space); m == nil {
			space.release()
		}
	}
	if p.base.seq != x.corpus.base.seq || p.cols.live != x.corpus.cols.live || (m == nil) != (x.corpus.meaning == nil) {
		p.cols.close()
		m.close()
		return fmt.Errorf("%w: the snapshot is not what was written", segment.ErrDamaged)
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	x.corpus.cols.close()
	x.corpus.meaning.close()
	x.corpus.cols, x.corpus.meaning = p.cols, m
	if x.corpus.spelt != nil {
		x.corpus.spelt = x.corpus.spelt.renumbered(r)
	}
	return nil
}

// pack writes a file by way of a packer.
func (fd *folder) pack(name string, fill func(*segment.Writer)) error {
	in, out := io.Pipe()
	filled := make(chan struct{})
	go func() {
		defer close(filled)
		p := segment.NewWriter(out)
		fill(p)
		out.CloseWithError(p.End())
	}()
	_, err := fd.dir.Import(fd.file(name), in, maxSnapshot)
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

// behind is how many chunks have come and documents gone since the snapshot.
func (cp *corpus) behind() int {
	switch b := cp.base; {
	case cp.cols == nil || cp.state.Seq == b.seq:
		return 0
	case b.seq == 0:
		return cp.cols.chunkCount()
	default:
		return len(b.gone) + cp.cols.chunkCount() - int(b.chunks)
	}
}

// A renumbering gives living units and sessions numbers without gaps.
type renumbering struct {
	units    []int32 // old → new, −1 if gone
	living   []int32 // new → old
	sessions []int32
	kept     []int32
}

func renumber(c *columns) renumbering {
	r := renumbering{units: make([]int32, c.unitCount()), sessions: make([]int32, len(c.sessions))}
	for n := range r.units {
		r.units[n] = -1
		if !c.dead(int32(n)) {
			r.units[n] = int32(len(r.living))
			r.living = append(r.living, int32(n))
		}
	}
	for n := range c.sessions {
		r.sessions[n] = -1
		if c.sessions[n].units > 0 {
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

// names of the sessions by number.
func (c *columns) sessionNames() []string {
	out := make([]string, len(c.sessions))
	for name, n := range c.numbers.sessions {
		out[n] = name
	}
	return out
}

func (cp *corpus) packColumns(p *segment.Writer, r renumbering) {
	c := cp.cols
	p.Bytes([]byte(snapshotMagic))
	p.U32(uint32(cp.generation))
	p.U64(cp.state.Seq)
	p.U32(uint32(c.chunkCount()))
	packTables(p, c)
	w, read := packVocabulary(p, c), c.reader(segment.WideWindow)
	packSessions(p, r, w, read)
	packUnits(p, r, read)
	packChunks(p, r, w, read)
	p.Fail(c.stored.mapped.Failure())
}

// packUnits writes the units: records, ids, and by hash and by file.
func packUnits(p *segment.Writer, r renumbering, read *reader) {
	p.U32(uint32(len(r.living)))
	place := p.Written + int64(len(r.living))*unitSize
	ids, files := make([]uint64, len(r.living)), make([]uint64, len(r.living))
	for i, n := range r.living {
		u, name := read.unit(n), read.name(n)
		ids[i] = uint64(termHash(name.id))<<32 | uint64(i)
		files[i] = uint64(u.file)<<32 | uint64(i)
		u.session, u.prev, u.next = r.sessions[u.session], r.of(u.prev), r.of(u.next)
		packUnit(p, &u, stretch{place, len(name.id)}, name.hash)
		place += int64(len(name.id))
	}
	for _, n := range r.living {
		p.Bytes([]byte(read.id(n)))
	}
	slices.Sort(ids)
	for _, n := range ids {
		p.U32(uint32(n >> 32))
		p.U32(uint32(n))
	}
	slices.Sort(files)
	for _, n := range files {
		p.U32(uint32(n))
	}
}

// packChunks writes the chunks, of which there are as many as the header says:
// records and bags.
func packChunks(p *segment.Writer, r renumbering, w bagWriter, read *reader) {
	all := int32(read.c.chunkCount())
	place := p.Written + int64(all)*chunkSize
	for n := range all {
		k, size := read.chunk(n), 0
		if k.unit = r.of(k.unit); k.unit >= 0 {
			size = read.bagSize(n)
		}
		packChunk(p, &k, stretch{place, size})
		place += int64(size)
	}
	for n := range all {
		if r.of(read.chunk(n).unit) >= 0 {
			w.bag(p, read.bag(n))
		}
	}
}

// packTables writes the texts that repeat.
func packTables(p *segment.Writer, c *columns) {
	p.U32(uint32(len(c.files)))
	for _, f := range c.files {
		p.Text(f.name)
	}
	p.U32(uint32(len(c.sorts)))
	for _, k := range c.sorts {
		p.Text(string(k.docType))
		p.Text(string(k.kind))
	}
	p.U32(uint32(len(c.groups)))
	for _, g := range c.groups {
		p.Texts(g)
	}
	p.Texts(c.speakers)
}

// A bagWriter writes bags by the places of their terms in the vocabulary.
type bagWriter struct{ words []uint32 }

// packVocabulary writes all terms, ascending, with their counts.
func packVocabulary(p *segment.Writer, c *columns) bagWriter {
	w := bagWriter{make([]uint32, 0, c.words.size)}
	p.U32(uint32(c.words.size))
	for t, s := range c.words.all() {
		w.words = append(w.words, t)
		p.U32(t)
		p.I32(s.chunks)
		p.I32(s.sessions)
	}
	if n := len(w.words); n != c.words.size || n > maxVocabulary {
		p.Fail(fmt.Errorf("%w: %d terms are counted as %d", segment.ErrDamaged, n, c.words.size))
	}
	return w
}

// bagSize is how many bytes a bag takes.
func bagSize(bag latent.Bag) int {
	size := bagTerm * len(bag.Terms)
	for _, n := range bag.Counts {
		if n >= bagMost {
			size += bagTerm
		}
	}
	return size
}

// bag writes a bag.
func (w bagWriter) bag(p *segment.Writer, bag latent.Bag) {
	at := 0
	for i, t := range bag.Terms {
		step, ok := slices.BinarySearch(w.words[at:], t)
		if !ok {
			p.Fail(fmt.Errorf("%w: a term that is not counted", segment.ErrDamaged))
		}
		at += step
		p.U32(uint32(at)<<8 | uint32(min(bag.Counts[i], bagMost)))
		if n := bag.Counts[i]; n >= bagMost {
			p.U32(uint32(n))
		}
	}
}

func packSessions(p *segment.Writer, r renumbering, w bagWriter, read *reader) {
	c := read.c
	names := c.sessionNames()
	p.U32(uint32(len(r.kept)))
	for _, n := range r.kept {
		s := &c.sessions[n]
		p.Text(names[n])
		p.I64(s.length)
		for _, m := range [...]int32{s.units, r.of(s.first), r.of(s.last)} {
			p.I32(m)
		}
		bag := read.sessionBag(n)
		p.U32(uint32(bagSize(bag)))
		w.bag(p, bag)
	}
}

func (cp *corpus) packWindows(p *segment.Writer, r renumbering) {
	m := cp.meaning
	p.Bytes([]byte(windowsMagic))
	p.U64(cp.state.Seq)
	p.U64(m.space.Mark())
	p.U32(uint32(m.space.Dim()))
	p.U32(uint32(len(r.living)))
	p.U32(uint32(len(r.kept)))
	read := m.reader(segment.WideWindow)
	for _, n := range r.living {
		p.Bytes(read.window(n))
	}
	for _, n := range r.kept {
		p.Floats(read.session(n))
	}
	p.Fail(m.mapped.Failure())
}

// unpackFile opens a file of the index for reading: once through, and as a
// file, which the caller has to release.
func (fd *folder) unpackFile(name, magic string) (*segment.Reader, *segment.MappedFile, error) {
	f, size, at, err := fd.openAt(name)
	if err != nil {
		return nil, nil, err
	}
	u := segment.NewReader(f, size)
	if string(u.Bytes(len(magic))) != magic {
		u.Fail()
	}
	return u, segment.NewMappedFile(at, f, size), nil
}

// openAt opens a file of the index to be read through, and anywhere.
func (fd *folder) openAt(name string) (io.ReadSeekCloser, int64, io.ReaderAt, error) {
	f, err := fd.dir.Open(fd.file(name))
	if err != nil {
		return nil, 0, nil, err
	}
	size, err := f.Seek(0, io.SeekEnd)
	if err == nil {
		_, err = f.Seek(0, io.SeekStart)
	}
	at, ok := f.(io.ReaderAt)
	if err == nil && !ok {
		err = errors.ErrUnsupported
	}
	if err != nil {
		return nil, 0, nil, errors.Join(err, f.Close())
	}
	return f, size, at, nil
}

// loadWindows takes up the documents' vectors that belong to a snapshot; nil if
// there are none of this space, which becomes theirs otherwise.
func (fd *folder) loadWindows(seq uint64, c *columns, space semanticSpace) *meaning {
	u, mapped, err := fd.unpackFile(windowsName, windowsMagic)
	if err != nil {
		if !errors.Is(err, fs.ErrNotExist) {
			fd.log.Debug("vectors of the documents cannot be read", "index", fd.name, "error", err)
		}
		return nil
	}
	same := slices.Equal([]uint64{u.U64(), u.U64(), uint64(u.U32()), uint64(u.U32()), uint64(u.U32())},
		[]uint64{seq, space.Mark(), uint64(space.Dim()), uint64(c.unitCount()), uint64(len(c.sessions))})
	if !same {
		mapped.Release()
		return nil
	}
	m := &meaning{space: space, mapped: mapped, units: c.unitCount(), sessions: len(c.sessions), changed: newSet(c.unitCount())}
	m.rowsAt = u.Place()
	u.Skip(int64(m.units) * int64(vector.RowSize(space.Dim())))
	m.sumsAt = u.Place()
	u.Skip(int64(m.sessions) * int64(4*space.Dim()))
	if err := u.End(); err != nil {
		fd.log.Debug("vectors of the documents are damaged, made anew", "index", fd.name, "error", err)
		mapped.Release()
		return nil
	}
	return m
}
