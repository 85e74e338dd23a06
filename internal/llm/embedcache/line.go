package embedcache

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"math"

	"yumori/internal/llm"
)

// Name is the file of a home that holds the vectors: a journal of lines in the
// order of their last use, each either a vector
//
//	{"k":"<base64url of the key>","c":<CRC-32C of the numbers>,"v":"<base64 of them, float32 little-endian>"}
//
// or what was used again since: {"used":["<key>", …]}.
const Name = ".index/embeddings.jsonl"

// A Key names one vector: the SHA-256 of the quoted model, the dimension, the
// task and the text.
type Key [sha256.Size]byte

// KeyOf returns the key of a text's vector.
func KeyOf(space llm.Space, task llm.Task, text string) Key {
	return sha256.Sum256(fmt.Appendf(nil, "%q %d %s\n%s", space.Model, space.Dim, task, text))
}

// String returns 43 characters of base64url.
func (k Key) String() string { return base64.RawURLEncoding.EncodeToString(k[:]) }

// ParseKey is the inverse of String.
func ParseKey(s string) (Key, error) {
	var k Key
	b, err := base64.RawURLEncoding.Strict().DecodeString(s)
	if err != nil || len(b) != len(k) {
		return Key{}, fmt.Errorf("%q is no key of a vector", s)
	}
	copy(k[:], b)
	return k, nil
}

// A vectorLine is the line of a vector.
type vectorLine struct {
	Key  string `json:"k"`
	Sum  uint32 `json:"c"`
	Data []byte `json:"v"`
}

// A usedLine says what was used again, in this order.
type usedLine struct {
	Used []string `json:"used"`
}

// How lines begin, and the length of a key in them: who opens a cache reads
// no more of the vectors.
const (
	vectorHead = `{"k":"`
	usedHead   = `{"used":`
	keyLength  = 43
)

// headKey returns the key of a vector's line without reading the rest of it.
func headKey(line []byte) (Key, bool) {
	rest, ok := bytes.CutPrefix(line, []byte(vectorHead))
	if !ok || len(rest) < keyLength {
		return Key{}, false
	}
	k, err := ParseKey(string(rest[:keyLength]))
	return k, err == nil
}

// usedKeys returns the keys of a line that tells of uses; none if it is no such
// line.
func usedKeys(line []byte) []Key {
	var l usedLine
	if !bytes.HasPrefix(line, []byte(usedHead)) || json.Unmarshal(line, &l) != nil {
		return nil
	}
	var keys []Key
	for _, s := range l.Used {
		if k, err := ParseKey(s); err == nil {
			keys = append(keys, k)
		}
	}
	return keys
}

func castagnoli(data []byte) uint32 { return crc32.Checksum(data, crc32.MakeTable(crc32.Castagnoli)) }

// appendVector adds the line of a vector, with its end.
func appendVector(to []byte, key Key, v []float32) ([]byte, error) {
	data := make([]byte, 0, 4*len(v))
	for _, x := range v {
		data = binary.LittleEndian.AppendUint32(data, math.Float32bits(x))
	}
	line, err := json.Marshal(vectorLine{key.String(), castagnoli(data), data})
	if err != nil {
		return to, err
	}
	return append(append(to, line...), '\n'), nil
}

var errDamaged = errors.New("the line does not hold the vector that it should")

// vectorOf returns the vector of a line, which must be that of the key, whole,
// of dim numbers and of length 1.
func vectorOf(line []byte, key Key, dim int) ([]float32, error) {
	var l vectorLine
	if err := json.Unmarshal(line, &l); err != nil {
		return nil, err
	}
	if l.Key != key.String() || l.Sum != castagnoli(l.Data) || len(l.Data) != 4*dim {
		return nil, errDamaged
	}
	v := make([]float32, dim)
	for i := range v {
		v[i] = math.Float32frombits(binary.LittleEndian.Uint32(l.Data[4*i:]))
	}
	if !isUnit(v) {
		return nil, errDamaged
	}
	return v, nil
}

// isUnit reports whether v holds finite numbers and is about of length 1.
func isUnit(v []float32) bool {
	sum := 0.0
	for _, x := range v {
		sum += float64(x) * float64(x)
	}
	return math.Abs(sum-1) < 0.02 // false for NaN, too
}
