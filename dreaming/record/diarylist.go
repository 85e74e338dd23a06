package record

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"yumori/internal/store"
)

// summariesFile holds what List tells of records that are at their end, so
// that it need not read ten years of them. It is derived: without it, or with
// one that cannot be read, the records are.
const summariesFile = ".index/dreams.json"

// summariesSchema counts changes of what a summary says of a record.
const summariesSchema = 1

// A summaryList is the content of summariesFile.
type summaryList struct {
	Schema int               `json:"schema"`
	Dreams map[string]listed `json:"dreams"` // by id
}

// A listed is a summary with what tells whether its record is another by now.
type listed struct {
	Size    int64 `json:"size"`
	Changed int64 `json:"changed"` // nanoseconds
	Summary
}

// recordSettles is how long after a write another may have the same time: some
// file systems count in steps of two seconds.
const recordSettles = 2 * time.Second

// listing lists the dreams, the newest first, with what is known of those
// whose records have not changed.
type listing struct {
	diary *Diary
	known map[string]listed
	now   map[string]listed // to be known the next time
	read  int               // records that were read and will be known
}

// List returns all dreams, the newest first. One whose record cannot be read
// is in it with the state failed and nothing else. Cost: it reads those that
// were written since it was asked last, and those with something held.
func (d *Diary) List() ([]Summary, error) {
	entries, err := d.dir.List(Folder)
	if err != nil {
		return nil, fmt.Errorf("list dreams: %w", err)
	}
	files := make(map[string]store.Entry, len(entries))
	var ids []string
	for _, e := range entries {
		if id, ok := strings.CutSuffix(e.Name, ".json"); ok && !e.IsDir && idForm.MatchString(id) {
			ids, files[id] = append(ids, id), e
		}
	}
	slices.SortFunc(ids, byID)
	l := &listing{diary: d, known: d.summaries(), now: make(map[string]listed, len(ids))}
	list := make([]Summary, 0, len(ids))
	for _, id := range slices.Backward(ids) {
		list = append(list, l.summary(id, files[id]))
	}
	if l.read > 0 || len(l.now) < len(l.known) {
		l.keep()
	}
	return list, nil
}

// summary returns what is told of a dream.
func (l *listing) summary(id string, e store.Entry) Summary {
	changed := e.ModTime.UnixNano()
	if k, ok := l.known[id]; ok && k.Size == e.Size && k.Changed == changed && k.ID == id {
		l.now[id] = k
		return k.Summary
	}
	r, open, err := l.diary.record(id)
	if err != nil {
		day, _ := CutID(id)
		return Record{ID: id, Date: day, State: StatusFailed}.Summary()
	}
	s := r.Summary()
	if r.State != StatusRunning && !open && time.Since(e.ModTime) > recordSettles {
		l.now[id] = listed{e.Size, changed, s}
		l.read++
	}
	return s
}

// summaries reads what is known.
func (d *Diary) summaries() map[string]listed {
	data, err := d.dir.Read(summariesFile)
	if err != nil {
		return nil
	}
	var s summaryList
	if json.Unmarshal(data, &s) != nil || s.Schema != summariesSchema {
		return nil
	}
	return s.Dreams
}

// keep writes what will be known. It can do without: then the records are read
// again.
func (l *listing) keep() {
	data, err := json.Marshal(summaryList{summariesSchema, l.now})
	if err == nil {
		_ = l.diary.dir.Write(summariesFile, data, store.Cause{Kind: store.CauseDream, Note: "list of dreams"})
	}
}
