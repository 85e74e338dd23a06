package embedcache

import (
	"fmt"
	"io"
	"log/slog"
	"slices"
	"sync"

	"yumori/internal/store"
)

// Options are what a Cache is made of. Dir is required.
type Options struct {
	Dir    *store.Dir   // of the home
	Logger *slog.Logger // nil discards; texts are never logged
	// Limit returns how many bytes the file may take, now: of what is more,
	// the vectors used longest ago go. nil or 0 is DefaultLimit.
	Limit func() int64
}

// DefaultLimit is how many bytes a cache takes when nobody says otherwise: of
// 768 numbers each, some 65,000 vectors.
const DefaultLimit = 256 << 20

// A Cache holds the vectors of a home's texts. It is safe for concurrent use,
// and reads nothing from disk before it is first asked.
type Cache struct {
	dir   *store.Dir
	log   *slog.Logger
	limit func() int64

	writing sync.Mutex     // held by whoever opens, appends or trims; guards journal
	journal *store.Journal // nil: it is not open, or cannot be

	mu      sync.Mutex // guards what follows; never held while the disk is waited for
	opened  bool
	known   map[Key]*entry
	asking  map[Key]chan struct{} // texts under way, closed when they are over
	uses    uint64                // counts them
	touched []Key                 // used again, not yet on disk
}

// An entry is where a vector's line stands.
type entry struct {
	at   int64
	size int
	used uint64 // the number of its last use
}

// New returns the cache of a home.
func New(opt Options) *Cache {
	c := &Cache{
		dir: opt.Dir, log: opt.Logger, limit: opt.Limit,
		known: map[Key]*entry{}, asking: map[Key]chan struct{}{},
	}
	if c.log == nil {
		c.log = slog.New(slog.DiscardHandler)
	}
	return c
}

// bytes is how much the file may take.
func (c *Cache) bytes() int64 {
	if c.limit != nil {
		if n := c.limit(); n > 0 {
			return n
		}
	}
	return DefaultLimit
}

// open reads which vectors there are, once. A file that cannot be opened is
// done without. Cost: it reads the file, some 0.5 s for 256 MB.
func (c *Cache) open() {
	c.mu.Lock()
	opened := c.opened
	c.mu.Unlock()
	if opened {
		return
	}
	c.writing.Lock()
	defer c.writing.Unlock()
	if c.journal != nil {
		return
	}
	j, err := c.dir.Journal(Name, nil)
	if err == nil {
		c.journal = j
		if torn := j.Torn(); torn != nil { // half a vector is of no use to anybody
			err = c.dir.Discard(torn.SetAside)
		}
	}
	if err != nil {
		c.log.Warn("vectors are not kept for all personas", "error", err)
	}
	if c.journal != nil {
		c.read(j)
	}
	c.mu.Lock()
	c.opened = true
	c.mu.Unlock()
}

// read takes in what the journal has. Lines that are damaged are left out.
func (c *Cache) read(j *store.Journal) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for line, err := range j.Forward(0) {
		if err != nil {
			c.log.Warn("kept vectors cannot be read", "offset", line.Offset, "error", err)
			continue
		}
		if k, ok := headKey(line.Data); ok {
			c.uses++
			c.known[k] = &entry{line.Offset, len(line.Data), c.uses}
			continue
		}
		for _, k := range usedKeys(line.Data) {
			if e := c.known[k]; e != nil {
				c.uses++
				e.used = c.uses
			}
		}
	}
}

// Has reports whether there is a vector of a key. That it can be read is seen
// when it is.
func (c *Cache) Has(key Key) bool {
	c.open()
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.known[key] != nil
}

