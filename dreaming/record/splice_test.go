package record

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestSplices makes each of two texts of the other.
func TestSplices(t *testing.T) {
	many := strings.Repeat("line\n", 5000)
	for _, tc := range []struct{ name, before, after string }{
		{"same", "a\nb\n", "a\nb\n"},
		{"new", "", "a\n"},
		{"gone", "a\n", ""},
		{"appended", "a\nb\n", "a\nb\nc\n"},
		{"no line break at the end", "a\nb", "a\nb\nc"},
		{"in the middle", "a\nb\nc\nd\n", "a\nx\nc\ny\nd\n"},
		{"all else", "a\nb\n", "x\ny\nz\n"},
		{"twice the same line", "a\na\na\n", "a\na\n"},
		{"carriage returns", "a\r\nb\r\n", "a\r\nc\r\n"},
		{"no text", "\xff\xfe\n\x00", "\xff\n"},
		{"more lines than are compared", many, "x\n" + many + "y\n"},
		{"more lines than are compared, all else", many, strings.Repeat("other\n", 4000)},
	} {
		t.Run(tc.name, func(t *testing.T) { holdSplices(t, []byte(tc.before), []byte(tc.after)) })
	}
}

func holdSplices(t *testing.T, before, after []byte) {
	t.Helper()
	edits := splices(before, after)
	data, err := json.Marshal(edits)
	if err != nil {
		t.Fatal(err)
	}
	var read []Splice
	if err := json.Unmarshal(data, &read); err != nil {
		t.Fatal(err)
	}
	if err := checkEdits(read); err != nil {
		t.Fatal(err)
	}
	if got, err := spliced(before, read); err != nil || !bytes.Equal(got, after) {
		t.Fatalf("forward: %.80q, %v", got, err)
	}
	if got, err := spliced(after, inverse(read)); err != nil || !bytes.Equal(got, before) {
		t.Fatalf("backward: %.80q, %v", got, err)
	}
}

func TestRandomSplices(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	lines := func() []byte {
		var b bytes.Buffer
		for range rng.IntN(30) {
			fmt.Fprintf(&b, "line %d\n", rng.IntN(8))
		}
		return b.Bytes()
	}
	for range 500 {
		holdSplices(t, lines(), lines())
	}
}

func TestSplicesRefuse(t *testing.T) {
	for _, edits := range [][]Splice{
		{{At: 5, Old: []byte("x")}},
		{{At: 0, Old: []byte("b")}},
		{{At: 2, New: []byte("x")}, {At: 1, New: []byte("y")}},
	} {
		if got, err := spliced([]byte("abc"), edits); err == nil {
			t.Errorf("%v gives %q", edits, got)
		}
	}
	if err := checkEdits([]Splice{{At: -1, New: []byte("x")}}); err == nil {
		t.Error("an edit before the beginning")
	}
}
