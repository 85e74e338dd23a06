package rag

import (
	"context"
	"errors"
	"fmt"

	"yumori/internal/store"
	"yumori/rag/segment"
	"yumori/rag/vector"
)

// Rebuild makes the whole index anew, aside, and swaps it in when it is done:
// searches are answered by the old one until then, and an interrupted Rebuild
// leaves that as it was. What was learned and embedded is kept.
func (x *Index) Rebuild(ctx context.Context, src Source) (Report, error) {
	x.writing.Lock()
	defer x.writing.Unlock()
	r := Report{Failed: map[string]error{}, Rebuilt: true}
	if err := x.rebuild(ctx, src, &r); err != nil {
		return r, fmt.Errorf("rebuild index %q: %w", x.name, err)
	}
	return r, nil
}

func (x *Index) rebuild(ctx context.Context, src Source, r *Report) error {
	x.mu.RLock()
	closed := x.closed
	x.mu.RUnlock()
	if closed {
		return ErrClosed
	}
	old, err := x.manifest()
	if err != nil {
		x.log.Debug("rebuild without a manifest", "index", x.name, "error", err)
	}
	m, keys, err := x.create(old.Generation + 1)
	if err != nil {
		return err
	}
	aside := &Index{
		dir: x.dir, name: x.name, root: x.root, log: x.log, generation: m.Generation,
		keys: keys, cols: newColumns(), state: state{Marks: map[string]int64{}},
	}
	err = aside.update(ctx, src, r)
	if err == nil {
		err = x.adopt(m)
	}
	if err != nil {
		return errors.Join(err, keys.Close(), x.drop(m.words(x.root)))
	}
	replaced := x.swap(aside)
	if err := replaced.Close(); err != nil {
		x.log.Debug("close replaced index", "index", x.name, "error", err)
	}
	x.sweep(m)
	x.snapshot()
	return nil
}

// swap takes over what was made aside, or opened anew, and returns the keyword
// index it replaces.
func (x *Index) swap(aside *Index) *segment.Keywords {
	x.mu.Lock()
	defer x.mu.Unlock()
	replaced := x.keys
	x.lesson, x.studied = nil, nil
	if err := x.dir.Discard(x.file(lessonName)); err != nil {
		x.log.Debug("forget what was learned from", "index", x.name, "error", err)
	}
	x.cols.close()
	x.keys, x.cols, x.state = aside.keys, aside.cols, aside.state
	x.generation, x.base = aside.generation, base{}
	switch {
	case x.meaning != nil:
		space := x.meaning.space.hold()
		x.meaning.close()
		x.meaning = newMeaning(x.cols, space)
	default:
		x.spelt = x.newSpelling()
	}
	vectors, filling := x.vectors, x.filling
	x.vectors, x.filling = movedVectors(vectors, x.cols), movedVectors(filling, x.cols)
	vectors.Close()
	filling.Close()
	x.lost, x.remade = nil, ""
	x.damaged.Store(nil)
	return replaced
}

// movedVectors returns the vectors of the same texts for other columns.
func movedVectors(v *vector.Set, c *columns) *vector.Set {
	if v == nil {
		return nil
	}
	out := vector.NewSet(v.Space)
	out.Calibration, out.Ready = v.Calibration, v.Ready
	read := v.Reader(0)
	for n, key := range c.keys() {
		if r, ok := read.Find(key); ok {
			out.PutRow(n, key, read.Row(r))
		}
	}
	return out
}

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
