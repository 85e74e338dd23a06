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

// storeVectors writes vectors of which many are in memory, and goes on from the
// file. Without one they stay where they are.
func (x *Index) storeVectors(v *vector.Set, j *store.Journal) {
	if len(v.Owner)-v.Stored < vectorsDue {
		return
	}
	x.writing.Lock() // nobody gives or takes one meanwhile
	defer x.writing.Unlock()
	if x.stopped() || x.vectors != v {
		return
	}
	err := x.pack(vector.FileName(v.Space), func(p *segment.Writer) { x.packVectors(p, v, j.Size()) })
	out := (*vector.Set)(nil)
	if err == nil {
		out, err = x.unpackVectors(v.Space)
	}
	if err == nil && out.Held != v.Held {
		out.Close()
		err = errVectorsLost
	}
	if err != nil {
		x.log.Warn("vectors stay in memory", "index", x.name, "error", err)
		return
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	out.Calibration = v.Calibration
	if g := v.Graph; g != nil && !g.Serves {
		out.Graph = g // it counts no rows
	}
	x.vectors = out
	v.Close()
	x.sweepVectors(v.Space)
}

// errVectorsLost says that a file of vectors has not all that were written.
var errVectorsLost = errors.New("not all vectors stand in their file")

func (x *Index) packVectors(p *segment.Writer, v *vector.Set, journal int64) {
	var rows []int32
	for r, chunk := range v.Owner {
		if chunk >= 0 {
			rows = append(rows, int32(r))
		}
	}
	slices.SortFunc(rows, func(a, b int32) int { return int(v.Owner[a] - v.Owner[b]) })
	p.Bytes([]byte(vectorsMagic))
	p.U32(uint32(x.generation))
	p.Text(v.Space.Model)
	p.U32(uint32(v.Space.Dim))
	p.I64(journal)
	p.U32(uint32(len(rows)))
	type keyed struct {
		key uint64
		row int32
	}
	keys, chunks := make([]keyed, len(rows)), x.cols.reader(segment.WideWindow)
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
	p.Fail(x.cols.stored.mapped.Failure())
}

// storedVectors returns the vectors that were written of this generation, none
// if there are none.
func (x *Index) storedVectors(space llm.Space) *vector.Set {
	v, err := x.unpackVectors(space)
	if err == nil {
		return v
	}
	if !errors.Is(err, fs.ErrNotExist) {
		x.log.Debug("vectors are read from their journal", "index", x.name, "error", err)
	}
	return vector.NewSet(space)
}

// unpackVectors opens the file of a space's vectors. The caller holds what guards
// columns.
func (x *Index) unpackVectors(space llm.Space) (*vector.Set, error) {
	u, mapped, err := x.unpackFile(vector.FileName(space), vectorsMagic)
	if err != nil {
		return nil, err
	}
	v := x.vectorsIn(u, space)
	v.File = mapped
	if err := u.End(); err != nil {
		v.Close()
		return nil, err
	}
	return v, nil
}

// vectorsIn reads which chunk has which row; the rows stay where they are.
func (x *Index) vectorsIn(u *segment.Reader, space llm.Space) *vector.Set {
	v := vector.NewSet(space)
	if int(u.U32()) != x.generation || u.Text() != space.Model || int(u.U32()) != space.Dim {
		u.Fail()
	}
	size := int64(vector.RowSize(space.Dim))
	v.Journal = u.I64()
	v.Stored = u.Count(size + 2*vector.KeySize)
	read := x.cols.reader(segment.WideWindow)
	for range v.Stored {
		chunk, key := u.I32(), u.U64()
		if u.Err != nil || !within(chunk, 0, x.cols.chunkCount()) || !v.Own(chunk) {
			u.Fail()
			break
		}
		if k := read.chunk(chunk); k.key != key || k.unit < 0 || x.cols.dead(k.unit) {
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
func (x *Index) sweepVectors(space llm.Space) {
	list, err := os.ReadDir(x.root)
	if err != nil {
		return
	}
	for _, e := range list {
		if ok, _ := path.Match("vectors-*.bin", e.Name()); ok && e.Name() != vector.FileName(space) {
			_ = x.dir.Discard(x.file(e.Name())) // another time
		}
	}
}

// vectorJournal opens the journal of a space. It holds nothing that cannot be
// made again.
func (x *Index) vectorJournal(space llm.Space) (*store.Journal, error) {
	return x.dir.Journal(path.Join(indexRoot, vector.JournalName(space)), nil)
}

// loadVectors returns the vectors of a space that the chunks here have: those
// that were written in their file, and of the rest what the journal has, first
// what came since.
func (x *Index) loadVectors(j *store.Journal, space llm.Space) *vector.Set {
	v, missing := x.storedVectors(space), map[uint64][]int32{}
	for n, key := range x.cols.keys() {
		if _, has := v.Of(n); !has && (v.Stored == 0 || !v.Reuse(n, key)) {
			missing[key] = append(missing[key], n)
		}
	}
	if v.Journal > 0 && v.Journal <= j.Size() {
		x.readVectors(v, missing, j, v.Journal)
	}
	x.readVectors(v, missing, j, 0)
	return v
}

// readVectors reads the journal from a place on for chunks by the keys of their
// texts, and takes those out that it has. Lines that cannot be used are left out;
// their texts are embedded again.
func (x *Index) readVectors(v *vector.Set, missing map[uint64][]int32, j *store.Journal, from int64) {
	if len(missing) == 0 {
		return
	}
	for line, err := range j.Forward(from) {
		if err != nil {
			x.log.Warn("vectors cannot be read", "index", x.name, "error", err)
			continue
		}
		keys, list, err := vector.DecodeLine(line.Data, v.Space.Dim)
		if err != nil {
			x.log.Warn("a line of vectors is damaged", "index", x.name, "offset", line.Offset, "error", err)
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