// find puts the vectors of keys that are there into out, at the same places.
// What turns out damaged is forgotten.
func (c *Cache) find(keys []Key, out [][]float32, dim int) {
	c.open()
	if c.lookUp(keys, out, dim) == 0 {
		return
	}
	c.writing.Lock() // the file may have been trimmed meanwhile: look again when it is not
	defer c.writing.Unlock()
	if c.lookUp(keys, out, dim) == 0 {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for i, k := range keys {
		if out[i] == nil {
			delete(c.known, k)
		}
	}
}

// lookUp is find without forgetting. It returns how many should have been there.
func (c *Cache) lookUp(keys []Key, out [][]float32, dim int) (lost int) {
	at := make([]entry, len(keys))
	some := false
	c.mu.Lock()
	for i, k := range keys {
		e := c.known[k]
		if e == nil || out[i] != nil {
			continue
		}
		c.uses++
		e.used = c.uses
		c.touched = append(c.touched, k)
		at[i], some = *e, true
	}
	c.mu.Unlock()
	if !some {
		return 0
	}
	file, err := c.dir.Open(Name)
	if err == nil {
		defer file.Close()
	}
	for i, e := range at {
		if e.size == 0 {
			continue
		}
		line := []byte(nil)
		if err == nil {
			line = make([]byte, e.size)
			line, _ = readAt(file, e.at, line)
		}
		v, verr := vectorOf(line, keys[i], dim)
		if verr != nil {
			lost++
			continue
		}
		out[i] = v
	}
	return lost
}

func readAt(file io.ReadSeeker, at int64, into []byte) ([]byte, error) {
	if _, err := file.Seek(at, io.SeekStart); err != nil {
		return nil, err
	}
	n, err := io.ReadFull(file, into)
	return into[:n], err
}

// An Item is one vector with its key.
type Item struct {
	Key    Key
	Vector []float32 // of length 1
}

// Put keeps vectors. They are on disk when it returns nil; without them their
// texts are asked for again.
func (c *Cache) Put(items []Item) error {
	c.open()
	c.writing.Lock()
	defer c.writing.Unlock()
	if c.journal == nil || len(items) == 0 {
		return nil
	}
	lines := c.takeUsed()
	sizes := make([]int, len(items))
	for i, it := range items {
		before := len(lines)
		var err error
		if lines, err = appendVector(lines, it.Key, it.Vector); err != nil {
			return fmt.Errorf("keep vectors: %w", err)
		}
		sizes[i] = len(lines) - before - 1
	}
	if err := c.journal.AppendAll(lines); err != nil {
		return fmt.Errorf("keep vectors: %w", err)
	}
	c.mu.Lock()
	at := c.journal.Size()
	for i, it := range slices.Backward(items) {
		at -= int64(sizes[i]) + 1
		c.uses++
		c.known[it.Key] = &entry{at, sizes[i], c.uses}
	}
	c.mu.Unlock()
	if limit := c.bytes(); c.journal.Size() > limit {
		if err := c.trim(limit); err != nil {
			return fmt.Errorf("trim kept vectors: %w", err)
		}
	}
	return nil
}

// usedMost is how many uses stand in a line.
const usedMost = 10_000

// takeUsed returns the lines of what was used again, with their ends.
func (c *Cache) takeUsed() []byte {
	c.mu.Lock()
	keys := c.touched
	c.touched = nil
	c.mu.Unlock()
	var out []byte
	for part := range slices.Chunk(keys, usedMost) {
		out = append(out, usedHead...)
		for i, k := range part {
			out = fmt.Appendf(out, "%c%q", "[,"[min(i, 1)], k.String())
		}
		out = append(out, "]}\n"...)
	}
	return out
}

// Close writes down what was used again. The cache can be used afterwards, as
// long as its home is open.
func (c *Cache) Close() error {
	c.writing.Lock()
	defer c.writing.Unlock()
	if c.journal == nil {
		return nil
	}
	lines := c.takeUsed()
	if len(lines) == 0 {
		return nil
	}
	if err := c.journal.AppendAll(lines); err != nil {
		return fmt.Errorf("note which vectors were used: %w", err)
	}
	return nil
}
