package rag

import (
	"encoding/binary"
	"errors"

	"yumori/rag/segment"
)

// stored says where the units and chunks of a snapshot stand in its file: each
// kind in records of one length, what is longer behind them. The zero value
// holds none.
type stored struct {
	mapped        *segment.MappedFile
	units, chunks int // how many there are

	unitsAt  int64 // records of units
	namesAt  int64 // their ids, one after another
	idsAt    int64 // hash of the id and number of each unit, ascending
	filesAt  int64 // the numbers of the units of one file after another
	chunksAt int64 // records of chunks
	bagsAt   int64 // their bags, one after another
	bagsEnd  int64
}

// The lengths of what is stored of each unit and chunk, beside texts and bags.
const (
	unitSize   = 64
	chunkSize  = 24
	hashedSize = 8
	numberSize = 4
)

// The flags of a unit, and above them how much of it asks.
const (
	flagUser = 1 << iota
	flagWhen
	asksShift = 8
)

// A named is what a unit is known by.
type named struct {
	id   string
	hash uint64 // of its record
}

// A stretch is a part of a file.
type stretch struct {
	at   int64
	size int
}

// packUnit writes the record of a unit whose numbers are those of the snapshot.
func packUnit(p *segment.Writer, u *unit, name stretch, hash uint64) {
	p.I64(u.when)
	for _, n := range [...]int32{u.session, u.prev, u.next, u.chunk, u.chunks, u.length, u.file, u.group} {
		p.I32(n)
	}
	flags := uint32(u.asks) << asksShift
	if u.byUser {
		flags |= flagUser
	}
	if u.saysWhen {
		flags |= flagWhen
	}
	for _, n := range [...]uint32{uint32(u.speaker) | uint32(u.sort)<<16, flags, uint32(name.at), uint32(name.size)} {
		p.U32(n)
	}
	p.U64(hash)
}

// unpackUnit reads what packUnit wrote.
func unpackUnit(b []byte) unit {
	le := binary.LittleEndian
	_ = b[unitSize-1]
	flags := le.Uint32(b[44:])
	return unit{
		when:    int64(le.Uint64(b)),
		session: int32(le.Uint32(b[8:])), prev: int32(le.Uint32(b[12:])), next: int32(le.Uint32(b[16:])),
		chunk: int32(le.Uint32(b[20:])), chunks: int32(le.Uint32(b[24:])), length: int32(le.Uint32(b[28:])),
		file: int32(le.Uint32(b[32:])), group: int32(le.Uint32(b[36:])),
		speaker: le.Uint16(b[40:]), sort: le.Uint16(b[42:]),
		asks: uint8(flags >> asksShift), byUser: flags&flagUser != 0, saysWhen: flags&flagWhen != 0,
	}
}

// traitsOf reads a unit's group and sort alone.
func traitsOf(b []byte) (group, sort int) {
	le := binary.LittleEndian
	return int(le.Uint32(b[36:])), int(le.Uint16(b[42:]))
}

// unpackName reads where a unit's id stands, and the hash of its record.
func unpackName(b []byte) (stretch, uint64) {
	le := binary.LittleEndian
	return stretch{int64(le.Uint32(b[48:])), int(le.Uint32(b[52:]))}, le.Uint64(b[56:])
}

func packChunk(p *segment.Writer, k *chunk, bag stretch) {
	p.I32(k.unit)
	p.I32(k.length)
	p.U64(k.key)
	p.U32(uint32(bag.at))
	p.U32(uint32(bag.size))
}

// unpackChunk reads what packChunk wrote.
func unpackChunk(b []byte) (chunk, stretch) {
	le := binary.LittleEndian
	_ = b[chunkSize-1]
	k := chunk{unit: int32(le.Uint32(b)), length: int32(le.Uint32(b[4:])), key: le.Uint64(b[8:])}
	return k, stretch{int64(le.Uint32(b[16:])), int(le.Uint32(b[20:]))}
}

// within reports whether a stretch lies between two places.
func (s stretch) within(from, end int64) bool { return s.at >= from && s.at+int64(s.size) <= end }

// errNowhere says that a number in the file is not one of anything.
var errNowhere = errors.New("a number that leads nowhere")

// leads reports whether the numbers of a stored unit are those of something.
// Neighbours in a session come in order, so whoever follows them arrives.
func (c *columns) leads(n int32, u *unit) bool {
	return within(u.session, 0, len(c.sessions)) && int(u.speaker) < len(c.speakers) &&
		int(u.sort) < len(c.sorts) && within(u.file, 0, len(c.files)) && within(u.group, 0, len(c.groups)) &&
		within(u.prev, -1, int(n)) && (u.next == -1 || within(u.next, int(n)+1, c.stored.units)) &&
		u.chunk >= 0 && u.chunks >= 1 && int(u.chunk)+int(u.chunks) <= c.stored.chunks
}

func within(n int32, low, end int) bool { return int(n) >= low && int(n) < end }
