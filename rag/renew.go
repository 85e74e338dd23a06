package rag

import (
	"context"
	"fmt"

	"yumori/internal/store"
)

// Renew asks the source for one file again, whether or not it changed: what it
// makes of the file may have, when it could not be read before. It is like a
// Sync of that file alone.
func (x *Index) Renew(ctx context.Context, src Source, name string) (Report, error) {
	x.writing.Lock()
	defer x.writing.Unlock()
	r := Report{Failed: map[string]error{}}
	if err := x.mend(ctx, &r); err != nil {
		return r, fmt.Errorf("renew %q in index %q: %w", name, x.name, err)
	}
	w := x.writer(&r)
	err := w.file(ctx, src, store.Change{Name: name})
	if err == nil {
		err = w.commit()
	}
	if err = x.settle(ctx, err); err != nil {
		return r, fmt.Errorf("renew %q in index %q: %w", name, x.name, err)
	}
	return r, nil
}

// Chunks returns how many chunks an index makes of a document.
func Chunks(d Document) int { return max(1, len(chunks(d))) }
