package record

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"unicode/utf8"
)

// A Splice is a place where two versions of a file differ: at an offset, in
// bytes of the version before, Old stands in that one and New in the other.
type Splice struct {
	At  int   `json:"at"`
	Old Bytes `json:"old,omitempty"`
	New Bytes `json:"new,omitempty"`
}

// Bytes are a part of a file: as JSON a text, {"base64": "…"} for what is
// none, or {"deflate": "…"}, which is base64 too, for one so long that nobody
// reads it here: as when a file gives its oldest parts to an archive.
type Bytes []byte

// packedFrom is the length from which bytes are packed, and unpackedMost what
// packed ones may become.
const (
	packedFrom   = 8 << 10
	unpackedMost = 64 << 20
)

// MarshalJSON writes b as said at Bytes.
func (b Bytes) MarshalJSON() ([]byte, error) {
	if len(b) >= packedFrom {
		if packed, err := pack(b); err != nil || len(packed) < len(b) {
			return packed, err
		}
	}
	if utf8.Valid(b) {
		return json.Marshal(string(b))
	}
	return json.Marshal(map[string]string{"base64": base64.StdEncoding.EncodeToString(b)})
}

// UnmarshalJSON reads what MarshalJSON wrote.
func (b *Bytes) UnmarshalJSON(data []byte) error {
	var text string
	if err := json.Unmarshal(data, &text); err == nil {
		*b = Bytes(text)
		return nil
	}
	var coded struct {
		Base64  *string `json:"base64"`
		Deflate []byte  `json:"deflate"`
	}
	if err := json.Unmarshal(data, &coded); err != nil {
		return err
	}
	if coded.Deflate != nil {
		raw, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(coded.Deflate)), unpackedMost+1))
		if err == nil && len(raw) > unpackedMost {
			err = errors.New("unpacks to too much")
		}
		*b = raw
		return err
	}
	if coded.Base64 == nil {
		return errors.New("neither text nor base64")
	}
	raw, err := base64.StdEncoding.DecodeString(*coded.Base64)
	*b = raw
	return err
}

func pack(b []byte) ([]byte, error) {
	var packed bytes.Buffer
	w, err := flate.NewWriter(&packed, flate.BestCompression)
	if err != nil {
		return nil, err // unreachable: the level is one
	}
	if _, err = w.Write(b); err == nil {
		err = w.Close()
	}
	if err != nil {
		return nil, err // unreachable: a buffer takes everything
	}
	return json.Marshal(map[string][]byte{"deflate": packed.Bytes()})
}

// errSplice says that splices are not those of the bytes they are put into.
var errSplice = errors.New("edits do not fit the file")

// spliced puts the edits into data.
func spliced(data []byte, edits []Splice) ([]byte, error) {
	var out []byte
	at := 0
	for _, e := range edits {
		end := e.At + len(e.Old)
		if e.At < at || end > len(data) || !bytes.Equal(data[e.At:end], e.Old) {
			return nil, errSplice
		}
		out = append(append(out, data[at:e.At]...), e.New...)
		at = end
	}
	return append(out, data[at:]...), nil
}

// inverse returns the edits that take edits back.
func inverse(edits []Splice) []Splice {
	out := make([]Splice, len(edits))
	shift := 0
	for i, e := range edits {
		out[i] = Splice{At: e.At + shift, Old: e.New, New: e.Old}
		shift += len(e.New) - len(e.Old)
	}
	return out
}

// maxApart bounds in how many lines two versions differ that are compared line
// by line; beyond it the rest of them is one edit.
const maxApart = 1_000

// splices returns the edits that make after of before, whole lines each. The
// work is that of reading both, and of the square of how many lines differ.
func splices(before, after []byte) []Splice {
	if bytes.Equal(before, after) {
		return nil
	}
	a, b := bytes.SplitAfter(before, []byte("\n")), bytes.SplitAfter(after, []byte("\n"))
	head, at := 0, 0
	for head < len(a) && head < len(b) && bytes.Equal(a[head], b[head]) {
		at += len(a[head])
		head++
	}
	a, b = a[head:], b[head:]
	tail := 0
	for tail < len(a) && tail < len(b) && bytes.Equal(a[len(a)-1-tail], b[len(b)-1-tail]) {
		tail++
	}
	a, b = a[:len(a)-tail], b[:len(b)-tail]
	steps, ok := shortest(a, b)
	if !ok {
		return []Splice{{At: at, Old: bytes.Join(a, nil), New: bytes.Join(b, nil)}}
	}
	return edited(a, b, steps, at)
}

// A step is a line that an edit takes out, or puts in.
type step uint8

const (
	takeOut step = iota
	putInto
)

// shortest returns the fewest steps that make b of a, in order, by the greedy
// algorithm of Myers (1986): after d steps it knows how far each diagonal of
// the two lists reaches. ok is false if they are too many.
func shortest(a, b [][]byte) (steps []step, ok bool) {
	most := min(len(a)+len(b), maxApart)
	reach := make([]int32, 2*most+2) // x by diagonal x-y, from -most on
	var trace [][]int32              // reach of the diagonals -d to d, after d steps
	for d := 0; d <= most; d++ {
		for k := -d; k <= d; k += 2 {
			x := int(reach[most+k+1]) // a line of b put in
			if k == d || k > -d && reach[most+k-1] >= reach[most+k+1] {
				x = int(reach[most+k-1]) + 1 // a line of a taken out
			}
			if d == 0 {
				x = 0
			}
			for x < len(a) && x-k < len(b) && bytes.Equal(a[x], b[x-k]) {
				x++
			}
			reach[most+k] = int32(x)
			if x == len(a) && x-k == len(b) {
				return walkedBack(trace, d, k), true
			}
		}
		trace = append(trace, slices.Clone(reach[most-d:most+d+1]))
	}
	return nil, false
}

// walkedBack returns the d steps that led to a diagonal.
func walkedBack(trace [][]int32, d, k int) []step {
	steps := make([]step, d)
	for ; d > 0; d-- {
		reach := trace[d-1]
		at := func(k int) int32 { // of a diagonal before the step
			if i := k + d - 1; i >= 0 && i < len(reach) {
				return reach[i]
			}
			return -1
		}
		if k == d || k > -d && at(k-1) >= at(k+1) {
			steps[d-1], k = takeOut, k-1
		} else {
			steps[d-1], k = putInto, k+1
		}
	}
	return steps
}

// edited returns the edits that steps between two lists of lines are, of which
// the first begins at an offset.
func edited(a, b [][]byte, steps []step, at int) []Splice {
	var out []Splice
	open := Splice{At: at}
	end := func() {
		if len(open.Old)+len(open.New) > 0 {
			out = append(out, open)
		}
	}
	i, j := 0, 0
	for {
		for i < len(a) && j < len(b) && bytes.Equal(a[i], b[j]) {
			end()
			at += len(a[i])
			open = Splice{At: at}
			i, j = i+1, j+1
		}
		if len(steps) == 0 {
			break
		}
		if steps[0] == takeOut {
			open.Old = append(open.Old, a[i]...)
			at += len(a[i])
			i++
		} else {
			open.New = append(open.New, b[j]...)
			j++
		}
		steps = steps[1:]
	}
	end()
	return out
}

// check reports what keeps edits from being edits at all.
func checkEdits(edits []Splice) error {
	at := 0
	for i, e := range edits {
		if e.At < at || len(e.Old)+len(e.New) == 0 {
			return fmt.Errorf("edit %d: %w", i, errSplice)
		}
		at = e.At + len(e.Old)
	}
	return nil
}
