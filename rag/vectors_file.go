package rag

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"math"
	"path"

	"yumori/internal/llm"
	"yumori/internal/store"
)

// A vectorLine is one line of the journal of an embedder's vectors: those of a
// batch of chunks, kept by the hash of what was embedded. All indexes of a
// persona share the journal of a space: no text is ever embedded twice,
// whatever becomes of an index, into whichever it moves, and however often
// embedders are changed.
type vectorLine struct {
	Keys []uint64 `json:"keys"`
	Data string   `json:"data"` // base64 of the vectors' numbers, float32 little-endian
}

// vectorsName is the journal of the vectors of a space.
func vectorsName(space llm.Space) string {
	h := fnv.New64a()
	_, _ = fmt.Fprintf(h, "%s\x00%d", space.Model, space.Dim)
	return fmt.Sprintf("vectors-%016x.jsonl", h.Sum64())
}

// textKey is the hash a chunk's vector is kept by.
func textKey(text string) uint64 { return hashOf([]byte(text)) }

func encodeVectors(keys []uint64, list [][]float32) ([]byte, error) {
	var data []byte
	for _, v := range list {
		for _, x := range v {
			data = binary.LittleEndian.AppendUint32(data, math.Float32bits(x))
		}
	}
	return json.Marshal(vectorLine{keys, base64.StdEncoding.EncodeToString(data)})
}

// decodeVectors returns a line's vectors. One that is no line, or holds what is
// no vector of dim numbers, is an error.
func decodeVectors(line []byte, dim int) ([]uint64, [][]float32, error) {
	var l vectorLine
	if err := json.Unmarshal(line, &l); err != nil {
		return nil, nil, err
	}
	data, err := base64.StdEncoding.DecodeString(l.Data)
	if err != nil {
		return nil, nil, err
	}
	if len(data) != len(l.Keys)*dim*4 {
		return nil, nil, fmt.Errorf("%d bytes for %d vectors of %d numbers", len(data), len(l.Keys), dim)
	}
	list := make([][]float32, len(l.Keys))
	for i := range list {
		v := make([]float32, dim)
		for j := range v {
			v[j] = math.Float32frombits(binary.LittleEndian.Uint32(data[4*(i*dim+j):]))
		}
		if !IsVector(v, dim) {
			return nil, nil, fmt.Errorf("vector %d has not length 1", i)
		}
		list[i] = v
	}
	return l.Keys, list, nil
}

// vectorJournal opens the journal of a space. It holds nothing that cannot be
// made again.
func (x *Index) vectorJournal(space llm.Space) (*store.Journal, error) {
	return x.dir.Journal(path.Join(indexRoot, vectorsName(space)), nil)
}

// loadVectors returns the vectors of a space that the chunks here have: those
// that were written on their shelf, and of the rest what the journal has, first
// what came since.
func (x *Index) loadVectors(j *store.Journal, space llm.Space) *vectors {
	v, missing := x.storedVectors(space), map[uint64][]int32{}
	for n, key := range x.cols.keys() {
		if _, has := v.of(n); !has && (v.stored == 0 || !v.reuse(n, key)) {
			missing[key] = append(missing[key], n)
		}
	}
	if v.journal > 0 && v.journal <= j.Size() {
		x.readVectors(v, missing, j, v.journal)
	}
	x.readVectors(v, missing, j, 0)
	return v
}

// readVectors reads the journal from a place on for chunks by the keys of their
// texts, and takes those out that it has. Lines that cannot be used are left out;
// their texts are embedded again.
func (x *Index) readVectors(v *vectors, missing map[uint64][]int32, j *store.Journal, from int64) {
	if len(missing) == 0 {
		return
	}
	for line, err := range j.Forward(from) {
		if err != nil {
			x.log.Warn("vectors cannot be read", "index", x.name, "error", err)
			continue
		}
		keys, list, err := decodeVectors(line.Data, v.space.Dim)
		if err != nil {
			x.log.Warn("a line of vectors is damaged", "index", x.name, "offset", line.Offset, "error", err)
			continue
		}
		for i, k := range keys {
			for _, n := range missing[k] {
				v.put(n, k, list[i])
			}
			delete(missing, k)
		}
	}
}
