package rag

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"hash"
	"hash/crc32"
	"io"
	"math"
)

// A packer writes numbers, little-endian, and keeps a checksum of them, which
// end writes last. Its first error stays.
type packer struct {
	out *bufio.Writer
	sum hash.Hash32
	buf [8]byte
	err error

	place int64 // how many bytes were written
}

func newPacker(w io.Writer) *packer {
	sum := crc32.New(crc32.MakeTable(crc32.Castagnoli))
	return &packer{out: bufio.NewWriterSize(io.MultiWriter(w, sum), 1<<18), sum: sum}
}

func (p *packer) bytes(b []byte) {
	if p.err == nil {
		_, p.err = p.out.Write(b)
		p.place += int64(len(b))
	}
}

// fail ends the writing for a reason, if there is one.
func (p *packer) fail(err error) {
	if p.err == nil {
		p.err = err
	}
}

func (p *packer) u32(n uint32) {
	binary.LittleEndian.PutUint32(p.buf[:], n)
	p.bytes(p.buf[:4])
}

func (p *packer) i32(n int32) { p.u32(uint32(n)) }

func (p *packer) u64(n uint64) {
	binary.LittleEndian.PutUint64(p.buf[:], n)
	p.bytes(p.buf[:])
}

func (p *packer) i64(n int64) { p.u64(uint64(n)) }

func (p *packer) text(s string) {
	p.u32(uint32(len(s)))
	if p.err == nil {
		_, p.err = p.out.WriteString(s)
		p.place += int64(len(s))
	}
}

func (p *packer) texts(list []string) {
	p.u32(uint32(len(list)))
	for _, s := range list {
		p.text(s)
	}
}

func (p *packer) floats(list []float32) {
	for _, f := range list {
		p.u32(math.Float32bits(f))
	}
}

// end writes the checksum and returns the first error.
func (p *packer) end() error {
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

// An unpacker reads what a packer wrote. It takes no length that the file
// cannot hold, so damage asks for no memory; its first error stays and every
// number after it is 0.
type unpacker struct {
	in   *bufio.Reader
	sum  hash.Hash32
	size int64
	left int64 // bytes before the checksum
	buf  []byte
	err  error
}

// newUnpacker reads a file of size bytes.
func newUnpacker(r io.Reader, size int64) *unpacker {
	u := &unpacker{in: bufio.NewReaderSize(r, 1<<18), sum: crc32.New(crc32.MakeTable(crc32.Castagnoli)), size: size, left: size - 4}
	if u.left < 0 {
		u.fail()
	}
	return u
}

func (u *unpacker) fail() {
	if u.err == nil {
		u.err = fmt.Errorf("%w: cut short or of impossible lengths", errDamaged)
	}
}

// bytes returns the next n bytes, which are good until the next call.
func (u *unpacker) bytes(n int) []byte {
	if cap(u.buf) < n {
		u.buf = make([]byte, max(n, 64))
	}
	b := u.buf[:n]
	if u.err == nil && int64(n) > u.left {
		u.fail()
	}
	if u.err == nil {
		if _, err := io.ReadFull(u.in, b); err != nil {
			u.err = fmt.Errorf("%w: %w", errDamaged, err)
		}
		_, _ = u.sum.Write(b) // never fails
		u.left -= int64(n)
	}
	if u.err != nil {
		clear(b)
	}
	return b
}

func (u *unpacker) u32() uint32 { return binary.LittleEndian.Uint32(u.bytes(4)) }
func (u *unpacker) i32() int32  { return int32(u.u32()) }
func (u *unpacker) u64() uint64 { return binary.LittleEndian.Uint64(u.bytes(8)) }
func (u *unpacker) i64() int64  { return int64(u.u64()) }

// count returns a number of things of at least each bytes.
func (u *unpacker) count(each int64) int {
	n := int64(u.u32())
	if u.err != nil || n*each > u.left {
		u.fail()
		return 0
	}
	return int(n)
}

func (u *unpacker) text() string { return string(u.bytes(u.count(1))) }

func (u *unpacker) texts() []string {
	list := make([]string, u.count(4))
	for i := range list {
		list[i] = u.text()
	}
	return list
}

// place is how many bytes of the file stand before the next.
func (u *unpacker) place() int64 { return u.size - 4 - u.left }

// unpackBlock is how many bytes are looked at together.
const unpackBlock = 1 << 16

// skip leaves out n bytes, all but their sum.
func (u *unpacker) skip(n int64) {
	if n > u.left {
		u.fail()
	}
	for ; n > 0 && u.err == nil; n -= unpackBlock {
		u.bytes(int(min(n, unpackBlock)))
	}
}

// end checks the checksum and returns the first error.
func (u *unpacker) end() error {
	if u.err == nil && u.left != 0 {
		u.fail()
	}
	if u.err != nil {
		return u.err
	}
	want := u.sum.Sum32()
	var b [4]byte
	if _, err := io.ReadFull(u.in, b[:]); err != nil {
		return fmt.Errorf("%w: %w", errDamaged, err)
	}
	if got := binary.LittleEndian.Uint32(b[:]); got != want {
		return fmt.Errorf("%w: checksum %08x, want %08x", errDamaged, got, want)
	}
	return nil
}
