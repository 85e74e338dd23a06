package dreaming

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"

	"yumori/internal/store"
)

// Bounds of the nights of a backfill by rules that are put on disk together. A
// model's are put there one by one, for they cost something.
const (
	batchDays  = 30
	batchBytes = 16 << 20 // what is held in memory meanwhile
)

// batchFile holds a batch while it is being put on disk, so that a crash in
// between leaves nothing half: it is written first, gone through at the next
// start, and gone in the end. It is a JSON list of
//
//	{"name":"goals.json","before":"<sha-256>","after":"<base64>"}
//
// where a "before" of "" is a file that was not there, "gone" one that is
// removed, and "aside" why what was there goes into quarantine first.
const batchFile = ".index/backfill.json"

type batched struct {
	Name   string        `json:"name"`
	Before store.Version `json:"before"`
	After  []byte        `json:"after,omitempty"`
	Gone   bool          `json:"gone,omitempty"`
	Aside  string        `json:"aside,omitempty"`
}

// batchOf returns drafts as they stand in the batchFile.
func batchOf(drafts []store.Draft) []batched {
	list := make([]batched, len(drafts))
	for i, d := range drafts {
		list[i] = batched{Name: d.Name, Before: d.Version, After: d.After, Gone: d.After == nil, Aside: d.Aside}
	}
	return list
}

// draft is what batchOf was made of.
func (b batched) draft() store.Draft {
	d := store.Draft{Name: b.Name, Version: b.Before, After: b.After, Aside: b.Aside}
	if b.Gone {
		d.After = nil
	} else if d.After == nil {
		d.After = []byte{}
	}
	return d
}

// writeBatch puts what is pending in a shadow on disk.
func (p *Pipeline) writeBatch(s *store.Shadow) error {
	drafts := s.Pending()
	if len(drafts) == 0 {
		return nil
	}
	data, err := json.Marshal(batchOf(drafts))
	if err != nil {
		return fmt.Errorf("encode nights: %w", err)
	}
	cause := store.Cause{Kind: store.CauseDream, Note: "backfill"}
	err = p.deps.Alone(func() error {
		if err := p.deps.Dir.Write(batchFile, data, cause); err != nil {
			return err
		}
		if err := p.deps.Dir.Commit(drafts, cause); err != nil {
			if errors.Is(err, store.ErrConflict) { // nothing was written
				err = errors.Join(err, p.deps.Dir.Discard(batchFile))
			}
			return err
		}
		return p.deps.Dir.Discard(batchFile)
	})
	if err != nil {
		return fmt.Errorf("write nights: %w", err)
	}
	s.Discard()
	return nil
}

// finishBatch goes on with a batch that was being put on disk. What is there
// already stays, and so does a file that somebody changed since.
func (p *Pipeline) finishBatch() error {
	data, err := p.deps.Dir.Read(batchFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	var list []batched
	if err == nil {
		err = json.Unmarshal(data, &list)
	}
	if err != nil { // it never came to be whole, so nothing else was written
		return p.deps.Dir.Discard(batchFile)
	}
	cause := store.Cause{Kind: store.CauseDream, Note: "backfill"}
	return p.deps.Alone(func() error {
		for _, b := range list {
			err := p.deps.Dir.Commit([]store.Draft{b.draft()}, cause)
			if err != nil && !errors.Is(err, store.ErrConflict) && !errors.Is(err, fs.ErrNotExist) {
				return fmt.Errorf("go on with nights: %w", err)
			}
		}
		return p.deps.Dir.Discard(batchFile)
	})
}

// full reports whether the nights in a shadow are to be put on disk now.
func full(s *store.Shadow, nights, most int) bool {
	if nights >= most {
		return true
	}
	size := 0
	for _, d := range s.Pending() {
		size += len(d.After)
	}
	return size >= batchBytes
}
