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
		return r, fmt.Errorf("rebuild index %q: %w", x.folder.name, err)
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
	old, err := x.folder.manifest()
	if err != nil {
		x.folder.log.Debug("rebuild without a manifest", "index", x.folder.name, "error", err)
	}
	m, keys, err := x.folder.create(old.Generation + 1)
	if err != nil {
		return err
	}
	aside := &Index{folder: x.folder, corpus: corpus{
		folder: x.folder, generation: m.Generation, keys: keys, cols: newColumns(), state: state{Marks: map[string]int64{}},
	}}
	err = aside.update(ctx, src, r)
	if err == nil {
		err = x.folder.adopt(m)
	}
	if err != nil {
		return errors.Join(err, keys.Close(), x.folder.drop(m.words(x.folder.root)))
	}
	replaced := x.swap(&aside.corpus)
	if err := replaced.Close(); err != nil {
		x.folder.log.Debug("close replaced index", "index", x.folder.name, "error", err)
	}
	x.folder.sweep(m)
	x.snapshot()
	return nil
}

// swap takes over what was made aside, or opened anew, and returns the keyword
// index it replaces.
func (x *Index) swap(aside *corpus) *segment.Keywords {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.lesson, x.studied = nil, nil
	if err := x.folder.dir.Discard(x.folder.file(lessonName)); err != nil {
		x.folder.log.Debug("forget what was learned from", "index", x.folder.name, "error", err)
	}
	x.lost, x.remade = nil, ""
	return x.corpus.takeOver(aside)
}

// takeOver goes on with the documents of another corpus, in the space and with
// the vectors there are, and returns the keyword index it replaces.
func (cp *corpus) takeOver(from *corpus) *segment.Keywords {
	replaced := cp.keys
	cp.cols.close()
	cp.keys, cp.cols, cp.state = from.keys, from.cols, from.state
	cp.generation, cp.base = from.generation, base{}
	switch {
	case cp.meaning != nil:
		space := cp.meaning.space.hold()
		cp.meaning.close()
		cp.meaning = newMeaning(cp.cols, space)
	default:
		cp.spelt = cp.newSpelling()
	}
	vectors, filling := cp.vectors, cp.filling
	cp.vectors, cp.filling = movedVectors(vectors, cp.cols), movedVectors(filling, cp.cols)
	vectors.Close()
	filling.Close()
	cp.damaged.Store(nil)
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
		return r, fmt.Errorf("renew %q in index %q: %w", name, x.folder.name, err)
	}
	w := newWriter(x, &r)
	err := w.file(ctx, src, store.Change{Name: name})
	if err == nil {
		err = w.commit()
	}
	if err = x.settle(ctx, err); err != nil {
		return r, fmt.Errorf("renew %q in index %q: %w", name, x.folder.name, err)
	}
	return r, nil
}

// Chunks returns how many chunks an index makes of a document.
func Chunks(d Document) int { return max(1, len(chunks(d))) }
