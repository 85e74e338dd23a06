package transcript

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"math"
	"math/bits"
	"sync"
	"time"
	"unicode/utf8"

	"yumori/internal/store"
)

// A ngramFilter knows of each message, without reading it, that it cannot hold most
// phrases: it keeps a small set of what its folded text is made of, single
// letters, pairs, and threes of ASCII. What a phrase is made of is in the set of
// every message that holds the phrase. It takes some 90 bytes a message; those
// of the archives stand in a file.
type ngramFilter struct {
	dir *store.Dir

	mu     sync.Mutex
	parts  map[string]*filtered
	looked bool // for the file
	buf    []byte
}

// filtered is what a filter knows of one file.
type filtered struct {
	size    int64     // of an archive when it was read
	changed time.Time // and when it had last changed
	end     int64     // bytes that were read
	data    []byte    // a record for each message that somebody said; nil on disk
	cached  *block    // where it stands there
}

// A record is the offset of the line, the hash of the message's id, how many
// runes the text has as far as can be counted, the logarithm of the words that
// the set has, and the set.
const (
	recordID    = 8
	recordRunes = 16
	recordLog   = 18
	recordSet   = 19
)

// maxSetLog bounds the set of a long message: 2 KiB.
const maxSetLog = 8

// add takes in a line, if it is a message that somebody said.
func (s *filtered) add(at spot, fold *folder) {
	m, ok := said(at.data)
	if !ok {
		return
	}
	fold.fold(m.Text)
	log := min(bits.Len(uint(3*utf8.RuneCount(fold.out)/64)), maxSetLog)
	s.data = binary.LittleEndian.AppendUint64(s.data, uint64(at.start))
	s.data = binary.LittleEndian.AppendUint64(s.data, hashID(m.ID))
	s.data = binary.LittleEndian.AppendUint16(s.data, uint16(min(utf8.RuneCountInString(m.Text), math.MaxUint16)))
	s.data = append(s.data, byte(log))
	set := len(s.data)
	s.data = append(s.data, make([]byte, 8<<log)...)
	mask := uint64(64<<log - 1)
	eachGram(fold.out, func(gram uint64) {
		gram &= mask
		s.data[set+int(gram>>3)] |= 1 << (gram & 7)
	})
}

// mayHold visits the messages in records that have least runes and may hold
// what is made of grams. Of records that are none it takes what comes first.
func mayHold(records []byte, least int, grams []uint64, visit func(start int64, id uint64)) {
	for len(records) > recordSet {
		log := records[recordLog]
		end := recordSet + 8<<min(log, maxSetLog)
		if log > maxSetLog || end > len(records) {
			return
		}
		if int(binary.LittleEndian.Uint16(records[recordRunes:])) >= least && mayBeIn(records[recordSet:end], grams) {
			visit(int64(binary.LittleEndian.Uint64(records)), binary.LittleEndian.Uint64(records[recordID:]))
		}
		records = records[end:]
	}
}

// mayBeIn reports whether grams are all in a set.
func mayBeIn(set []byte, grams []uint64) bool {
	mask := uint64(8*len(set) - 1)
	for _, g := range grams {
		g &= mask
		if set[g>>3]>>(g&7)&1 == 0 {
			return false
		}
	}
	return true
}

// eachGram visits a number for each thing that a folded text is made of, those
// that tell the most last. If a text holds another, it has all its grams.
func eachGram(folded []byte, visit func(uint64)) {
	var before, last rune = -1, -1
	for i := 0; i < len(folded); {
		r, n := utf8.DecodeRune(folded[i:])
		i += n
		visit(gramOf(0, 0, r))
		if last >= 0 {
			visit(gramOf(0, last, r))
		}
		if before >= 0 && before < utf8.RuneSelf && last < utf8.RuneSelf && r < utf8.RuneSelf {
			visit(gramOf(before, last, r))
		}
		before, last = last, r
	}
}

func gramOf(a, b, c rune) uint64 { return scatter(uint64(a)<<42 | uint64(b)<<21 | uint64(c)) }

// scatter spreads a number over all 64 bits.
func scatter(x uint64) uint64 {
	x = (x ^ x>>33) * 0xff51afd7ed558ccd
	x = (x ^ x>>33) * 0xc4ceb9fe1a85ec53
	return x ^ x>>33
}

func hashID(id ID) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(id))
	return h.Sum64()
}

// said returns the message in a line if somebody said it.
func said(line []byte) (Mention, bool) {
	if m, ok := scanSaid(line); ok {
		return m, m.Role != RoleNote
	}
	r, err := decode(line)
	if err != nil || r.Kind != kindMessage || r.Role == RoleNote {
		return Mention{}, false
	}
	return Mention{ID: r.ID, Role: r.Role, Time: r.Time, Text: r.Text}, true
}

// UpdateFilter reads what of the log was not read for Holding before, so that the
// first question does not wait for it: some 150 ms for 100,000 messages. The
// end of ctx ends it with ctx's error; what was read by then stays.
func (l *Log) UpdateFilter(ctx context.Context) error {
	l.files.RLock()
	defer l.files.RUnlock()
	c, err := l.chain()
	if err == nil {
		err = l.retracted.learn(c, "")
	}
	if err != nil {
		return err
	}
	l.filter.mu.Lock()
	defer l.filter.mu.Unlock()
	_, err = l.filter.update(ctx, c)
	return err
}

// update brings the filter up to date and returns what it has of each file,
// oldest first. The log's files and s.mu are held.
func (s *ngramFilter) update(ctx context.Context, c chain) ([]filteredPart, error) {
	listed, err := s.listed()
	if err != nil {
		return nil, err
	}
	if s.parts == nil {
		s.parts = map[string]*filtered{}
	}
	if !s.looked {
		s.looked = true
		s.loadCache()
	}
	var list []filteredPart
	for _, p := range c.parts {
		at := listed[p.name]
		f := s.parts[p.name]
		if f == nil || p.month != "" && (f.size != at.Size || !f.changed.Equal(at.ModTime)) || p.month == "" && p.size < f.end {
			f = &filtered{size: at.Size, changed: at.ModTime}
		}
		if err := f.read(ctx, p); err != nil {
			return nil, err
		}
		s.parts[p.name] = f
		list = append(list, filteredPart{p.name, f})
	}
	s.writeCache(list)
	return list, nil
}

// A filteredPart is what a filter knows of a file, with its name.
type filteredPart struct {
	name string
	*filtered
}

// listed returns the archives as they are listed, by name.
func (s *ngramFilter) listed() (map[string]store.Entry, error) {
	entries, err := s.dir.List(archiveDir)
	if err != nil {
		return nil, fmt.Errorf("list archives: %w", err)
	}
	listed := map[string]store.Entry{}
	for _, e := range entries {
		listed[archiveDir+"/"+e.Name] = e
	}
	return listed, nil
}

// read takes in what was not read of a file. An archive that cannot be read
// holds nothing.
func (s *filtered) read(ctx context.Context, p part) error {
	if p.month != "" && s.end > 0 || p.month == "" && s.end >= p.size {
		return nil
	}
	var fold folder
	count := 0
	for at, err := range p.forward(s.end) {
		if errors.Is(err, store.ErrUnreadable) && p.month != "" {
			return nil
		}
		if count++; err == nil && count%256 == 0 {
			err = ctx.Err()
		}
		if err != nil {
			return err
		}
		s.add(at, &fold)
		s.end = at.end
	}
	if p.month != "" { // nothing comes after it
		s.data = append([]byte(nil), s.data...)
	}
	return nil
}

// forget has a file be read again.
func (s *ngramFilter) forget(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.parts, name)
}
