package rag

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path"
	"slices"

	"yumori/internal/llm"
	"yumori/internal/store"
	"yumori/rag/segment"
	"yumori/rag/vector"
)

// vectorsMagic begins the file of an embedder's vectors of an index, which is
// derived from their journal: generation, model, dimension, how much of the
// journal is in it, how many rows, of each the chunk and the key of its text,
// the rows, keys and rows by key ascending, and a CRC-32C.
const vectorsMagic = "yumori-vectors-1\n"

// vectorsDue is how many vectors may be in memory before they are written.
const vectorsDue = 2_000

// store writes vectors of which many are in memory, and goes on from the
// file. Without one they stay where they are.
func (f *filling) store() {
	x, v := f.x, f.v
	if len(v.Owner)-v.Stored < vectorsDue {
		return
	}
	x.writing.Lock() // nobody gives or takes one meanwhile
	defer x.writing.Unlock()
	if x.stopped() || x.corpus.vectors != v {
		return
	}
	err := x.folder.pack(vector.FileName(v.Space), func(p *segment.Writer) { x.corpus.packVectors(p, v, f.journal.Size()) })
	out := (*vector.Set)(nil)
	if err == nil {
		out, err = x.corpus.unpackVectors(v.Space)
	}
	if err == nil && out.Held != v.Held {
		out.Close()
		err = errVectorsLost
	}
	if err != nil {
		x.folder.log.Warn("vectors stay in memory", "index", x.folder.name, "error", err)
		return
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	out.Calibration = v.Calibration
	if g := v.Graph; g != nil && !g.Serves {
		out.Graph = g // it counts no rows
	}
	x.corpus.vectors = out
	v.Close()
	x.folder.sweepVectors(v.Space)
}

// errVectorsLost says that a file of vectors has not all that were written.
var errVectorsLost = errors.New("not all vectors stand in their file")

func (cp *corpus) packVectors(p *segment.Writer, v *vector.Set, journal int64) {
	var rows []int32
	for r, chunk := range v.Owner {
		if chunk >= 0 {
			rows = append(rows, int32(r))
		}
	}
	slices.SortFunc(rows, func(a, b int32) int { return int(v.Owner[a] - v.Owner[b]) })
	p.Bytes([]byte(vectorsMagic))
	p.U32(uint32(cp.generation))
	p.Text(v.Space.Model)
	p.U32(uint32(v.Space.Dim))
	p.I64(journal)
	p.U32(uint32(len(rows)))
	type keyed struct {
		key uint64
		row int32
	}
	keys, chunks := make([]keyed, len(rows)), cp.cols.reader(segment.WideWindow)
	for i, r := range rows {
		keys[i] = keyed{chunks.chunk(v.Owner[r]).key, int32(i)}
		p.I32(v.Owner[r])
		p.U64(keys[i].key)
	}
	read := v.Reader(segment.WideWindow)
	for _, r := range rows {
		p.Bytes(read.Row(r))
	}
	slices.SortFunc(keys, func(a, b keyed) int { return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.row, b.row)) })
	for _, k := range keys {
		p.U64(k.key)
		p.I32(k.row)
	}
	p.Fail(v.File.Failure())
	p.Fail(cp.cols.stored.mapped.Failure())
}

// storedVectors returns the vectors that were written of this generation, none
// if there are none.
func (cp *corpus) storedVectors(space llm.Space) *vector.Set {
	v, err := cp.unpackVectors(space)
	if err == nil {
		return v
	}
	if !errors.Is(err, fs.ErrNotExist) {
		cp.folder.log.Debug("vectors are read from their journal", "index", cp.folder.name, "error", err)
	}
	return vector.NewSet(space)
}

// unpackVectors opens the file of a space's vectors. The caller holds what guards
// columns.
func (cp *corpus) unpackVectors(space llm.Space) (*vector.Set, error) {
	u, mapped, err := cp.folder.unpackFile(vector.FileName(space), vectorsMagic)
	if err != nil {
		return nil, err
	}
	v := cp.vectorsIn(u, space)
	v.File = mapped
	if err := u.End(); err != nil {
		v.Close()
		return nil, err
	}
	return v, nil
}

// vectorsIn reads which chunk has which row; the rows stay where they are.
func (cp *corpus) vectorsIn(u *segment.Reader, space llm.Space) *vector.Set {
	v := vector.NewSet(space)
	if int(u.U32()) != cp.generation || u.Text() != space.Model || int(u.U32()) != space.Dim {
		u.Fail()
	}
	size := int64(vector.RowSize(space.Dim))
	v.Journal = u.I64()
	v.Stored = u.Count(size + 2*vector.KeySize)
	read := cp.cols.reader(segment.WideWindow)
	for range v.Stored {
		chunk, key := u.I32(), u.U64()
		if u.Err != nil || !within(chunk, 0, cp.cols.chunkCount()) || !v.Own(chunk) {
			u.Fail()
			break
		}
		if k := read.chunk(chunk); k.key != key || k.unit < 0 || cp.cols.dead(k.unit) {
			v.Remove(chunk)
		}
	}
	v.RowsAt = u.Place()
	u.Skip(int64(v.Stored) * size)
	v.KeysAt = u.Place()
	u.Skip(int64(v.Stored) * vector.KeySize)
	return v
}

// sweepVectors removes the files of other embedders' vectors; the journals have
// them.
func (fd *folder) sweepVectors(space llm.Space) {
	list, err := os.ReadDir(fd.root)
	if err != nil {
		return
	}
	for _, e := range list {
		if ok, _ := path.Match("vectors-*.bin", e.Name()); ok && e.Name() != vector.FileName(space) {
			_ = fd.dir.Discard(fd.file(e.Name())) // another time
		}
	}
}

// vectorJournal opens the journal of a space. It holds nothing that cannot be
// made again.
func (fd *folder) vectorJournal(space llm.Space) (*store.Journal, error) {
	return fd.dir.Journal(path.Join(indexRoot, vector.JournalName(space)), nil)
}

// loadVectors returns the vectors of a space that the chunks here have: those
// that were written in their file, and of the rest what the journal has, first
// what came since.
func (cp *corpus) loadVectors(j *store.Journal, space llm.Space) *vector.Set {
	v, missing := cp.storedVectors(space), map[uint64][]int32{}
	for n, key := range cp.cols.keys() {
		if _, has := v.Of(n); !has && (v.Stored == 0 || !v.Reuse(n, key)) {
			missing[key] = append(missing[key], n)
		}
	}
	if v.Journal > 0 && v.Journal <= j.Size() {
		cp.folder.readVectors(v, missing, j, v.Journal)
	}
	cp.folder.readVectors(v, missing, j, 0)
	return v
}

// readVectors reads the journal from a place on for chunks by the keys of their
// texts, and takes those out that it has. Lines that cannot be used are left out;
// their texts are embedded again.
func (fd *folder) readVectors(v *vector.Set, missing map[uint64][]int32, j *store.Journal, from int64) {
	if len(missing) == 0 {
		return
	}
	for line, err := range j.Forward(from) {
		if err != nil {
			fd.log.Warn("vectors cannot be read", "index", fd.name, "error", err)
			continue
		}
		keys, list, err := vector.DecodeLine(line.Data, v.Space.Dim)
		if err != nil {
			fd.log.Warn("a line of vectors is damaged", "index", fd.name, "offset", line.Offset, "error", err)
			continue
		}
		for i, k := range keys {
			for _, n := range missing[k] {
				v.Put(n, k, list[i])
			}
			delete(missing, k)
		}
	}
}
