// Package similar tells how alike two English words are in their use: a cutter is much
// like a boat, and not like a nurse.
package similar

import (
	_ "embed"
	"encoding/binary"
	"math"
	"strings"
	"sync"
)

// The file of vectors: how many words there are and of how many numbers a vector is, as
// two little-endian uint32, and how many bytes the words take, as a third; the words,
// each followed by a line feed, the commonest first; then the vectors in the same order,
// each of signed bytes, their lengths all about 127. It is written by
// scripts/vectors from GloVe vectors.
//
//go:embed vectors.bin
var file string

const header = 12 // bytes

// vectors are the words of the file and where their vectors stand.
type vectors struct {
	at   map[string]int // of a word, the start of its vector in data
	dims int
	data string
}

var read = sync.OnceValue(func() vectors { return parse(file) })

// parse reads a file of vectors; one that is cut short has no words.
func parse(text string) vectors {
	if len(text) < header {
		return vectors{}
	}
	number := func(at int) int { return int(binary.LittleEndian.Uint32([]byte(text[at : at+4]))) }
	count, dims, size := number(0), number(4), number(8)
	if size > len(text)-header || count*dims != len(text)-header-size {
		return vectors{}
	}
	v := vectors{at: make(map[string]int, count), dims: dims, data: text[header+size:]}
	for word := range strings.Lines(text[header : header+size]) {
		v.at[strings.TrimSuffix(word, "\n")] = len(v.at) * dims
	}
	return v
}

// Words returns how alike two words in lower case are, in [0, 1]: the cosine of their
// vectors, 0 where it is less, 1 for the same word, and 0 where one is not known. Cost:
// the first call takes some milliseconds, every other less than one microsecond. It may
// be called by many goroutines at once.
func Words(a, b string) float64 {
	if a == b {
		return 1
	}
	v := read()
	x, ok := v.at[a]
	y, known := v.at[b]
	if !ok || !known {
		return 0
	}
	sum := 0
	for i := range v.dims {
		sum += int(int8(v.data[x+i])) * int(int8(v.data[y+i]))
	}
	return max(0, min(1, float64(sum)/(math.MaxInt8*math.MaxInt8)))
}
