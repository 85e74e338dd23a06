package latent

import (
	"bufio"
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
)

// magic begins the file of a Space. It is followed, little-endian, by the
// number of dimensions and of terms (uint32 each), the terms (uint32), their
// idf (float32), the scales of their rows (float32), these rows (int16), and the
// SHA-256 of all before it. In the older form rows are of int8.
const (
	magic    = "yumori-space-3\n"
	magicOld = "yumori-space-2\n"
)

// errDamaged is wrapped by what Read returns for a file that is no Space.
var errDamaged = errors.New("damaged semantic space")

// WriteTo writes the space, which must have its rows. It implements io.WriterTo.
func (s *Space) WriteTo(w io.Writer) (int64, error) {
	sum := sha256.New()
	out := bufio.NewWriterSize(io.MultiWriter(w, sum), 1<<16)
	n := int64(len(magic) + 8 + 4*len(s.terms) + 4*len(s.idf) + 4*len(s.scale) + len(s.rows) + sha256.Size)
	_, _ = out.WriteString(magic) // a bufio.Writer keeps its first error for Flush
	for _, part := range []any{uint32(s.dim), uint32(len(s.terms)), s.terms, s.idf, s.scale, s.rows} {
		if err := binary.Write(out, binary.LittleEndian, part); err != nil {
			return 0, fmt.Errorf("write semantic space: %w", err)
		}
	}
	if err := out.Flush(); err != nil {
		return 0, fmt.Errorf("write semantic space: %w", err)
	}
	if _, err := w.Write(sum.Sum(nil)); err != nil {
		return 0, fmt.Errorf("write semantic space: %w", err)
	}
	return n, nil
}

// Limits of what Read takes, so that a damaged length asks for no memory.
const (
	maxDim   = 4096
	maxTerms = 1 << 20
)

// Read reads what WriteTo wrote, and nothing that was changed since.
func Read(r io.Reader) (*Space, error) {
	var rows []byte
	s, old, err := read(r, func(row []byte) { rows = append(rows, row...) })
	if err != nil {
		return nil, err
	}
	s.rows = rows
	if old {
		s.widen()
	}
	return s, nil
}

// Scan is Read but for the rows: it returns where in the file they begin. The
// error wraps ErrOld for a file of the older form, which has to be read and
// written again.
func Scan(r io.Reader) (s *Space, rowsAt int64, err error) {
	s, old, err := read(r, func([]byte) {})
	if err != nil {
		return nil, 0, err
	}
	if old {
		return nil, 0, ErrOld
	}
	return s, int64(len(magic) + 8 + 12*len(s.terms)), nil
}

// ErrOld is returned by Scan for a file of the older form.
var ErrOld = errors.New("semantic space of an older form")

// readHead reads how a file begins: a space with room for what comes, and whether
// it is of the older form.
func readHead(r io.Reader) (s *Space, old bool, err error) {
	head := make([]byte, len(magic)+8)
	if _, err := io.ReadFull(r, head); err != nil {
		return nil, false, fmt.Errorf("%w: no such file", errDamaged)
	}
	name := string(head[:len(magic)])
	dim := int(binary.LittleEndian.Uint32(head[len(magic):]))
	n := int(binary.LittleEndian.Uint32(head[len(magic)+4:]))
	if name != magic && name != magicOld || dim < 1 || dim > maxDim || n < 1 || n > maxTerms {
		return nil, false, fmt.Errorf("%w: %q, %d terms of %d dimensions", errDamaged, name, n, dim)
	}
	return &Space{dim: dim, terms: make([]Term, n), idf: make([]float32, n), scale: make([]float32, n)}, name == magicOld, nil
}

// read reads a file and shows its rows.
func read(r io.Reader, show func(row []byte)) (s *Space, old bool, err error) {
	sum := sha256.New()
	s, old, err = readHead(io.TeeReader(r, sum))
	if err != nil {
		return nil, old, err
	}
	row := make([]byte, s.RowSize())
	if old {
		row = row[:s.dim]
	}
	size := int64(len(s.terms)) * int64(12+len(row))
	in := bufio.NewReaderSize(io.TeeReader(io.LimitReader(r, size), sum), 1<<16)
	if err := cmp.Or(readUints(in, s.terms), readFloats(in, s.idf), readFloats(in, s.scale)); err != nil {
		return nil, old, err
	}
	if !slices.IsSorted(s.terms) {
		return nil, old, fmt.Errorf("%w: terms out of order", errDamaged)
	}
	mark := newMarker(s)
	for i := range s.terms {
		if _, err := io.ReadFull(in, row); err != nil {
			return nil, old, fmt.Errorf("%w: %w", errDamaged, err)
		}
		if !old {
			mark.row(i, row)
		}
		show(row)
	}
	s.mark = mark.sum.Sum64()
	want := make([]byte, sha256.Size)
	if _, err := io.ReadFull(r, want); err != nil || !bytes.Equal(want, sum.Sum(nil)) {
		return nil, old, fmt.Errorf("%w: checksum", errDamaged)
	}
	return s, old, nil
}

// widen makes rows of int16 of such of int8, which say the same.
func (s *Space) widen() {
	old, mark := s.rows, newMarker(s)
	s.rows = make([]byte, 2*len(old))
	for i, b := range old {
		s.rows[2*i+1] = b // 256 times as much
	}
	for r := range s.terms {
		s.scale[r] /= 256
		mark.row(r, s.rows[r*s.RowSize():][:s.RowSize()])
	}
	s.mark = mark.sum.Sum64()
}

func readUints(r io.Reader, dst []uint32) error {
	buf := make([]byte, 4*len(dst))
	if _, err := io.ReadFull(r, buf); err != nil {
		return fmt.Errorf("%w: %w", errDamaged, err)
	}
	for i := range dst {
		dst[i] = binary.LittleEndian.Uint32(buf[4*i:])
	}
	return nil
}

func readFloats(r io.Reader, dst []float32) error {
	bits := make([]uint32, len(dst))
	if err := readUints(r, bits); err != nil {
		return err
	}
	for i, b := range bits {
		dst[i] = math.Float32frombits(b)
	}
	return nil
}
