package embedcache

import (
	"cmp"
	"slices"

	"yumori/internal/store"
)

// trimPiece is about how many bytes are written at a time.
const trimPiece = 1 << 20

// A keeping is a vector that stays, and where its line goes.
type keeping struct {
	key  Key
	from entry
	to   int64
}

// trim makes the file smaller than the limit by a quarter, so that it is not
// trimmed again at once: what was used longest ago goes. What stays is written
// behind the rest first: killed in between, it is there twice. c.writing is
// held.
func (c *Cache) trim(limit int64) error {
	stays := c.newest(limit - limit/4)
	end := c.journal.Size()
	if err := c.copyLines(stays); err != nil {
		return err
	}
	if err := c.journal.Rewrite(end, store.Cause{Kind: store.CauseSetup, Ref: "embedding cache"}); err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	known := make(map[Key]*entry, len(stays))
	for _, s := range stays {
		if e := c.known[s.key]; e != nil && s.to >= end {
			e.at = s.to - end
			known[s.key] = e
		}
	}
	c.known = known
	return nil
}

// newest returns the vectors used last that take no more than some bytes, the
// one used last at the end.
func (c *Cache) newest(most int64) []keeping {
	c.mu.Lock()
	list := make([]keeping, 0, len(c.known))
	for k, e := range c.known {
		list = append(list, keeping{key: k, from: *e})
	}
	c.mu.Unlock()
	slices.SortFunc(list, func(a, b keeping) int { return cmp.Compare(b.from.used, a.from.used) })
	for i, s := range list {
		if most -= int64(s.from.size) + 1; most < 0 {
			list = list[:i]
			break
		}
	}
	slices.Reverse(list)
	return list
}

// copyLines writes the lines of what stays once more and notes where. A line
// that is not what it should be stays behind.
func (c *Cache) copyLines(stays []keeping) error {
	file, err := c.dir.Open(Name)
	if err != nil {
		return err
	}
	defer file.Close()
	var piece []byte
	first := 0 // of stays whose lines are in piece
	flush := func(next int) error {
		if len(piece) == 0 {
			return nil
		}
		if err := c.journal.AppendAll(piece); err != nil {
			return err
		}
		begin := c.journal.Size() - int64(len(piece))
		for i := first; i < next; i++ {
			if stays[i].to >= 0 {
				stays[i].to += begin
			}
		}
		piece, first = nil, next
		return nil
	}
	for i := range stays {
		s := &stays[i]
		line, err := readAt(file, s.from.at, make([]byte, s.from.size))
		if k, ok := headKey(line); err != nil || !ok || k != s.key {
			s.to = -1
			continue
		}
		s.to = int64(len(piece))
		piece = append(append(piece, line...), '\n')
		if len(piece) >= trimPiece {
			if err := flush(i + 1); err != nil {
				return err
			}
		}
	}
	return flush(len(stays))
}
