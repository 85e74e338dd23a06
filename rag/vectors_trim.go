package rag

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"path"

	"yumori/internal/llm"
	"yumori/internal/store"
	"yumori/rag/vector"
)

// A Trim says how many vectors of a space are kept.
type Trim struct {
	Space   llm.Space
	Limit   int64    // bytes of the journal
	Indexes []*Index // all that use the space
}

// TrimVectors makes the journal of a persona's vectors smaller when it is
// larger than the limit: of the vectors that no index uses, those used longest
// ago go. Vectors in use are kept, whatever they take. Nothing is lost if it is
// interrupted. Cost: the journal is read twice and written once.
func TrimVectors(ctx context.Context, dir *store.Dir, t Trim) error {
	name := path.Join(indexRoot, vector.JournalName(t.Space))
	j, err := dir.Journal(name, nil)
	if err != nil {
		return fmt.Errorf("trim vectors: %w", err)
	}
	if j.Size() <= t.Limit {
		return nil
	}
	c := cutting{ctx: ctx, journal: j, end: j.Size(), dim: t.Space.Dim, used: map[uint64]bool{}}
	for _, x := range t.Indexes {
		x.embedding.Lock() // nobody appends meanwhile
		defer x.embedding.Unlock()
		x.usedKeys(c.used)
	}
	if err := c.plan(t.Limit); err != nil || c.kept >= c.end {
		return err
	}
	if err := c.copyKept(); err != nil {
		return fmt.Errorf("trim vectors: %w", err)
	}
	if err := j.Rewrite(c.end, store.Cause{Kind: store.CauseSetup, Ref: "index"}); err != nil {
		return fmt.Errorf("trim vectors: %w", err)
	}
	return nil
}

// usedKeys adds the keys of all texts here.
func (x *Index) usedKeys(into map[uint64]bool) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	for _, key := range x.corpus.cols.keys() {
		into[key] = true
	}
}

// A cutting decides which vectors of a journal stay. The unused ones stand
// first in what it writes, so that the order of lines is that of last use.
type cutting struct {
	ctx     context.Context
	journal *store.Journal
	end     int64 // of what was there before
	dim     int
	used    map[uint64]bool
	drop    int   // unused vectors that go, from the first
	kept    int64 // bytes of what stays, about
}

// plan counts what stays.
func (c *cutting) plan(limit int64) error {
	used, unused := 0, 0
	err := c.each(func(key uint64, _ []byte) error {
		if c.used[key] {
			used++
		} else {
			unused++
		}
		return nil
	})
	each := int64(base64.StdEncoding.EncodedLen(4*c.dim) + 40)
	room := max(0, (limit-int64(used)*each)/each)
	c.drop = max(0, unused-int(room))
	c.kept = int64(used+unused-c.drop) * each
	return err
}

// each visits every vector once, each key's first.
func (c *cutting) each(visit func(key uint64, data []byte) error) error {
	seen := map[uint64]bool{}
	for line, err := range c.journal.Forward(0) {
		switch {
		case c.ctx.Err() != nil:
			return c.ctx.Err()
		case line.Offset >= c.end:
			return nil
		}
		if err != nil {
			continue // made again if it is ever needed
		}
		var l vector.Line
		if json.Unmarshal(line.Data, &l) != nil {
			continue
		}
		data, err := base64.StdEncoding.DecodeString(l.Data)
		if err != nil || len(data) != 4*c.dim*len(l.Keys) {
			continue
		}
		for i, key := range l.Keys {
			if seen[key] {
				continue
			}
			seen[key] = true
			if err := visit(key, data[4*c.dim*i:][:4*c.dim]); err != nil {
				return err
			}
		}
	}
	return nil
}

// trimLine is about how many bytes of vectors go into a line.
const trimLine = 1 << 20

// copyKept appends what stays: first what nobody uses, then the rest.
func (c *cutting) copyKept() error {
	var l vector.Line
	var data bytes.Buffer
	flush := func() error {
		if len(l.Keys) == 0 {
			return nil
		}
		l.Data = base64.StdEncoding.EncodeToString(data.Bytes())
		line, err := json.Marshal(l)
		if err != nil {
			return err
		}
		l = vector.Line{}
		data.Reset()
		_, err = c.journal.Append(line)
		return err
	}
	for _, used := range [...]bool{false, true} {
		n := 0
		err := c.each(func(key uint64, v []byte) error {
			if c.used[key] != used {
				return nil
			}
			if n++; !used && n <= c.drop {
				return nil
			}
			l.Keys = append(l.Keys, key)
			data.Write(v)
			if data.Len() >= trimLine {
				return flush()
			}
			return nil
		})
		if err != nil {
			return err
		}
		if err := flush(); err != nil {
			return err
		}
	}
	return nil
}
