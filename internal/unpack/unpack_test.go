package unpack

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
)

func archive(t testing.TB, names ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, name := range names {
		f, err := w.Create(name)
		if err == nil && !strings.HasSuffix(name, "/") {
			_, err = f.Write([]byte("x"))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

var limits = Limits{Entries: 100, Content: 1 << 20, Ratio: 1_000}

// overlapping is an archive with one file's bytes under many names, as its
// directory says: all of it together is far more than it seems.
func overlapping(t testing.TB, n, shift int) []byte {
	t.Helper()
	data := archive(t, "0000", "1111")
	dir := bytes.Index(data, []byte("PK\x01\x02"))
	end := bytes.Index(data, []byte("PK\x05\x06"))
	head := data[dir : dir+46+4]
	out := bytes.Clone(data[:dir])
	for i := range n {
		h := bytes.Clone(head)
		copy(h[46:], fmt.Sprintf("%04d", i))
		binary.LittleEndian.PutUint32(h[20:], binary.LittleEndian.Uint32(h[20:])+uint32(shift)) // of the bytes after it as well
		if i == 1 && shift > 0 {
			h = bytes.Clone(data[dir+len(head) : dir+2*len(head)])
		}
		out = append(out, h...)
	}
	tail := bytes.Clone(data[end:])
	binary.LittleEndian.PutUint16(tail[8:], uint16(n))
	binary.LittleEndian.PutUint16(tail[10:], uint16(n))
	binary.LittleEndian.PutUint32(tail[12:], uint32(len(out)-dir))
	return append(out, tail...)
}

func TestOpen(t *testing.T) {
	many := make([]string, 101)
	for i := range many {
		many[i] = fmt.Sprint(i)
	}
	for _, tt := range []struct {
		name   string
		data   []byte
		reason Reason
	}{
		{"good", archive(t, "a", "b/", "b/c"), ""},
		{"outside", archive(t, "a", "../b"), BadName},
		{"drive", archive(t, "C:/b"), BadName},
		{"latin", archive(t, "caf\xe9"), BadName},
		{"twice", archive(t, "a", "a"), Duplicate},
		{"folder and file", archive(t, "a/", "a"), Duplicate},
		{"many", archive(t, many...), TooMany},
		{"one file under many names", overlapping(t, 50, 0), Damaged},
		{"a file inside of another", overlapping(t, 2, 80), Damaged},
		{"side by side", overlapping(t, 1, 0), ""},
		{"superscript", archive(t, "COM¹.txt"), BadName},
		{"console", archive(t, "a/conin$"), BadName},
		{"cut", archive(t, "a", "b")[:40], Damaged},
		{"nothing", nil, Damaged},
	} {
		files, err := Open(bytes.NewReader(tt.data), int64(len(tt.data)), limits)
		var bad *Error
		if errors.As(err, &bad) != (tt.reason != "") || bad != nil && bad.Reason != tt.reason || err == nil && len(files) > 2 {
			t.Errorf("%s: %d files, %v", tt.name, len(files), err)
		}
	}
}

// TestMarksAcrossReads: a mark that is cut in two by a reading counts once.
func TestMarksAcrossReads(t *testing.T) {
	data := strings.Repeat("PK\x01\x02-", 50)
	for n := 1; n < 12; n++ {
		if got, err := marks(pieces{strings.NewReader(data), n}, 1000); got != 50 || err != nil {
			t.Errorf("in pieces of %d: %d marks, %v", n, got, err)
		}
	}
}

type pieces struct {
	r io.Reader
	n int
}

func (p pieces) Read(b []byte) (int, error) { return p.r.Read(b[:min(len(b), p.n)]) }

func FuzzOpen(f *testing.F) {
	f.Add(archive(f, "a", "b/c"))
	f.Add(overlapping(f, 5, 0))
	f.Fuzz(func(t *testing.T, data []byte) {
		files, err := Open(bytes.NewReader(data), int64(len(data)), limits)
		if err != nil {
			return
		}
		for _, z := range files {
			if Unusable(z.Name) != "" {
				t.Errorf("name %q", z.Name)
			}
			r, err := Content(z)
			if err != nil {
				continue
			}
			_, _ = io.Copy(io.Discard, r)
			_ = r.Close()
		}
	})
}
