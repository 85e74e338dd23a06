package transcript

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"maps"
	"slices"
	"time"
)

// What is known of the archives stands in a file, so that ten years take no
// memory: a search reads it through, some 12 MB that the system has at hand. It
// begins with shelfMagic, the length of a list of blocks as JSON and the list;
// then come their records. It is only ever replaced by another. What it does
// not have, or not for the archive as it is now, is sifted anew.
const (
	shelfFile  = ".index/sieve.bin"
	shelfMagic = "yumori sieve 1\n"
	shelfHead  = len(shelfMagic) + 4
	shelfLeast = 32 << 10 // bytes: so much stays in memory
	maxShelf   = 1 << 30
	shelfTries = 3 // the second time all was sifted anew, unless somebody is at it
)

// A block is the records of an archive on the shelf.
type block struct {
	Name    string    `json:"name"`
	Size    int64     `json:"size"`
	Changed time.Time `json:"changed"`
	End     int64     `json:"end"`
	Length  int64     `json:"length"`
	Sum     uint32    `json:"sum"` // of the records
	at      int64     // in the file
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

var errShelf = errors.New("the sieve on disk is not what was written")

// takeShelf takes up what an earlier run has shelved. What cannot be read is
// sifted again.
func (l *Log) takeShelf() {
	f, err := l.dir.Open(shelfFile)
	if err != nil {
		return
	}
	defer f.Close()
	size, err := f.Seek(0, io.SeekEnd)
	if err != nil {
		return
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return
	}
	head := make([]byte, shelfHead)
	if _, err := io.ReadFull(f, head); err != nil || string(head[:len(shelfMagic)]) != shelfMagic {
		return
	}
	n := int64(binary.LittleEndian.Uint32(head[len(shelfMagic):]))
	if n > size {
		return
	}
	data := make([]byte, n)
	var list []*block
	if _, err := io.ReadFull(f, data); err != nil || json.Unmarshal(data, &list) != nil {
		return
	}
	at := int64(shelfHead) + n
	for _, b := range list {
		if b == nil || b.Length <= 0 || b.Length > size-at {
			return
		}
		b.at, at = at, at+b.Length
		l.sieve.parts[b.Name] = &sifted{size: b.Size, changed: b.Changed, end: b.End, shelved: b}
	}
}

// shelve writes the records of the archives, if there are enough of them that
// are not on the shelf. Where that fails they stay in memory.
func (l *Log) shelve(list []siftedPart) {
	list = slices.DeleteFunc(slices.Clone(list), func(p siftedPart) bool { return p.name == logFile || p.data == nil && p.shelved == nil })
	loose := 0
	for _, p := range list {
		loose += len(p.data)
	}
	if loose < shelfLeast {
		return
	}
	blocks := make([]*block, 0, len(list))
	records := make([]io.Reader, 1, len(list)+1)
	err := l.eachRecords(list, func(p siftedPart, data []byte) {
		if p.data == nil {
			data = bytes.Clone(data)
		}
		blocks = append(blocks, &block{
			Name: p.name, Size: p.size, Changed: p.changed, End: p.end, Length: int64(len(data)), Sum: crc32.Checksum(data, castagnoli),
		})
		records = append(records, bytes.NewReader(data))
	})
	table, terr := json.Marshal(blocks)
	if errors.Join(err, terr) != nil {
		return // what could not be read is sifted again
	}
	head := binary.LittleEndian.AppendUint32([]byte(shelfMagic), uint32(len(table)))
	head = append(head, table...)
	records[0] = bytes.NewReader(head)
	if _, err := l.dir.Import(shelfFile, io.MultiReader(records...), maxShelf); err != nil {
		return
	}
	at := int64(len(head))
	for i, p := range list {
		blocks[i].at, at = at, at+blocks[i].Length
		p.data, p.shelved = nil, blocks[i]
	}
}

// eachRecords visits the records of parts, which are good until visit returns.
// A shelf that is not what was written is forgotten, so that the archives are
// sifted again; then the error is errShelf. The sieve is held.
func (l *Log) eachRecords(list []siftedPart, visit func(siftedPart, []byte)) error {
	var f io.ReadSeekCloser
	for _, p := range list {
		if p.shelved == nil {
			visit(p, p.data)
			continue
		}
		if f == nil {
			var err error
			if f, err = l.dir.Open(shelfFile); err != nil {
				l.sieve.forgetShelf()
				return fmt.Errorf("%w: %w", errShelf, err)
			}
			defer f.Close()
		}
		data, err := l.sieve.take(f, p.shelved)
		if err != nil {
			l.sieve.forgetShelf()
			return err
		}
		visit(p, data)
	}
	return nil
}

// forgetShelf has the archives be sifted again.
func (s *ngramFilter) forgetShelf() {
	maps.DeleteFunc(s.parts, func(_ string, p *sifted) bool { return p.shelved != nil })
}

// take reads a block. What it returns is good until the next call.
func (s *ngramFilter) take(f io.ReadSeeker, b *block) ([]byte, error) {
	s.buf = slices.Grow(s.buf[:0], int(b.Length))[:b.Length]
	_, err := f.Seek(b.at, io.SeekStart)
	if err == nil {
		_, err = io.ReadFull(f, s.buf)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errShelf, err)
	}
	if crc32.Checksum(s.buf, castagnoli) != b.Sum {
		return nil, errShelf
	}
	return s.buf, nil
}
