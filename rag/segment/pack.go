package segment

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"hash"
	"hash/crc32"
	"io"
	"math"
)

// A Writer writes numbers, little-endian, and keeps a checksum of them, which
// end writes last. Its first error stays.
type Writer struct {
	out *bufio.Writer
	sum hash.Hash32
	buf [8]byte
	err error

	Written int64 // how many bytes were written
}

// NewWriter writes to w, in large pieces.
func NewWriter(w io.Writer) *Writer {
	sum := crc32.New(crc32.MakeTable(crc32.Castagnoli))
	return &Writer{out: bufio.NewWriterSize(io.MultiWriter(w, sum), 1<<18), sum: sum}
}

// Bytes writes b as it is.
func (p *Writer) Bytes(b []byte) {
	if p.err == nil {
		_, p.err = p.out.Write(b)
		p.Written += int64(len(b))
	}
}

// Fail ends the writing for a reason, if there is one.
func (p *Writer) Fail(err error) {
	if p.err == nil {
		p.err = err
	}
}

// U32 writes a number.
func (p *Writer) U32(n uint32) {
	binary.LittleEndian.PutUint32(p.buf[:], n)
	p.Bytes(p.buf[:4])
}

// I32 writes a number.
func (p *Writer) I32(n int32) { p.U32(uint32(n)) }

// U64 writes a number.
func (p *Writer) U64(n uint64) {
	binary.LittleEndian.PutUint64(p.buf[:], n)
	p.Bytes(p.buf[:])
}

// I64 writes a number.
func (p *Writer) I64(n int64) { p.U64(uint64(n)) }

// Text writes a text after its length in bytes.
func (p *Writer) Text(s string) {
	p.U32(uint32(len(s)))
	if p.err == nil {
		_, p.err = p.out.WriteString(s)
		p.Written += int64(len(s))
	}
}

// Texts writes texts after how many there are.
func (p *Writer) Texts(list []string) {
	p.U32(uint32(len(list)))
	for _, s := range list {
		p.Text(s)
	}
}

// Floats writes numbers, without how many there are.
func (p *Writer) Floats(list []float32) {
	for _, f := range list {
		p.U32(math.Float32bits(f))
	}
}

// End writes the checksum and returns the first error.
func (p *Writer) End() error {
	if p.err == nil {
		p.err = p.out.Flush()
	}
	if p.err == nil {
		binary.LittleEndian.PutUint32(p.buf[:], p.sum.Sum32())
		_, p.err = p.out.Write(p.buf[:4])
	}
	if p.err == nil {
		p.err = p.out.Flush()
	}
	return p.err
}

// An Reader reads what a packer wrote. It takes no length that the file
// cannot hold, so damage asks for no memory; its first error stays and every
// number after it is 0.
type Reader struct {
	in   *bufio.Reader
	sum  hash.Hash32
	size int64
	left int64 // bytes before the checksum
	buf  []byte
	Err  error
}

// NewReader reads a file of size bytes.
func NewReader(r io.Reader, size int64) *Reader {
	u := &Reader{in: bufio.NewReaderSize(r, 1<<18), sum: crc32.New(crc32.MakeTable(crc32.Castagnoli)), size: size, left: size - 4}
	if u.left < 0 {
		u.Fail()
	}
	return u
}

// Fail ends the reading: what was read fits to nothing. The error wraps ErrDamaged.
func (u *Reader) Fail() {
	if u.Err == nil {
		u.Err = fmt.Errorf("%w: cut short or of impossible lengths", ErrDamaged)
	}
}

// Bytes returns the next n bytes, which are good until the next call.
func (u *Reader) Bytes(n int) []byte {
	if cap(u.buf) < n {
		u.buf = make([]byte, max(n, 64))
	}
	b := u.buf[:n]
	if u.Err == nil && int64(n) > u.left {
		u.Fail()
	}
	if u.Err == nil {
		if _, err := io.ReadFull(u.in, b); err != nil {
			u.Err = fmt.Errorf("%w: %w", ErrDamaged, err)
		}
		_, _ = u.sum.Write(b) // never fails
		u.left -= int64(n)
	}
	if u.Err != nil {
		clear(b)
	}
	return b
}

// U32 returns the next number.
func (u *Reader) U32() uint32 { return binary.LittleEndian.Uint32(u.Bytes(4)) }

// I32 returns the next number.
func (u *Reader) I32() int32 { return int32(u.U32()) }

// U64 returns the next number.
func (u *Reader) U64() uint64 { return binary.LittleEndian.Uint64(u.Bytes(8)) }

// I64 returns the next number.
func (u *Reader) I64() int64 { return int64(u.U64()) }

// Count returns a number of things of at least each bytes.
func (u *Reader) Count(each int64) int {
	n := int64(u.U32())
	if u.Err != nil || n*each > u.left {
		u.Fail()
		return 0
	}
	return int(n)
}

// Text returns the next text.
func (u *Reader) Text() string { return string(u.Bytes(u.Count(1))) }

// Texts returns the next texts.
func (u *Reader) Texts() []string {
	list := make([]string, u.Count(4))
	for i := range list {
		list[i] = u.Text()
	}
	return list
}

// Place is how many bytes of the file stand before the next.
func (u *Reader) Place() int64 { return u.size - 4 - u.left }

// unpackBlock is how many bytes are looked at together.
const unpackBlock = 1 << 16

// Skip leaves out n bytes, all but their sum.
func (u *Reader) Skip(n int64) {
	if n > u.left {
		u.Fail()
	}
	for ; n > 0 && u.Err == nil; n -= unpackBlock {
		u.Bytes(int(min(n, unpackBlock)))
	}
}

// End checks the checksum and returns the first error.
func (u *Reader) End() error {
	if u.Err == nil && u.left != 0 {
		u.Fail()
	}
	if u.Err != nil {
		return u.Err
	}
	want := u.sum.Sum32()
	var b [4]byte
	if _, err := io.ReadFull(u.in, b[:]); err != nil {
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	if got := binary.LittleEndian.Uint32(b[:]); got != want {
		return fmt.Errorf("%w: checksum %08x, want %08x", ErrDamaged, got, want)
	}
	return nil
}
