package latent

import (
	"bufio"
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
// idf (float32), the scales of their rows (float32), these rows (int8), and the
// SHA-256 of all before it.
const magic = "yumori-space-2\n"

// errDamaged is wrapped by what Read returns for a file that is no Space.
var errDamaged = errors.New("damaged semantic space")

// WriteTo writes the space. It implements io.WriterTo.
func (s *Space) WriteTo(w io.Writer) (int64, error) {
	sum := sha256.New()
	out := bufio.NewWriterSize(io.MultiWriter(w, sum), 1<<16)
	n := int64(len(magic) + 8 + 4*len(s.terms) + 4*len(s.idf) + 4*len(s.scale) + len(s.basis) + sha256.Size)
	_, _ = out.WriteString(magic) // a bufio.Writer keeps its first error for Flush
	for _, part := range []any{uint32(s.dim), uint32(len(s.terms)), s.terms, s.idf, s.scale, s.basis} {
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
	sum := sha256.New()
	in := io.TeeReader(r, sum)
	head := make([]byte, len(magic)+8)
	if _, err := io.ReadFull(in, head); err != nil || string(head[:len(magic)]) != magic {
		return nil, fmt.Errorf("%w: no such file", errDamaged)
	}
	dim := int(binary.LittleEndian.Uint32(head[len(magic):]))
	n := int(binary.LittleEndian.Uint32(head[len(magic)+4:]))
	if dim < 1 || dim > maxDim || n < 1 || n > maxTerms {
		return nil, fmt.Errorf("%w: %d terms of %d dimensions", errDamaged, n, dim)
	}
	s := &Space{dim: dim, terms: make([]Term, n), idf: make([]float32, n), scale: make([]float32, n)}
	if err := readUints(in, s.terms); err != nil {
		return nil, err
	}
	if err := readFloats(in, s.idf); err != nil {
		return nil, err
	}
	if err := s.readBasis(in); err != nil {
		return nil, err
	}
	want := sum.Sum(nil)
	got := make([]byte, sha256.Size)
	if _, err := io.ReadFull(r, got); err != nil || string(got) != string(want) {
		return nil, fmt.Errorf("%w: checksum", errDamaged)
	}
	return s, nil
}

// readBasis reads the rows of the terms that were read.
func (s *Space) readBasis(in io.Reader) error {
	if !slices.IsSorted(s.terms) {
		return fmt.Errorf("%w: terms out of order", errDamaged)
	}
	if err := readFloats(in, s.scale); err != nil {
		return err
	}
	s.basis = make([]int8, 0, len(s.terms)*s.dim) // the terms were there, so the file is not short by far
	row := make([]byte, s.dim)
	for range s.terms {
		if _, err := io.ReadFull(in, row); err != nil {
			return fmt.Errorf("%w: %w", errDamaged, err)
		}
		for _, b := range row {
			s.basis = append(s.basis, int8(b))
		}
	}
	return nil
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
