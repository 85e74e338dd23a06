package persona

import (
	"bytes"
	"errors"
	"image"
	"image/gif"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"yumori/internal/store"
)

// TestSetPortrait has pictures take each other's place, whatever their kind: none
// is lost, and what is no picture changes nothing.
func TestSetPortrait(t *testing.T) {
	b := newBench(t, Sample{})
	cause := store.Cause{Kind: store.CauseUser}
	var first, second bytes.Buffer
	if err := errors.Join(png.Encode(&first, image.NewGray(image.Rect(0, 0, 3, 3))),
		gif.Encode(&second, image.NewGray(image.Rect(0, 0, 4, 4)), nil)); err != nil {
		t.Fatal(err)
	}
	shows := func(want []byte) {
		t.Helper()
		if got, err := Expression(b.Dir, ""); err != nil || !bytes.Equal(got, want) {
			t.Errorf("it shows %d bytes, not %d: %v", len(got), len(want), err)
		}
	}
	for _, picture := range [][]byte{second.Bytes(), first.Bytes(), second.Bytes()} {
		if err := SetPortrait(b.Dir, picture, cause); err != nil {
			t.Fatal(err)
		}
		shows(picture)
	}
	if err := SetPortrait(b.Dir, []byte("a letter"), cause); !errors.Is(err, ErrNoPicture) {
		t.Errorf("of a letter: %v", err)
	}
	if err := SetPortrait(b.Dir, append(first.Bytes(), make([]byte, MaxExpression)...), cause); !errors.Is(err, ErrNoPicture) {
		t.Errorf("of one too large: %v", err)
	}
	shows(second.Bytes())
	if err := SetPortrait(b.Dir, nil, cause); err != nil {
		t.Fatal(err)
	}
	shows(nil)
	kept, err := filepath.Glob(b.FilePath(".quarantine/*neutral*"))
	if err != nil {
		t.Fatal(err)
	}
	pictures := 0
	for _, name := range kept {
		if data, err := os.ReadFile(name); err == nil && (bytes.Equal(data, first.Bytes()) || bytes.Equal(data, second.Bytes())) {
			pictures++
		}
	}
	if pictures != 3 {
		t.Errorf("%d of 3 pictures were kept: %v", pictures, kept)
	}
}
