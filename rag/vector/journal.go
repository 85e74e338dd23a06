package vector

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"math"
	"strings"

	"yumori/internal/llm"
)

// A Line is one line of the journal of an embedder's vectors: those of a
// batch of chunks, kept by the hash of what was embedded. All indexes of a
// persona share the journal of a space: no text is ever embedded twice,
// whatever becomes of an index, into whichever it moves, and however often
// embedders are changed.
type Line struct {
	Keys []uint64 `json:"keys"`
	Data string   `json:"data"` // base64 of the vectors' numbers, float32 little-endian
}

// JournalName is the journal of the vectors of a space.
func JournalName(space llm.Space) string {
	h := fnv.New64a()
	_, _ = fmt.Fprintf(h, "%s\x00%d", space.Model, space.Dim)
	return fmt.Sprintf("vectors-%016x.jsonl", h.Sum64())
}

// FileName is the file of a space's vectors in an index's folder.
func FileName(space llm.Space) string {
	return strings.TrimSuffix(JournalName(space), "jsonl") + "bin"
}

// EncodeLine returns the line of some texts' vectors, by the keys of the texts.
func EncodeLine(keys []uint64, list [][]float32) ([]byte, error) {
	var data []byte
	for _, v := range list {
		for _, x := range v {
			data = binary.LittleEndian.AppendUint32(data, math.Float32bits(x))
		}
	}
	return json.Marshal(Line{keys, base64.StdEncoding.EncodeToString(data)})
}

// DecodeLine returns a line's vectors. One that is no line, or holds what is
// no vector of dim numbers, is an error.
func DecodeLine(line []byte, dim int) ([]uint64, [][]float32, error) {
	var l Line
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
		if !IsUnit(v, dim) {
			return nil, nil, fmt.Errorf("vector %d has not length 1", i)
		}
		list[i] = v
	}
	return l.Keys, list, nil
}
