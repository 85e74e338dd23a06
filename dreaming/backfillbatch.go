package dreaming

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"

	"yumori/store"
)

// batchDays is how many nights of a backfill by rules are put on disk
// together. A model's are put there one by one, for they cost something.
const batchDays = 30

// batchFile holds a batch while it is being put on disk, so that a kill in
// between leaves nothing half: it is written first, gone through at the next
// start, and gone in the end. It is a JSON list of
//
//	{"name":"goals.json","before":"<sha-256>","after":"<base64>"}
//
// where a "before" of "" is a file that was not there, and no "after" one that
// is removed.
const batchFile = ".index/backfill.json"

type batched struct {
	Name   string        `json:"name"`
	Before store.Version `json:"before"`
	After  []byte        `json:"after,omitempty"`
	Gone   bool          `json:"gone,omitempty"`
}

// writeBatch puts what is pending in a shadow on disk.
func (p *Pipeline) writeBatch(s *store.Shadow) error {
	drafts := s.Pending()
	if len(drafts) == 0 {
		return nil
	}
	list := make([]batched, len(drafts))
	for i, d := range drafts {
		list[i] = batched{Name: d.Name, Before: d.Version, After: d.After, Gone: d.After == nil}
	}
	data, err := json.Marshal(list)
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

// finishBatch goes on with a batch that was being put on disk. A file that
// somebody changed since is left as it is, and the others too if one of the
// batch's own is not there yet: the nights are dreamt again then.
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
	for _, b := range list {
		is, err := p.deps.Dir.Version(b.Name)
		if err != nil {
			return err
		}
		switch {
		case is != b.Before:
			continue // written already, or by somebody else since
		case b.Gone:
			err = p.deps.Dir.Remove(b.Name, cause)
		default:
			err = p.deps.Dir.Replace(b.Name, b.Before, b.After, cause)
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("go on with nights: %w", err)
		}
	}
	return p.deps.Dir.Discard(batchFile)
}
