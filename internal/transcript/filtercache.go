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
// begins with cacheMagic, the length of a list of blocks as JSON and the list;
// then come their records. It is only ever replaced by another. What it does
// not have, or not for the archive as it is now, is read anew.
const (
	cacheFile  = ".index/sieve.bin"
	cacheMagic = "yumori sieve 1\n"
	cacheHead  = len(cacheMagic) + 4
	cacheLeast = 32 << 10 // bytes: so much stays in memory
	maxCache   = 1 << 30
	cacheTries = 3 // the second time all was read anew, unless somebody is at it
)

// A block is the records of an archive on disk.
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

var errCache = errors.New("the filter on disk is not what was written")

// loadCache takes up what an earlier run has written there. What cannot be read is
// read again.
func (s *ngramFilter) loadCache() {
	f, err := s.dir.Open(cacheFile)
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
	head := make([]byte, cacheHead)
	if _, err := io.ReadFull(f, head); err != nil || string(head[:len(cacheMagic)]) != cacheMagic {
		return
	}
	n := int64(binary.LittleEndian.Uint32(head[len(cacheMagic):]))
	if n > size {
		return
	}
	data := make([]byte, n)
	var list []*block
	if _, err := io.ReadFull(f, data); err != nil || json.Unmarshal(data, &list) != nil {
		return
	}
	at := int64(cacheHead) + n
	for _, b := range list {
		if b == nil || b.Length <= 0 || b.Length > size-at {
			return
		}
		b.at, at = at, at+b.Length
		s.parts[b.Name] = &filtered{size: b.Size, changed: b.Changed, end: b.End, cached: b}
	}
}

// writeCache writes the records of the archives, if there are enough of them that
// are not on disk. Where that fails they stay in memory.
func (s *ngramFilter) writeCache(list []filteredPart) {
	list = slices.DeleteFunc(slices.Clone(list), func(p filteredPart) bool { return p.name == logFile || p.data == nil && p.cached == nil })
	loose := 0
	for _, p := range list {
		loose += len(p.data)
	}
	if loose < cacheLeast {
		return
	}
	blocks := make([]*block, 0, len(list))
	records := make([]io.Reader, 1, len(list)+1)
	err := s.eachRecords(list, func(p filteredPart, data []byte) {
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
		return // what could not be read is read again
	}
	head := binary.LittleEndian.AppendUint32([]byte(cacheMagic), uint32(len(table)))
	head = append(head, table...)
	records[0] = bytes.NewReader(head)
	if _, err := s.dir.Import(cacheFile, io.MultiReader(records...), maxCache); err != nil {
		return
	}
	at := int64(len(head))
	for i, p := range list {
		blocks[i].at, at = at, at+blocks[i].Length
		p.data, p.cached = nil, blocks[i]
	}
}

// eachRecords visits the records of parts, which are good until visit returns.
// A cache that is not what was written is forgotten, so that the archives are
// read again; then the error is errCache. The filter is held.
func (s *ngramFilter) eachRecords(list []filteredPart, visit func(filteredPart, []byte)) error {
	var f io.ReadSeekCloser
	for _, p := range list {
		if p.cached == nil {
			visit(p, p.data)
			continue
		}
		if f == nil {
			var err error
			if f, err = s.dir.Open(cacheFile); err != nil {
				s.forgetCache()
				return fmt.Errorf("%w: %w", errCache, err)
			}
			defer f.Close()
		}
		data, err := s.take(f, p.cached)
		if err != nil {
			s.forgetCache()
			return err
		}
		visit(p, data)
	}
	return nil
}

// forgetCache has the archives be read again.
func (s *ngramFilter) forgetCache() {
	maps.DeleteFunc(s.parts, func(_ string, p *filtered) bool { return p.cached != nil })
}

// take reads a block. What it returns is good until the next call.
func (s *ngramFilter) take(f io.ReadSeeker, b *block) ([]byte, error) {
	s.buf = slices.Grow(s.buf[:0], int(b.Length))[:b.Length]
	_, err := f.Seek(b.at, io.SeekStart)
	if err == nil {
		_, err = io.ReadFull(f, s.buf)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errCache, err)
	}
	if crc32.Checksum(s.buf, castagnoli) != b.Sum {
		return nil, errCache
	}
	return s.buf, nil
}
