package rag

import (
	"encoding/json"
	"errors"
	"fmt"

	"yumori/rag/segment"
)

// Find returns the document of an id as it was indexed; ok is false if the
// index has none. Cost: one record read.
func (x *Index) Find(id string) (d Document, ok bool, err error) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	if x.closed {
		return d, false, ErrClosed
	}
	if x.lost != nil {
		return d, false, fmt.Errorf("find %q in index %q, which could not be written: %w", id, x.name, x.lost)
	}
	read := x.cols.reader(0)
	n, ok := read.find(id)
	u := unit{}
	if ok {
		u = read.unit(n)
	}
	if err := x.unread(); err != nil {
		x.report(err)
		return d, false, fmt.Errorf("find %q in index %q: %w", id, x.name, err)
	}
	if !ok {
		return d, false, nil
	}
	record, err := x.recordOf(u)
	if errors.Is(err, errGone) {
		return d, false, nil
	}
	if err != nil {
		x.report(err)
		return d, false, fmt.Errorf("find %q in index %q: %w", id, x.name, err)
	}
	var e entry
	if err := json.Unmarshal(record, &e); err != nil || e.Doc.ID != id {
		err = fmt.Errorf("%w: record of %q: %w", segment.ErrDamaged, id, err)
		x.report(err)
		return d, false, fmt.Errorf("find in index %q: %w", x.name, err)
	}
	return e.Doc, true, nil
}

// Has reports whether the index has a document of an id.
func (x *Index) Has(id string) bool {
	x.mu.RLock()
	defer x.mu.RUnlock()
	_, ok := x.cols.reader(0).find(id)
	return ok
}
